internal import BeelineContent

/// A sum of numbers in rules: `catalog.stock.Bestand - seen.isbn13.count`. Without the value of one it has none.
package struct SumName: Hashable, Sendable, CustomStringConvertible {
    package struct Term: Hashable, Sendable {
        let isSubtracted: Bool
        let value: Value

        enum Value: Hashable, Sendable {
            case name(Name)
            case number(DecimalNumber)
        }
    }

    let terms: [Term]

    /// The names in it.
    package var names: [Name] { terms.compactMap { if case .name(let name) = $0.value { name } else { nil } } }

    package var description: String {
        terms.enumerated().map { index, term in
            let value =
                switch term.value {
                case .name(let name): name.description
                case .number(let number): number.description
                }
            return (index == 0 ? "" : term.isSubtracted ? " - " : " + ") + value
        }.joined()
    }

    /// The parts of a sum as it is written, with the signs before them; nil for a text without a sign between blanks.
    /// What is in the brackets of a column is not looked at.
    static func parts(_ text: String) -> [(isSubtracted: Bool, text: String)]? {
        // Nearly no name has a blank.
        guard text.utf8.contains(UInt8(ascii: " ")) else { return nil }
        let bytes = Array(text.utf8)
        var parts: [(isSubtracted: Bool, text: String)] = []
        var (start, place, depth, isSubtracted) = (0, 0, 0, false)
        while place + 2 < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: " ") where depth == 0 && bytes[place + 2] == UInt8(ascii: " "):
                let sign = bytes[place + 1]
                guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { break }
                parts.append((isSubtracted, String(decoding: bytes[start..<place], as: UTF8.self)))
                isSubtracted = sign == UInt8(ascii: "-")
                (start, place) = (place + 3, place + 2)
            default: break
            }
            place += 1
        }
        guard !parts.isEmpty else { return nil }
        parts.append((isSubtracted, String(decoding: bytes[start...], as: UTF8.self)))
        return parts
    }
}

extension Name {
    private var isSum: Bool { if case .sum = self { true } else { false } }

    /// The same names, with those in a sum instead of the sum.
    static func atoms(of names: [Name]) -> [Name] {
        guard names.contains(where: \.isSum) else { return names }
        return names.flatMap { name in if case .sum(let sum) = name { sum.names } else { [name] } }
    }
}
