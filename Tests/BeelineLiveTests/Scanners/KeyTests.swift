import BeelineLive
import BeelineSupport
import BeelineSymbols
import CDevices
import Testing

/// Keys by their numbers (linux/input-event-codes.h), as scanners press them.
enum Keys {
    static let enter: UInt16 = 28
    static let tab: UInt16 = 15
    static let shift: UInt16 = 42
    static let control: UInt16 = 29
    static let alt: UInt16 = 56
    static let altGr: UInt16 = 100
    /// 0 to 9 on the number pad.
    static let pad: [UInt16] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]

    /// What a scanner does to type with keys: it presses them one after the other, while those before `+` are down.
    ///
    ///     events("42+30 30")   // A, a
    static func events(_ keys: String) -> [KeyText.Event] {
        keys.split(separator: " ").flatMap { stroke in
            let codes = stroke.split(separator: "+").compactMap { UInt16($0) }
            return codes.map { KeyText.Event(key: $0, isDown: true) }
                + codes.reversed().map { KeyText.Event(key: $0, isDown: false) }
        }
    }

    /// A character by its number: Alt is down while the digits are typed on the number pad.
    static func alt(_ digits: String) -> [KeyText.Event] {
        let typed = digits.utf8.map { "\(pad[Int($0 - UInt8(ascii: "0"))])" }.joined(separator: " ")
        return [KeyText.Event(key: alt, isDown: true)] + events(typed) + [KeyText.Event(key: alt, isDown: false)]
    }

    /// The bytes that evdev gives, with what it says of scan codes, repeats and ends of packets between.
    static func records(_ events: [KeyText.Event]) -> [UInt8] {
        var bytes: [UInt8] = []
        for event in events {
            var around = [
                KeyText.Event(type: 4, code: 4, value: 0x70004), event, KeyText.Event(type: 0, code: 0, value: 0),
            ]
            if event.type == 1, event.value == 1 { around.append(KeyText.Event(type: 1, code: event.code, value: 2)) }
            for event in around {
                var record = [UInt8](repeating: 0, count: beeline_input_record_length)
                let said = beeline_input_event(type: event.type, code: event.code, value: event.value)
                beeline_write_input_event(said, &record)
                bytes += record
            }
        }
        return bytes
    }
}

@Suite struct KeyTextTests {
    private static func typed(_ layout: KeyboardLayout.Name, _ events: [KeyText.Event]) throws -> String {
        var text = KeyText(try KeyboardLayout(layout))
        var bytes: [UInt8] = []
        for event in events { bytes += text.take(event) }
        return String(decoding: bytes, as: UTF8.self)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let layout: KeyboardLayout.Name
        let text: String
        let keys: String
        var testDescription: String { "\(layout.rawValue) \(text.debugDescription)" }

        init(_ layout: KeyboardLayout.Name, _ text: String, _ keys: String) {
            (self.layout, self.text, self.keys) = (layout, text, keys)
        }
    }

    // The same texts on each: a number, letters that move, and the signs of links, GS1 and prices.
    static let cases = [
        Case(.us, "9780306406157", "10 8 9 11 4 11 7 5 11 7 2 6 8"),
        Case(.gb, "9780306406157", "10 8 9 11 4 11 7 5 11 7 2 6 8"),
        Case(.de, "9780306406157", "10 8 9 11 4 11 7 5 11 7 2 6 8"),
        Case(
            .fr, "9780306406157",
            "42+10 42+8 42+9 42+11 42+4 42+11 42+7 42+5 42+11 42+7 42+2 42+6 42+8"),
        Case(.jp, "9780306406157", "10 8 9 11 4 11 7 5 11 7 2 6 8"),
        Case(.us, "AaMmQqWwYyZz", "42+30 30 42+50 50 42+16 16 42+17 17 42+21 21 42+44 44"),
        Case(.gb, "AaMmQqWwYyZz", "42+30 30 42+50 50 42+16 16 42+17 17 42+21 21 42+44 44"),
        Case(.de, "AaMmQqWwYyZz", "42+30 30 42+50 50 42+16 16 42+17 17 42+44 44 42+21 21"),
        Case(.fr, "AaMmQqWwYyZz", "42+16 16 42+39 39 42+30 30 42+44 44 42+21 21 42+17 17"),
        Case(.jp, "AaMmQqWwYyZz", "42+30 30 42+50 50 42+16 16 42+17 17 42+21 21 42+44 44"),
        Case(
            .us, "https://a.de/?x=1&y=2_#%",
            "35 20 20 25 31 42+39 53 53 30 52 32 18 53 42+53 45 13 2 42+8 21 13 3 42+12 42+4 42+6"),
        Case(
            .gb, "https://a.de/?x=1&y=2_#%",
            "35 20 20 25 31 42+39 53 53 30 52 32 18 53 42+53 45 13 2 42+8 21 13 3 42+12 43 42+6"),
        Case(
            .de, "https://a.de/?x=1&y=2_#%",
            "35 20 20 25 31 42+52 42+8 42+8 30 52 32 18 42+8 42+12 45 42+11 2 42+7 44 42+11 3 42+53 43 42+6"),
        Case(
            .fr, "https://a.de/?x=1&y=2_#%",
            "35 20 20 25 31 52 42+52 42+52 16 42+51 32 18 42+52 42+50 45 13 42+2 2 21 13 42+3 9 100+4 42+40"),
        Case(
            .jp, "https://a.de/?x=1&y=2_#%",
            "35 20 20 25 31 40 53 53 30 52 32 18 53 42+53 45 42+12 2 42+7 21 42+12 3 42+89 42+4 42+6"),
        Case(.us, "(01)[\\]{|}~@\"'^`", "42+10 11 2 42+11 26 43 27 42+26 42+43 42+27 42+41 42+3 42+40 40 42+7 41"),
        Case(
            .gb, "(01)[\\]{|}~@\"'^`£€",
            "42+10 11 2 42+11 26 86 27 42+26 42+86 42+27 42+43 42+40 42+3 40 42+7 41 42+4 100+5"),
        Case(
            .de, "(01)[\\]{|}~@\"'^`€äöüß",
            "42+9 11 2 42+10 100+9 100+12 100+10 100+8 100+86 100+11 100+27 100+16 42+3 42+43 41 57 42+13 57 100+18 40 39 26 12"
        ),
        Case(
            .fr, "(01)[\\]{|}@\"'€éèçàù",
            "6 42+11 42+2 12 100+6 100+9 100+12 100+5 100+7 100+13 100+11 4 5 100+18 3 8 10 11 40"),
        Case(.jp, "(01)[\\]{|}~@\"'^`", "42+9 11 2 42+10 27 89 43 42+27 42+124 42+43 42+13 26 42+3 42+8 13 42+26"),
    ]

    @Test(arguments: cases) func `each layout types the same texts`(example: Case) throws {
        #expect(try Self.typed(example.layout, Keys.events(example.keys)) == example.text)
    }

    @Test func `accents before letters`() throws {
        #expect(try Self.typed(.de, Keys.events("13 18 42+13 30 41 24 41 21")) == "éàô^z")
        #expect(try Self.typed(.fr, Keys.events("26 18 42+26 18 26 57 26 28")) == "êë^^\r")
        #expect(try Self.typed(.de, Keys.events("41 41 57")) == "^^")
    }

    @Test(arguments: KeyboardLayout.Name.allCases) func `the number pad types digits, and Alt with them a character`(
        layout: KeyboardLayout.Name
    ) throws {
        // Num Lock is a light that no user sees.
        let pad = Keys.pad.map { "\($0)" }.joined(separator: " ")
        #expect(try Self.typed(layout, Keys.events("69 " + pad + " 69 " + pad)) == "01234567890123456789")
        let numbers = ["065", "65", "0233", "130", "0128", "029", "8364", "013", "0", "1114112", "99999999999"]
        #expect(try Self.typed(layout, numbers.flatMap { Keys.alt($0) }) == "AAéé€\u{1D}€\r")
    }

    @Test func `control characters are typed with Ctrl`() throws {
        #expect(try Self.typed(.us, Keys.events("29+27 97+27 29+32 29+50 29+36")) == "\u{1D}\u{1D}\u{4}\r\n")
        for layout in KeyboardLayout.Name.allCases {
            #expect(try Self.typed(layout, Keys.events("29+27 28 96 15")) == "\u{1D}\r\r\t")
        }
        #expect(try Self.typed(.jp, Keys.events("29+43")) == "\u{1D}")
    }

    @Test func `keys without a character type nothing, and no event is too much`() throws {
        // Keys that repeat themselves, F1, Alt and a letter, numbers that no key has, a mouse.
        let events =
            [KeyText.Event(type: 1, code: 30, value: 2)] + Keys.events("59 56+33 767 65535 0")
            + [KeyText.Event(type: 2, code: 0, value: 5), KeyText.Event(type: 1, code: 30, value: -7)]
        #expect(try Self.typed(.us, events) == "")
        var random = Random(state: 7)
        for layout in KeyboardLayout.Name.allCases {
            var text = KeyText(try KeyboardLayout(layout))
            for _ in 0..<5000 {
                let event = KeyText.Event(
                    type: UInt16.random(in: 0...2, using: &random), code: UInt16.random(in: 0...800, using: &random),
                    value: Int32.random(in: 0...2, using: &random))
                #expect(String(validating: text.take(event), as: UTF8.self) != nil)
            }
            text.reset()
            #expect(text.take(KeyText.Event(key: 3, isDown: true)).count <= 3)
        }
    }

    @Test func `names of layouts`() {
        #expect(KeyboardLayout.Name("UK") == .gb)
        #expect(KeyboardLayout.Name("de") == .de)
        #expect(KeyboardLayout.Name("dvorak") == nil)
    }
}

@Suite struct KeyboardSourceTests {
    /// Answers instead of a kernel.
    struct Control: KeyboardControl {
        var isTaken = false

        func grab(_ descriptor: Int32, path: String) throws(SourceError) {
            if isTaken { throw .lost("taken") }
        }
    }

    private func start(_ text: String, _ pair: borrowing ConnectedPair, _ control: Control = Control()) throws
        -> ScannerRun
    {
        let source = try KeyboardSource(text, control: control)
        let number = pair.device.number
        return try ScannerRun { output throws(SourceError) in
            try source.run(number, path: "/dev/input/event3", output)
        }
    }

    @Test func `codes come with Enter, or as nothing more is typed`() async throws {
        let pair = try ConnectedPair(keepsRecords: false)
        let run = try start("/dev/input/event3,uk", pair)
        #expect(await run.next() == .connected)
        let code = "27 42+18 11 10 8 9 11 4 11 7 5 11 7 2 6 8"
        let bytes = Keys.records(Keys.events(code + " 28 28 " + code + " 15 " + "2 3"))
        // A piece may end within a record. The pause after it is in no code, however long it is.
        pair.send(Array(bytes[..<10]))
        pair.send(Array(bytes[10...]))
        let book = #"ean_13]E0 "9780306406157""#
        #expect(await run.codes(3) == [book, book, #"unknown "12""#])
        pair.send(Keys.records(Keys.events("30 29+27 48 28")))
        #expect(await run.codes(1) == [#"unknown "a\u{1D}b""#])
        pair.unplug()
        #expect(
            await run.next() == .ended(.lost("/dev/input/event3 was unplugged or switched off")))
    }

    @Test func `events that the kernel dropped spoil one code and no other`() async throws {
        let pair = try ConnectedPair(keepsRecords: false)
        let run = try start("/dev/input/event3", pair)
        #expect(await run.next() == .connected)
        let loss = KeyText.Event(type: 0, code: 3, value: 0)
        // Shift is down as events are lost, and its end is among them.
        let shift = KeyText.Event(key: Keys.shift, isDown: true)
        pair.send(Keys.records(Keys.events("2 3") + [shift, loss] + Keys.events("4 28 5 6 28")))
        #expect(await run.codes(2) == ["problem keys-lost", #"unknown "45""#])
        run.stop()
        #expect(await run.next() == .ended(nil))
    }

    @Test func `a keyboard that another program has is waited for`() async throws {
        let pair = try ConnectedPair(keepsRecords: false)
        #expect(await (try start("0c2e:0b62", pair, Control(isTaken: true))).next() == .ended(.lost("taken")))
        let null = try KeyboardSource("/dev/null")
        let run = try ScannerRun { output throws(SourceError) in try null.run(output) }
        guard case .ended(.unusable(let reason)) = await run.next() else {
            Issue.record("it is taken for a keyboard")
            return
        }
        #expect(reason.hasPrefix("/dev/null is not an input device"))
    }

    @Test(arguments: [
        ("", "needs a device"), (",de", "needs a device"), ("event3,xx", "'xx' is not a supported keyboard layout"),
        ("event3,de,fr", "one setting"),
    ]) func `settings that no keyboard has are refused at once`(text: String, reason: String) {
        let error = #expect(throws: SourceError.self) { try KeyboardSource(text) }
        #expect(error?.reason.contains(reason) == true)
    }
}
