internal import BeelineContent

/// A URI template whose names are bound, whose host is known, and whose constants are filled in.
struct BoundURL: Sendable {
    enum Part: Hashable, Sendable {
        case literal([UInt8])
        case expression(URITemplate.Operator, [Variable])
    }

    struct Variable: Hashable, Sendable {
        let source: URITemplate.Variable
        let value: Value
        /// The field of the code's content that it is, for nearly all are one, and asking for it directly is quickest.
        let ownField: Field?

        init(source: URITemplate.Variable, value: Value) {
            self.source = source
            self.value = value
            if case .name(.field(.fixed(let field))) = value, !field.definition.isCommon {
                ownField = field
            } else {
                ownField = nil
            }
        }

        func value(for subject: borrowing Subject) -> FieldValue? {
            // A kind of a rule file may give the field another value.
            if let ownField, subject.classification == nil { return subject.reading.content.ownValue(of: ownField) }
            return value.value(for: subject)
        }
    }

    /// Where the value of a variable comes from.
    enum Value: Hashable, Sendable {
        case name(Name)
        /// What an action gives a service for it.
        case text(BoundText)

        var names: [Name] {
            switch self {
            case .name(let name): [name]
            case .text(let text): text.names
            }
        }

        func value(for subject: borrowing Subject) -> FieldValue? {
            switch self {
            case .name(let name): subject.value(of: name)
            // A value that a service may do without, and is not given.
            case .text(let text): text.parts.isEmpty ? nil : .text(text.text(for: subject))
            }
        }
    }

    let parts: [Part]
    /// Whether a value may become a segment of the path that is not what it looks like.
    private let needsSegmentCheck: Bool
    /// Whether it is a link that the code holds.
    private let isWholeLink: Bool
    /// Whether every expression is a lone name whose value goes in by itself, as in nearly all templates.
    private let isSimple: Bool

    /// - Parameter isWholeLink: the whole template is a link that the code holds, which is its own affair.
    init(parts: [Part], isWholeLink: Bool) {
        self.parts = parts
        self.isWholeLink = isWholeLink
        needsSegmentCheck = !isWholeLink && parts.contains { $0.mayHoldDots }
        isSimple = parts.allSatisfy(\.isSimple)
    }

    /// The names that it takes values of.
    var names: [Name] {
        parts.flatMap { part -> [Name] in
            if case .expression(_, let variables) = part { variables.flatMap(\.value.names) } else { [] }
        }
    }

    /// Whether the URL for a code tells a secret of it.
    func isSecret(for subject: borrowing Subject) -> Bool {
        for name in names where subject.isSecret(name) { return true }
        return false
    }

    /// The URL for a code.
    ///
    /// - Throws: `TemplateFailure` when a value would become a `.` or `..` segment of the path.
    func expanded(for subject: borrowing Subject) throws(TemplateFailure) -> String {
        if isSimple {
            // As much as the stack lends; what is longer is rare.
            let expansion = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { room -> SimpleExpansion in
                simpleExpansion(for: subject, room)
            }
            switch expansion {
            case .url(let url): return url
            case .dotSegment: throw .dotSegment
            case .tooLong: break
            }
        }
        var result: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let bytes): result.append(contentsOf: bytes)
            case .expression(let kind, let variables):
                var expansion = URITemplate.Expansion(kind)
                for variable in variables {
                    guard let value = variable.value(for: subject) else { continue }
                    expansion.append(value.templateValue, for: variable.source, to: &result)
                }
            }
        }
        if mayHoldDots(for: subject), result.withUnsafeBufferPointer({ DotSegments.are(in: $0) }) { throw .dotSegment }
        return String(decoding: result, as: UTF8.self)
    }

    private func mayHoldDots(for subject: borrowing Subject) -> Bool {
        // What a kind of a rule file calls an ISBN is whatever its template makes.
        needsSegmentCheck || (subject.classification != nil && !isWholeLink)
    }

    private enum SimpleExpansion {
        case url(String)
        case dotSegment
        case tooLong
    }

    private func simpleExpansion(
        for subject: borrowing Subject, _ room: UnsafeMutableBufferPointer<UInt8>
    ) -> SimpleExpansion {
        var count = 0
        for part in parts {
            switch part {
            case .literal(let bytes):
                guard room.count - count >= bytes.count else { return .tooLong }
                for byte in bytes {
                    room[count] = byte
                    count += 1
                }
            case .expression(let kind, let variables):
                guard let value = variables[0].value(for: subject) else { continue }
                var text = if case .text(let text) = value { text } else { value.description }
                let start = count
                let isWhole = text.withUTF8 {
                    PercentEncoding.write($0, keepingReserved: kind.keepsReserved, to: room, from: &count)
                }
                guard let isWhole else { return .tooLong }
                // A link that the code holds is nearly always what it leads to, letter by letter.
                if isWhole, parts.count == 1, start == 0 { return .url(text) }
            }
        }
        let url = UnsafeBufferPointer(rebasing: room[..<count])
        if mayHoldDots(for: subject), DotSegments.are(in: url) { return .dotSegment }
        return .url(String(decoding: url, as: UTF8.self))
    }
}

extension BoundURL.Part {
    fileprivate var isSimple: Bool {
        switch self {
        case .literal: return true
        case .expression(let kind, let variables):
            guard kind == .simple || kind == .reserved, variables.count == 1 else { return false }
            guard variables[0].source.prefix == nil, !variables[0].source.explodes else { return false }
            // The commas between the elements of a list stay as they are.
            if case .name(let name) = variables[0].value { return name.type != .list && name.type != .any }
            return true
        }
    }

    /// Whether it has a value that may be dots; numbers never are.
    fileprivate var mayHoldDots: Bool {
        guard case .expression(_, let variables) = self else { return false }
        return variables.contains { variable in
            guard case .name(.field(.fixed(let field))) = variable.value else { return true }
            switch (field.definition.type, field.definition.form) {
            case (.number, _), (.boolean, _), (.date, _), (.time, _): return false
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
