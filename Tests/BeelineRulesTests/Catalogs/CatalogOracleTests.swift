import BeelineRules
import BeelineSupport
import TestPrograms
import Testing

/// Python's csv module writes and reads the same lists.
@Suite("Catalogues as Python's csv module has them")
struct CatalogOracleTests {
    /// Writes a list of hostile cells in the dialect of its argument, and what it reads of that as JSON to the other
    /// stream.
    private static let script = #"""
        import csv, io, json, random, sys
        separator, quoting, end, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
        random.seed(seed)
        parts = ['a', 'b', '7', ' ', ',', ';', '\t', '"', '""', '\n', '\r\n', "'", 'ä', '本', '\U0001F41D', '.', '\\']
        rows = [[f'key{i}' + ''.join(random.choices(parts, k=i % 5))]
                + [''.join(random.choices(parts, k=random.randrange(9))) for _ in range(4)] for i in range(500)]
        text = io.StringIO(newline='')
        writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator={'lf': '\n', 'crlf': '\r\n'}[end])
        writer.writerow(['key', 'a', 'b_1', 'C', '4'])
        writer.writerows(rows)
        read = list(csv.reader(io.StringIO(text.getvalue(), newline=''), delimiter=separator))
        assert read[1:] == rows
        sys.stdout.buffer.write(text.getvalue().encode())
        sys.stderr.write(json.dumps(read))
        """#

    struct Dialect: Sendable, CustomTestStringConvertible {
        let separator: String
        /// 0: where needed; 1: every cell.
        let quoting: Int
        let end: String
        var testDescription: String { "'\(separator)' \(quoting) \(end)" }
    }

    static let dialects = [",", ";", "\t"].flatMap { separator in
        [0, 1].flatMap { quoting in
            ["lf", "crlf"].map { Dialect(separator: separator, quoting: quoting, end: $0) }
        }
    }

    @Test("each row that Python writes is found with its cells", arguments: dialects)
    func agrees(_ dialect: Dialect) async throws {
        let python = try await run(
            "python3",
            ["-c", Self.script, dialect.separator, "\(dialect.quoting)", dialect.end, "\(dialect.end.count)"])
        try #require(python.status == 0, "\(python.errors.suffix(300))")
        let rows = try #require(JSONValue(parsing: python.errorBytes).array).map { row in
            (row.array ?? []).compactMap(\.string)
        }
        let catalog = try Catalog(name: "list", csv: python.bytes)
        #expect(catalog.columns == Array(rows[0].dropFirst()))
        #expect(catalog.count == rows.count - 1)
        for cells in rows.dropFirst() {
            let row = try #require(catalog.row(for: cells[0]))
            #expect(catalog.columns.map { row[$0] ?? "" } == Array(cells.dropFirst()))
        }
    }
}
