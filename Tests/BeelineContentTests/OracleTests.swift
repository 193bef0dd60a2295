import BeelineContent
import BeelineSymbols
import Testing

@Suite("Numbers, against python-stdnum and zint")
struct OracleTests {
    /// python-stdnum takes 979-0 for books; they are printed music (ISMN, ISO 10957) and have been since 2009.
    private static func isMusic(_ isbn13: String) -> Bool { isbn13.hasPrefix("9790") }

    @Test("a thousand ISBNs, right and wrong, written in many ways, are what python-stdnum says")
    func agreesOnISBNs() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "isbn" }
        #expect(lines.count > 1_000)
        for line in lines {
            let isbn = try? ISBN(line[1])
            if Self.isMusic(line[2]) {
                #expect(isbn == nil, "\(line[1])")
                #expect(throws: NumberError.wrongPrefix) { try ISBN(line[1]) }
            } else {
                #expect(isbn?.isbn13 ?? "-" == line[2], "\(line[1])")
                #expect(isbn?.isbn10 ?? "-" == line[3], "\(line[1])")
            }
        }
    }

    @Test("both forms of an ISBN lead to the same value")
    func convertsBothWays() throws {
        for line in try Fixture.lines(of: "numbers.tsv") where line[0] == "isbn" && line[3] != "-" {
            let values = try [line[1], line[2], line[3], line[3].lowercased()].map { try ISBN($0) }
            #expect(Set(values).count == 1, "\(line[1])")
        }
    }

    @Test("a thousand GTINs, right and wrong, are what python-stdnum says")
    func agreesOnGTINs() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "gtin" }
        #expect(lines.count > 1_000)
        for line in lines {
            #expect(((try? GTIN(line[1])) != nil) == (line[2] == "valid"), "\(line[1])")
        }
    }

    @Test("hundreds of UPC-E stand for the UPC-A that zint says")
    func agreesOnUPCE() throws {
        let lines = try Fixture.lines(of: "upce.tsv")
        #expect(lines.count > 500)
        #expect(Set(lines.map { $0[0].dropLast().suffix(1) }).count == 10, "each way to leave out zeros")
        for line in lines {
            #expect(try GTIN(upcE: line[0]).gtin12 == line[1], "\(line[0])")
            let reading = ContentParser.reading(of: Symbol(.upcE, line[0]))
            #expect(reading.text(of: .gtin12) == line[1], "\(line[0])")
        }
    }

    @Test("a UPC-E with another check digit is refused, with the one that zint says")
    func refusesWrongUPCE() throws {
        for line in try Fixture.lines(of: "upce.tsv") {
            let expected = try #require(line[0].utf8.last)
            let found = expected == UInt8(ascii: "9") ? UInt8(ascii: "0") : expected + 1
            let wrong = line[0].dropLast() + String(Unicode.Scalar(found))
            #expect(throws: NumberError.wrongCheckDigit(found: found, expected: expected)) {
                try GTIN(upcE: String(wrong))
            }
        }
    }
}
