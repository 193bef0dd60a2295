import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Codes are the same in every spelling")
struct IdentityTests {
    /// Rules with kinds, codes that are one, and codes that are others.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: String
        let same: [Reading]
        let others: [Reading]

        init(_ claim: String, _ kind: String, same: [Reading], others: [Reading]) {
            (testDescription, self.kind, self.same, self.others) = (claim, kind, same, others)
        }
    }

    private static let compact = #""when":{"compact":{"matches":"T(?P<n>[0-9]{6})"}},"fields":{"n":"{match.n}"}"#
    private static let checked = #"""
        "when":{"compact":{"matches":"LC(?P<n>[0-9]{8})"}},"check":{"scheme":"luhn","of":"{match.n}"}
        """#
    private static let lenient = #""when":{"text":{"matches":"(?i)t[- ]?(?P<n>[0-9]{6})(?:;.*)?"}}"#

    static let cases = [
        Case(
            "a kind that ignores blanks", compact,
            same: [
                reading("T004711"), reading("T00 4711"), reading("T004711\n", .qr), reading("T00\u{A0}47 11", .qr),
                reading("\u{2}T004711\u{3}", .code128), reading(" T004711\t"), reading("T\u{3000}004711", .dataMatrix),
            ],
            others: [reading("T004712"), reading("X004711")]),
        Case(
            "a kind with a check", checked,
            same: [
                "LC49927395", "lc49927395", "LC 4992 7395", "LC-49927395", "LC4992739５", "ＬＣ４９９２７３９５", "lc-4992-7395",
                " LC49927395\n", "LC49 92\u{A0}7395",
            ].map { reading($0) } + [reading("LC49927395", .qr)],
            others: [reading("LC49927403"), reading("lc49927395", .qr)]),
        Case(
            "a kind with an identity", lenient + #","identity":"{match.n}""#,
            same: [reading("T004711"), reading("t-004711", .qr), reading("T 004711;Anna"), reading("T004711;Ben")],
            others: [reading("T004712"), reading("004711"), reading("@n=004711", .qr)]),
        Case(
            "a kind with an identity of several parts, one of them a number",
            #"""
            "when":{"text":{"prefix":"E;"}},"identity":"{part.event}/{part.n}",
            "parts":{"separator":";","into":[{"is":"E"},{"name":"event"},{"name":"n","type":"number"}],"open":true}
            """#,
            same: [reading("E;spring;17"), reading("E;spring;17;x", .qr)],
            others: [reading("E;autumn;17"), reading("E;spring;18")]),
        Case(
            "a kind of articles", #""when":{"kind":"product","gtin13":{"prefix":"21"}}"#,
            same: [reading("2112345678900", .ean13), reading("2112345678900")],
            others: [reading("4006381333931", .ean13)]),
    ]

    @Test("to rules that remember", arguments: cases)
    func identifies(_ case: Case) throws {
        let rules = try language(
            file(#""kinds":[{"kind":"n",\#(`case`.kind)}]"#, rules: rule("r", #"{"seen.count":{">":0}}"#)))
        let first = `case`.same[0]
        let key = try #require(rules.memoryKeys(of: first, scan: .noon).first)
        #expect(rules.resolve(first).kindName == "n")
        let memory = TestMemory([key.text: .twice])
        for reading in `case`.same {
            #expect(rules.identity(of: reading, scan: .noon) == key, "\(reading.symbol.text ?? "")")
            let resolution = rules.resolve(reading, scan: .noon, memory: memory)
            #expect(resolution.rule?.id == "r")
            let action = Action(name: "record", rule: "r", arguments: [])
            #expect(action.memoryKeys(of: resolution) == [key])
        }
        for reading in `case`.others {
            #expect(rules.identity(of: reading, scan: .noon) != key, "\(reading.symbol.text ?? "")")
            #expect(rules.resolve(reading, scan: .noon, memory: memory).rule == nil)
        }
    }

    @Test("also where an earlier version has recorded the text as it was scanned")
    func remembersEarlier() throws {
        let rules = try language(
            file(#""kinds":[{"kind":"n",\#(Self.compact)}]"#, rules: rule("r", #"{"seen.count":{">":0}}"#)))
        for (text, earlier) in [("T00 4711", "=T00 4711"), ("T00 4711", "=T004711"), ("T004711", "=T004711")] {
            #expect(rules.resolve(reading(text), scan: .noon, memory: TestMemory([earlier: .twice])).rule?.id == "r")
        }
        let element = "010952123454321321A1"
        let memory = TestMemory(["=" + element: .twice])
        let code = reading(element, .dataMatrix)
        #expect(rules.resolve(code, scan: .noon, memory: memory).rule?.id == "r")
    }

    @Test("of a list the highest counts, of counts and of times")
    func takesHighest() throws {
        let said =
            "{seen.json.n.count|0} {seen.json.n.today|0} {seen.json.n.first|-} {seen.json.n.last|-} {seen.json.n.source|-}"
        let rules = try language(file(rules: rule("r", do: say(said))))
        let memory = TestMemory([
            "json.n=a": Seen(
                count: 2, today: 0, first: LocalMoment("2026-01-01 10:00"), last: LocalMoment("2026-02-01 10:00"),
                source: "west"),
            "json.n=2": Seen(
                count: 1, today: 1, first: LocalMoment("2026-11-21 09:00"), last: LocalMoment("2026-11-21 09:00"),
                source: "east"),
        ])
        let cases = [
            (#"{"n":["a",2]}"#, "2 1 2026-01-01 10:00 2026-11-21 09:00 east"),
            (#"{"n":[2.0,"a","a"]}"#, "2 1 2026-01-01 10:00 2026-11-21 09:00 east"),
            (#"{"n":["x","a"]}"#, "2 0 2026-01-01 10:00 2026-02-01 10:00 west"), (#"{"n":["x",true]}"#, "0 0 - - -"),
            (#"{"n":2e0}"#, "1 1 2026-11-21 09:00 2026-11-21 09:00 east"),
        ]
        for (code, expected) in cases {
            let resolution = rules.resolve(reading(code, .qr), scan: .noon, memory: memory)
            #expect(resolution.actions.first?["text"]?.description == expected, "\(code)")
        }
    }

    /// A list with keys in some form, what rules test beside `seen`, and codes that the list has as one key.
    static let lists: [(key: String, when: String, seen: String, codes: [String])] = [
        (
            "trim,upper,width,pad=4", #"{"json.n":{"catalog":"guests"}}"#, "seen.json.n.count",
            [#"{"n":"0119"}"#, #"{"n":119}"#, #"{"n":" 119 "}"#, #"{"n":"１１９"}"#, #"{"n":["x","119"]}"#]
        ),
        ("upper", #"{"text":{"catalog":"guests"}}"#, "seen.count", ["A-119", "a-119"]),
        ("upper", #"{"compact":{"catalog":"guests"}}"#, "seen.count", ["A-119", "a-1 19", "A - 119"]),
        ("text", #"{"compact":{"catalog":"guests"}}"#, "seen.count", ["A-119", "A-1 19", "A\u{A0}-119"]),
        ("text", #"{"compact":{"matches":"A-[0-9]+"}}"#, "seen.count", ["A-119", "A-1 19"]),
        // The field of a kind is the value that is looked up.
        (
            "upper", #"{"query.t":{"catalog":"guests"}}"#, "seen.ticket.count",
            ["https://t.example/?t=a-119", "https://t.example/?t=A-119&x=1"]
        ),
    ]

    @Test("to what a catalogue finds in several spellings", arguments: lists)
    func followsCatalogs(_ key: String, _ when: String, _ seen: String, _ codes: [String]) throws {
        var form = CatalogForm()
        form.key = try #require(CatalogKeyForm(key))
        let guests = try Catalog(
            name: "guests", columns: [], form: form, rows: [(key: "119", cells: []), (key: "A-119", cells: [])])
        let kinds =
            #""kinds":[{"kind":"link","when":{"kind":"url","query.t":{"exists":true}},"fields":{"ticket":"{query.t}"}}]"#
        let rules = try language(
            file(kinds, rules: rule("again", #"{"\#(seen)":{">":0}}"#), rule("admitted", when)), catalogs: [guests])
        for first in codes {
            let keys = rules.memoryKeys(of: reading(first, .qr), scan: .noon)
            let memory = TestMemory(Dictionary(keys.map { ($0.text, Seen.twice) }) { $1 })
            for code in codes {
                #expect(rules.resolve(reading(code, .qr), scan: .noon, memory: TestMemory()).rule?.id == "admitted")
                #expect(
                    rules.resolve(reading(code, .qr), scan: .noon, memory: memory).rule?.id == "again",
                    "\(first), \(code)")
            }
        }
    }

    @Test("a code with a secret is remembered by an identity that is none")
    func keepsSecrets() throws {
        let kind = #"""
            "kind":"locker","when":{"text":{"prefix":"L;"}},
            "parts":{"separator":";","into":[{"is":"L"},{"name":"n"},{"name":"pin","type":"secret"}]}
            """#
        for (identity, key) in [("{part.n}", "@locker=7"), ("{part.n}{part.pin}", nil), ("{text}", nil)] {
            let rules = try language(
                file(#""kinds":[{\#(kind),"identity":"\#(identity)"}]"#, rules: rule("r", #"{"seen.count":0}"#)))
            #expect(rules.memoryKeys(of: reading("L;7;1234", .qr), scan: .noon).map(\.text) == [key].compactMap(\.self))
        }
    }

    @Test(
        "an identity that says nothing of the code is an error",
        arguments: [
            ("ticket", "the 'identity' must contain a value of the code"),
            ("{kind}", "must contain a value of the code"),
            ("{scan.date}", "must contain a value of the code"),
            ("{match.n}{scan.date}", "'scan.date' is not of the code"), ("{match.m}", "'m'"),
            ("{seen.count}", "seen"), ("", "must contain a value of the code"),
        ])
    func refuses(_ identity: String, _ message: String) throws {
        let kind = #"{"kind":"n","when":{"text":{"matches":"T(?P<n>[0-9]+)"}},"identity":"\#(identity)"}"#
        let found = errors(file(#""kinds":[\#(kind)]"#, rules: rule("r")))
        #expect(found.count == 1 && found.allSatisfy { $0.message.contains(message) }, "\(found)")
    }

    /// A kind, the condition of a rule, and what the warning says; nil: there is none.
    static let warned: [(kind: String, when: String, message: String?)] = [
        (compact, #"{"kind":"n","seen.count":0}"#, nil),
        (compact, #"{"kind":"n","seen.text.count":0}"#, "'seen.text.count' compares the text as it was scanned"),
        (
            compact, #"{"kind":"n","text":["T004711"]}"#,
            "'text' is the text as it was scanned, and the kind 'n' also takes it with blanks"
        ),
        (compact, #"{"kind":"n","compact":["T004711"]}"#, nil), (compact, #"{"text":["T004711"]}"#, nil),
        (checked, #"{"kind":"n","seen.count":0}"#, nil),
        (
            checked, #"{"kind":"n","compact":["LC49927395"]}"#,
            "'compact' is the text as it was scanned, and the kind 'n' also takes it in small letters"
        ),
        (
            lenient, #"{"kind":"n","seen.first":{"exists":true}}"#,
            "'seen.first' identifies codes of the kind 'n' by their text, but the kind ignores case"
        ),
        (lenient + #","identity":"{match.n}""#, #"{"kind":"n","seen.count":0}"#, nil),
        (
            #""when":{"text":{"matches":"T-?(?P<n>[0-9]+)"}}"#, #"{"kind":"n","seen.count":0}"#,
            "takes separators that may be missing"
        ),
        (
            #""when":{"text":{"matches":"T[- ](?P<n>[0-9]+)"}}"#, #"{"kind":"n","seen.count":0}"#,
            "takes several separators"
        ),
        (
            #""when":{"text":{"matches":"T\\s+(?P<n>[0-9]+)"}}"#, #"{"kind":"n","seen.count":0}"#,
            "takes separators of any length"
        ),
        (#""when":{"text":{"matches":"[Tt](?P<n>[0-9]+)"}}"#, #"{"kind":"n","seen.count":0}"#, "ignores case"),
        (#""when":{"text":{"matches":"T-(?P<n>[0-9A-Za-z]+)"}}"#, #"{"kind":"n","seen.count":0}"#, nil),
        (
            #""when":{"text":{"prefix":"A="}},"parts":{"separator":"&","assign":"=","keys":{"A":"a","B":"b"}}"#,
            #"{"kind":"n","seen.count":0}"#, "takes its parts in any order"
        ),
        (
            compact, #"{"kind":"json","json.n":{"catalog":"guests"},"seen.count":0}"#,
            "'seen.count' is of the whole code"
        ),
        (compact, #"{"kind":"json","json.n":{"catalog":"guests"},"seen.json.n.count":0}"#, nil),
        (compact, #"{"kind":"json","seen.count":0}"#, nil),
    ]

    @Test("a rule that compares what may be spelled otherwise has a warning", arguments: warned)
    func warns(_ kind: String, _ when: String, _ message: String?) throws {
        let guests = try Catalog(name: "guests", columns: [], rows: [(key: "119", cells: [])])
        let rules = try language(
            file(#""kinds":[{"kind":"n",\#(kind)}]"#, rules: rule("r", when), rule("rest")), catalogs: [guests])
        let messages = rules.warnings.map(\.message)
        if let message {
            #expect(messages.count == 1 && messages.allSatisfy { $0.contains(message) }, "\(messages)")
        } else {
            #expect(messages.isEmpty, "\(messages)")
        }
    }
}
