import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Rules that use earlier records and session values")
struct SeenTests {
    /// A condition about a book that was recorded three times, today once, at the till; its session is in a mode.
    struct Case: Sendable, CustomTestStringConvertible {
        let when: String
        let holds: Bool
        /// Whether it is true where there is no memory.
        let holdsWithout: Bool
        var testDescription: String { when }

        init(_ when: String, _ holds: Bool, without: Bool = false) {
            (self.when, self.holds, holdsWithout) = (when, holds, without)
        }
    }

    static let cases = [
        Case(#"{"seen.count":3}"#, true),
        Case(#"{"seen.count":0}"#, false, without: true),
        Case(#"{"seen.count":[1,3]}"#, true),
        Case(#"{"seen.count":{">":3}}"#, false),
        Case(#"{"seen.count":{">=":0}}"#, true, without: true),
        Case(#"{"seen.count":{"exists":true}}"#, true, without: true),
        Case(#"{"seen.today":{">=":1}}"#, true),
        Case(#"{"seen.today":{"<":1}}"#, false, without: true),
        Case(#"{"seen.today":{"<":"{seen.count}"}}"#, true),
        Case(#"{"seen.source":"till"}"#, true),
        Case(#"{"seen.source":{"prefix":"door"}}"#, false),
        Case(#"{"seen.source":{"exists":false}}"#, false, without: true),
        // A day of a moment is compared, not its time.
        Case(#"{"seen.last":"today"}"#, true),
        Case(#"{"seen.last":"2026-11-21"}"#, true),
        Case(#"{"seen.last":{"<":"today"}}"#, false),
        Case(#"{"seen.last":{"<=":"today"}}"#, true),
        Case(#"{"seen.last":{"<":"today+1"}}"#, true),
        Case(#"{"seen.first":{"<":"today-13"}}"#, true),
        Case(#"{"seen.first":{"<":"today-14"}}"#, false),
        Case(#"{"seen.first":{">=":"today-14","<":"2026-11-08"}}"#, true),
        Case(#"{"not":{"seen.last":{">":"today-14"}}}"#, false, without: true),
        Case(#"{"seen.first":{"exists":false}}"#, false, without: true),
        // Of two moments the times count as well.
        Case(#"{"seen.first":{"<":"{seen.last}"}}"#, true),
        Case(#"{"seen.first":"{seen.last}"}"#, false),
        Case(#"{"seen.last":"{seen.last}"}"#, true),
        Case(#"{"scan.date":"{seen.last}"}"#, true),
        Case(#"{"scan.date":{">":"{seen.first}"}}"#, true),
        Case(#"{"seen.last":{">=":"{scan.date}"}}"#, true),
        // By a field, and by one that the code lacks.
        Case(#"{"seen.isbn13.count":5}"#, true),
        Case(#"{"seen.isbn13.count":0}"#, false, without: true),
        Case(#"{"seen.isbn10.count":0}"#, true, without: true),
        Case(#"{"seen.isbn10.last":{"exists":true}}"#, false),
        Case(#"{"not":{"seen.gtin8.count":{"<":9}}}"#, true, without: true),
        Case(#"{"seen.gtin8.count":{"exists":false}}"#, true, without: true),
        Case(#"{"any":[{"seen.gtin8.count":{"exists":true}},{"seen.gtin8.first":{"exists":true}}]}"#, false),
        // A session.
        Case(#"{"session.mode":"inventory"}"#, true),
        Case(#"{"session.mode":["sale","inventory"]}"#, true),
        Case(#"{"session.mode":{"matches":"in.*"}}"#, true),
        Case(#"{"session.mode":{"exists":false}}"#, false, without: true),
        Case(#"{"session.quantity":{">":2}}"#, true),
        Case(#"{"session.quantity":3}"#, true),
        Case(#"{"session.quantity":"3"}"#, true),
        Case(#"{"session.shelf":"007"}"#, true),
        Case(#"{"session.shelf":7}"#, false),
        Case(#"{"session.other":{"exists":true}}"#, false),
        Case(#"{"seen.count":"{session.quantity}"}"#, true),
    ]

    private static let memory: @Sendable () -> TestMemory = {
        TestMemory(
            [
                "=9784873119045": .twice,
                "isbn13=9784873119045": Seen(
                    count: 5, today: 0, first: Seen.twice.first, last: Seen.twice.first),
            ],
            session: ["mode": "inventory", "quantity": .number(DecimalNumber(3)), "shelf": "007"])
    }

    @Test("are true or not, alone, among others, and when they are explained", arguments: cases)
    func holds(_ case: Case) throws {
        let others = (0..<20).map { rule("o\($0)", #"{"kind":"isbn","isbn13":"9780306406157"}"#) }
        for file in [
            file(rules: rule("r", `case`.when)),
            file(rules: (others + [rule("r", `case`.when)]).joined(separator: ",")),
        ] {
            let rules = try language(file)
            #expect(!rules.memoryUse.isNone)
            for (memory, expected) in [(Self.memory(), `case`.holds), (nil, `case`.holdsWithout)] {
                let resolution = rules.resolve(Codes.plainBook, scan: .noon, memory: memory)
                #expect((resolution.rule?.id == "r") == expected)
                #expect(rules.explain(Codes.plainBook, scan: .noon, memory: memory).resolution == resolution)
            }
        }
    }

    @Test("templates have earlier records, and times in the local format")
    func fillsTemplates() throws {
        let rules = try language(
            file(
                rules: rule(
                    "r", #"{"kind":"isbn","seen.first":{"exists":true}}"#,
                    do: #"""
                        [{"action":"say","text":"{seen.count} {seen.today} {seen.first} {seen.last|?} {seen.source|?}"},
                         {"action":"say","text":"{session.mode|none} {session.other|none} {seen.isbn13.count}"},
                         {"action":"emit","fields":{"count":"{seen.count}","when":"{seen.last|}"}},
                         {"action":"open-url","url":"https://a.example/{seen.count}{?seen.last}"}]
                        """#)))
        let actions = rules.resolve(Codes.plainBook, scan: .noon, memory: Self.memory()).actions
        #expect(actions[0]["text"] == .text("3 1 2026-11-07 09:30 2026-11-21 10:00 till"))
        #expect(actions[1]["text"] == .text("inventory none 5"))
        #expect(actions[2].description == "emit count=3 when=2026-11-21 10:00")
        #expect(actions[3].url == "https://a.example/3?seen.last=2026-11-21%2010%3A00")
    }

    @Test("the memory is queried once for each key of a code, and only where a rule needs it")
    func asksOnce() throws {
        let rules = try language(
            file(
                rules: rule("link", #"{"kind":"url","seen.host.count":{">":0}}"#),
                rule("often", #"{"kind":"isbn","seen.count":{">":9}}"#, more: #""continue":true"#),
                rule(
                    "book", #"{"kind":"isbn","seen.count":{">":0},"session.mode":"inventory"}"#,
                    do: say("{seen.last|} {session.mode} {session.shelf|}", more: #""when":{"seen.today":1}"#)),
                rule("text", #"{"kind":"text"}"#), rule("rest", #"{"seen.isbn13.count":{">":0}}"#)))
        let memory = Self.memory()
        let scan = Scan(date: Scan.noon.date, source: "till")
        #expect(rules.resolve(Codes.plainBook, scan: scan, memory: memory).rule?.id == "book")
        #expect(memory.asked == ["=9784873119045 2026-11-21", "session till"])
        let other = Self.memory()
        #expect(rules.resolve(Codes.text, scan: scan, memory: other).rule?.id == "text")
        #expect(other.asked.isEmpty)
        let explaining = Self.memory()
        _ = rules.explain(Codes.plainBook, scan: scan, memory: explaining)
        #expect(Set(explaining.asked).count == explaining.asked.count)
    }

    @Test("rules that use no memory never query it, and report that")
    func neverAsks() throws {
        let rules = try language(file(rules: rule("r", #"{"kind":"isbn","scan.source":"till"}"#, do: say("{isbn13}"))))
        let memory = Self.memory()
        #expect(rules.memoryUse == .none)
        _ = rules.resolve(Codes.plainBook, scan: Scan(date: Scan.noon.date, source: "till"), memory: memory)
        #expect(rules.explain(Codes.plainBook, scan: .noon, memory: memory).remembered == nil)
        #expect(memory.asked.isEmpty)
    }

    @Test("the values that rules use are known of the set, by conditions and templates, but not of a disabled rule")
    func knowsUse() throws {
        let seen = try language(
            file(
                rules: rule("a", #"{"kind":["isbn","json"]}"#, do: say("{seen.isbn13.count|} {seen.json.a.b.last|}")),
                rule("b", #"{"any":[{"seen.isbn13.first":{"exists":true}},{"text":"{session.mode}"}]}"#)))
        #expect(seen.memoryUse.asksSeen)
        #expect(seen.memoryUse.asksSession)
        #expect(seen.memoryUse.fields.map(\.description) == ["isbn13", "json.a.b"])
        let off = try language(
            file(#""constants":{"on":"no"}"#, rules: rule("a", #"{"const.on":"yes","seen.count":0}"#), rule("b")))
        #expect(off.memoryUse == .none)
    }

    @Test("an action that waits for others has the values from when its code was resolved")
    func remembersWhileWaiting() throws {
        let rules = try language(
            file(
                #""services":{"s":{"url":"https://a.example/","results":{"t":"/t"}}}"#,
                rules: rule(
                    "r", #"{"seen.count":3}"#,
                    do: #"""
                        [{"action":"lookup","service":"s","as":"x"},
                         {"action":"say","text":"{seen.count} {x.t|}","when":{"seen.today":1,"x.found":true}}]
                        """#)))
        let memory = Self.memory()
        let action = rules.resolve(Codes.plainBook, scan: .noon, memory: memory).actions[1]
        let completed = action.completed(with: ["x": ["found": .boolean(true), "t": "title"]])
        #expect(completed?["text"] == .text("3 title"))
        #expect(memory.asked.count == 1)
    }

    static let refusals = [
        Refusal(#"{"seen":1}"#, "no code has a field 'seen': the names of earlier recordings are 'seen.count', "),
        Refusal(#"{"session":"x"}"#, "use 'session.NAME' for a value that an action has set for the source"),
        Refusal(#"{"seen.counts":1}"#, "'seen' has no 'counts' (did you mean 'count'?)"),
        Refusal(#"{"seen.often":1}"#, "'seen' has no 'often'; use one of count, today, first, last, source"),
        Refusal(#"{"seen.isbn13":1}"#, "use 'seen.isbn13.count' for how often the same 'isbn13' was recorded"),
        Refusal(#"{"seen.isbn13.conut":1}"#, "'seen' has no 'conut' (did you mean 'count'?)"),
        Refusal(#"{"seen.isbn1O.count":1}"#, "no code has a field 'isbn1O' that could be remembered"),
        Refusal(#"{"seen.json.count":1}"#, "write 'seen.json.PATH.count'"),
        Refusal(#"{"seen.match.x.count":1}"#, "no code has a field 'match.x' that could be remembered"),
        Refusal(#"{"seen.password.count":1}"#, "'password' is a secret, and secrets are never remembered"),
        Refusal(#"{"session.a-b":1}"#, "the name of a value of a session must be letters, digits and '_': 'a-b'"),
        Refusal(#"{"session.a.b":1}"#, "the name of a value of a session must be letters, digits and '_': 'a.b'"),
        Refusal(#"{"session.":1}"#, "the name of a value of a session must be letters, digits and '_': ''"),
        Refusal(#"{"seen.count":"3"}"#, "'seen.count' is a number, and never a string"),
        Refusal(#"{"seen.count":{"prefix":"3"}}"#, "'seen.count' is a number; 'prefix' is for"),
        Refusal(#"{"seen.last":"yesterday"}"#, "'seen.last' is a date such as 2026-01-31, today or today+7"),
        Refusal(#"{"seen.last":"21:30"}"#, "'seen.last' is a date such as"),
        Refusal(#"{"seen.last":5}"#, "'seen.last' is a date with a time, and never a number"),
        Refusal(#"{"seen.last":{"<":"{scan.time}"}}"#, "they are never equal"),
        Refusal(#"{"seen.count":{"exists":false}}"#, "no code can meet this"),
        Refusal(
            #"{"seen.count":1,"all":[{"seen.count":2}]}"#,
            "this is never true: it contradicts the condition before it"),
        Refusal(#"{"seen.last":{"<":"2026-01-01",">":"2026-02-01"}}"#, "this is never true"),
        Refusal(
            #"{"kind":"url","seen.isbn13.count":0}"#,
            "this is never true: the conditions before it leave only codes"),
    ]

    @Test("an impossible value is refused, with the possible ones", arguments: refusals)
    func refuses(_ refusal: Refusal) {
        let messages = mistakes(file(rules: rule("r", refusal.json)))
        #expect(messages.count == 1)
        #expect(messages.first?.contains(refusal.message) ?? false, "\(messages)")
    }

    @Test("a template has a default for a code that was never seen, and for a session without the value")
    func asksForDefaults() {
        func messages(_ text: String, _ when: String = #"{"kind":"isbn"}"#) -> [String] {
            mistakes(file(rules: rule("r", when, do: say(text))))
        }
        #expect(messages("{seen.count} {seen.today} {seen.isbn13.count}").isEmpty)
        #expect(messages("{seen.last|never} {session.mode|none}").isEmpty)
        #expect(messages("{seen.last}").first?.contains("'seen.last' may be absent") ?? false)
        #expect(messages("{session.mode}").first?.contains("'session.mode' may be absent") ?? false)
        #expect(messages("{seen.isbn10.count}").first?.contains("'seen.isbn10.count' may be absent") ?? false)
        #expect(messages("{seen.isbn10.count}", #"{"isbn10":{"exists":true}}"#).isEmpty)
        #expect(messages("{isbn10} {seen.isbn10.today}", #"{"seen.isbn10.count":{">":0}}"#).isEmpty)
        #expect(messages("{session.mode}", #"{"session.mode":{"exists":true}}"#).isEmpty)
        #expect(messages("{seen.host.count|}").first?.contains("never have 'seen.host.count'") ?? false)
    }

    @Test("kinds, and the names of results, know nothing of it")
    func isForRules() throws {
        let kind = #""kinds":[{"kind":"k","when":{"kind":"text","seen.count":0},"fields":{"f":"{session.mode|}"}}]"#
        let messages = mistakes(file(kind, rules: rule("r")))
        #expect(messages.count == 2)
        #expect(messages.allSatisfy { $0.contains("a kind cannot depend on earlier scans") })
        for name in ["seen", "session"] {
            let lookup = #"[{"action":"lookup","service":"s","as":"\#(name)"}]"#
            let found = mistakes(
                file(
                    #""services":{"s":{"url":"https://a.example/","results":{"t":"/t"}}}"#,
                    rules: rule("r", do: lookup)))
            #expect(found == ["'\(name)' is reserved before a dot; use another name"])
        }
    }

    @Test("a rule after one with a weaker condition is never tried; one with another condition is")
    func findsUnreachable() throws {
        func warnings(_ first: String, _ second: String) throws -> [String] {
            try language(file(rules: rule("a", first), rule("b", second))).warnings.map(\.message)
        }
        let hidden = ["'b' is never tried: 'a' before it matches all of its codes"]
        #expect(try warnings(#"{"kind":"isbn","seen.count":{"<":2}}"#, #"{"kind":"isbn","seen.count":0}"#) == hidden)
        #expect(try warnings(#"{"seen.count":{"exists":true}}"#, #"{"kind":"isbn"}"#) == hidden)
        #expect(try warnings(#"{"kind":"isbn","seen.count":0}"#, #"{"kind":"isbn"}"#).isEmpty)
        #expect(try warnings(#"{"seen.isbn13.count":{"exists":true}}"#, #"{"kind":"url"}"#).isEmpty)
        #expect(
            try warnings(#"{"session.mode":"a"}"#, #"{"session.mode":"b"}"#).allSatisfy { !$0.contains("never tried") })
        #expect(try warnings(#"{"seen.last":{"<":"today"}}"#, #"{"seen.last":{"<":"2026-01-01"}}"#).isEmpty)
    }

    @Test("an explanation shows the remembered values, by the code and by fields, and hides secrets")
    func explains() throws {
        let rules = try language(
            file(
                rules: rule("r", #"{"seen.count":{">":0},"session.mode":"inventory"}"#, do: say("{seen.isbn13.count|}"))
            ))
        let remembered = try #require(
            rules.explain(Codes.plainBook, scan: .noon, memory: Self.memory()).remembered)
        #expect(remembered.recordings.map(\.field) == [nil, "isbn13"])
        #expect(remembered.recordings.map(\.seen?.count) == [3, 5])
        #expect(remembered.session?.map(\.name) == ["mode", "quantity", "shelf"])
        let wifi = rules.explain(reading("WIFI:S:net;T:WPA;P:inventory;;", .qr), scan: .noon, memory: Self.memory())
        #expect(wifi.remembered?.recordings.map(\.seen) == [nil, nil])
        let shown = wifi.redacted(resolution: wifi.resolution).remembered
        #expect(shown?.session?.first?.value == .text(Reading.secretMark))
    }
}
