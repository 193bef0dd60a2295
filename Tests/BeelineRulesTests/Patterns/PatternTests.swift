import Testing

@testable import BeelineRules

@Suite("Patterns")
struct PatternTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let text: String
        let fits: Bool
        let why: String
        var testDescription: String { why }

        init(_ pattern: String, _ text: String, _ fits: Bool, _ why: String) {
            (self.pattern, self.text, self.fits, self.why) = (pattern, text, fits, why)
        }
    }

    static let cases = [
        Case("a|b", "a", true, "an alternative"),
        Case("a|b", "ab", false, "the first alternative is not the whole text"),
        Case("a|b", "cb", false, "the last alternative is not the whole text"),
        Case("a|ab", "ab", true, "a later alternative is taken where the first falls short"),
        Case("ab", "xab", false, "something before it"),
        Case("ab", "abx", false, "something after it"),
        Case("ab", "ab\n", false, "a newline at the end is something"),
        Case("ab$", "ab\n", false, "$ is the end of the text, not of a line"),
        Case("(?m)a$\nb", "a\nb", true, "(?m) makes $ the end of a line"),
        Case("(?m)a$", "a\nb", false, "and even so the whole text has to fit"),
        Case("^a$", "a", true, "anchors that say what holds anyhow"),
        Case("", "", true, "nothing fits nothing"),
        Case("", "a", false, "nothing fits only nothing"),
        Case(".*", "", true, "an empty text"),
        Case("a.b", "a\nb", false, ". is no newline"),
        Case("(?s)a.b", "a\nb", true, "with (?s) it is one"),
        Case("a.b", "a\rb", true, ". is a carriage return"),
        Case("a.b", "a\u{1D}b", true, ". is a group separator"),
        Case("a\\nb", "a\nb", true, "a newline that the pattern names"),
        Case(".", "\u{E9}", true, ". is a whole scalar"),
        Case(".", "\u{1F41D}", true, ". is a scalar of four bytes"),
        Case(".", "e\u{301}", false, "a letter and its accent are two scalars"),
        Case("..", "\r\n", false, "CR and LF are two scalars, and LF is a newline"),
        Case("(?s)..", "\r\n", true, "CR and LF are two scalars"),
        Case("\u{E9}", "e\u{301}", false, "composed is not decomposed"),
        Case(#"\d"#, "7", true, "a digit"),
        Case(#"\d"#, "\u{667}", false, #"\d is ASCII"#),
        Case(#"\d"#, "\u{FF17}", false, #"\d is no digit of double width"#),
        Case(#"\p{Nd}"#, "\u{667}", true, #"\p{Nd} is any digit"#),
        Case(#"\w"#, "\u{E9}", false, #"\w is ASCII"#),
        Case(#"\s"#, "\u{A0}", false, #"\s is ASCII"#),
        Case("abc", "ABC", false, "case counts"),
        Case("(?i)abc", "aBC", true, "with (?i) it does not"),
        Case("a(?i:b)c", "aBc", true, "nor in a group that says so"),
        Case("a(?i:b)c", "ABc", false, "but outside that group it does"),
        Case("(?i)\u{E9}", "\u{C9}", true, "letters beyond ASCII have two cases, too"),
        Case("(?i)k", "\u{212A}", true, "(?i)k fits the sign of the kelvin"),
        Case("(?i)s", "\u{17F}", true, "(?i)s fits the long s"),
        Case("(?i)i", "\u{130}", false, "the dotted I of Turkish is no i"),
        Case("(?i)ss", "\u{DF}", false, "folding is of single letters"),
        Case("k", "\u{212A}", false, "without (?i) nothing folds"),
        Case(#"\Q(a[\E.*"#, "(a[b", true, #"\Q…\E is literal"#),
        Case("[]a]+", "a]", true, "a class begins with ]"),
        Case("[^]a]+", "a]", false, "a class without ]"),
        Case("[[:alpha:](]+", "a(", true, "a named class, and a ( inside a class"),
        Case(#"[\](]+"#, "(]", true, "an escaped ] in a class"),
        Case("a\0b", "a\0b", true, "NUL is a character"),
        Case("a\0b", "a", false, "NUL does not end the pattern"),
        Case("a", "a\0", false, "NUL does not end the text"),
        Case("a{1000}", String(repeating: "a", count: 1000), true, "a thousand times"),
        Case("a{2,}?", "aaa", true, "a lazy repetition still takes all"),
    ]

    @Test("the whole text fits, or does not", arguments: cases)
    func fits(_ c: Case) throws {
        let pattern = try Pattern(c.pattern)
        #expect(pattern.matches(c.text) == c.fits)
        #expect(Array(c.text.utf8).withUnsafeBufferPointer { pattern.matches($0) } == c.fits)
        #expect((pattern.captures(in: c.text) != nil) == c.fits)
    }

    @Test("a buffer without an address is an empty text")
    func noAddress() throws {
        let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        #expect(try Pattern("a*").matches(nothing))
        #expect(try !Pattern("a").matches(nothing))
    }

    @Test(
        "bytes that are not UTF-8 fit no character",
        arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0x61, 0x80]] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) throws {
        #expect(try !bytes.withUnsafeBufferPointer(Pattern("(?s).*").matches))
    }

    @Test("the named groups capture, in the order in which they begin")
    func captures() throws {
        let pattern = try Pattern(#"(?P<shop>[A-Z]+)(-)(?P<all>(?P<article>\d+):(?P<price>\d*))"#)
        #expect(pattern.names == ["shop", "all", "article", "price"])
        #expect(pattern.captures(in: "AB-12:980") == ["AB", "12:980", "12", "980"])
        #expect(pattern.captures(in: "AB-12:") == ["AB", "12:", "12", ""])
        #expect(pattern.captures(in: "AB-12:980 ") == nil)
    }

    @Test("a group that took no part has no value; one that took part with nothing has an empty one")
    func absentGroups() throws {
        #expect(try Pattern("(?P<a>x)|(?P<b>y)").captures(in: "y") == [nil, "y"])
        #expect(try Pattern("(?P<a>x)?").captures(in: "") == [nil])
        #expect(try Pattern("(?P<a>x*)").captures(in: "") == [""])
        #expect(try Pattern("(?:(?P<a>x)|(?P<b>y))*").captures(in: "xyx") == ["x", "y"])
    }

    @Test("captures are cut between characters, whatever their length")
    func capturesBeyondASCII() throws {
        let pattern = try Pattern("(?P<a>.)(?P<b>.)(?P<c>.*)")
        #expect(pattern.captures(in: "\u{E9}\u{1F41D}\u{6F22}\u{5B57}") == ["\u{E9}", "\u{1F41D}", "\u{6F22}\u{5B57}"])
        #expect(try Pattern("(?P<a>\r)(?P<b>\n)").captures(in: "\r\n") == ["\r", "\n"])
    }

    static let beginnings = [
        "1Z[0-9A-Z]{2}", "(?P<n>1Z)x", "[A-Z]{2}", "[^A-Z]a", "a|b", "(a|b)c", "(?:a)?b", "a?b", "a*b", "a{0,2}b",
        "(?i)a",
        "(?i:a)b", #"\d{2}"#, #"\$a"#, #"\w"#, #"\x61"#, #"\Qa\E"#, "^a", "^", "", "()a", "(|a)b", "(a)b|c",
        "(a(b|c))d",
        "(?P<a>(?P<b>a)b)?c", "[]a]b", "[]-a]b", "[a-]b", "[+--]b", #"[\]-a]b"#, #"[\d-]b"#, #"[\-a]b"#,
        "[[:alpha:]-]b",
        "[\u{E9}a]b", "[a-\u{E9}]b", "\u{E9}", "{a", "{1", ".a", "$", "a+?b", "(?:a|b)?1", "(?s).*", "[0-9]*a", "a{,2}",
        #"[\x61]b"#, #"\pLb"#, #"\ba"#, "((a))*b", "-", "]", "}",
    ]

    @Test(
        "the byte with which a text begins rules out nothing that fits, nor does compiling late", arguments: beginnings)
    func begins(_ written: String) throws {
        let pattern = try Pattern(written)
        let late = try Pattern(known: written)
        let set = try #require(PatternSet([written]))
        var beginnings = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
        beginnings += ["", "\u{E9}", "1Z", "[", "ab", "aab", "cd"]
        for text in beginnings.flatMap({ begin in ["", "a", "b", "c", "x", "1", "AB", "bd"].map { begin + $0 } }) {
            let fits = try #require(set.matches(text)) == [0]
            #expect(pattern.matches(text) == fits, "\(text)")
            #expect(late.matches(text) == fits, "\(text)")
        }
    }

    @Test(
        "the bytes with which a text may begin are found in the pattern",
        arguments: [
            ("1Z[0-9A-Z]{16}", "1"), ("(?P<n>(?:1Z))x|", nil), ("(?P<n>[A-C]\\d)", "ABC"), (#"\d+"#, "0123456789"),
            ("[^a]", nil), ("^https?://.*", "h"), ("(?i)a", nil),
        ] as [(String, String?)])
    func firstBytes(_ written: String, _ bytes: String?) throws {
        var expected = FirstBytes.any
        if let bytes {
            expected = FirstBytes()
            for scalar in bytes.unicodeScalars { expected.insert(scalar) }
        }
        #expect(try PatternScan(written).firstBytes == expected)
    }

    @Test("a pattern that is compiled late is refused for what shows without, and fits nothing if it is wrong")
    func late() throws {
        #expect(throws: PatternError.self) { try Pattern(known: "(?=a)") }
        #expect(try !Pattern(known: "[b-a]").matches("a"))
    }

    @Test("without named groups only the match itself is known")
    func noNames() throws {
        #expect(try Pattern("(a)(?:b)").names.isEmpty)
        #expect(try Pattern("(a)(?:b)").captures(in: "ab") == [])
        #expect(try Pattern("(a)(?:b)").captures(in: "a") == nil)
    }

    struct Lettered: Sendable, CustomTestStringConvertible {
        let inside: String
        /// Text that is in every match of the capture; nil where it may be digits alone.
        let character: Unicode.Scalar?
        var testDescription: String { inside }

        init(_ inside: String, _ character: Unicode.Scalar?) { (self.inside, self.character) = (inside, character) }
    }

    static let lettered = [
        Lettered(#"\d+\.\d\d"#, "."), Lettered("[0-9]+,[0-9]{2}", ","), Lettered("EUR[0-9]+", "E"),
        Lettered("x{2}", "x"), Lettered("1+-1+", "-"), Lettered(#"1\$"#, "$"), Lettered("1(?:a|b)?c", "c"),
        Lettered("(?:(?:k))1", "k"), Lettered("\u{E9}1", "\u{E9}"), Lettered("a+?1", "a"), Lettered("(b)*a{1,2}", "a"),
        Lettered(#"\d+(?:\.\d\d)?"#, nil), Lettered(#"a|\d"#, nil), Lettered("(?:a|1)", nil), Lettered("a*1", nil),
        Lettered("a?1", nil), Lettered("a??1", nil), Lettered("a{0,2}1", nil), Lettered("1{1,2}", nil),
        Lettered(#"\x31"#, nil), Lettered(#"\x{31}"#, nil), Lettered(#"\pN"#, nil), Lettered(#"\p{Nd}+"#, nil),
        Lettered(#"\PL"#, nil), Lettered(#"\w\S"#, nil), Lettered("^1.$", nil), Lettered(#"\b1\z"#, nil),
        Lettered("[a1]", nil), Lettered("[^,]+", nil), Lettered("(?i)1", nil), Lettered(#"\Q1\E"#, nil),
        Lettered("(?:a)?1", nil), Lettered("(?P<other>a)?1", nil), Lettered("(?:a|b|)1", nil),
    ]

    @Test("a capture that is never digits alone is known by a character of it", arguments: lettered)
    func neverDigits(_ example: Lettered) throws {
        let pattern = try Pattern("(?P<n>\(example.inside))")
        #expect(pattern.lettered["n"] == example.character)
        // RE2's own word: some text of one to three digits fits, or none does.
        let digits = (0..<1000).flatMap { ["\($0)", "0\($0)", "00\($0)"] }
        #expect(digits.contains(where: pattern.matches) == (example.character == nil))
    }

    @Test("patterns are equal when they are written alike, by scalars")
    func equality() throws {
        #expect(try Pattern("a+") == Pattern("a+"))
        #expect(try Pattern("a+").hashValue == Pattern("a+").hashValue)
        #expect(try Pattern("a+") != Pattern("aa*"))
        #expect(try Pattern("\u{E9}") != Pattern("e\u{301}"))
        #expect(try Set([Pattern("a"), Pattern("b"), Pattern("a")]).count == 2)
    }

    @Test("many threads match with one pattern")
    func threads() async throws {
        let pattern = try Pattern(#"(?P<a>\w+)@(?P<b>(?:\w+\.)+\w{2,})"#)
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy {
                        pattern.captures(in: "u\(task)@h\($0).example") == ["u\(task)", "h\($0).example"]
                            && !pattern.matches("u\($0)@")
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

@Suite("Sets of patterns")
struct PatternSetTests {
    /// What each pattern says alone.
    private static func oracle(_ patterns: [Pattern], _ text: String) -> [Int] {
        patterns.indices.filter { patterns[$0].matches(text) }
    }

    @Test("a set of all the patterns of the other tests says the same as each alone")
    func sameAsAlone() throws {
        let texts = PatternTests.cases.map(\.pattern)
        let set = try #require(PatternSet(texts))
        let patterns = try texts.map { text in try Pattern(text) }
        for c in PatternTests.cases {
            #expect(set.matches(c.text) == Self.oracle(patterns, c.text), "\(c.why)")
        }
    }

    @Test("ten thousand patterns at once say the same as each alone")
    func tenThousand() throws {
        let texts = (0..<10_000).map { number in
            switch number % 5 {
            case 0: "SHOP-\(number):(?P<price>\\d+)"
            case 1: "(?i)part\(number)|item\(number)[a-f]*"
            case 2: "https?://host\(number)\\.example/.*"
            case 3: "[A-Z]{2}\(number)\\d{0,3}"
            default: number % 500 == 4 ? ".{\(number / 500)}" : "\(number)x+"
            }
        }
        let set = try #require(PatternSet(texts))
        #expect(set.count == 10_000)
        let patterns = try texts.map { text in try Pattern(text) }
        let codes = [
            "SHOP-5000:980", "SHOP-5000:", "PART1", "item9996abc", "https://host7.example/x", "AB3999", "AB399", "AB39",
            "9999x", "9999xxx", "", "12345678", "nothing of these", "\u{E9}\u{1F41D}",
        ]
        for code in codes {
            let alone = Self.oracle(patterns, code)
            #expect(set.matches(code) == alone, "\(code)")
        }
        #expect(codes.contains { Self.oracle(patterns, $0).count > 1 })
    }

    @Test("a text that fits more patterns than there is room for at first")
    func manyHits() throws {
        let set = try #require(PatternSet((0..<1000).map { "a{\($0 / 2)}" }))
        #expect(set.matches("aaa") == [6, 7])
        let all = try #require(PatternSet((0..<1000).map { "a*|\($0)" }))
        #expect(all.matches("aaa") == Array(0..<1000))
        #expect(all.matches("7") == [7])
    }

    @Test("the same pattern twice counts twice; no pattern at all fits nothing")
    func edges() throws {
        #expect((try #require(PatternSet(["a", "b", "a"]))).matches("a") == [0, 2])
        let empty = try #require(PatternSet([]))
        #expect(empty.matches("") == [])
        #expect(empty.matches("a") == [])
    }

    @Test("there is no set with a wrong pattern, nor one that needs too much memory")
    func refused() {
        #expect(PatternSet(["a", "("]) == nil)
        #expect(PatternSet((0..<2000).map { ".{\($0 % 900)}\\pL{20}" }) == nil)
    }

    @Test("a set with hardly any memory gives the results of its patterns, or reports that it cannot decide")
    func littleMemory() throws {
        let texts = (0..<200).map { ".*\($0 * 7919)[a-c]*.*" }
        let patterns = try texts.map { text in try Pattern(text) }
        var (refused, compiled) = (0, 0)
        for memory in stride(from: Int64(50_000), through: 2_000_000, by: 50_000) {
            guard let set = PatternSet(texts, memory: memory) else {
                refused += 1
                continue
            }
            compiled += 1
            for text in ["x7919ab31676c", "15838", String(repeating: "7919ab31676c23757", count: 50)] {
                if let found = set.matches(text) { #expect(found == Self.oracle(patterns, text)) }
            }
        }
        #expect(refused > 0 && compiled > 0)
    }

    @Test("many threads match with one set")
    func threads() async throws {
        let set = try #require(PatternSet((0..<300).map { "code-\($0)-[a-z]+" }))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<300).allSatisfy { set.matches("code-\($0)-abc") == [$0] } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

@Suite("The patterns of an index")
struct PatternIndexTests {
    @Test("give the same result for the first text as for all others", arguments: [1, 3, 4, 40])
    func sameAlways(_ count: Int) throws {
        let index = PatternIndex(try (0..<count).map { try Pattern(known: "a{\($0)}|b+") }, memory: PatternSet.memory)
        for _ in 0..<4 {
            for (text, expected) in [("bb", Array(0..<count)), ("", [0]), ("c", [])] {
                #expect(index.matches(text) == expected)
            }
        }
    }

    @Test("are matched one by one where they have no set")
    func withoutSet() throws {
        let index = PatternIndex(try (0..<10).map { try Pattern("a{\($0)}") }, memory: 1)
        for _ in 0..<4 {
            #expect(index.matches("aaa") == [3])
        }
    }
}

@Suite("The patterns of a set of rules together")
struct PatternCacheTests {
    @Test("one that many rules have is there once, by its bytes")
    func sharesPatterns() throws {
        let cache = PatternCache()
        #expect(try cache.pattern("a+") === cache.pattern("a+"))
        #expect(try cache.pattern("\u{E9}") !== cache.pattern("e\u{301}"))
        for _ in 0..<2 { #expect(throws: PatternError.self) { try cache.pattern("(") } }
    }

    @Test("thousands have room, and say what each alone would")
    func holdsMany() throws {
        let cache = PatternCache()
        var taken: Int64 = 0
        let text = String(repeating: "x1234y", count: 500)
        for number in 0..<5_000 {
            let written = "x?U\(number)[a-z0-9]*|.*x\(number)y.*"
            let pattern = try cache.pattern(written)
            taken += pattern.memory
            #expect(pattern.matches(text) == (number == 1234))
            if number.isMultiple(of: 1_000) { #expect(try Pattern(written).matches(text) == pattern.matches(text)) }
        }
        #expect(taken < PatternCache.memory / 3, "\(taken)")
    }

    @Test("large ones are refused before they fill the memory")
    func refusesTooMany() throws {
        let cache = PatternCache(limit: 160 << 20)
        var taken: Int64 = 0
        let error = #expect(throws: PatternError.self) {
            for number in 0..<1_000 { taken += try cache.pattern("\(number)\\pL{1,20}").memory }
        }
        #expect(error?.message.hasPrefix("with this pattern, all patterns need more than 160 MiB") == true)
        #expect(taken <= 160 << 20 && taken > 100 << 20, "\(taken)")
    }

    @Test("a set with too many large ones is not used, and the message has a place")
    func tellsPlace() throws {
        let rules = (0..<4_000).map { number in
            #"{"id":"r\#(number)","when":{"text":{"matches":"\#(number)\\pL{1,20}"}},"do":[]}"#
        }
        let found = errors(#"{"version":1,"rules":[\#(rules.joined(separator: ",\n"))]}"#)
        #expect(found.first?.message.hasPrefix("with this pattern, all patterns need more than 1024 MiB") == true)
        #expect(found.first?.position != nil)
    }
}
