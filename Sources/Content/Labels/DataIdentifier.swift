internal import BeelineSymbols
internal import BundledTables

/// A data identifier of ASC MH 10 (ANSI MH10.8.2): up to three digits and a letter, which say what the value after them
/// means. With them the text element identifiers of aviation (ATA Spec 2000, chapter 9), three letters each.
/// Identifiers that are not in the table are read as well: the standard has several hundred.
struct DataIdentifier {
    let code: String
    /// What it means, in a few words.
    let title: String
    /// The field that it gives. Of several that give the same, the first in the table goes before.
    let field: Field?
    /// How the value writes a day, where it is one.
    let day: Day?

    /// How a value begins that is a day.
    enum Day: String {
        case yymmdd, yyyymmdd, ddmmyyyy
    }

    /// The identifier of that code; nil for those that are not in the table.
    static func find(_ code: String) -> DataIdentifier? { byCode[code] }

    /// The identifiers that give a field, the one that goes before all others first.
    static func giving(_ field: Field) -> [DataIdentifier] { byField[field] ?? [] }

    /// Whether a text may be a data identifier, or the three letters of a text element.
    static func isPossible(_ code: String) -> Bool {
        let digits = code.utf8.prefix(while: \.isASCIIDigit)
        let letters = code.utf8[digits.endIndex...]
        guard letters.allSatisfy(\.isASCIICapital) else { return false }
        return letters.count == 1 && digits.count <= 3 || letters.count == 3 && digits.isEmpty
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0) })
    private static let byField = Dictionary(grouping: table.filter { $0.field != nil }, by: \.field)

    /// Those that labels have, of `Tables/data-identifiers.tsv`.
    static let table: [DataIdentifier] = {
        let table = beeline_data_identifiers()
        let text = String(decoding: UnsafeBufferPointer(start: table.bytes, count: table.length), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return DataIdentifier(
                code: cells[0], title: cells[1], field: Field(rawValue: cells[2]), day: Day(rawValue: cells[3]))
        }
    }()
}
