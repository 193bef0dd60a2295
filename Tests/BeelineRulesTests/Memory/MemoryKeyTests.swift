import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("The keys by which codes are remembered")
struct MemoryKeyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: String?
        let readings: [Reading]

        init(_ description: String, _ key: String?, _ readings: Reading...) {
            (testDescription, self.key, self.readings) = (description, key, readings)
        }
    }

    static let cases = [
        Case(
            "a book, in whatever form", "=9784873119045", reading("9784873119045", .ean13),
            reading("978-4-87311-904-5"), reading("4873119049"), reading("ISBN 4-87311-904-9"),
            reading("9784873119045", .ean13, addOn: "52495")),
        Case("a periodical", "=0024-9319", reading("9770024931000", .ean13), reading("ISSN 0024-9319")),
        Case("printed music", "=9790060115615", reading("9790060115615", .ean13), reading("979-0-060-11561-5")),
        Case(
            "an article, as UPC-A, as EAN-13, and typed", "=00036000291452", reading("036000291452", .upcA),
            reading("0036000291452", .ean13), reading("036000291452")),
        Case("an issue of a magazine, and not the magazine", "=4910021251168", reading("4910021251168", .ean13)),
        Case(
            "an element string, whose GTIN says too little, in any form and order", "=(01)09521234543213(21)A1",
            reading("(01)09521234543213(21)A1"), reading("(21)A1(01)09521234543213"),
            reading("[01]09521234543213 [21]A1"), reading("]d2010952123454321321A1", .dataMatrix),
            reading("https://id.example/01/09521234543213/21/A1", .qr)),
        Case(
            "an element string that says an article alone", "=09521234543213", reading("(01)09521234543213"),
            reading("9521234543213", .ean13)),
        Case("a book in an element string", "=9784873119045", reading("(01)09784873119045")),
        Case(
            "a link, whatever the case of its host", "=https://example.com/a?b=C",
            reading("https://example.com/a?b=C", .qr),
            reading("HTTPS://EXAMPLE.com/a?b=C", .qr), reading("example.com/a?b=C")),
        Case(
            "an account", "=DE89370400440532013000", reading("DE89370400440532013000"),
            reading("DE89 3704 0044 0532 0130 00"), reading("de89 3704 0044 0532 0130 00")),
        Case(
            "a telephone number", "=tel:+49301234567", reading("tel:+49301234567", .qr),
            reading("TEL:+49-30-1234567", .qr), reading("tel:+49(30)1234567\n", .qr)),
        Case(
            "JSON, however it is written", #"={"a":["1",2],"b":{"c":1.5,"d":-3}}"#,
            reading(#"{"a":["1",2],"b":{"c":1.5,"d":-3}}"#, .qr),
            reading("{ \"b\": {\"d\": -3.0, \"c\": 1.50},\n\"a\": [\"\\u0031\", 2e0] }\n", .qr)),
        Case("a vehicle", "=1M8GDM9AXKP042788", reading("1M8GDM9AXKP042788", .code39)),
        Case("a text, whatever the symbology", "=hello, World", Codes.text, reading("hello, World", .code128)),
        Case(
            "a text with what scanners write around it", "=hello, World", reading("hello, World\r\n", .qr),
            reading("\u{2}hello, World\u{3}"), reading("hello, World\t")),
        Case("bytes that are no text", "#/wA=", Codes.bytes),
        Case("a network with a password", nil, reading("WIFI:S:net;T:WPA;P:sesame;;", .qr)),
        Case("a network without one", "=WIFI:S:net;;", reading("WIFI:S:net;;", .qr)),
        Case("a key of one-time passwords", nil, reading("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", .qr)),
        Case("a link with a password", nil, reading("https://me:sesame@example.com/", .qr)),
    ]

    @Test("say the same of one thing, and nothing of a secret", arguments: cases)
    func identifies(_ case: Case) throws {
        let rules = try language(file(rules: rule("r", #"{"seen.count":{">":0}}"#)))
        let memory = TestMemory(`case`.key.map { [$0: .twice] } ?? [:])
        for reading in `case`.readings {
            #expect(rules.identity(of: reading, scan: .noon)?.text == `case`.key)
            #expect(rules.memoryKeys(of: reading, scan: .noon).map(\.text) == [`case`.key].compactMap(\.self))
            #expect((rules.resolve(reading, scan: .noon, memory: memory).rule?.id == "r") == (`case`.key != nil))
        }
    }

    private static let byFields = file(
        #"""
        "kinds":[{"kind":"label","when":{"text":{"matches":"L(?P<n>[0-9]+)-(?P<s>.*)"}},
                  "fields":{"shelf":"{match.n}","serial":"{match.s}"}},
                 {"kind":"locker","when":{"text":{"prefix":"LOCK;"}},
                  "parts":{"separator":";","into":[{"is":"LOCK"},{"name":"locker"},{"name":"code","type":"secret"}]}}]
        """#,
        rules: rule(
            "log", #"{"seen.serial.count":{">=":0}}"#, do: #"[{"action":"record","fields":{}}]"#,
            more: #""continue":true"#),
        rule(
            "a",
            #"{"any":[{"seen.shelf.count":0},{"seen.locker.count":0},{"seen.code.count":0},{"seen.json.t.n.count":0}]}"#,
            do: #"[{"action":"record","fields":{}}]"#),
        rule("rest", do: #"[{"action":"record","fields":{}}]"#))

    @Test(
        "a recording has those by all fields for which rules of its set ask, where the code has them",
        arguments: [
            ("L17-A1", ["=L17-A1", "serial=A1", "shelf=17"]),
            ("(01)09521234543213(21)A1", ["=(01)09521234543213(21)A1", "serial=A1"]),
            (#"{"t":{"n":117}}"#, [#"={"t":{"n":117}}"#, "json.t.n=117"]),
            (#"{"t":{"n":"117"}}"#, [#"={"t":{"n":"117"}}"#, "json.t.n=117"]),
            (#"{"t":{"n":117.0}}"#, [#"={"t":{"n":117}}"#, "json.t.n=117"]),
            // Of a list each element, once.
            (#"{"t":{"n":["x",117,"x"]}}"#, [#"={"t":{"n":["x",117,"x"]}}"#, "json.t.n=x", "json.t.n=117"]),
            (#"{"t":{"n":[]}}"#, [#"={"t":{"n":[]}}"#]),
            (#"{"t":{"n":[["117"]]}}"#, [#"={"t":{"n":[["117"]]}}"#]),
            // The kind of the rule file finds a secret in it.
            ("LOCK;7;1234", ["locker=7"]),
            ("hello", ["=hello"]),
        ])
    func recordsByFields(_ text: String, _ keys: [String]) throws {
        let rules = try language(Self.byFields)
        let code = reading(text, .qr)
        #expect(rules.memoryKeys(of: code, scan: .noon).map(\.text) == keys)
        let resolution = rules.resolve(code, scan: .noon, memory: nil)
        #expect(!resolution.actions.isEmpty)
        for action in resolution.actions { #expect(action.memoryKeys(of: resolution).map(\.text) == keys) }
    }

    @Test("an action of no set has the key of the code alone")
    func hasIdentity() {
        let resolution = Resolution(reading: Codes.plainBook, rule: nil, actions: [])
        let action = Action(name: "record", rule: "r", arguments: [])
        #expect(action.memoryKeys(of: resolution).map(\.text) == ["=9784873119045"])
    }

    @Test(
        "a value of a session is a number where JSON would write it so",
        arguments: [
            ("3", true), ("0", true), ("-1", true), ("9.99", true), ("0.5", true), ("007", false), ("+1", false),
            ("", false),
            ("1e3", false), (".5", false), ("5.", false), ("-", false), ("A3", false), (" 3", false), ("٣", false),
        ])
    func readsSessions(_ text: String, _ isNumber: Bool) {
        let value = SessionName.value(writtenAs: text)
        if case .number(let number) = value {
            #expect(isNumber && number.description == text)
        } else {
            #expect(!isNumber)
        }
        if !isNumber { #expect(value == .text(text)) }
    }

    @Test(
        "moments have a day and a time, to the minute",
        arguments: [
            ("2026-11-25 18:02", true), ("2026-11-25T18:02", true), ("2026-11-25", false), ("2026-11-25 18:60", false),
            ("2026-02-30 18:02", false), ("2026-11-25  8:02", false), ("2026-11-25 18:02:01", false), ("", false),
            ("éééééééé", false), ("2026-11-25é8:02", false),
        ])
    func readsMoments(_ text: String, _ isOne: Bool) {
        #expect((LocalMoment(text) != nil) == isOne)
        if isOne { #expect(LocalMoment(text)?.description == text.replacing("T", with: " ")) }
    }
}
