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

    /// Whether the URL for a code tells a secret of it.
    func isSecret(for reading: Reading) -> Bool {
        parts.contains { part in
            guard case .expression(_, let variables) = part else { return false }
            return variables.contains { $0.binding.isSecret(in: reading) }
        }
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
                    if case .text(let text) = value {
                        expansion.append(text, for: variable.source, to: &result)
                    } else {
                        expansion.append(value.templateValue, for: variable.source, to: &result)
                    }
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
            switch (field.definition.type, field.definition.form) {
            case (.number, _), (.boolean, _), (.date, _): return false
            case (_, .isbn13), (_, .isbn10), (_, .gtin), (_, .kind), (_, .issn), (_, .ismn), (_, .currency), (_, .iban):
                return false
            // An add-on or the name of a symbology may come from input that nobody has checked.
            case (_, .free), (_, .lowerCase), (_, .host), (_, .digits), (_, .symbology): return true
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
