internal import BeelineContent
internal import BeelineSymbols

/// A URI template with bound names, a known host and filled in constants.
package struct BoundURL: Sendable {
    package enum Part: Hashable, Sendable {
        case literal([UInt8])
        case expression(URITemplate.Operator, [Variable])
    }

    package struct Variable: Hashable, Sendable {
        package let source: URITemplate.Variable
        let value: Value
    }

    /// The source of the value of a variable.
    enum Value: Hashable, Sendable {
        case name(Name)
        /// The text that an action gives a service.
        case text(BoundText)

        var names: [Name] {
            switch self {
            case .name(let name): [name]
            case .text(let text): text.names
            }
        }

        borrowing func value(for subject: borrowing EvaluationContext) -> FieldValue? {
            switch self {
            case .name(let name): subject.shownValue(of: name)
            // A value that a service does not need, and does not get.
            case .text(let text): text.parts.isEmpty ? nil : .text(text.text(for: subject))
            }
        }
    }

    package let parts: [Part]
    /// Whether a value may become a `.`, `..` or empty segment of the path.
    private let mayBreakPath: Bool
    let isWholeLink: Bool
    /// Whether it may reveal the secret of a code that contains one.
    let mayTellSecret: Bool

    /// - Parameter isWholeLink: whether the template is a whole link of the code, whose path is not checked.
    init(parts: [Part], isWholeLink: Bool) {
        self.parts = parts
        self.isWholeLink = isWholeLink
        mayBreakPath = !isWholeLink && parts.contains { $0.mayHoldDots }
        mayTellSecret = parts.contains { part in
            if case .expression(_, let variables) = part {
                variables.contains { $0.value.names.contains(where: \.mayTellSecret) }
            } else {
                false
            }
        }
    }

    var names: [Name] {
        parts.flatMap { part -> [Name] in
            if case .expression(_, let variables) = part { variables.flatMap(\.value.names) } else { [] }
        }
    }

    /// Whether the URL for a code that contains a secret reveals it.
    func tellsSecret(of subject: borrowing EvaluationContext) -> Bool {
        if mayTellSecret { return true }
        // What a kind of a rule file gives may be made of a secret.
        guard subject.classification != nil else { return false }
        for name in names where subject.tellsSecret(name) { return true }
        return false
    }

    /// The URL for a code. An error when a value would become a `.` or `..` segment of the path, or an empty one.
    func expanded(for subject: borrowing EvaluationContext) throws(TemplateFailure) -> String {
        let url = write(for: subject) { _ in }
        guard needsSegmentCheck(for: subject) else { return String(decoding: url, as: UTF8.self) }
        if url.withUnsafeBufferPointer(DotSegments.are) { throw .dotSegment }
        if url.withUnsafeBufferPointer({ EmptySegments.are(in: $0) { _ in true } }) {
            // It may be the rule's own. An empty value between two slashes of the rule makes one as well.
            var values: [Range<Int>] = []
            _ = write(for: subject) { values.append($0) }
            let isOfValue = url.withUnsafeBufferPointer {
                EmptySegments.are(in: $0) { slash in
                    values.contains { $0.lowerBound <= slash + 1 && slash < $0.upperBound }
                }
            }
            if isOfValue { throw .emptySegment }
        }
        return String(decoding: url, as: UTF8.self)
    }

    /// The bytes of the URL for a code. The range of each expression is noted.
    private func write(for subject: borrowing EvaluationContext, _ note: (Range<Int>) -> Void) -> [UInt8] {
        var url: [UInt8] = []
        url.reserveCapacity(Self.usualLength)
        // By index: a loop over the elements would copy each of them.
        for place in parts.indices {
            switch parts[place] {
            case .literal(let bytes): url += bytes
            case .expression(let kind, let variables):
                let start = url.count
                var expansion = URITemplate.Expansion(kind, keeping: kind.kept(isWholeLink: isWholeLink))
                for index in variables.indices {
                    guard let value = variables[index].value.value(for: subject) else { continue }
                    expansion.append(value.templateValue, for: variables[index].source, to: &url)
                }
                note(start..<url.count)
            }
        }
        return url
    }

    /// In bytes. URLs may be longer.
    private static let usualLength = 96

    private func needsSegmentCheck(for subject: borrowing EvaluationContext) -> Bool {
        // A kind of a rule file may give any text to a field.
        mayBreakPath || (subject.classification != nil && !isWholeLink)
    }
}

extension BoundURL.Part {
    /// Whether it has a value that may consist of dots; numbers never do.
    fileprivate var mayHoldDots: Bool {
        guard case .expression(_, let variables) = self else { return false }
        return variables.contains { variable in
            guard case .name(.field(.fixed(let field))) = variable.value else { return true }
            switch (field.definition.type, field.definition.form) {
            case (.number, _), (.boolean, _), (.date, _), (.time, _), (.moment, _): return false
            case (_, .isbn13), (_, .isbn10), (_, .gtin), (_, .kind), (_, .issn), (_, .ismn), (_, .capitals),
                (_, .oneOf), (_, .iban), (_, .bic), (_, .vin):
                return false
            // An add-on or the name of a symbology may come from input without checks.
            case (_, .free), (_, .lowerCase), (_, .upperCase), (_, .host), (_, .digits), (_, .symbology),
                (_, .security), (_, .phone), (_, .element):
                return true
            }
        }
    }
}

extension URITemplate.Operator {
    /// The reserved characters of a value that are not encoded. A whole link of the code stays as it is; any other
    /// value stays within its part of the URL, so that it cannot add a parameter or end the path.
    func kept(isWholeLink: Bool) -> PercentEncoding.Kept {
        guard keepsReserved else { return .none }
        return isWholeLink ? .all : .withinPart
    }
}

/// Why a valid template has no value for a code.
enum TemplateFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case dotSegment
    case emptySegment
    /// An argument of a program, by its number.
    case option(argument: Int)

    var description: String {
        switch self {
        case .dotSegment: "a value would become a '.' or '..' segment of the URL's path"
        case .emptySegment:
            "a value would make an empty segment of the URL's path: '//'; write {name} instead of {+name} there"
        case .option(let argument):
            "argument \(argument) would let the code choose an option; "
                + "write \"--\" before it, or put your own text in front of it"
        }
    }
}

/// Segments of a path that change the place in it.
enum DotSegments {
    /// Whether a segment of the path is `.` or `..`. A dot may be written `%2e` (WHATWG URL, section 4.1).
    static func are(in url: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
        var dots = 0
        var others = 0
        var index = 0
        while index < end {
            let byte = url[index]
            index += 1
            if byte == UInt8(ascii: "/") {
                if others == 0, dots == 1 || dots == 2 { return true }
                (dots, others) = (0, 0)
            } else if byte == UInt8(ascii: ".") {
                dots += 1
            } else if byte == UInt8(ascii: "%"), index + 1 < end, url[index] == UInt8(ascii: "2"),
                url[index + 1] | 0x20 == UInt8(ascii: "e")
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

/// Empty segments of a path, which some servers and proxies skip, and at which others end an allowed prefix.
enum EmptySegments {
    /// Whether the path of a URL has two slashes in a row such that the index of the first passes a test.
    static func are(in url: UnsafeBufferPointer<UInt8>, _ isWanted: (Int) -> Bool) -> Bool {
        let slash = UInt8(ascii: "/")
        let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
        guard let colon = url[..<end].firstIndex(of: UInt8(ascii: ":")) else { return false }
        var index = colon + 1
        // The two before the host are not one of the path.
        if index + 1 < end, url[index] == slash, url[index + 1] == slash { index += 2 }
        while index + 1 < end {
            if url[index] == slash, url[index + 1] == slash, isWanted(index) { return true }
            index += 1
        }
        return false
    }
}
