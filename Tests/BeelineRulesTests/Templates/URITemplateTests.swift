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
        Expansion("a{?x}", .list([]), "a", "an empty list is as if undefined"),
        Expansion("a{?x*}", .list([""]), "a?x=", "an empty element is one"),
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
        Mistake("x{a b}", 3, "' ' is not allowed in a name"),
        Mistake("{a{b}", 2, "'{' is not allowed in a name"),
        Mistake("{a-b}", 2, "'-' is not allowed in a name"),
        Mistake("{é}", 1, "a name is missing"),
        Mistake("{a|b}", 2, "a URL cannot have defaults"),
        Mistake("{+.a}", 2, "single dots, not at its ends"),
        Mistake("{a..b}", 1, "single dots, not at its ends"),
        Mistake("{b,a.}", 3, "single dots, not at its ends"),
        Mistake("{a:}", 3, "from 1 to 9999"),
        Mistake("{a:", 3, "from 1 to 9999"),
        Mistake("{a:0}", 3, "from 1 to 9999"),
        Mistake("{a:07}", 3, "from 1 to 9999"),
        Mistake("{a:10000}", 3, "from 1 to 9999"),
        Mistake("{a:123456}", 3, "from 1 to 9999"),
        Mistake("{a:-1}", 3, "from 1 to 9999"),
        Mistake("{a*:3}", 3, "':' is not allowed in a name"),
        Mistake("{a:3*}", 4, "'*' is not allowed in a name"),
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

/// The examples of RFC 6570, section by section, but for those of associative arrays.
@Suite("URI templates: the examples of RFC 6570")
struct RFC6570Tests {
    static let values: [String: URITemplate.Value] = [
        "count": .list(["one", "two", "three"]),
        "dom": .list(["example", "com"]),
        "dub": .text("me/too"),
        "hello": .text("Hello World!"),
        "half": .text("50%"),
        "var": .text("value"),
        "who": .text("fred"),
        "base": .text("http://example.com/home/"),
        "path": .text("/foo/bar"),
        "list": .list(["red", "green", "blue"]),
        "v": .text("6"),
        "x": .text("1024"),
        "y": .text("768"),
        "empty": .text(""),
    ]

    static let examples: [(template: String, expected: String)] = [
        // Section 2.1: Literals
        ("'{count}'", "'one,two,three'"),
        // Section 3.2.1: Variable Expansion
        ("{count}", "one,two,three"),
        ("{count*}", "one,two,three"),
        ("{/count}", "/one,two,three"),
        ("{/count*}", "/one/two/three"),
        ("{;count}", ";count=one,two,three"),
        ("{;count*}", ";count=one;count=two;count=three"),
        ("{?count}", "?count=one,two,three"),
        ("{?count*}", "?count=one&count=two&count=three"),
        ("{&count*}", "&count=one&count=two&count=three"),
        // Section 3.2.2: Simple String Expansion
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,y}", "1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        // Section 3.2.3: Reserved Expansion
        ("{+var}", "value"),
        ("{/var,empty}", "/value/"),
        ("{/var,undef}", "/value"),
        ("{+hello}", "Hello%20World!"),
        ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"),
        ("O{+empty}X", "OX"),
        ("O{+undef}X", "OX"),
        ("{+path}/here", "/foo/bar/here"),
        ("{+path:6}/here", "/foo/b/here"),
        ("here?ref={+path}", "here?ref=/foo/bar"),
        ("up{+path}{var}/here", "up/foo/barvalue/here"),
        ("{+x,hello,y}", "1024,Hello%20World!,768"),
        ("{+path,x}/here", "/foo/bar,1024/here"),
        ("{+list}", "red,green,blue"),
        ("{+list*}", "red,green,blue"),
        // Section 3.2.4: Fragment Expansion
        ("{#var}", "#value"),
        ("{#hello}", "#Hello%20World!"),
        ("{#half}", "#50%25"),
        ("foo{#empty}", "foo#"),
        ("foo{#undef}", "foo"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("{#path:6}/here", "#/foo/b/here"),
        ("{#list}", "#red,green,blue"),
        ("{#list*}", "#red,green,blue"),
        // Section 3.2.5: Label Expansion with Dot-Prefix
        ("{.who}", ".fred"),
        ("{.who,who}", ".fred.fred"),
        ("{.half,who}", ".50%25.fred"),
        ("www{.dom*}", "www.example.com"),
        ("X{.var}", "X.value"),
        ("X{.var:3}", "X.val"),
        ("X{.empty}", "X."),
        ("X{.undef}", "X"),
        ("X{.list}", "X.red,green,blue"),
        ("X{.list*}", "X.red.green.blue"),
        // Section 3.2.6: Path Segment Expansion
        ("{/who}", "/fred"),
        ("{/who,who}", "/fred/fred"),
        ("{/half,who}", "/50%25/fred"),
        ("{/who,dub}", "/fred/me%2Ftoo"),
        ("{/var}", "/value"),
        ("{/var,empty}", "/value/"),
        ("{/var,undef}", "/value"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{/var:1,var}", "/v/value"),
        ("{/list}", "/red,green,blue"),
        ("{/list*}", "/red/green/blue"),
        ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        // Section 3.2.7: Path-Style Parameter Expansion
        ("{;who}", ";who=fred"),
        ("{;half}", ";half=50%25"),
        ("{;empty}", ";empty"),
        ("{;hello:5}", ";hello=Hello"),
        ("{;v,empty,who}", ";v=6;empty;who=fred"),
        ("{;v,bar,who}", ";v=6;who=fred"),
        ("{;x,y}", ";x=1024;y=768"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{;x,y,undef}", ";x=1024;y=768"),
        ("{;list}", ";list=red,green,blue"),
        ("{;list*}", ";list=red;list=green;list=blue"),
        // Section 3.2.8: Form-Style Query Expansion
        ("{?who}", "?who=fred"),
        ("{?half}", "?half=50%25"),
        ("{?x,y}", "?x=1024&y=768"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?var:3}", "?var=val"),
        ("{?list}", "?list=red,green,blue"),
        ("{?list*}", "?list=red&list=green&list=blue"),
        // Section 3.2.9: Form-Style Query Continuation
        ("{&who}", "&who=fred"),
        ("{&half}", "&half=50%25"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&var:3}", "&var=val"),
        ("{&x,y,empty}", "&x=1024&y=768&empty="),
        ("{&x,y,undef}", "&x=1024&y=768"),
        ("{&list}", "&list=red,green,blue"),
        ("{&list*}", "&list=red&list=green&list=blue"),
    ]

    @Test(arguments: examples)
    func expands(_ template: String, _ expected: String) throws {
        let template = try URITemplate(template)
        #expect(template.expanded { Self.values[$0] } == expected)
    }
}
