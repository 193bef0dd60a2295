internal import BeelineContent

/// A URI template (RFC 6570, all four levels; no value of a code is an associative array).
///
///     let template = try URITemplate("https://example.com/search{?q,lang}")
///     template.expanded { $0 == "q" ? .text("a b") : nil }   // https://example.com/search?q=a%20b
package struct URITemplate: Hashable, Sendable {
    let parts: [Part]

    package enum Part: Hashable, Sendable {
        /// Text that goes into the result as it is.
        case literal([UInt8])
        case expression(Operator, [Variable])
    }

    /// One name inside of braces, with its modifiers.
    package struct Variable: Hashable, Sendable {
        package let name: String
        /// `:n`: at most so many characters of a text.
        let prefix: Int?
        /// `*`: the elements of a list are values of their own.
        let explodes: Bool
        /// The number of scalars of the template before the name.
        let offset: Int
    }

    /// The character after the opening brace, and what it means (RFC 6570, appendix A).
    package enum Operator: String, Hashable, Sendable, CaseIterable {
        case simple = ""
        case reserved = "+"
        case fragment = "#"
        case label = "."
        case path = "/"
        case parameter = ";"
        case query = "?"
        case continuation = "&"

        /// The text before the first value.
        var first: UInt8? {
            switch self {
            case .simple, .reserved: nil
            default: rawValue.utf8.first
            }
        }

        var separator: UInt8 {
            switch self {
            case .simple, .reserved, .fragment: UInt8(ascii: ",")
            case .query, .continuation: UInt8(ascii: "&")
            case .label: UInt8(ascii: ".")
            case .path: UInt8(ascii: "/")
            case .parameter: UInt8(ascii: ";")
            }
        }

        var isNamed: Bool { self == .parameter || self == .query || self == .continuation }

        /// What follows the name of an empty value.
        var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }

        /// Whether reserved characters and percent-encoded triplets stay as they are.
        var keepsReserved: Bool { self == .reserved || self == .fragment }

        /// Whether an absent value is left out without a trace, so that the result still means something.
        var leavesAbsentOut: Bool { self != .simple && self != .reserved }
    }

    package enum Value: Hashable, Sendable {
        case text(String)
        case list([String])
    }

    /// The URI for the values that `value` has for the template's names; nil is an undefined name. An empty list counts
    /// as undefined. A list under `:n`, which the RFC leaves open, is undefined too.
    package func expanded(_ value: (String) -> Value?) -> String {
        var result: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let bytes): result.append(contentsOf: bytes)
            case .expression(let kind, let variables):
                var expansion = Expansion(kind)
                for variable in variables {
                    if let value = value(variable.name) { expansion.append(value, for: variable, to: &result) }
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The expansion of one expression (RFC 6570, section 3.2 and appendix A), value by value.
    struct Expansion {
        private let kind: Operator
        private let kept: PercentEncoding.Kept
        private var isFirst = true

        /// - Parameter kept: which reserved characters are not encoded; nil for those that the operator keeps.
        init(_ kind: Operator, keeping kept: PercentEncoding.Kept? = nil) {
            self.kind = kind
            self.kept = kept ?? (kind.keepsReserved ? .all : .none)
        }

        mutating func append(_ value: Value, for variable: Variable, to result: inout [UInt8]) {
            switch value {
            case .text(let text):
                begin(&result)
                if kind.isNamed { name(variable.name, isEmpty: text.isEmpty, &result) }
                if let length = variable.prefix {
                    encode(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))), &result)
                } else {
                    encode(text, &result)
                }
            case .list(let elements):
                guard !elements.isEmpty, variable.prefix == nil else { return }
                for (index, element) in elements.enumerated() {
                    if variable.explodes || index == 0 {
                        begin(&result)
                        let isEmpty = variable.explodes && element.isEmpty
                        if kind.isNamed { name(variable.name, isEmpty: isEmpty, &result) }
                    } else {
                        result.append(UInt8(ascii: ","))
                    }
                    encode(element, &result)
                }
            }
        }

        private mutating func begin(_ result: inout [UInt8]) {
            if isFirst {
                if let first = kind.first { result.append(first) }
            } else {
                result.append(kind.separator)
            }
            isFirst = false
        }

        private func name(_ name: String, isEmpty: Bool, _ result: inout [UInt8]) {
            result.append(contentsOf: name.utf8)
            result.append(contentsOf: (isEmpty ? kind.ifEmpty : "=").utf8)
        }

        private func encode(_ text: String, _ result: inout [UInt8]) {
            PercentEncoding.append(text, keeping: kept, to: &result)
        }
    }
}
