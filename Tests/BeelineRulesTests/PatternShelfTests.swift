import Testing

@testable import BeelineRules

@Suite("The patterns of a set of rules together")
struct PatternShelfTests {
    @Test("one that many rules have is there once, by its bytes")
    func sharesPatterns() throws {
        let shelf = PatternShelf()
        #expect(try shelf.pattern("a+") === shelf.pattern("a+"))
        #expect(try shelf.pattern("\u{E9}") !== shelf.pattern("e\u{301}"))
        for _ in 0..<2 { #expect(throws: PatternError.self) { try shelf.pattern("(") } }
    }

    @Test("thousands have room, and say what each alone would")
    func holdsMany() throws {
        let shelf = PatternShelf()
        var taken: Int64 = 0
        let text = String(repeating: "x1234y", count: 500)
        for number in 0..<5_000 {
            let written = "x?U\(number)[a-z0-9]*|.*x\(number)y.*"
            let pattern = try shelf.pattern(written)
            taken += pattern.memory
            #expect(pattern.matches(text) == (number == 1234))
            if number.isMultiple(of: 1_000) { #expect(try Pattern(written).matches(text) == pattern.matches(text)) }
        }
        #expect(taken < PatternShelf.memory / 3, "\(taken)")
    }

    @Test("large ones are refused before they fill the memory")
    func refusesTooMany() throws {
        let shelf = PatternShelf(limit: 160 << 20)
        var taken: Int64 = 0
        let error = #expect(throws: PatternError.self) {
            for number in 0..<1_000 { taken += try shelf.pattern("\(number)\\pL{1,20}").memory }
        }
        #expect(error?.message.hasPrefix("the patterns of all rule files may take more than 160 MiB") == true)
        #expect(taken <= 160 << 20 && taken > 100 << 20, "\(taken)")
    }

    @Test("a set with too many large ones is not used, and the message has a place")
    func tellsPlace() throws {
        let rules = (0..<4_000).map { number in
            #"{"id":"r\#(number)","when":{"text":{"matches":"\#(number)\\pL{1,20}"}},"do":[]}"#
        }
        let found = errors(#"{"version":1,"rules":[\#(rules.joined(separator: ",\n"))]}"#)
        #expect(found.first?.message.hasPrefix("the patterns of all rule files may take more than 1024 MiB") == true)
        #expect(found.first?.position != nil)
    }
}
