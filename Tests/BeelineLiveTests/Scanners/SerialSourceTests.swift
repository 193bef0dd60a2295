import BeelineLive
import BeelineSupport
import BeelineSymbols
import Glibc
import Testing

@Suite struct SerialSourceTests {
    /// The end of a pseudo-terminal at which the scanner is.
    struct Scanner: ~Copyable {
        let descriptor: Descriptor
        let path: String

        init() throws {
            var ends: (Int32, Int32) = (-1, -1)
            try #require(openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
            let device = Descriptor(taking: ends.1)
            // `ttyname` has one buffer for all threads, and tests run at the same time.
            var name = [CChar](repeating: 0, count: 64)
            try #require(ttyname_r(device.number, &name, name.count) == 0)
            descriptor = Descriptor(taking: ends.0)
            path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        func send(_ text: String) { send(Array(text.utf8)) }
        func send(_ bytes: [UInt8]) { _ = write(descriptor.number, bytes, bytes.count) }

        var settings: termios {
            var settings = termios()
            tcgetattr(descriptor.number, &settings)
            return settings
        }
    }

    private func start(_ text: String) throws -> ScannerRun {
        let source = try SerialSource(text)
        return try ScannerRun { output throws(SourceError) in try source.run(output) }
    }

    @Test func `codes come as they are scanned, byte for byte`() async throws {
        let scanner = try Scanner()
        let run = try start(scanner.path)
        #expect(await run.next() == .connected)
        scanner.send("]E09780306406157\r\n]C10109521234543213\u{1D}10AB\r")
        #expect(await run.codes(2) == [#"ean_13]E0 "9780306406157""#, #"code_128]C1 "0109521234543213\u{1D}10AB""#])
        // What a terminal would act on: erase, end of file, interrupt, stop and start.
        scanner.send("a\u{7F}b\u{4}c\u{11}d\u{13}e\u{1A}\u{1C}f\r")
        #expect(await run.codes(1) == [#"unknown "a\u{7F}b\u{04}c\u{11}d\u{13}e\u{1A}\u{1C}f""#])
        scanner.send("\u{2}a\nb\u{3}")
        #expect(await run.codes(1) == [#"unknown "a\nb""#])
        run.stop()
        #expect(await run.next() == .ended(nil))
    }

    @Test func `silence ends a code where the scanner sends nothing after it`() async throws {
        let scanner = try Scanner()
        let run = try start(scanner.path)
        #expect(await run.next() == .connected)
        scanner.send("4006381333931")
        #expect(await run.codes(1) == [#"unknown "4006381333931""#])
        scanner.send("4006381333931\t")
        #expect(await run.codes(1) == [#"unknown "4006381333931""#])
    }

    @Test func `a port that hangs up is lost, and so is one that is not there`() async throws {
        let run: ScannerRun
        do {
            let scanner = try Scanner()
            run = try start(scanner.path)
            #expect(await run.next() == .connected)
            scanner.send("12")
        }
        guard case .ended(.lost(let reason)) = await run.next() else {
            Issue.record("it goes on")
            return
        }
        #expect(reason.contains("unplugged"))
        let absent = try start("/dev/serial/by-id/usb-nothing-if00")
        #expect(
            await absent.next() == .ended(.lost("/dev/serial/by-id/usb-nothing-if00 is not there")))
        #expect(
            await (try start("ttyBeeline")).next()
                == .ended(.lost("/dev/serial/by-id/ttyBeeline is not there")))
    }

    @Test func `a port belongs to one source at a time`() async throws {
        let scanner = try Scanner()
        let run = try start(scanner.path)
        #expect(await run.next() == .connected)
        let other = try start(scanner.path)
        let isInUse = ScannerRun.Item.ended(.lost("\(scanner.path) is in use by another program; close that"))
        #expect(await other.next() == isInUse)
        run.stop()
        #expect(await run.next() == .ended(nil))
        // A program that another test starts has a copy of the port until it is loaded, and the port is locked for as long.
        var event = await (try start(scanner.path)).next()
        while event == isInUse { event = await (try start(scanner.path)).next() }
        #expect(event == .connected)
    }

    @Test func `another device than a serial port is refused`() async throws {
        #expect(await (try start("/dev/null")).next() == .ended(.unusable("/dev/null is not a serial port")))
    }

    struct Line: Sendable {
        let text: String
        let speed: Int32
        let stops: Int32
    }

    static let lines = [
        Line(text: "", speed: B9600, stops: 0), Line(text: ",115200", speed: B115200, stops: 0),
        Line(text: ",300,8n1", speed: B300, stops: 0), Line(text: ",921600,8N2", speed: B921600, stops: CSTOPB),
    ]

    @Test(arguments: lines) func `the line has the requested settings`(line: Line) async throws {
        let scanner = try Scanner()
        let run = try start(scanner.path + line.text)
        #expect(await run.next() == .connected)
        var settings = scanner.settings
        #expect(cfgetospeed(&settings) == speed_t(line.speed))
        #expect(settings.c_cflag & tcflag_t(CSTOPB) == tcflag_t(line.stops))
        #expect(settings.c_cflag & tcflag_t(CSIZE | PARENB) == tcflag_t(CS8))
        #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    }

    @Test func `a setting that a port does not support is reported`() async throws {
        // A pseudo-terminal has no parity.
        let scanner = try Scanner()
        let reason = "\(scanner.path) cannot be set to 2400,7o1"
        #expect(await (try start(scanner.path + ",2400,7O1")).next() == .ended(.unusable(reason)))
    }

    @Test(arguments: [
        ("", "needs a device"), (",9600", "needs a device"), ("/dev/ttyS0,9601", "'9601' is not a supported speed"),
        ("/dev/ttyS0,", "'' is not a supported speed"), ("/dev/ttyS0,9600,8x1", "'8x1' is not a line format"),
        ("/dev/ttyS0,9600,9n1", "'9n1' is not a line format"), ("/dev/ttyS0,9600,8n1,crtscts", "two settings"),
    ]) func `settings that no line has are refused at once`(text: String, reason: String) {
        let error = #expect(throws: SourceError.self) { try SerialSource(text) }
        #expect(error?.reason.contains(reason) == true)
    }
}
