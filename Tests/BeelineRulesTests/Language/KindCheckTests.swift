import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Check characters of kinds of rule files")
struct KindCheckTests {
    private static func file(_ check: String, others: String = "") -> String {
        #"""
        {"version":1,
         "kinds":[{"kind":"card","when":{"text":{"matches":"LC(?P<a>[0-9]{2})-?(?P<b>[0-9A-Z]{6})"}},
                   "check":\#(check),"fields":{"number":"{match.a}{match.b}"}}\#(others)],
         "rules":[{"id":"r","when":{"kind":"card"},"do":[{"action":"say","text":"{number}"}]}]}
        """#
    }

    private static let luhn = #"{"scheme":"luhn","of":"{match.a}{match.b}"}"#

    @Test("joined captures with right check characters make the kind", arguments: ["LC49927395", "LC49-927395"])
    func takesRight(_ text: String) throws {
        let taken = try ruleSet(Self.file(Self.luhn)).resolve(reading(text, .code128))
        #expect(taken.kindName == "card")
        #expect(taken.rule?.id == "r")
        #expect(taken.actions.first?["text"] == .text("49927395"))
        #expect(taken.reading.warnings.isEmpty)
    }

    @Test("wrong ones do not, and a warning says which are expected")
    func warnsOfWrong() throws {
        let refused = try ruleSet(Self.file(Self.luhn)).resolve(reading("LC49927397", .code128))
        #expect(refused.kindName == "text")
        #expect(refused.rule == nil)
        #expect(refused.reading.warnings == [.wrongCheck(ofKind: "card", found: "7", expected: "5")])
        #expect(
            refused.reading.warnings.first?.description
                == "not of the kind 'card': the check character is 7, expected 5")
        #expect(refused.reading.warnings.first?.code == "wrong-check-digit")
    }

    @Test("a form with a doubt warns of each of its codes, and of no other")
    func doubts() throws {
        let set = try ruleSet(Self.file(Self.luhn + #","doubt":"only a digit shows it""#))
        let taken = set.resolve(reading("LC49927395", .code128))
        #expect(taken.kindName == "card" && taken.rule?.id == "r")
        #expect(taken.reading.warnings == [.questionableKind("card", reason: "only a digit shows it")])
        #expect(taken.reading.warnings.map(\.code) == ["questionable"])
        #expect(
            taken.reading.warnings.map(\.description) == ["perhaps not of the kind 'card': only a digit shows it"])
        let refused = set.resolve(reading("LC49927397", .code128))
        #expect(refused.reading.warnings == [.wrongCheck(ofKind: "card", found: "7", expected: "5")])
        #expect(set.resolve(reading("LC4992739", .code128)).reading.warnings.isEmpty)
    }

    @Test("two check characters are named together")
    func namesTwo() throws {
        let set = try ruleSet(Self.file(#"{"scheme":"mod97-10","of":"{match.a}{match.b}"}"#))
        // python-stdnum says so: mod_97_10.calc_check_digits("11ABCD").
        let expected = "51"
        #expect(set.resolve(reading("LC11ABCD\(expected)", .qr)).kindName == "card")
        #expect(
            set.resolve(reading("LC11ABCD00", .qr)).reading.warnings.map(\.description)
                == ["not of the kind 'card': the check characters are 00, expected \(expected)"])
    }

    @Test("text that the scheme cannot check is of another kind, without a warning")
    func leavesOthers() throws {
        let other = try ruleSet(Self.file(Self.luhn)).resolve(reading("LC4992739A", .code128))
        #expect(other.kindName == "text")
        #expect(other.reading.warnings.isEmpty)
    }

    @Test("a later kind that matches is used, without a warning")
    func goesOn() throws {
        let others = #",{"kind":"rest","when":{"text":{"prefix":"LC"}}}"#
        let taken = try ruleSet(Self.file(Self.luhn, others: others)).resolve(reading("LC49927397", .code128))
        #expect(taken.kindName == "rest")
        #expect(taken.reading.warnings.isEmpty)
    }

    @Test("of several checks all must be right", arguments: [("LC49927395", true), ("LC49927497", false)])
    func needsAll(_ text: String, _ isTaken: Bool) throws {
        let both = #"[{"scheme":"luhn","of":"{match.a}{match.b}"},{"scheme":"gs1","of":"400638133395{match.b}"}]"#
        #expect((try ruleSet(Self.file(both)).resolve(reading(text, .qr)).kindName == "card") == isTaken)
        let wrong = both.replacing("40063", with: "40064")
        #expect(try ruleSet(Self.file(wrong)).resolve(reading(text, .qr)).kindName == "text")
    }

    @Test("the weights of mod11 are those of the file")
    func weighs() throws {
        let set = try ruleSet(Self.file(#"{"scheme":"mod11","of":"{match.a}{match.b}","weights":[8,7,6,5,4,3,2]}"#))
        // The check character of an ISSN.
        #expect(set.resolve(reading("LC03178471", .qr)).kindName == "card")
        #expect(set.resolve(reading("LC03178472", .qr)).kindName == "text")
    }

    /// Digits with their check digit, the check, and whether they are right.
    static let digits: [(String, String, Bool)] = [
        // A Portuguese tax number: ten and eleven are 0 (python-stdnum, stdnum.pt.nif).
        ("LC501964843", #""scheme":"mod11","weights":[9,8,7,6,5,4,3,2],"ten":"0""#, true),
        ("LC501964840", #""scheme":"mod11","weights":[9,8,7,6,5,4,3,2],"ten":"0""#, false),
        // 6 times 2 leaves 1, for which the check digit would be ten.
        ("LC00000060", #""scheme":"mod11","weights":[8,7,6,5,4,3,2],"ten":"0""#, true),
        ("LC0000006X", #""scheme":"mod11","weights":[8,7,6,5,4,3,2]"#, true),
        ("LC00000001", #""scheme":"mod11","weights":[8,7,6,5,4,3,2],"eleven":"1""#, true),
        ("LC00000000", #""scheme":"mod11","weights":[8,7,6,5,4,3,2],"eleven":"1""#, false),
        // A Finnish reference number (Finance Finland: weights 7, 3 and 1 from the right).
        ("LC12345672", #""scheme":"mod10","weights":[7,1,3,7,1,3,7]"#, true),
        ("LC12345673", #""scheme":"mod10","weights":[7,1,3,7,1,3,7]"#, false),
    ]

    @Test("weighted digits are checked modulo 10 and 11", arguments: digits)
    func checksWeighted(_ text: String, _ check: String, _ isTaken: Bool) throws {
        let file = Self.file("{" + check + #","of":"{match.a}{match.b}"}"#).replacing("{6}", with: "{6,7}")
        #expect((try ruleSet(file).resolve(reading(text, .qr)).kindName == "card") == isTaken)
    }

    @Test("a kind with a check leaves codes of the program's kind to others")
    func emptiesNone() throws {
        let set = try ruleSet(
            #"""
            {"version":1,"kinds":[{"kind":"mine","when":{"kind":"text"},"check":{"scheme":"luhn","of":"{text|}"}}],
             "rules":[{"id":"r","when":{"kind":"text"},"do":[]}]}
            """#)
        #expect(set.warnings.isEmpty)
    }

    static let refused: [(String, String)] = [
        (#"{"scheme":"luhm","of":"{match.a}"}"#, "unknown check scheme 'luhm' (did you mean 'luhn'?)"),
        (
            #"{"scheme":"crc","of":"{match.a}"}"#,
            "unknown check scheme 'crc'; use one of gs1, gs1-price, luhn, mod7, mod10,"
        ),
        (#"{"scheme":"luhn"}"#, "a check needs 'of'"), (#"{"of":"{match.a}"}"#, "a check needs 'scheme'"),
        (#"{"scheme":"luhn","of":"{match.c}"}"#, "no pattern before it captures 'c' (did you mean 'a'?)"),
        (#"{"scheme":"luhn","of":5}"#, "'of' must be a text"),
        (#"{"scheme":"luhn","of":"{match.a}","weights":[1]}"#, "only the schemes mod10 and mod11 can have weights"),
        (#"{"scheme":"mod10","of":"{match.a}"}"#, "the scheme mod10 needs 'weights'"),
        (#"{"scheme":"luhn","of":"{match.a}","ten":"0"}"#, "only the scheme mod11 has 'ten'"),
        (#"{"scheme":"mod11","of":"{match.a}","weights":[1],"eleven":"A"}"#, "'eleven' is a digit, or X"),
        (#"{"scheme":"mod11","of":"{match.a}"}"#, "the scheme mod11 needs 'weights'"),
        (#"{"scheme":"mod11","of":"{match.a}","weights":[]}"#, "a check needs at least one weight"),
        (#"{"scheme":"mod11","of":"{match.a}","weights":[11]}"#, "a weight must be a whole number from 1 to 10"),
        (#"{"scheme":"mod11","of":"{match.a}","weights":5}"#, "'weights' must be a list, not a number"),
        (#""luhn""#, "a check must be an object, not a string"), (#"[5]"#, "a check must be an object, not a number"),
        (#"{"scheme":"luhn","of":"{match.a}","from":1}"#, "a check has no 'from'"),
    ]

    @Test("an error in a check is reported", arguments: refused)
    func refuses(_ check: String, _ message: String) {
        let found = mistakes(Self.file(check))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    @Test("an explanation shows the text that was checked", arguments: [("LC49927395", true), ("LC49927397", false)])
    func explains(_ text: String, _ holds: Bool) throws {
        let explanation = try ruleSet(Self.file(Self.luhn)).explain(reading(text, .qr), scan: .noon)
        let state = try #require(explanation.kinds.first?.state)
        let trace: ConditionTrace
        switch state {
        case .took(let found, _) where holds: trace = found
        case .failed(let found) where !holds: trace = found
        default:
            Issue.record("\(state)")
            return
        }
        #expect(trace.parts.last?.title == "check luhn of {match.a}{match.b}")
        #expect(trace.parts.last?.holds == holds)
        #expect(trace.parts.last?.value == .text(String(text.dropFirst(2))))
    }
}
