internal import BeelineContent
internal import BeelineSymbols

/// The key of a GS1 Digital Link in canonical form: the primary key with its value, then its qualifiers in the order of
/// the standard (GS1 Digital Link Standard: URI Syntax, section 4).
///
///     let key = try LinkKey(rawPath: "/01/09506000134352/10/AB%2FC")
///     key.qualifiers[0].value   // "AB/C"
///     key.path                  // "/01/09506000134352/10/AB%2FC"
///     key.elementString         // "(01)09506000134352(10)AB/C"
package struct LinkKey: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        /// The digits of the Application Identifier: `01`.
        package let ai: String
        /// Decoded.
        package let value: String

        /// `01/09506000134352`, percent-encoded.
        var path: String { "\(ai)/\(PercentEncoding.encode(value))" }
    }

    package let primary: Part
    package let qualifiers: [Part]

    init(primary: Part, qualifiers: [Part]) { (self.primary, self.qualifiers) = (primary, qualifiers) }

    /// The longest path that is read. The longest values, with each byte percent-encoded, are shorter.
    static let longest = 2_048

    init(_ path: ArraySlice<UInt8>) throws(LinkKeyError) {
        guard path.count <= Self.longest else { throw .invalid("the path is longer than \(Self.longest) bytes") }
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if segments.last?.isEmpty == true { segments.removeLast() }
        guard let start = segments.dropLast().firstIndex(where: { KeyScheme.find($0) != nil }),
            let scheme = KeyScheme.find(segments[start])
        else { throw .notAKey }
        primary = try scheme.part(Self.decoded(segments[start + 1], scheme.code))
        var qualifiers: [Part] = []
        var orders = scheme.orders
        for place in stride(from: start + 2, to: segments.count, by: 2) {
            let name = segments[place]
            guard let identifier = KeyScheme.identifier(name) else {
                throw .invalid("\(shown(name)) is not an Application Identifier")
            }
            let code = identifier.code
            // What comes before a qualifier in its list may be absent, but must not come after it.
            orders = orders.compactMap { order in order.firstIndex(of: code).map { Array(order[($0 + 1)...]) } }
            guard !orders.isEmpty else { throw .invalid(scheme.misplaced(identifier)) }
            guard place + 1 < segments.count else { throw .invalid("(\(code)) has no value") }
            let value = try Self.decoded(segments[place + 1], code)
            if let problem = identifier.problem(with: value) { throw .invalid("(\(code)): \(problem)") }
            qualifiers.append(Part(ai: code, value: value))
        }
        self.qualifiers = qualifiers
    }

    /// The decoded value of a segment.
    private static func decoded(_ segment: ArraySlice<UInt8>, _ code: String) throws(LinkKeyError) -> String {
        guard !segment.isEmpty else { throw .invalid("(\(code)) has no value") }
        let bytes = PercentEncoding.bytes(segment)
        // Of a triplet three bytes become one; a sign that was left was none.
        let triplets = segment.count { $0 == UInt8(ascii: "%") }
        guard segment.count - bytes.count == 2 * triplets else {
            throw .invalid("(\(code)): two hexadecimal digits must follow the percent sign")
        }
        guard let value = String(validating: bytes, as: UTF8.self) else {
            throw .invalid("(\(code)): the value is not UTF-8")
        }
        return value
    }

    /// `/01/09506000134352/10/AB%2FC`, with all but unreserved characters percent-encoded.
    package var path: String { "/\(storedKey)\(storedQualifiers)" }

    /// `(01)09506000134352(10)AB/C`.
    package var elementString: String {
        ElementString.bracketed(([primary] + qualifiers).map { ($0.ai, $0.value) })
    }

    /// The primary key in the table: `01/09506000134352`.
    var storedKey: String { primary.path }

    /// The qualifiers in the table: `/10/AB%2FC`; empty if there are none.
    var storedQualifiers: String { qualifiers.map { "/\($0.path)" }.joined() }

    /// The keys that cover this one, including itself, the most specific first. Later qualifiers of the standard's
    /// order weigh more: a serial number is before batch and variant.
    package var covering: [LinkKey] {
        (0..<1 << qualifiers.count).reversed().map { mask in
            let kept = qualifiers.enumerated().filter { mask & 1 << $0.offset != 0 }
            return LinkKey(primary: primary, qualifiers: kept.map(\.element))
        }
    }
}

extension LinkKey {
    /// Reads a key as people write it: a path, a Digital Link, an element string with brackets, or a GTIN alone.
    ///
    ///     try LinkKey(text: "9506000134352").path              // "/01/09506000134352"
    ///     try LinkKey(text: "(01)09506000134352(10)ABC").path  // "/01/09506000134352/10/ABC"
    package init(text: String) throws(LinkKeyError) {
        if text.utf8.first == UInt8(ascii: "(") {
            // The reader of element strings gives it the order of the standard. No date is looked at.
            guard let day = CalendarDate(year: 2000, month: 1, day: 1),
                let elements = try? ElementString(parsing: text, scannedOn: day, requiresCompanions: false),
                let link = elements.digitalLink
            else { throw .invalid("it is not an element string that can be written as a Digital Link") }
            self = try LinkKey(link: link)
        } else if text.utf8.contains(UInt8(ascii: ":")) {
            self = try LinkKey(link: text)
        } else if text.utf8.contains(UInt8(ascii: "/")) {
            try self.init(rawPath: text[...].prefix { $0 != "?" && $0 != "#" })
        } else {
            guard let scheme = KeyScheme.find(Array("01".utf8)[...]) else { throw .notAKey }
            self.init(primary: try scheme.part(text), qualifiers: [])
        }
    }

    private init(link: String) throws(LinkKeyError) {
        guard let address = WebAddress(absoluteURL: link), address.isOfWeb else {
            throw .invalid("it is not a Digital Link with http or https")
        }
        try self.init(rawPath: address.path[...])
    }
}

/// Why a path is not a key.
package enum LinkKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has no primary key of GS1.
    case notAKey
    /// It breaks a rule of the standard.
    case invalid(String)

    package var description: String {
        switch self {
        case .notAKey: "there is no GS1 key; a key is as /01/09506000134352 or /01/09506000134352/10/ABC"
        case .invalid(let problem): problem
        }
    }
}

/// A primary key of Digital Links, with its qualifiers.
struct KeyScheme: Sendable {
    let code: String
    private let identifier: ApplicationIdentifier
    /// Alternative lists of qualifiers, in their required order.
    let orders: [[String]]

    private static let all: [String: KeyScheme] = {
        var all: [String: KeyScheme] = [:]
        for identifier in ApplicationIdentifier.all {
            guard let orders = identifier.linkQualifiers else { continue }
            all[identifier.code] = KeyScheme(code: identifier.code, identifier: identifier, orders: orders)
        }
        return all
    }()

    private static let identifiers = Dictionary(uniqueKeysWithValues: ApplicationIdentifier.all.map { ($0.code, $0) })

    static func find(_ segment: ArraySlice<UInt8>) -> KeyScheme? {
        (2...4).contains(segment.count) ? all[String(decoding: segment, as: UTF8.self)] : nil
    }

    static func identifier(_ segment: ArraySlice<UInt8>) -> ApplicationIdentifier? {
        (2...4).contains(segment.count) ? identifiers[String(decoding: segment, as: UTF8.self)] : nil
    }

    /// The primary key with a value; a GTIN is padded with zeros (URI Syntax, section 4.3).
    func part(_ value: String) throws(LinkKeyError) -> LinkKey.Part {
        var value = value
        if code == "01", [8, 12, 13].contains(value.utf8.count) {
            value = String(repeating: "0", count: 14 - value.utf8.count) + value
        }
        if let problem = identifier.problem(with: value) { throw .invalid("(\(code)): \(problem)") }
        return LinkKey.Part(ai: code, value: value)
    }

    /// Why an identifier is not allowed at its place.
    func misplaced(_ other: ApplicationIdentifier) -> String {
        let lists = orders.map { $0.map { "(\($0))" }.joined(separator: ", ") }
        if lists.joined().contains(other.description) {
            return "\(other) is not allowed here; the qualifiers of (\(code)), in their order: "
                + lists.joined(separator: "; or ")
        }
        if other.isLinkAttribute, other.linkQualifiers == nil {
            return "\(other) is an attribute, which belongs in the query: ?\(other.code)=VALUE"
        }
        return "\(other) is not a qualifier of (\(code))"
    }
}

/// The first characters of a text from outside, in quotes.
func shown(_ text: some Collection<UInt8>) -> String {
    "'\(String(decoding: text.prefix(300), as: UTF8.self).shortened(to: 64))'"
}

func shown(_ text: String) -> String { shown(text.utf8) }
