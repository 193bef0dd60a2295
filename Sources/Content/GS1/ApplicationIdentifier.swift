internal import BeelineSymbols
internal import BundledTables

/// A GS1 Application Identifier: the two to four digits that say what the value after them means.
///
///     let lot = ApplicationIdentifier("10")
///     lot?.title           // "BATCH/LOT"
///     lot?.maximumLength   // 20
///
/// GS1 General Specifications, section 3; the whole table is ``all``.
package struct ApplicationIdentifier: Sendable {
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
    package init?(_ code: String) {
        guard let identifier = Self.find(Array(code.utf8)[...]) else { return nil }
        self = identifier
    }

    package var code: String { IdentifierPattern(number: number, digits: Int(digits)).description }

    /// What labels print beside it: `USE BY or EXPIRY`. Empty for the few that have no title.
    package var title: String { row.title }
    package var components: [Component] { row.components }
    package var minimumLength: Int { row.minimumLength }
    package var maximumLength: Int { row.maximumLength }

    /// Whether the length of its value is known from its first two digits, so that no separator need follow it
    /// (GS1 General Specifications, figure 7.8.5-2).
    package var hasPredefinedLength: Bool { row.hasPredefinedLength }
    package var isLinkAttribute: Bool { row.isLinkAttribute }

    /// Whether check digits or the like make it unlikely that a text is its value by chance.
    var isChecked: Bool { row.isChecked }

    /// Whether its value begins with a day.
    var isDated: Bool { row.isDated }
    var hasFixedLength: Bool { minimumLength == maximumLength }

    /// Whether the end of its value may be absent, such as the serial number of (253).
    var hasOptionalPart: Bool { components.last?.isOptional ?? false }

    /// The qualifiers that may follow it in the path of a Digital Link, in their order; any may be absent. One list, or
    /// several alternatives. Nil when it cannot be the key of a link; empty lists are none.
    package var linkQualifiers: [[String]]? {
        row.qualifiers.map { $0.map { $0.map(\.description) } }
    }

    /// What must be beside it on the same item: all of one of the lists. In them `n` is any digit. Empty: nothing.
    package var companions: [[String]] { row.companions.map { $0.map(\.description) } }

    /// What must not be beside it. In these `n` is any digit; the identifier itself is never meant.
    package var excluded: [String] { row.excluded.map(\.description) }
    var companionPatterns: [[IdentifierPattern]] { row.companions }
    var excludedPatterns: [IdentifierPattern] { row.excluded }
    var qualifierPatterns: [[IdentifierPattern]]? { row.qualifiers }

    /// The last digit, which for some identifiers is a count of decimals: 3 for (3103).
    var decimals: Int { Int(number % 10) }

    package struct Component: Hashable, Sendable {
        package let characters: ElementCharacters
        /// The least count of characters; that of a part which is there.
        package let minimumLength: Int
        package let maximumLength: Int
        /// Whether it, and with it all after it, may be absent.
        package let isOptional: Bool
        /// What it must pass, by the names of the GS1 Barcode Syntax Dictionary: `csum`, `yymmdd`.
        package var checks: [String] { valueChecks.map(\.rawValue) }
        let valueChecks: [ValueCheck]
    }
}

extension ApplicationIdentifier: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ApplicationIdentifier: CustomStringConvertible {
    /// As labels have it: `(01)`.
    package var description: String { "(\(code))" }
}

/// A line of the table, for an identifier or a range of them.
final class IdentifierRow: Sendable {
    let title: String
    let components: [ApplicationIdentifier.Component]
    let minimumLength: Int
    let maximumLength: Int
    let hasPredefinedLength: Bool
    let isLinkAttribute: Bool
    let isChecked: Bool
    let isDated: Bool
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
        isChecked = components.contains { $0.valueChecks.contains(where: \.isStrict) }
        isDated = components.first?.valueChecks.contains(where: \.isOfDay) ?? false
        self.companions = companions
        self.excluded = excluded
        self.qualifiers = qualifiers
    }
}

extension ApplicationIdentifier {
    /// Every identifier, in the order of the table, which is that of the codes.
    package static var all: [ApplicationIdentifier] { table.identifiers }

    /// The identifier whose digits these are; nil when there is none.
    static func find(_ digits: ArraySlice<UInt8>) -> ApplicationIdentifier? {
        guard (2...4).contains(digits.count), let pattern = IdentifierPattern(digits),
            pattern.range.count == 1, let found = table[pattern.range.lowerBound]
        else { return nil }
        return Int(found.digits) == digits.count ? found : nil
    }

    /// The identifier with which a text begins, and how many digits it has; nil when there is none.
    static func first(of text: ArraySlice<UInt8>) -> (identifier: ApplicationIdentifier, digits: Int)? {
        var number: UInt16 = 0
        var count = 0
        for byte in text.prefix(4) {
            guard byte.isASCIIDigit else { break }
            number = number * 10 + UInt16(byte - UInt8(ascii: "0"))
            count += 1
            guard count >= 2 else { continue }
            // No identifier begins like another one, so the first that fits is the one.
            let scale: UInt16 = count == 2 ? 100 : count == 3 ? 10 : 1
            if let found = table[number * scale], Int(found.digits) == count { return (found, count) }
        }
        return nil
    }

    private static let table = IdentifierTable(parsing: beeline_gs1_identifiers())
}

private struct IdentifierTable: Sendable {
    private(set) var identifiers: [ApplicationIdentifier] = []
    private var byNumber: [UInt16: ApplicationIdentifier] = [:]

    subscript(number: UInt16) -> ApplicationIdentifier? { byNumber[number] }

    /// A line that cannot be read is left out; a test counts them.
    init(parsing table: beeline_table) {
        let bytes = UnsafeBufferPointer(start: table.bytes, count: table.length)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let columns = line.split(separator: UInt8(ascii: "\t"))
            guard columns.count == 7, let row = IdentifierRow(columns) else { continue }
            let ends = columns[0].split(separator: UInt8(ascii: "-"))
            guard let first = ends.first, let last = ends.last, let (low, digits) = Digits.parse(first),
                let (high, _) = Digits.parse(last), high < 10_000, low <= high
            else { continue }
            let scale: UInt64 = digits == 2 ? 100 : digits == 3 ? 10 : 1
            for number in low...high where number * scale < 10_000 {
                let number = UInt16(number * scale)
                let identifier = ApplicationIdentifier(number: number, digits: digits, row: row)
                identifiers.append(identifier)
                byNumber[number] = identifier
            }
        }
    }
}

extension IdentifierRow {
    fileprivate typealias Column = Slice<UnsafeBufferPointer<UInt8>>

    fileprivate convenience init?(_ columns: [Column]) {
        var components: [ApplicationIdentifier.Component] = []
        for part in columns[2].split(separator: UInt8(ascii: " ")) {
            guard let component = ApplicationIdentifier.Component(part) else { return nil }
            components.append(component)
        }
        let key = columns[5]
        let title = String(decoding: columns[6], as: UTF8.self)
        self.init(
            title: title == "-" ? "" : title, flags: String(decoding: columns[1], as: UTF8.self),
            components: components, companions: Self.patterns(columns[3], UInt8(ascii: ","), UInt8(ascii: "+")),
            excluded: Self.patterns(columns[4], UInt8(ascii: "|"), UInt8(ascii: ",")).first ?? [],
            qualifiers: key.first == UInt8(ascii: "k")
                ? Self.patterns(key.dropFirst(4), UInt8(ascii: "|"), UInt8(ascii: ",")) : nil)
    }

    /// Lists of patterns, with one separator between lists and another one inside of them.
    private static func patterns(_ column: Column, _ outer: UInt8, _ inner: UInt8) -> [[IdentifierPattern]] {
        guard column.first != UInt8(ascii: "-") else { return [] }
        return column.split(separator: outer).map { list in
            list.split(separator: inner).compactMap(IdentifierPattern.init)
        }
    }
}

extension ApplicationIdentifier.Component {
    /// Reads `N6,yymmdd`, `X..20`, `[N4],hhmi`.
    fileprivate init?(_ text: IdentifierRow.Column) {
        let parts = text.split(separator: UInt8(ascii: ","))
        guard let head = parts.first else { return nil }
        isOptional = head.first == UInt8(ascii: "[")
        let form = isOptional ? head.dropFirst().dropLast() : head
        let count = form.dropFirst().drop { $0 == UInt8(ascii: ".") }
        guard let letter = form.first, let characters = ElementCharacters(rawValue: String(Unicode.Scalar(letter))),
            let (length, _) = Digits.parse(count), length < 100
        else { return nil }
        self.characters = characters
        maximumLength = Int(length)
        minimumLength = count.count + 1 == form.count ? Int(length) : 1
        var checks: [ValueCheck] = []
        for name in parts.dropFirst() {
            guard let check = ValueCheck(rawValue: String(decoding: name, as: UTF8.self)) else { return nil }
            checks.append(check)
        }
        valueChecks = checks
    }
}

extension ApplicationIdentifier {
    /// What is wrong with a text as a value of the identifier. Whether required elements are beside it is not checked.
    ///
    ///     ApplicationIdentifier("17")?.problem(with: "251301")?.description   // "there is no month 13"
    ///
    /// - Returns: the rule that it breaks; nil when it breaks none.
    package func problem(with value: String) -> GS1Problem.Reason? {
        problem(with: Array(value.utf8.prefix(maximumLength + 1))[...])
    }

    func problem(with value: ArraySlice<UInt8>) -> GS1Problem.Reason? {
        if value.count < minimumLength { return .tooShort(minimum: minimumLength) }
        if value.count > maximumLength { return .tooLong(maximum: maximumLength) }
        var rest = value
        for component in components {
            if component.isOptional, rest.isEmpty { break }
            let part = rest.prefix(component.maximumLength)
            guard part.count >= component.minimumLength else { return .incomplete }
            guard component.characters.allows(part) else { return .wrongCharacter(allowed: component.characters) }
            for check in component.valueChecks {
                if let finding = check.problem(with: part) { return .wrongValue(check: check.rawValue, finding) }
            }
            rest = rest.dropFirst(part.count)
        }
        return rest.isEmpty ? nil : .tooLong(maximum: value.count - rest.count)
    }

    /// A part of a value, by its place among the components; nil where the value ends before it.
    func part(_ index: Int, of value: String) -> ArraySlice<UInt8>? {
        var rest = Array(value.utf8)[...]
        for (place, component) in components.enumerated() {
            let part = rest.prefix(component.maximumLength)
            if place == index { return part.isEmpty ? nil : part }
            rest = rest.dropFirst(part.count)
        }
        return nil
    }
}

/// One Application Identifier, or all that begin alike: `01`, `310n`, `31nn`.
struct IdentifierPattern: Hashable, Sendable {
    /// The first and the last number that is meant; see ``ApplicationIdentifier/number``.
    let range: ClosedRange<UInt16>
    let digits: Int

    init(number: UInt16, digits: Int) {
        range = number...number
        self.digits = digits
    }

    /// Reads digits, and an `n` for each that may be any; nil when it is anything else.
    init?(_ text: some Collection<UInt8>) {
        guard (2...4).contains(text.count) else { return nil }
        var low: UInt16 = 0
        var high: UInt16 = 0
        for byte in text {
            let isAny = byte == UInt8(ascii: "n")
            guard isAny || byte.isASCIIDigit else { return nil }
            let digit = UInt16(byte &- UInt8(ascii: "0"))
            low = low * 10 + (isAny ? 0 : digit)
            high = high * 10 + (isAny ? 9 : digit)
        }
        let scale: UInt16 = text.count == 2 ? 100 : text.count == 3 ? 10 : 1
        guard low <= high else { return nil }
        range = low * scale...high * scale
        digits = text.count
    }
}

extension IdentifierPattern: CustomStringConvertible {
    var description: String {
        let scale = digits == 2 ? 100 : digits == 3 ? 10 : 1
        let low = Array(Digits.text(UInt64(Int(range.lowerBound) / scale), count: digits).utf8)
        let high = Array(Digits.text(UInt64(Int(range.upperBound) / scale), count: digits).utf8)
        return String(decoding: zip(low, high).map { $0 == $1 ? $0 : UInt8(ascii: "n") }, as: UTF8.self)
    }
}
