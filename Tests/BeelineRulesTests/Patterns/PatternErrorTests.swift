import Testing

@testable import BeelineRules

@Suite("Wrong patterns")
struct PatternErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let offset: Int
        let part: String
        var testDescription: String { pattern.count < 60 ? pattern : "\(pattern.prefix(60))…" }

        init(_ pattern: String, _ offset: Int, _ part: String) {
            (self.pattern, self.offset, self.part) = (pattern, offset, part)
        }
    }

    static let cases = [
        Case("ab(?<n>x)", 2, "write a group with a name as (?P<n>…)"),
        Case("(?'n'x)", 0, "write a group with a name as (?P<n>…)"),
        Case("\u{E9}\u{1F41D}(?=x)", 2, "RE2 has no look-ahead"),
        Case("a(?!x)", 1, "RE2 has no look-ahead"),
        Case("a(?<=x)", 1, "RE2 has no look-behind"),
        Case("a(?<!x)", 1, "RE2 has no look-behind"),
        Case(#"(a)\1"#, 3, "RE2 has no back-references"),
        Case(#"(a)\12"#, 3, "RE2 has no back-references"),
        Case("(?P<n>a)(?P=n)", 8, "RE2 has no back-references"),
        Case(#"(?P<n>a)\k<n>"#, 8, "RE2 has no back-references"),
        Case("(?>a)", 0, "RE2 has no atomic groups"),
        Case("(?#a)", 0, "RE2 has no comments"),
        Case("a(?x)b", 1, "'(?' must be followed by P"),
        Case("(?P", 0, "'(?' must be followed by P"),
        Case(#"a\C"#, 1, #"\C matches a byte"#),
        Case("(?P<n>a)|(?P<n>b)", 9, "two groups have the name 'n'"),
        Case("(?P<a-b>x)", 5, "the name of a group is made of letters"),
        Case("(?P<\u{E9}>x)", 4, "the name of a group is made of letters"),
        Case("(?P<>x)", 4, "the name of the group is missing"),
        Case("a(?P<n", 5, "the name of a group ends with '>'"),
        Case("a(b(c)", 1, "this '(' has no ')'"),
        Case("(a)(b", 3, "this '(' has no ')'"),
        Case("a)b(", 1, "this ')' has no '('"),
        Case("[)]a)", 4, "this ')' has no '('"),
        Case("ab[c", 2, "this '[' has no ']'"),
        Case("[a][b", 3, "this '[' has no ']'"),
        Case("[]", 0, "this '[' has no ']'"),
        Case("[a][z-a]", 4, "'z-a' is not a range"),
        Case("a[[:foo:]]", 2, "'[:foo:]' is not a range or class"),
        Case(#"a\p{Klingon}"#, 1, #"'\p{Klingon}' is not a range or class"#),
        Case("\u{1F41D}a\\", 2, "the last character is a backslash"),
        Case(#"\d\y"#, 2, #"RE2 has no '\y'"#),
        Case(#"\\y\Z"#, 3, #"RE2 has no '\Z'"#),
        Case("a*|*", 3, "there is nothing before '*'"),
        Case("(+a)", 1, "there is nothing before '+'"),
        Case("b*a**", 3, "'**' repeats a repetition"),
        Case("a++", 1, "'++' repeats a repetition"),
        Case("a{1000}b{1001}", 8, "'{1001}' is too much"),
        Case("a{3,2}", 1, "'{3,2}' is too much"),
        Case("((a{100}){100}){100}", 9, "is too much"),
        Case("((((((((((x{2}){2}){2}){2}){2}){2}){2}){2}){2}){2})", 47, "'{2}' is too much"),
        Case(String(repeating: "a", count: 4097), 0, "at most 4096 bytes, but this one has 4097"),
        Case(String(repeating: "a", count: 1 << 20), 0, "at most 4096 bytes"),
        Case(#"(?:\pL{30}\pN{3}){30}"#, 0, "too large once compiled"),
        Case(String(repeating: "(a?){990}", count: 31) + "b", 0, "too large once compiled"),
        Case(String(repeating: "(a)", count: 33), 96, "more than 32 groups capture"),
        Case(String(repeating: "(?:", count: 1300), 3897, "this '(' has no ')'"),
    ]

    @Test("the message names the error and its place", arguments: cases)
    func message(_ c: Case) {
        do throws(PatternError) {
            _ = try Pattern(c.pattern)
            Issue.record("it was accepted")
        } catch {
            #expect(error.message.contains(c.part))
            #expect(error.offset == c.offset)
        }
    }

    @Test(
        "what looks like one of those, and is right",
        arguments: [
            "[(?=]", #"\(\?="#, #"\Q(?<n>\1\E"#, #"[\x31]"#, #"\\1"#, "[(]", #"\("#, "(?i)(?:a)", "(?i-s:a)",
            "(?P<a>(?P<b>x))",
            "((((a))))", #"\x{1F41D}"#, #"\pN\p{Greek}\P{Lu}"#, "[[:^digit:][:space:]]", "[[:]", "a{,3}", "a{", "]",
            "}",
        ])
    func right(_ pattern: String) {
        #expect(throws: Never.self) { try Pattern(pattern) }
    }

    @Test("controls of the pattern are not in the message")
    func controls() {
        #expect {
            try Pattern("[\u{1B}-\u{1}]")
        } throws: { error in
            (error as? PatternError)?.message.unicodeScalars.allSatisfy { $0.value >= 32 } ?? false
        }
    }

    @Test("hostile patterns take no longer than their text deserves")
    func linear() throws {
        let text = String(repeating: "a", count: 100_000)
        let clock = ContinuousClock()
        for hostile in [
            "(a*)*b", "(a|aa)+b", "(?:a?){500}b", "(a|a)*b", "(?:.*a){12}b", "(?:(?P<n>[a-c]*){40}){20}b",
            "(?:a+)+(?:a+)+b",
        ] {
            let pattern = try Pattern(hostile)
            // A matcher that goes back would need longer than the universe is old.
            let took = clock.measure {
                #expect(!pattern.matches(text))
                #expect(pattern.captures(in: text) == nil)
            }
            #expect(took < .seconds(60), "\(hostile)")
        }
        #expect(try Pattern("(?P<n>a*)*").captures(in: text)?.count == 1)
    }
}
