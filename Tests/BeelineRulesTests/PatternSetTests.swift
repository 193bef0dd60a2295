import Testing

@testable import BeelineRules

@Suite("Sets of patterns")
struct PatternSetTests {
    /// What each pattern says alone.
    private static func oracle(_ patterns: [Pattern], _ text: String) -> [Int] {
        patterns.indices.filter { patterns[$0].matches(text) }
    }

    private static func found(_ set: PatternSet, _ text: String) -> [Int]? {
        var found: [Int] = []
        return set.matches(text) { found.append($0) } ? found : nil
    }

    @Test("a set of all the patterns of the other tests says the same as each alone")
    func sameAsAlone() throws {
        let texts = PatternTests.cases.map(\.pattern)
        let set = try #require(PatternSet(texts))
        let patterns = try texts.map { text in try Pattern(text) }
        for c in PatternTests.cases {
            #expect(Self.found(set, c.text) == Self.oracle(patterns, c.text), "\(c.why)")
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
            #expect(Self.found(set, code) == alone, "\(code)")
        }
        #expect(codes.contains { Self.oracle(patterns, $0).count > 1 })
    }

    @Test("a text that fits more patterns than there is room for at first")
    func manyHits() throws {
        let set = try #require(PatternSet((0..<1000).map { "a{\($0 / 2)}" }))
        #expect(Self.found(set, "aaa") == [6, 7])
        let all = try #require(PatternSet((0..<1000).map { "a*|\($0)" }))
        #expect(Self.found(all, "aaa") == Array(0..<1000))
        #expect(Self.found(all, "7") == [7])
    }

    @Test("the same pattern twice counts twice; no pattern at all fits nothing")
    func edges() throws {
        #expect(Self.found(try #require(PatternSet(["a", "b", "a"])), "a") == [0, 2])
        let empty = try #require(PatternSet([]))
        #expect(Self.found(empty, "") == [])
        #expect(Self.found(empty, "a") == [])
    }

    @Test("there is no set with a wrong pattern, nor one that needs too much memory")
    func refused() {
        #expect(PatternSet(["a", "("]) == nil)
        #expect(PatternSet((0..<2000).map { ".{\($0 % 900)}\\pL{20}" }) == nil)
    }

    @Test("a set with hardly any memory says what each says alone, or that it cannot tell")
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
                if let found = Self.found(set, text) { #expect(found == Self.oracle(patterns, text)) }
            }
        }
        #expect(refused > 0 && compiled > 0)
    }

    @Test("many threads match with one set")
    func threads() async throws {
        let set = try #require(PatternSet((0..<300).map { "code-\($0)-[a-z]+" }))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<300).allSatisfy { Self.found(set, "code-\($0)-abc") == [$0] } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
