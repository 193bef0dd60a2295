/// A URI template (RFC 6570, all four levels).
///
///     let template = try URITemplate("https://example.com/search{?q,lang}")
///     template.expanded { $0 == "q" ? .text("a b") : nil }   // https://example.com/search?q=a%20b
public struct URITemplate: Hashable, Sendable {
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
        /// How many scalars of the template stand before the name.
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

        /// What stands before the first value.
        var first: String {
            switch self {
            case .simple, .reserved: ""
            default: rawValue
            }
        }

        /// What stands between two values.
        var separator: UInt8 {
            switch self {
            case .simple, .reserved, .fragment: UInt8(ascii: ",")
            case .query, .continuation: UInt8(ascii: "&")
            case .label: UInt8(ascii: ".")
            case .path: UInt8(ascii: "/")
            case .parameter: UInt8(ascii: ";")
            }
        }

        /// Whether a value is preceded by its name.
        var isNamed: Bool { self == .parameter || self == .query || self == .continuation }

        /// What follows the name of an empty value.
        var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }

        /// Whether reserved characters and percent-encoded triplets stay as they are.
        var keepsReserved: Bool { self == .reserved || self == .fragment }

        /// Whether an absent value is left out without a trace, so that the result still means something.
        var leavesAbsentOut: Bool { self != .simple && self != .reserved }
    }

    /// A value for a name.
    public enum Value: Hashable, Sendable {
        case text(String)
        case list([String])
        /// Names and values, in order.
        case pairs([Pair])

        public struct Pair: Hashable, Sendable {
            public let name: String
            public let value: String

            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }
    }
}
