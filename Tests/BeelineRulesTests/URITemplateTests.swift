import BeelineRules
import Testing

@Suite("URI templates beyond the examples of the RFC")
struct URITemplateTests {
    struct Expansion: Sendable, CustomTestStringConvertible {
        let template: String
        let value: URITemplate.Value?
        let expected: String
        let why: String
        var testDescription: String { why }

        init(_ template: String, _ value: URITemplate.Value?, _ expected: String, _ why: String) {
            (self.template, self.value, self.expected, self.why) = (template, value, expected, why)
        }
    }

    static let expansions = [
        Expansion("{x}", .text("é"), "%C3%A9", "letters beyond ASCII are encoded as UTF-8"),
        Expansion("{x}", .text("e\u{301}"), "e%CC%81", "nothing is normalised"),
        Expansion("{+x}", .text("日本"), "%E6%97%A5%E6%9C%AC", "no operator leaves letters beyond ASCII"),
        Expansion("{x:1}", .text("😀x"), "%F0%9F%98%80", "a prefix counts scalars, not bytes"),
        Expansion("{x:1}", .text("e\u{301}"), "e", "a prefix counts scalars, not letters"),
        Expansion("{+x:2}", .text("%2F1"), "%252", "a prefix may cut a triplet, whose % then is a plain one"),
        Expansion("{x:9999}", .text("ab"), "ab", "a prefix longer than the text is the text"),
        Expansion("{x}", .text("%41"), "%2541", "a triplet of the value is encoded again"),
        Expansion("{+x}", .text("%41"), "%41", "a triplet of the value stays under +"),
        Expansion("{#x}", .text("%4g%"), "#%254g%25", "what is no triplet is encoded under #"),
        Expansion("{+x}", .text("\u{0} \"<>\\^`{|}"), "%00%20%22%3C%3E%5C%5E%60%7B%7C%7D", "unsafe ones are encoded"),
        Expansion(
            "{x}", .text(":/?#[]@!$&'()*+,;="), "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D", "reserved"),
        Expansion("{+x}", .text(":/?#[]@!$&'()*+,;="), ":/?#[]@!$&'()*+,;=", "reserved ones stay under +"),
        Expansion("{x}", .text("AZaz09-._~"), "AZaz09-._~", "unreserved ones stay"),
        Expansion("a%20b{x}", .text("c"), "a%20bc", "a triplet of the template stays"),
        Expansion("é/{x}", .text("c"), "%C3%A9/c", "the template's own letters are encoded"),
        Expansion("a{?x*}", .pairs([]), "a", "no pairs are as if undefined"),
        Expansion("a{?x}", .list([]), "a", "an empty list is as if undefined"),
        Expansion("a{?x*}", .list([""]), "a?x=", "an empty element is one"),
        Expansion("{;x*}", .pairs([.init("k", "")]), ";k", "an empty value under ; is a name"),
        Expansion("{&x*}", .pairs([.init("k", "")]), "&k=", "an empty value under & keeps its ="),
        Expansion("{?x:3}", .list(["abcd"]), "", "a prefix of a list, which the RFC forbids, is as if undefined"),
        Expansion("a{/x}{?x}{#x}{.x}{;x}{&x}{x}{+x}", nil, "a", "what is undefined leaves no trace"),
        Expansion("", .text("x"), "", "an empty template"),
    ]

    @Test(arguments: expansions)
    func expands(_ example: Expansion) throws {
        let template = try URITemplate(example.template)
        #expect(template.expanded { _ in example.value } == example.expected)
    }

    @Test("names may have dots inside, underscores and triplets")
    func takesEveryName() throws {
        let template = try URITemplate("{a.b_c}{?%41z,9}")
        #expect(template.variableNames == ["a.b_c", "%41z", "9"])
        #expect(template.expanded { .text($0) } == "a.b_c?%41z=%2541z&9=9")
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let template: String
        let offset: Int
        let message: String
        var testDescription: String { template }

        init(_ template: String, _ offset: Int, _ message: String) {
            (self.template, self.offset, self.message) = (template, offset, message)
        }
    }

    static let mistakes = [
        Mistake("a{b", 1, "never closed"),
        Mistake("é{b", 1, "never closed"),
        Mistake("{", 0, "never closed"),
        Mistake("ab{+", 2, "never closed"),
        Mistake("{a,", 0, "never closed"),
        Mistake("a}b", 1, "'}' without '{'"),
        Mistake("{}", 1, "a name is missing"),
        Mistake("{?}", 2, "a name is missing"),
        Mistake("{a,}", 3, "a name is missing"),
        Mistake("{,a}", 1, "operator ',' is reserved"),
        Mistake("{|a}", 1, "operator '|' is reserved"),
        Mistake("{=a}", 1, "operator '=' is reserved"),
        Mistake("{!a}", 1, "operator '!' is reserved"),
        Mistake("{@a}", 1, "operator '@' is reserved"),
        Mistake("x{a b}", 3, "' ' cannot stand in a name"),
        Mistake("{a{b}", 2, "'{' cannot stand in a name"),
        Mistake("{a-b}", 2, "'-' cannot stand in a name"),
        Mistake("{é}", 1, "a name is missing"),
        Mistake("{a|b}", 2, "a URL has no defaults"),
        Mistake("{+.a}", 2, "dots only inside"),
        Mistake("{a..b}", 1, "dots only inside"),
        Mistake("{b,a.}", 3, "dots only inside"),
        Mistake("{a:}", 3, "from 1 to 9999"),
        Mistake("{a:", 3, "from 1 to 9999"),
        Mistake("{a:0}", 3, "from 1 to 9999"),
        Mistake("{a:07}", 3, "from 1 to 9999"),
        Mistake("{a:10000}", 3, "from 1 to 9999"),
        Mistake("{a:123456}", 3, "from 1 to 9999"),
        Mistake("{a:-1}", 3, "from 1 to 9999"),
        Mistake("{a*:3}", 3, "':' cannot stand in a name"),
        Mistake("{a:3*}", 4, "'*' cannot stand in a name"),
        Mistake("{%4}", 1, "two hexadecimal digits"),
        Mistake("50%", 2, "'%25'"),
        Mistake("%zz", 0, "'%25'"),
        Mistake("%4", 0, "'%25'"),
        Mistake("a b", 1, "percent-encoded"),
        Mistake("a\\b", 1, "percent-encoded"),
        Mistake("日\u{0}", 1, "percent-encoded"),
        Mistake("<", 0, "percent-encoded"),
        Mistake("a\u{85}", 1, "percent-encoded"),
    ]

    @Test("a malformed template is refused, with the place", arguments: mistakes)
    func refuses(_ mistake: Mistake) {
        let error = #expect(throws: TemplateError.self) { try URITemplate(mistake.template) }
        #expect(error?.offset == mistake.offset)
        #expect(error?.message.contains(mistake.message) == true, "\(error?.message ?? "")")
    }
}
