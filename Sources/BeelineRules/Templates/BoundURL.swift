internal import BeelineContent

/// A URI template whose names are bound, whose host is known, and whose constants are filled in.
struct BoundURL: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal([UInt8])
        case expression(URITemplate.Operator, [Variable])
    }

    struct Variable: Hashable, Sendable {
        let source: URITemplate.Variable
        let binding: Binding
    }

    let parts: [Part]
    /// Whether a value may become a segment of the path that is not what it looks like.
    private let needsSegmentCheck: Bool

    /// - Parameter isWholeLink: the whole template is a link that the code holds, which is its own affair.
    init(parts: [Part], isWholeLink: Bool) {
        self.parts = parts
        needsSegmentCheck = !isWholeLink && parts.contains { $0.mayHoldDots }
    }

    /// The URL for a code.
    ///
    /// - Throws: `TemplateFailure` when a value would become a `.` or `..` segment of the path.
    func expanded(for reading: Reading) throws(TemplateFailure) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(96)
        for part in parts {
            switch part {
            case .literal(let bytes): result.append(contentsOf: bytes)
            case .expression(let kind, let variables):
                var expansion = URITemplate.Expansion(kind)
                for variable in variables {
                    guard let value = variable.binding.value(in: reading) else { continue }
                    expansion.append(value.text, for: variable.source, to: &result)
                }
            }
        }
        if needsSegmentCheck, Self.hasDotSegment(result) { throw .dotSegment }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a segment of the path is `.` or `..`, which a browser would take for a step to another place. A dot may be
    /// written `%2e` (WHATWG URL, section 4.1).
    static func hasDotSegment(_ url: [UInt8]) -> Bool {
        let path = url.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var dots = 0
        var others = 0
        var index = path.startIndex
        while index < path.endIndex {
            let byte = path[index]
            index += 1
            if byte == UInt8(ascii: "/") {
                if others == 0, dots == 1 || dots == 2 { return true }
                (dots, others) = (0, 0)
            } else if byte == UInt8(ascii: ".") {
                dots += 1
            } else if byte == UInt8(ascii: "%"), index + 1 < path.endIndex, path[index] == UInt8(ascii: "2"),
                path[index + 1] | 0x20 == UInt8(ascii: "e")
            {
                dots += 1
                index += 2
            } else {
                others += 1
            }
        }
        return others == 0 && (dots == 1 || dots == 2)
    }
}

extension BoundURL.Part {
    /// Whether it has a value that may be dots; numbers never are.
    fileprivate var mayHoldDots: Bool {
        guard case .expression(_, let variables) = self else { return false }
        return variables.contains { variable in
            guard case .field(.fixed(let field)) = variable.binding else { return true }
            switch field.definition.form {
            case .isbn13, .isbn10, .gtin, .kind: return false
            // An add-on or the name of a symbology may come from input that nobody has checked.
            case .free, .lowerCase, .digits, .symbology: return true
            }
        }
    }
}

/// Why a template gives no value for a code, although it is right.
enum TemplateFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case dotSegment

    var description: String {
        switch self {
        case .dotSegment: "a value would become a '.' or '..' segment of the URL's path"
        }
    }
}
