import Foundation
import TestPrograms
import Testing

@Suite("Output as CSV")
struct CSVTests {
    /// The rows as Python's csv module reads them.
    private func rows(_ csv: [UInt8]) async throws -> [[String]] {
        let program = """
            import csv, io, json, sys
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
            print(json.dumps(list(csv.reader(text, strict=True))))
            """
        let result = try await run("python3", ["-c", program], input: csv)
        try #require(result.status == 0, "\(result.errors)")
        return try #require(try json(result.output) as? [[String]])
    }

    static let columns = ["input", "page", "symbology", "text", "bytes", "kind", "rule", "action", "url", "error"]

    static let texts = [
        "plain", "a,b", "say \"hi\"", "\"", "line\nfeed", "re\rturn", "both\r\n", "tab\t", " blank ", "", "日本語",
        "\",\n\"", "=1+1", "nul\u{0}", "\u{85}next line", "\u{2028}",
    ]

    @Test("any text comes back from Python's reader as it was")
    func texts() async throws {
        let lines = Self.texts.map { text in
            let data = try? JSONSerialization.data(withJSONObject: ["text": text, "symbology": "qr_code"])
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        let result = try await beeline(
            "resolve", "-", "--input", "json", "--format", "csv", input: lines.joined(separator: "\n"))
        let rows = try await rows(result.bytes)
        #expect(rows.first == Self.columns)
        #expect(rows.allSatisfy { $0.count == 10 })
        #expect(rows.dropFirst().map { $0[0] } == lines)
        #expect(rows.dropFirst().map { $0[2] } == Self.texts.map { _ in "qr_code" })
        #expect(rows.dropFirst().map { $0[3] } == Self.texts)
    }

    @Test("a code has its row, with all that belongs there")
    func cells() async throws {
        let result = try await beeline(
            "resolve", "-", "--format", "csv", "--input", "json",
            input: #"{"text":"036000291452","symbology":"upc_a"}"# + "\n" + #"{"bytes":"/w=="}"# + "\nbad\n")
        let rows = try await rows(result.bytes)
        try #require(rows.count == 4)
        #expect(
            Array(rows[1].dropFirst()) == [
                "", "upc_a", "036000291452", "", "product", "product.ean13", "open-url",
                "https://world.openfoodfacts.org/product/0036000291452", "",
            ])
        #expect(Array(rows[2].dropFirst()) == ["", "unknown", "", "/w==", "binary", "", "", "", ""])
        #expect(Array(rows[3].dropLast()) == ["bad"] + Array(repeating: "", count: 8))
        #expect(rows[3][9].hasPrefix("bad-input: not JSON"))
    }

    @Test("a picture has a row for each code, one if there is none, and one for an error")
    func pictures() async throws {
        let folder = try TemporaryFolder()
        let blank = try folder.write("a, \"blank\".pgm", "P2 2 2 1 1 1 1 1")
        let result = try await beeline("scan", "--format", "csv", "Examples/book.jpg", blank, "missing.jpg")
        let rows = try await rows(result.bytes)
        try #require(rows.count == 4)
        #expect(rows.map { $0[0] } == ["input", "Examples/book.jpg", blank, "missing.jpg"])
        #expect(rows[2].dropFirst().joined().isEmpty)
        #expect(rows[3][9] == "cannot-open: no such file")
    }

    @Test("without input there is the header alone")
    func headerAlone() async throws {
        let result = try await beeline("resolve", "-", "--format", "csv")
        #expect(result.lines == [Self.columns.joined(separator: ",")])
        #expect(result.status == 0)
    }

    @Test("what was not done is told in the last column")
    func refused() async throws {
        let result = try await beeline("resolve", "--run", "--format", "csv", "https://example.com/")
        #expect(try await rows(result.bytes)[1][9].hasPrefix("refused: "))
    }
}
