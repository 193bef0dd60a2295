package import BeelineContent
internal import BeelineSymbols

/// What a name in a rule stands for. A bare name is a field of the code; all others say whose they are.
package enum Name: Hashable, Sendable, CustomStringConvertible {
    /// `isbn13`, `query.id`: a field that the code has by itself.
    case field(FieldName)
    /// `maker`: a field that a kind of a rule file gives to its codes.
    case own(CustomField)
    /// `scan.date`.
    case scan(ScanField)
    /// `seen.count`, `seen.isbn13.last`: what was recorded of it before.
    indirect case seen(SeenName)
    /// `session.NAME`: what an action has set for the source of the scan.
    case session(String)
    /// `match.NAME`: what a pattern of the rule captured.
    case capture(Capture)
    /// `part.NAME`: what the text of a kind was split into.
    case part(PartName)
    /// `catalog.LIST.COLUMN`: a cell of the row that a test of the rule has found, or how many rows there are.
    case cell(CatalogCell)
    /// `disc.title`: what an action of the rule found.
    case result(ResultName)
    /// `const.NAME`: the same for every code.
    case constant(ConstantName)

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
        case .result(let result): result.name == ResultName.found ? .boolean : .any
        }
    }

    /// Whether it is known only once an action has been performed.
    package var isResult: Bool { if case .result = self { true } else { false } }

    /// Where a rule keeps what it stands for while it is asked; nil for all that a rule does not find out itself.
    var slot: Int? {
        switch self {
        case .capture(let capture): capture.slot
        case .part(let part): part.slot
        case .cell(let cell): cell.slot
        case .field, .own, .scan, .seen, .session, .result, .constant: nil
        }
    }

    /// How its texts are spelled.
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
        }
    }
}

/// A field that a kind of a rule file gives to its codes, and no other code has.
package struct CustomField: Hashable, Sendable {
    let name: String
    let type: FieldType
}

/// A named group of a pattern.
package struct Capture: Hashable, Sendable {
    let name: String
    /// Where its text is kept while a rule is tried.
    let slot: Int
    /// How many of its digits are decimals; nil: it is a text.
    let decimals: Int?
}

/// A part of a text by its name, which `part.NAME` stands for.
package struct PartName: Hashable, Sendable {
    let name: String
    /// Where its value is kept while a kind is asked.
    let slot: Int
    let type: FieldType
    package let isSecret: Bool
}

/// A column of a catalogue, in the row that was found, or the number of rows of its key.
package struct CatalogCell: Hashable, Sendable, CustomStringConvertible {
    package let list: String
    package let column: String
    /// Where the row is kept while a rule is tried.
    let slot: Int
    package let type: FieldType
    /// Whether it stands for the number of rows, and for no column.
    package let isCount: Bool

    package init(list: String, column: String, slot: Int, type: FieldType = .text) {
        (self.list, self.column, self.slot, self.type) = (list, column, slot, type)
        isCount = false
    }

    /// How many rows the key of the row has.
    package init(rowsOf list: String, slot: Int) {
        (self.list, self.slot, type) = (list, slot, .number)
        (column, isCount) = (Self.rows, true)
    }

    /// What the number of rows is called.
    package static let rows = "rows"

    /// What stands for the row itself where names that are known are counted.
    package var row: Name { .cell(CatalogCell(list: list, column: "", slot: slot)) }

    /// `catalog.LIST.COLUMN`, or `catalog.LIST[COLUMN]` for a column that cannot be after a dot.
    package var description: String {
        isCount || RuleName.isValid(column) && column != Self.rows
            ? "catalog.\(list).\(column)" : "catalog.\(list)[\(column)]"
    }
}

/// A constant and its value.
package struct ConstantName: Hashable, Sendable {
    let name: String
    let value: String
}

/// Something that an action finds: `disc.title`.
package struct ResultName: Hashable, Sendable {
    /// The name that the action has given it by `as`.
    let of: String
    let name: String

    /// Whether anything was found at all.
    package static let found = "found"
    package static let service = "service"
    /// What every look-up finds.
    package static let ofEveryService = [found, service]
}

/// The names that rule files give to what is theirs: constants, services, catalogues, captures and results.
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
