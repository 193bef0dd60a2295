internal import BeelineSymbols
internal import BundledTables

extension ApplicationIdentifier {
    /// Every identifier, in the order of the table, which is that of the codes.
    public static var all: [ApplicationIdentifier] { table.identifiers }

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

/// The identifiers, and where each stands.
private struct IdentifierTable: Sendable {
    private(set) var identifiers: [ApplicationIdentifier] = []
    /// By number: the place in the list, counted from 1; 0 for none.
    private var places = [UInt16](repeating: 0, count: 10_000)

    subscript(number: UInt16) -> ApplicationIdentifier? {
        guard Int(number) < places.count else { return nil }
        let place = places[Int(number)]
        return place == 0 ? nil : identifiers[Int(place) - 1]
    }

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
                identifiers.append(ApplicationIdentifier(number: number, digits: digits, row: row))
                places[Int(number)] = UInt16(identifiers.count)
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
            components: components,
            companions: Self.patterns(columns[3], UInt8(ascii: ","), UInt8(ascii: "+")),
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
        guard let letter = form.first,
            let characters = ApplicationIdentifier.CharacterSet(rawValue: String(Unicode.Scalar(letter))),
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
