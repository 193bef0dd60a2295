/// A GS1 Application Identifier: the two to four digits that say what the value after them means.
///
///     let lot = ApplicationIdentifier("10")
///     lot?.title           // "BATCH/LOT"
///     lot?.maximumLength   // 20
///
/// GS1 General Specifications, section 3; the whole table is ``all``.
public struct ApplicationIdentifier: Sendable {
    /// The digits, and zeros after them up to four: 100 for (01), 1000 for (10). As no identifier begins like another
    /// one, no two have the same number.
    let number: UInt16
    let digits: UInt8
    private let row: IdentifierRow

    init(number: UInt16, digits: Int, row: IdentifierRow) {
        self.number = number
        self.digits = UInt8(digits)
        self.row = row
    }

    /// The identifier of that code, such as `01` or `3103`; nil when there is none.
    public init?(_ code: String) {
        guard let identifier = Self.find(Array(code.utf8)[...]) else { return nil }
        self = identifier
    }

    /// The two to four digits: `01`, `3103`.
    public var code: String { IdentifierPattern(number: number, digits: Int(digits)).description }

    /// What labels print beside it: `USE BY or EXPIRY`. Empty for the few that have no title.
    public var title: String { row.title }

    /// The parts of its value, one after the other.
    public var components: [Component] { row.components }

    /// The least count of characters that its value has.
    public var minimumLength: Int { row.minimumLength }

    /// The greatest count of characters that its value has.
    public var maximumLength: Int { row.maximumLength }

    /// Whether the length of its value is known from its first two digits, so that no separator need follow it
    /// (GS1 General Specifications, figure 7.8.5-2).
    public var hasPredefinedLength: Bool { row.hasPredefinedLength }

    /// Whether it may be an attribute in the query of a Digital Link.
    public var isLinkAttribute: Bool { row.isLinkAttribute }

    /// The qualifiers that may follow it in the path of a Digital Link, in their order, any of which may be absent: one
    /// list, or several of which one is chosen. Nil when it cannot be the key of a link; empty lists are none.
    public var linkQualifiers: [[String]]? {
        row.qualifiers.map { $0.map { $0.map(\.description) } }
    }

    /// What must stand beside it on the same item: all of one of the lists. In them `n` is any digit. Empty: nothing.
    public var companions: [[String]] { row.companions.map { $0.map(\.description) } }

    /// What must not stand beside it. In these `n` is any digit; the identifier itself is never meant.
    public var excluded: [String] { row.excluded.map(\.description) }

    var companionPatterns: [[IdentifierPattern]] { row.companions }
    var excludedPatterns: [IdentifierPattern] { row.excluded }
    var qualifierPatterns: [[IdentifierPattern]]? { row.qualifiers }

    /// The last digit, which for some identifiers is a count of decimals: 3 for (3103).
    var decimals: Int { Int(number % 10) }

    /// A part of a value.
    public struct Component: Hashable, Sendable {
        public let characters: CharacterSet
        /// The least count of characters; that of a part which is there.
        public let minimumLength: Int
        public let maximumLength: Int
        /// Whether it, and with it all after it, may be absent.
        public let isOptional: Bool
        /// What it must pass, by the names of the GS1 Barcode Syntax Dictionary: `csum`, `yymmdd`.
        public var checks: [String] { valueChecks.map(\.rawValue) }

        let valueChecks: [ValueCheck]
    }

    /// The characters that a component may have (GS1 General Specifications, section 7.11).
    public enum CharacterSet: String, Hashable, Sendable {
        /// Digits.
        case numeric = "N"
        /// Letters, digits and twenty punctuation marks.
        case set82 = "X"
        /// Capitals, digits, `#`, `-` and `/`.
        case set39 = "Y"
        /// Letters, digits, `-` and `_`, and `=` at the end: Base64 that is safe in file names.
        case set64 = "Z"
    }
}

extension ApplicationIdentifier: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ApplicationIdentifier: CustomStringConvertible {
    /// As labels have it: `(01)`.
    public var description: String { "(\(code))" }
}

/// What a line of the table says of an identifier, or of all of a range.
final class IdentifierRow: Sendable {
    let title: String
    let components: [ApplicationIdentifier.Component]
    let minimumLength: Int
    let maximumLength: Int
    let hasPredefinedLength: Bool
    let isLinkAttribute: Bool
    let qualifiers: [[IdentifierPattern]]?
    let companions: [[IdentifierPattern]]
    let excluded: [IdentifierPattern]

    init(
        title: String, flags: String, components: [ApplicationIdentifier.Component],
        companions: [[IdentifierPattern]], excluded: [IdentifierPattern], qualifiers: [[IdentifierPattern]]?
    ) {
        self.title = title
        self.components = components
        minimumLength = components.reduce(0) { $0 + ($1.isOptional ? 0 : $1.minimumLength) }
        maximumLength = components.reduce(0) { $0 + $1.maximumLength }
        hasPredefinedLength = flags.utf8.contains(UInt8(ascii: "P"))
        isLinkAttribute = flags.utf8.contains(UInt8(ascii: "A"))
        self.companions = companions
        self.excluded = excluded
        self.qualifiers = qualifiers
    }
}
