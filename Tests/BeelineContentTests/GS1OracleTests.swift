import BeelineContent
import BeelineSymbols
import Testing

@Suite("GS1 symbols, as zint draws them and zxing-cpp reads them")
struct GS1OracleTests {
    @Test("what was decoded is the element string that was drawn, and the other way round")
    func agrees() throws {
        let lines = try Fixture.lines(of: "gs1-symbols.tsv")
        #expect(lines.count > 150)
        #expect(Set(lines.map { $0[0] }).count == 4)
        for line in lines {
            let raw = line[3].split(separator: "{GS}", omittingEmptySubsequences: false).joined(separator: "\u{1D}")
            let symbol = Symbol(Symbology(name: line[0]), raw, aim: AIMIdentifier(line[1]))
            let reading = ContentParser.reading(of: symbol)
            #expect(reading.warnings.isEmpty, "\(line[2]): \(reading.warnings)")
            #expect(reading.text(of: .bracketed) == line[2])
            #expect(reading.text(of: .elementString) == raw, "\(line[2])")
            #expect(ContentParser.reading(of: Symbol(.unknown, line[2])).text(of: .elementString) == raw)
            #expect(ContentParser.reading(of: Symbol(.unknown, line[1] + raw)).text(of: .bracketed) == line[2])
        }
    }
}
