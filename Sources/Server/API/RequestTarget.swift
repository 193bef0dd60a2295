internal import BeelineContent
internal import BeelineRules
internal import BeelineSymbols

/// Decodes the path of a request, once.
enum RequestTarget {
    /// The segments of a path: `/v1/devices/7` has three, `/` none. An ambiguous path is an error: one with an empty
    /// segment, `.`, `..`, controls, or bytes that are not UTF-8.
    static func segments(_ rawPath: String) throws(Problem) -> [String] {
        let bytes = rawPath.utf8
        guard bytes.first == UInt8(ascii: "/") else { throw .badPath("it does not begin with /") }
        guard bytes.count <= longestPath else { throw Problem(414, "path-too-long", "the path is too long") }
        let raw = bytes.dropFirst()
        if raw.isEmpty { return [] }
        var segments: [String] = []
        for piece in raw.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = decoded(piece, plusIsBlank: false) else {
                throw .badPath("each %XX must be a byte of UTF-8, and control characters are not allowed")
            }
            guard segment != ".", segment != ".." else { throw .badPath("'.' and '..' are not followed") }
            segments.append(segment)
        }
        // The last one is empty where the path ends with a slash: that is another path, which no route has.
        guard !segments.dropLast().contains("") else { throw .badPath("it has two slashes in a row") }
        return segments
    }

    private static let longestPath = 4_096

    /// Percent-encoded text; nil where it is malformed, not UTF-8, or has controls.
    static func decoded(_ bytes: Substring.UTF8View, plusIsBlank: Bool) -> String? {
        let isPlain = bytes.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
        }
        if isPlain { return String(Substring(bytes)) }
        let encoded = Array(bytes)
        let isWhole = encoded.indices.allSatisfy { index in
            encoded[index] != UInt8(ascii: "%")
                || (index + 2 < encoded.count && encoded[index + 1].isASCIIHexDigit
                    && encoded[index + 2].isASCIIHexDigit)
        }
        guard isWhole else { return nil }
        let text = PercentEncoding.bytes(encoded[...], plusIsBlank: plusIsBlank)
        guard !text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return String(validating: text, as: UTF8.self)
    }
}

extension Problem {
    fileprivate static func badPath(_ problem: String) -> Problem {
        Problem(400, "bad-path", "the path cannot be read: \(problem)")
    }
}

/// A parameter of a query, or a header field of a route.
struct Parameter: Sendable {
    let name: String
    let form: Form
    let summary: String
    let example: String
    let isRequired: Bool
    /// An older name that is accepted, too.
    let formerName: String?

    enum Form: Hashable, Sendable {
        case text(most: Int)
        case integer(ClosedRange<Int>)
        /// `true` or `false`.
        case flag
        case choice([String])

        var schema: Schema {
            switch self {
            case .text(let most): .text(most: most)
            case .integer(let range): .integer(range)
            case .flag: .boolean
            case .choice(let words): .choice(words)
            }
        }

        /// What a value must be, if it is invalid; nil for a valid value.
        fileprivate func objection(to text: String) -> String? {
            switch self {
            case .text(let most): text.utf8.count <= most ? nil : "has at most \(most) bytes"
            case .integer(let range):
                Int(text).map(range.contains) == true
                    ? nil : "is a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .flag: text == "true" || text == "false" ? nil : "is true or false"
            case .choice(let words):
                words.contains(text)
                    ? nil : "is one of \(words.joined(separator: ", "))" + Spelling.hint(for: text, in: words)
            }
        }
    }

    init(
        _ name: String, _ form: Form, _ summary: String, example: String, isRequired: Bool = false,
        formerName: String? = nil
    ) {
        (self.name, self.form, self.summary, self.example) = (name, form, summary, example)
        (self.isRequired, self.formerName) = (isRequired, formerName)
    }
}

struct Query: Sendable {
    private var values: [(name: String, value: String)] = []

    /// - Throws: for an unknown or repeated parameter, or an invalid value.
    init(_ raw: String?, _ parameters: [Parameter]) throws(Problem) {
        try read(raw ?? "", parameters)
        if let missing = parameters.first(where: { $0.isRequired && self[$0.name] == nil }) {
            throw Problem(
                400, "missing-parameter",
                "the query needs '\(missing.name)', such as \(missing.name)=\(missing.example)")
        }
    }

    private mutating func read(_ raw: String, _ parameters: [Parameter]) throws(Problem) {
        guard !raw.isEmpty else { return }
        guard raw.utf8.count <= 8_192 else { throw Problem(414, "query-too-long", "the query is too long") }
        for piece in raw.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = RequestTarget.decoded(halves[0], plusIsBlank: true),
                let value = halves.count == 2 ? RequestTarget.decoded(halves[1], plusIsBlank: true) : ""
            else {
                throw .badQuery("the query is not UTF-8, or has control characters; %XX is a byte")
            }
            guard let parameter = parameters.first(where: { [$0.name, $0.formerName].contains(name) }) else {
                throw .unknownParameter(name, parameters.map(\.name))
            }
            guard self[parameter.name] == nil else { throw .badQuery("'\(name)' is given twice") }
            if let objection = parameter.form.objection(to: value) {
                throw .badQuery("'\(name)' \(objection), such as \(name)=\(parameter.example)")
            }
            values.append((parameter.name, value))
        }
    }

    subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    func flag(_ name: String) -> Bool { self[name] == "true" }
    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}

extension Problem {
    fileprivate static func unknownParameter(_ name: String, _ known: [String]) -> Problem {
        let shown = name.shortened(to: 60).withHiddenSpelledOut
        let others = known.isEmpty ? "this path does not accept a query" : "there are \(known.joined(separator: ", "))"
        let hint = Spelling.hint(for: name, in: known)
        return Problem(400, "unknown-parameter", "the query has no '\(shown)'\(hint); \(others)")
    }
}
