internal import BeelineSymbols

/// Which columns of a list are used, and under which names: `text=ISBN,copies=Bestand,Titel`.
///
/// With columns that have no new name, the list has the named columns, in this order; else it has all of its columns.
package struct ColumnChoice: Hashable, Sendable {
    private struct Item: Hashable, Sendable {
        /// Nil: it keeps its name.
        let name: String?
        let column: String
    }

    private let items: [Item]

    /// - Throws: when it is not of the form `NAME=COLUMN,COLUMN,…`. An item with a comma is in quotes, as in CSV.
    package init(_ text: String) throws(Malformed) {
        var reader = CSVReader(Array(text.utf8), separator: UInt8(ascii: ","))
        var row = CSVRow()
        guard (try? reader.next(&row)) == true, row.count > 0 else { throw Malformed() }
        var items: [Item] = []
        for cell in 0..<row.count {
            let halves = String(decoding: row[cell], as: UTF8.self)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
            guard halves.allSatisfy({ !$0.isEmpty }), let column = halves.last else { throw Malformed() }
            items.append(Item(name: halves.count == 2 ? halves[0] : nil, column: column))
        }
        guard (try? reader.next(&row)) == false, Set(items.map { $0.name ?? $0.column }).count == items.count else {
            throw Malformed()
        }
        self.items = items
    }

    package struct Malformed: Error, Hashable, Sendable {
        package init() {}
    }

    /// What the option is, for errors.
    package static let form =
        "of the form NAME=COLUMN,COLUMN, each name once; put one with a comma in quotes: '\"price=Price, net\"'"

    private static func trimmed(_ text: Substring) -> String {
        let blank = UInt8(ascii: " ")
        return String(
            decoding: text.utf8.drop { $0 == blank }.reversed().drop { $0 == blank }.reversed(), as: UTF8.self)
    }

    package struct UnknownColumn: Error, Hashable, Sendable {
        package let name: String
    }

    /// Whether columns without a name of their own are chosen, so that all others are left out.
    package var isSelection: Bool { items.contains { $0.name == nil } }

    /// The columns that are used, each with its place in the file and its name.
    ///
    /// - Parameter columns: the names in the file.
    package func applied(to columns: [String]) throws(UnknownColumn) -> [(place: Int, name: String)] {
        var chosen: [(place: Int, name: String)] = []
        for item in items {
            guard let place = columns.firstIndex(of: item.column) else { throw UnknownColumn(name: item.column) }
            chosen.append((place, item.name ?? item.column))
        }
        guard !isSelection else { return chosen }
        // A column that has the new name of another one is replaced by it.
        return columns.enumerated().flatMap { place, name in
            let names = chosen.filter { $0.place == place }
            return names.isEmpty && !chosen.contains { $0.name == name } ? [(place, name)] : names
        }
    }
}
