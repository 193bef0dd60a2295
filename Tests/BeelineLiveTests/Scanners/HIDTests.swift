import BeelineLive
import BeelineSupport
import BeelineSymbols
import Glibc
import Synchronization
import Testing

@Suite struct HIDTests {
    private static func codes(_ descriptor: [UInt8], vendor: UInt16 = 0, _ reports: [[UInt8]]) throws -> [String] {
        var joiner = HIDReports(try #require(HIDReportDescriptor(descriptor)), vendor: vendor)
        var found = reports.flatMap { joiner.take($0) }
        if joiner.silence != nil { found += joiner.takeSilence() }
        return spell(found)
    }

    @Test func `a descriptor says where the fields are`() throws {
        let descriptor = try #require(HIDReportDescriptor(HIDForm.standard))
        #expect(descriptor.isScanner)
        #expect(descriptor.hasReportIDs)
        let fields = descriptor.fields.map { [Int($0.usage.page), Int($0.usage.id), $0.bit, $0.size, $0.count] }
        #expect(
            fields == [
                [1, 0x3B, 0, 8, 1], [0x8C, 0xFB, 8, 8, 1], [0x8C, 0xFC, 16, 8, 1], [0x8C, 0xFD, 24, 8, 1],
                [0x8C, 0xFE, 32, 8, 56], [0x8C, 0xFF, 496, 1, 1],
            ])
        #expect(HIDReportDescriptor(HIDForm.keyboard)?.isScanner == false)
    }

    @Test(
        arguments: [
            ("cut in an item", [0x05]), ("a collection that does not end", [0x05, 0x8C, 0x09, 0x02, 0xA1, 0x01]),
            ("an end too many", [0xC0]), ("a long item that is cut", [0xFE, 0xFF, 0x00, 0x01]),
            ("more pops than pushes", [0xB4]), ("report 0", [0x85, 0x00]),
            (
                "a report longer than any",
                [0x77, 0xFF, 0xFF, 0xFF, 0xFF, 0x97, 0xFF, 0xFF, 0xFF, 0xFF, 0x09, 0x01, 0x81, 0x02]
            ),
            ("usages without end", [0x1A, 0x00, 0x00, 0x2A, 0xFF, 0xFF]),
            ("usages in reverse", [0x19, 0x05, 0x29, 0x01]),
            ("collections without end", [UInt8](repeating: 0xA0, count: 10_000)),
            ("pushes without end", [UInt8](repeating: 0xA4, count: 10_000)),
        ] as [(String, [UInt8])]) func `an invalid descriptor is refused`(why: String, bytes: [UInt8])
    {
        #expect(HIDReportDescriptor(bytes) == nil)
    }

    @Test func `any bytes are a descriptor or not, and any report has a code or not`() throws {
        var random = Random(state: 22)
        for _ in 0..<3000 {
            var bytes = [HIDForm.standard, HIDForm.honeywell, HIDForm.microscan].randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let descriptor = HIDReportDescriptor(bytes) else { continue }
            var joiner = HIDReports(descriptor, vendor: 0x0C2E)
            var received = 0
            for _ in 0..<4 {
                let length = Int.random(in: 0...70, using: &random)
                var report = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                if !report.isEmpty { report[0] = UInt8.random(in: 1...2, using: &random) }
                received += length
                for case .success(let symbol) in joiner.take(report) { #expect(symbol.bytes.count < received) }
            }
        }
    }

    @Test func `the standard's reports give bytes and symbology`() throws {
        let reports =
            HIDForm.reports("9780306406157", aim: "]E0")
            + HIDForm.reports("010952123454321310AB\u{1D}17271231\r\n", aim: "]C1") + HIDForm.reports("", aim: "]E0")
            + [[4, 1, 2, 3]] + HIDForm.reports("]C1x", aim: "]Q1")
        #expect(
            try Self.codes(HIDForm.standard, reports) == [
                #"ean_13]E0 "9780306406157""#, #"code_128]C1 "010952123454321310AB\u{1D}17271231""#,
                #"qr_code]Q1 "]C1x""#,
            ])
    }

    @Test(arguments: [55, 56, 57, 112, 113, 1000, 7089]) func `a long code is joined`(length: Int) throws {
        let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8($0 % 10))) })
        let reports = HIDForm.reports(text, aim: "]Q1")
        #expect(
            try Self.codes(HIDForm.standard, reports + reports) == Array(repeating: "qr_code]Q1 \"\(text)\"", count: 2))
    }

    @Test func `a code that is not continued is not joined with the next`() throws {
        var joiner = HIDReports(try #require(HIDReportDescriptor(HIDForm.standard)), vendor: 0)
        let long = HIDForm.reports(String(repeating: "1", count: 100), aim: "]Q1")
        #expect(joiner.silence == nil)
        #expect(joiner.take(long[0]).isEmpty)
        #expect(joiner.silence != nil)
        #expect(spell(joiner.takeSilence()) == ["problem code-incomplete"])
        #expect(spell(joiner.take(long[1])) == ["qr_code]Q1 \"\(String(repeating: "1", count: 44))\""])
    }

    @Test func `a code longer than any is left out`() throws {
        let long = HIDForm.reports(String(repeating: "1", count: 9000), aim: "]Q1")
        let next = HIDForm.reports("2", aim: "]Q1")
        #expect(try Self.codes(HIDForm.standard, long + next) == ["problem code-too-long", #"qr_code]Q1 "2""#])
    }

    @Test func `a length that lies reads nothing beyond the report`() throws {
        for length in UInt8(57)...255 {
            var report = HIDForm.reports("123", aim: "]E0")[0]
            report[1] = length
            #expect(try Self.codes(HIDForm.standard, [report]) == ["problem bad-report"])
        }
        // Shorter than declared.
        let report = Array(HIDForm.reports("9780306406157", aim: "]E0")[0].prefix(10))
        #expect(try Self.codes(HIDForm.standard, [report]) == ["problem bad-report"])
        #expect(try Self.codes(HIDForm.standard, [[], [2], [2, 0]]) == ["problem bad-report"])
    }

    @Test func `Microscan has one report of 62 bytes, and a full one may continue`() throws {
        func report(_ text: String) -> [UInt8] {
            [1, UInt8(text.utf8.count)] + text.utf8 + [UInt8](repeating: 0, count: 62 - text.utf8.count)
        }
        let full = String(repeating: "1", count: 62)
        #expect(
            try Self.codes(HIDForm.microscan, [report("]C1ABC\r"), report(full), report("2"), report(full)]) == [
                #"code_128]C1 "ABC""#, "unknown \"\(full)2\"", "unknown \"\(full)\"",
            ])
    }

    @Test func `Honeywell's letter names the member of a family`() throws {
        let letter = { (letter: Unicode.Scalar) in UInt8(letter.value) }
        let reports =
            HIDForm.reports("036000291452", aim: "]E0", letter: letter("c"))
            + HIDForm.reports("0109521234543213", aim: "]e0", letter: letter("y"))
            // A letter of another family, and one of none.
            + HIDForm.reports("123", aim: "]C0", letter: letter("s")) + HIDForm.reports("123", aim: "]A0", letter: 1)
            // The setting without identifiers.
            + HIDForm.reports("123", aim: "\0\0\0", letter: letter("b"))
        let codes = [
            #"upc_a]E0 "036000291452""#, #"databar]e0 "0109521234543213""#, #"code_128]C0 "123""#, #"code_39]A0 "123""#,
            #"code_39]A0 "123""#,
        ]
        for form in [HIDForm.honeywell, HIDForm.undeclared] {
            #expect(try Self.codes(form, vendor: 0x0C2E, reports) == codes)
        }
        #expect(
            try Self.codes(HIDForm.standard, vendor: 0x05E0, Array(reports.prefix(1))) == [#"ean_13]E0 "036000291452""#]
        )
    }

    @Test func `Zebra's identifier may be one byte later`() throws {
        let reports =
            HIDForm.reports("9780306406157", aim: "]E0", shift: 1) + HIDForm.reports("x", aim: "]X0", shift: 1)
        let codes = [#"ean_13]E0 "9780306406157""#, #"unknown "x""#]
        for form in [HIDForm.standard, HIDForm.undeclared] {
            #expect(try Self.codes(form, vendor: 0x05E0, reports) == codes)
        }
    }

    /// Answers instead of a kernel.
    final class Control: HIDControl {
        let descriptor: [UInt8]
        let maker: UInt16
        let sent = Mutex<[[UInt8]]>([])

        init(_ descriptor: [UInt8], maker: UInt16) { (self.descriptor, self.maker) = (descriptor, maker) }

        func reportDescriptor(of descriptor: Int32, path: String) throws(SourceError) -> [UInt8] { self.descriptor }
        func vendor(of descriptor: Int32) -> UInt16 { maker }
        func sendFeature(_ report: [UInt8], to descriptor: Int32) { sent.withLock { $0.append(report) } }
    }

    @Test func `a source reads reports until the device has gone`() async throws {
        let pair = try ConnectedPair(keepsRecords: true)
        let control = Control(HIDForm.honeywell, maker: 0x0C2E)
        let source = try HIDSource("/dev/hidraw7", control: control)
        #expect(source.name == "hid:/dev/hidraw7")
        let number = pair.device.number
        let run = try ScannerRun { output throws(SourceError) in try source.run(number, path: "/dev/hidraw7", output) }
        #expect(await run.next() == .connected)
        #expect(control.sent.withLock { $0 } == [[254, 1]])
        for report in HIDForm.reports(String(repeating: "7", count: 60), aim: "]Q1") { pair.send(report) }
        pair.send(HIDForm.reports(String(repeating: "7", count: 60), aim: "]Q1")[0])
        #expect(
            await run.codes(2) == ["qr_code]Q1 \"\(String(repeating: "7", count: 60))\"", "problem code-incomplete"])
        pair.unplug()
        let reason = "/dev/hidraw7 was unplugged or switched off"
        #expect(await run.next() == .ended(.lost(reason)))
    }

    @Test func `a keyboard is not a scanner in this mode, and a file is not a device`() async throws {
        let pair = try ConnectedPair(keepsRecords: true)
        let source = try HIDSource("/dev/hidraw7", control: Control(HIDForm.keyboard, maker: 0))
        let number = pair.device.number
        let run = try ScannerRun { output throws(SourceError) in try source.run(number, path: "/dev/hidraw7", output) }
        guard case .ended(.unusable(let reason)) = await run.next() else {
            Issue.record("it is taken for one")
            return
        }
        #expect(reason.contains("keys:"))
        let null = try HIDSource("/dev/null")
        let other = try ScannerRun { output throws(SourceError) in try null.run(output) }
        guard case .ended(.unusable(let reason)) = await other.next() else {
            Issue.record("it is taken for a device")
            return
        }
        #expect(reason.hasPrefix("/dev/null is not a hidraw device"))
    }
}

/// Numbers that look random and are the same each time (SplitMix64).
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
