package import BeelineContent
internal import BeelineSymbols

/// A name in a rule. A bare name is a field of the code; all others have an owner before a dot.
package enum Name: Hashable, Sendable, CustomStringConvertible {
    /// `isbn13`, `query.id`: a field of the program.
    case field(FieldName)
    /// `maker`: a field that only custom kinds have.
    case own(CustomField)
    /// `scan.date`.
    case scan(ScanField)
    /// `seen.count`, `seen.isbn13.last`: what was recorded of it before.
    indirect case seen(SeenName)
    /// `session.NAME`: what an action has set for the source of the scan.
    case session(String)
    /// `match.NAME`: a capture of a pattern of the rule.
    case capture(Capture)
    /// `part.NAME`: a part of the text of a custom kind.
    case part(PartName)
    /// `catalog.LIST.COLUMN`: a cell of the row that a test of the rule has found, or how many rows there are.
    case cell(CatalogCell)
    /// `disc.title`: a result of an action of the rule.
    case result(ResultName)
    /// `const.NAME`: the same for every code.
    case constant(ConstantName)
    /// `catalog.stock.left + 1`: a sum of numbers.
    case sum(SumName)

    package var type: FieldType {
        switch self {
        case .field(let name): name.type
        case .own(let field): field.type
        case .scan(let field): field.type
        case .seen(let name): name.field.type
        case .session: .any
        case .capture(let capture): capture.decimals == nil ? .text : .number
        case .part(let part): part.type
        case .cell(let cell): cell.type
        case .constant: .text
        case .sum: .number
        case .result(let result): result.name == ResultName.found ? .boolean : .any
        }
    }

    /// Whether it is known only once an action has been performed.
    package var isResult: Bool {
        switch self {
        case .result: true
        case .sum(let sum): sum.names.contains(where: \.isResult)
        default: false
        }
    }

    /// The slot of its value while a rule is evaluated; nil for values that the rule does not set itself.
    var slot: Int? {
        switch self {
        case .capture(let capture): capture.slot
        case .part(let part): part.slot
        case .cell(let cell): cell.slot
        case .field, .own, .scan, .seen, .session, .result, .constant, .sum: nil
        }
    }

    var form: FieldForm {
        if case .field(let field) = self { field.form } else { .free }
    }

    package var description: String {
        switch self {
        case .field(let name): name.description
        case .own(let field): field.name
        case .scan(let field): field.name
        case .seen(let name): name.description
        case .session(let name): "\(SessionName.owner).\(name)"
        case .capture(let capture): "match.\(capture.name)"
        case .part(let part): "part.\(part.name)"
        case .cell(let cell): cell.description
        case .result(let result): "\(result.of).\(result.name)"
        case .constant(let constant): "const.\(constant.name)"
        case .sum(let sum): sum.description
        }
    }
}

/// A field that only custom kinds have.
package struct CustomField: Hashable, Sendable {
    let name: String
    let type: FieldType
}

/// A named group of a pattern.
package struct Capture: Hashable, Sendable {
    let name: String
    /// The slot of its text while a rule is evaluated.
    let slot: Int
    /// The number of its decimal digits; nil for a text.
    let decimals: Int?
}

/// A named part of a text: `part.NAME`.
package struct PartName: Hashable, Sendable {
    let name: String
    /// The slot of its value while a kind is tested.
    let slot: Int
    let type: FieldType
    package let isSecret: Bool
}

/// A column of a catalogue, in the row that was found, or the number of rows of its key.
package struct CatalogCell: Hashable, Sendable, CustomStringConvertible {
    package let list: String
    package let column: String
    /// The slot of the row while a rule is evaluated.
    let slot: Int
    package let type: FieldType
    /// Whether it is the number of rows, and not a column.
    package let isCount: Bool

    package init(list: String, column: String, slot: Int, type: FieldType = .text) {
        (self.list, self.column, self.slot, self.type) = (list, column, slot, type)
        isCount = false
    }

    /// The number of rows of the key.
    package init(rowsOf list: String, slot: Int) {
        (self.list, self.slot, type) = (list, slot, .number)
        (column, isCount) = (Self.rows, true)
    }

    /// The name of the number of rows.
    package static let rows = "rows"

    /// A name for the row itself, for scopes.
    package var row: Name { .cell(CatalogCell(list: list, column: "", slot: slot)) }

    /// `catalog.LIST.COLUMN`, or `catalog.LIST[COLUMN]` for a column that cannot be after a dot.
    package var description: String {
        isCount || RuleName.isValid(column) && column != Self.rows
            ? "catalog.\(list).\(column)" : "catalog.\(list)[\(column)]"
    }
}

package struct ConstantName: Hashable, Sendable {
    let name: String
    let value: String
}

/// A result of an action: `disc.title`.
package struct ResultName: Hashable, Sendable {
    /// The `as` name of the action.
    let of: String
    let name: String

    /// Whether anything was found at all.
    package static let found = "found"
    package static let service = "service"
    /// The results of every look-up.
    package static let ofEveryService = [found, service]
}

/// The rules for names that rule files define: of constants, services, catalogues, captures and results.
package enum RuleName {
    /// Whether a text may be a name after a dot: letters, digits and `_`.
    package static func isValid(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isCharacter)
    }

    /// Whether a text may be the name of a kind, or of a field or a part of one: a letter, then as after a dot.
    static func isOfKind(_ text: String) -> Bool {
        text.utf8.first?.isASCIILetter ?? false && text.utf8.allSatisfy(isCharacter)
    }

    static func isCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: "_")
    }

    /// The part of a name before the brackets with the column of a catalogue: `catalog.stock` of `catalog.stock[Lager
    /// A]`. Any other name as a whole.
    static func withoutColumn(_ name: String) -> Substring {
        guard name.hasPrefix("catalog."), name.hasSuffix("]"), let bracket = name.utf8.firstIndex(of: UInt8(ascii: "["))
        else { return name[...] }
        return name[..<bracket]
    }
}
