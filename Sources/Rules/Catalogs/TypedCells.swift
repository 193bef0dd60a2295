internal import BeelineSupport

/// Checks the cells of the columns that have types, and detects the format of the numbers and dates of a list.
struct TypedCells {
    private struct Column {
        let cell: Int
        let name: String
        let type: CellType
    }

    private let columns: [Column]
    private let given: DecimalMark?
    /// The decimal separators of unambiguous cells.
    private var marks: Set<DecimalMark> = []
    private var hasDayFirst = false
    private var openNumbers: [CatalogError] = []
    private var openDates: [CatalogError] = []

    /// The most ambiguous cells that are listed.
    private static let mostOpen = 20

    init(_ form: CatalogForm, columns names: [String]) {
        given = form.decimal
        columns = names.enumerated().compactMap { index, name in
            form.types[name].flatMap { $0 == .text ? nil : Column(cell: index + 1, name: name, type: $0) }
        }
    }

    /// - Throws: `CatalogError` for a cell that is not of its column's type.
    mutating func check(_ row: CSVRow) throws(CatalogError) {
        for column in columns {
            let bytes = row[column.cell]
            if bytes.isEmpty { continue }
            try check(String(decoding: bytes, as: UTF8.self), column, line: row.line)
        }
    }

    private mutating func check(_ text: String, _ column: Column, line: Int) throws(CatalogError) {
        func error(_ problem: CatalogError.Problem) -> CatalogError { CatalogError(line: line, problem: problem) }
        let open = error(.ambiguousCell(text, column: column.name, column.type))
        if column.type == .date {
            switch WrittenDate.read(text) {
            case .value(_, let dayFirst): if dayFirst != nil { hasDayFirst = true }
            case .ambiguous: if openDates.count < Self.mostOpen { openDates.append(open) }
            case .wrong: throw error(.cellType(text, column: column.name, column.type))
            }
        } else {
            switch WrittenNumber.read(text, isMoney: column.type == .money, decimal: given) {
            case .value(_, let mark): if let mark { marks.insert(mark) }
            case .ambiguous: if openNumbers.count < Self.mostOpen { openNumbers.append(open) }
            case .wrong: throw error(.cellType(text, column: column.name, column.type))
            }
        }
    }

    /// The decimal separator: the given one, or the one of all unambiguous cells.
    var decimal: DecimalMark? { given ?? (marks.count == 1 ? marks.first : nil) }

    /// The cells that are ambiguous in this list.
    var openFlaws: [CatalogError] { (decimal == nil ? openNumbers : []) + (hasDayFirst ? [] : openDates) }
}
