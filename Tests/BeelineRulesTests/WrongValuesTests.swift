import BeelineContent
import BeelineRules
import BeelineSupport
import Testing

@Suite("Wrong values in rule files")
struct WrongValuesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let json: String
        /// Where the place is in `json`, counted from 1.
        let column: Int
        let message: String
        var testDescription: String { "\(message) ← \(json.prefix(60))" }

        init(_ json: String, _ column: Int, _ message: String) {
            (self.json, self.column, self.message) = (json, column, message)
        }
    }

    static let files = [
        Case("[]", 1, "a rule file is an object, not a list"),
        Case(" 5", 2, "a rule file is an object, not a number"),
        Case("null", 1, "a rule file is an object, not null"),
        Case("{}", 1, #"a rule file needs "version": 1"#),
        Case(#"{"version":"1"}"#, 12, "the only version there is is 1"),
        Case(#"{"version":1.0}"#, 12, "the only version there is is 1"),
        Case(#"{"version":1,"$schema":1}"#, 24, "'$schema' is a string, not a number"),
        Case(#"{"version":1,"note":[]}"#, 21, "'note' is a string, not a list"),
        Case(#"{"version":1,"sounds":[]}"#, 14, "a rule file has no 'sounds'; it may have $schema, version"),
        Case(#"{"version":1,"constants":[]}"#, 26, "'constants' is an object, not a list"),
        Case(#"{"version":1,"constants":{"a":null}}"#, 31, "a constant is a string, not null"),
        Case(#"{"version":1,"constants":{"":""}}"#, 27, "the name of a constant is"),
        Case(#"{"version":1,"constants":{"a.b":""}}"#, 27, "the name of a constant is"),
        Case(#"{"version":1,"rules":{}}"#, 22, "'rules' is a list, not an object"),
        Case(#"{"version":1,"disable":"r"}"#, 24, "'disable' is a list, not a string"),
    ]

    static let conditions = [
        Case("{\"not\":5}", 8, "a condition is an object, not a number"),
        Case("[]", 1, "a condition is an object, not a list"),
        Case(#"{"all":[]}"#, 8, "'all' is a list of at least one condition"),
        Case(#"{"any":{}}"#, 8, "'any' is a list of at least one condition"),
        Case(#"{"any":[{},[]]}"#, 12, "a condition is an object, not a list"),
        Case(#"{"not":[]}"#, 8, "a condition is an object, not a list"),
        Case(#"{"al":[]}"#, 2, "no code has a field 'al' (did you mean 'all'?)"),
        Case(#"{"query":"x"}"#, 2, "no code has a field 'query': write 'query.NAME'"),
        Case(#"{"query.":"x"}"#, 2, "no code has a field 'query.'"),
        Case(#"{"const.x":"x"}"#, 2, "no rule file has a constant 'x'"),
        Case(
            #"{"kind":"book"}"#, 9,
            "there is no kind 'book'; there are \(Kind.allCases.map(\.rawValue).joined(separator: ", "))"),
        Case(#"{"kind":["isbn","ISBN"]}"#, 17, "there is no kind 'ISBN' (did you mean 'isbn'?)"),
        Case(#"{"kind":5}"#, 9, "'kind' is a string, and never a number"),
        Case(#"{"kind":[]}"#, 9, "an empty list never holds"),
        Case(#"{"kind":{}}"#, 9, "a test has at least one of prefix, suffix"),
        Case(#"{"kind":null}"#, 9, #"nothing is equal to null; for an absent field write {"exists": false}"#),
        Case(#"{"symbology":"QRCode"}"#, 14, "'symbology' is never 'QRCode': write 'qr_code'"),
        Case(#"{"symbology":"ean_31"}"#, 14, "there is no symbology 'ean_31' (did you mean 'ean_13'?)"),
        Case(#"{"symbology":""}"#, 14, "there is no symbology ''"),
        Case(#"{"isbn13":9784873119045}"#, 11, "'isbn13' is a string, and never a number"),
        Case(
            #"{"isbn13":"978-4-87311-904-5"}"#, 11, "'isbn13' is never '978-4-87311-904-5': write '9784873119045'"),
        Case(#"{"isbn10":"9784873119045"}"#, 11, "write '4873119049'"),
        Case(#"{"isbn10":"9791034300013"}"#, 11, "'isbn10' is an ISBN of 10 characters, and"),
        Case(#"{"gtin13":"036000291452"}"#, 11, "write '0036000291452'"),
        Case(#"{"gtin8":"036000291452"}"#, 10, "'gtin8' is a GTIN of 8 digits with its check digit, and"),
        Case(#"{"addOn":"123"}"#, 10, "'addOn' is 2 or 5 digits, and '123' is not"),
        Case(#"{"host":"Example.com"}"#, 9, "'host' is never 'Example.com': write 'example.com'"),
        Case(#"{"host":"HTTPS://Example.com/a"}"#, 9, "'host' is never 'HTTPS://Example.com/a': write 'example.com'"),
        Case(#"{"host":"Example.com/Path"}"#, 9, "write 'example.com'"),
        Case(#"{"host":"2001:DB8::1"}"#, 9, "write '[2001:db8::1]'"),
        Case(#"{"host":"example.com:8080"}"#, 9, "write 'example.com'"),
        Case(#"{"host":{"domain":"https://example.com"}}"#, 19, "write 'example.com'"),
        Case(#"{"host":"Ex ample"}"#, 9, "'host' is a host such as example.com, and 'Ex ample' is not"),
        Case(
            #"{"text":{"matches":"{const.p}[0-9]+"}}"#, 20,
            "a pattern knows no names, so '{const.p}' is looked for as it stands; if that is meant, write '\\{const.p}'"
        ),
        Case(#"{"text":{"matches":"[A-Z]{2,3}{isbn13}"}}"#, 20, "a pattern knows no names, so '{isbn13}'"),
        Case(#"{"isbn":"9784873119045"}"#, 2, "no code has a field 'isbn': there are 'isbn13' and 'isbn10'"),
        Case(#"{"weekday":"monday"}"#, 2, "no code has a field 'weekday': of the scan there are 'scan.source'"),
        Case(#"{"continue":true}"#, 2, "\"continue\" stands beside \"when\""),
        Case(#"{"restricted":"true"}"#, 15, "'restricted' is true or false, and never a string"),
        Case(#"{"restricted":1}"#, 15, "'restricted' is true or false, and never a number"),
        Case(#"{"restricted":{"prefix":"t"}}"#, 16, "'restricted' is true or false; 'prefix' is asked of"),
        Case(#"{"text":true}"#, 9, "'text' is a string, and never a boolean"),
        Case(#"{"text":[["a"]]}"#, 10, "a list of alternatives has single values, and no list in it"),
        Case(#"{"text":{"exists":"yes"}}"#, 19, "'exists' is true or false, not a string"),
        Case(#"{"text":{"prefix":5}}"#, 19, "what 'prefix' looks for is a string, not a number"),
        Case(#"{"text":{"prefix":["a",""]}}"#, 24, "every text has an empty prefix"),
        Case(#"{"text":{"prefix":[]}}"#, 19, "an empty list never holds"),
        Case(#"{"text":{"loud":"a"}}"#, 10, "a test of 'text' has no 'loud'; it may have prefix, suffix"),
        Case(
            #"{"text":{"is":"a"}}"#, 10,
            "a test of 'text' has no 'is': what is to be equal is written without an operator"),
        Case(#"{"price":{"=>":20}}"#, 11, "a test of 'price' has no '=>': write \">=\""),
        Case(
            #"{"price":{">=":20,"<":10}}"#, 10, "this never holds: no value passes both tests (price >= 20, and < 10)"),
        Case(#"{"or":[]}"#, 2, "no code has a field 'or': conditions of which one must hold stand in \"any\""),
        Case(#"{"text":"{isbn14}"}"#, 9, "no code has a field 'isbn14' (did you mean 'isbn13'?)"),
        Case(#"{"text":"{const.x}"}"#, 9, "no rule file has a constant 'x'"),
    ]

    static let actions = [
        Case(#"{"a":5}"#, 1, "'do' is a list, not an object"),
        Case("[[]]", 2, "an action is an object, not a list"),
        Case("[{}]", 2, "an action needs 'action'"),
        Case(#"[{"action":5}]"#, 12, "'action' is a string, not a number"),
        Case(#"[{"action":"fly"}]"#, 12, "there is no action 'fly'; there are open-url, emit, say"),
        Case(#"[{"action":"say"}]"#, 2, "'say' needs 'text'"),
        Case(#"[{"action":"say","text":{}}]"#, 25, "'text' is a string, not an object"),
        Case(#"[{"action":"say","text":"","ask":"yes"}]"#, 34, "'ask' is true or false, not a string"),
        Case(#"[{"action":"say","text":"","optional":1}]"#, 39, "'optional' is true or false, not a number"),
        Case(#"[{"action":"say","text":"","colour":1}]"#, 28, "'say' has no 'colour'; it may have action, as"),
        Case(#"[{"action":"open-url","url":null}]"#, 29, "'url' is a string, not null"),
        Case(#"[{"action":"emit","fields":"x"}]"#, 28, "'fields' is an object, not a string"),
        Case(#"[{"action":"emit","fields":{"a":true}}]"#, 33, "'a' is a string, not a boolean"),
        Case(#"[{"action":"say","text":"{"}]"#, 26, "'{' is never closed; a brace itself is written '{{'"),
        Case(#"[{"action":"say","text":"{}"}]"#, 27, "'{}' is no name; a brace itself is written '{{'"),
        Case(#"[{"action":"say","text":"{ kind }"}]"#, 27, "'{ kind }' is no name"),
        Case(#"[{"action":"say","text":"a {kid}"}]"#, 29, "no code has a field 'kid' (did you mean 'kind'?)"),
        Case(#"[{"action":"say","text":"{const.x}"}]"#, 27, "no rule file has a constant 'x'"),
        Case(#"[{"action":"open-url","url":"https://a/{kid}"}]"#, 41, "no code has a field 'kid'"),
        Case(#"[{"action":"open-url","url":"https://{host}/a"}]"#, 39, "the host must end before the first {…}"),
        Case(#"[{"action":"open-url","url":"https://a{host}/a"}]"#, 40, "the host must end before the first {…}"),
        Case(#"[{"action":"open-url","url":"https://a/{host}"}]"#, 41, "'host' may be absent, and the URL would mean"),
        Case(#"[{"action":"open-url","url":"https://a/{?kind,kid}"}]"#, 47, "no code has a field 'kid'"),
    ]

    private func check(_ expected: Case, in file: (String) -> String) throws {
        let json = file(expected.json)
        let start = try #require(json.ranges(of: expected.json).first?.lowerBound)
        let issues = errors(json)
        #expect(issues.count == 1)
        #expect(issues.first?.position?.line == 1)
        #expect(issues.first?.position?.column == json[..<start].unicodeScalars.count + expected.column)
        #expect(issues.first?.message.contains(expected.message) == true, "\(issues.first?.message ?? "none")")
    }

    @Test("at the top", arguments: files)
    func inFiles(_ expected: Case) throws { try check(expected) { $0 } }

    @Test("in conditions", arguments: conditions)
    func inConditions(_ expected: Case) throws { try check(expected) { oneRule(when: $0) } }

    @Test("in actions", arguments: actions)
    func inActions(_ expected: Case) throws { try check(expected) { oneRule(do: $0) } }

    static let rules = [
        Case(#"{"when":{},"do":[]}"#, 1, "a rule needs 'id'"),
        Case(#"{"id":"","when":{},"do":[]}"#, 7, "an id is letters, digits"),
        Case(#"{"id":5,"when":{},"do":[]}"#, 7, "'id' is a string, not a number"),
        Case(#"{"id":"a b","when":{},"do":[]}"#, 7, "an id is letters, digits"),
        Case(#"{"id":"a","title":5,"when":{},"do":[]}"#, 19, "'title' is a string, not a number"),
        Case(#"{"id":"a","when":{}}"#, 1, "a rule needs 'do'; [] takes the code and does nothing"),
        Case(#"{"id":"a","do":[]}"#, 1, "a rule needs 'when'; {} always holds"),
        Case(#"{"id":"a","when":{},"do":[],"If":{}}"#, 29, "a rule has no 'If'"),
    ]

    @Test("in rules", arguments: rules)
    func inRules(_ expected: Case) throws { try check(expected) { #"{"version":1,"rules":[\#($0)]}"# } }
}
