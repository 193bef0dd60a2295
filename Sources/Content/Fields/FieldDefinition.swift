internal import BeelineSupport
internal import BeelineSymbols

/// A field as rules name it: one of the table, or one whose name is open.
package enum FieldName: Hashable, Sendable {
    case fixed(Field)
    /// `query.NAME`: a parameter of a link's query.
    case query(String)
    /// `ai.NN`: the value of a GS1 Application Identifier.
    case ai(String)
    /// `di.NN`: the value of a data identifier in an envelope of ISO/IEC 15434.
    case di(String)
    /// `json.PATH`: a member of a JSON text; the names and indices on the way to it have dots between them.
    case json([String])
}

package enum Presence: Hashable, Sendable {
    case always
    case sometimes
}

extension FieldName {
    /// The field of that name: `isbn13`, `query.id`, `ai.10`, `json.items.0.name`; nil where no code can have it.
    package init?(_ name: String) {
        if let field = Field(name: name) {
            self = .fixed(field)
            return
        }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let rest = String(name[name.index(after: dot)...])
        guard !rest.isEmpty else { return nil }
        switch name[..<dot] {
        case OpenFieldDefinition.query.prefix: self = .query(rest)
        case OpenFieldDefinition.ai.prefix:
            guard ApplicationIdentifier(rest) != nil else { return nil }
            self = .ai(rest)
        case OpenFieldDefinition.di.prefix:
            guard DataIdentifier.isPossible(rest) else { return nil }
            self = .di(rest)
        case OpenFieldDefinition.json.prefix:
            self = .json(rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
        default: return nil
        }
    }

    package var type: FieldType {
        if case .fixed(let field) = self { field.definition.type } else { openDefinition?.type ?? .any }
    }

    package var form: FieldForm {
        switch self {
        case .fixed(let field): field.definition.form
        case .ai(let identifier): .element(identifier)
        case .query, .di, .json: .free
        }
    }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    package func presence(in kind: Kind) -> Presence? {
        if case .fixed(let field) = self { return field.definition.presence(in: kind) }
        return openDefinition?.kind == kind ? .sometimes : nil
    }
}

extension FieldName: CustomStringConvertible {
    package var description: String {
        switch self {
        case .fixed(let field): field.rawValue
        case .query(let name): "query.\(name)"
        case .ai(let identifier): "ai.\(identifier)"
        case .di(let identifier): "di.\(identifier)"
        case .json(let path): "json.\(path.joined(separator: "."))"
        }
    }
}

/// One line of the table of fields.
package struct FieldDefinition: Hashable, Sendable {
    package let field: Field
    package let type: FieldType
    /// How texts of this field are spelled; decides which operands a condition may compare it with.
    package let form: FieldForm
    /// Whether it is a part or another form of another field of its kind; output for people leaves it out.
    package let isPart: Bool
    /// Whether it is for the owner's eyes only; output withholds it unless it is asked for.
    package let isSecret: Bool
    /// Whether it reveals the secret of a code that contains one: it is the secret, or a text that it was read from.
    package let mayTellSecret: Bool
    package let always: KindSet
    package let sometimes: KindSet

    init(
        _ field: Field, type: FieldType = .text, form: FieldForm = .free, part: Bool = false, secret: Bool = false,
        always: [Kind] = [], sometimes: [Kind] = []
    ) {
        self.field = field
        self.type = type
        self.form = form
        isPart = part
        isSecret = secret
        mayTellSecret = secret || [.text, .compact, .url, .link, .links, .bytes].contains(field)
        self.always = KindSet(always)
        self.sometimes = KindSet(sometimes)
    }

    package var name: String { field.rawValue }

    /// The kinds whose codes have it, always or sometimes.
    package var kinds: [Kind] { always.union(sometimes).kinds }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    package func presence(in kind: Kind) -> Presence? {
        always.contains(kind) ? .always : sometimes.contains(kind) ? .sometimes : nil
    }

    /// Whether it is a field that codes of any kind have, which output omits.
    package var isCommon: Bool { always.union(sometimes) == .all || field == .text || field == .compact }
}

/// Fields of a kind whose names are open: what is after the dot is the code's own.
package struct OpenFieldDefinition: Hashable, Sendable {
    /// As it is before the dot: `query`.
    package let prefix: String
    /// What the rest of the name is called: `NAME`.
    package let placeholder: String
    /// The one kind that has such fields, some of its codes at least.
    package let kind: Kind
    package let type: FieldType
    /// How texts of such fields are spelled.
    package let form: FieldForm
    package let summary: String

    /// The name in rules with the placeholder: `query.NAME`.
    package var name: String { "\(prefix).\(placeholder)" }

    static let query = OpenFieldDefinition(
        prefix: "query", placeholder: "NAME", kind: .url, type: .text, form: .free,
        summary: "A parameter of the link's query, decoded; of several with this name the first.")
    package static let ai = OpenFieldDefinition(
        prefix: "ai", placeholder: "NN", kind: .gs1, type: .text, form: .element(nil),
        summary: "The value of this GS1 Application Identifier, as it is in the code.")
    package static let di = OpenFieldDefinition(
        prefix: "di", placeholder: "NN", kind: .industrialLabel, type: .text, form: .free,
        summary: "The value of this data identifier, such as 1T, or text element identifier, as it is in the code.")
    static let json = OpenFieldDefinition(
        prefix: "json", placeholder: "PATH", kind: .json, type: .any, form: .free,
        summary: "A member: the names, and the indices in arrays, on the way to it, with dots between them. A name may "
            + "have dots in it. An object, null, an empty list and a list of these are absent; 1.50 is 1.5.")

    package static let table: [OpenFieldDefinition] = [query, ai, di, json]
}

extension FieldName {
    var openDefinition: OpenFieldDefinition? {
        switch self {
        case .fixed: nil
        case .query: .query
        case .ai: .ai
        case .di: .di
        case .json: .json
        }
    }
}

/// How the texts of a field are spelled, so that an operand that could never be equal to one is refused.
package enum FieldForm: Hashable, Sendable {
    /// Any text.
    case free
    case kind
    case symbology
    case lowerCase
    case isbn13
    case isbn10
    /// A GTIN of so many digits.
    case gtin(Int)
    case issn
    case ismn
    /// The host of a link, in lower case and ASCII.
    case host
    /// So many capitals, such as those of ISO 4217; with an example.
    case capitals(Int, String)
    /// One of these words.
    case oneOf([String])
    /// How a network is secured: in capitals, or `nopass`.
    case security
    /// Capitals, where it has letters.
    case upperCase
    case iban
    case bic
    case vin
    /// A telephone number as one dials it; of a contact also what could not be read as one.
    case phone
    /// Digits, of one of two counts.
    case digits(Int, Int)
    /// What the value of this Application Identifier may be; of any where none is named.
    case element(String?)

    /// ISO 4217.
    static let currency = FieldForm.capitals(3, "EUR")
    /// ISO 3166-1 alpha-2.
    static let country = FieldForm.capitals(2, "DE")
    /// IATA.
    static let airport = FieldForm.capitals(3, "FRA")

    /// What is wrong with a text as a value of the field; nil when the field may have it.
    package func problem(with text: String) -> Problem? {
        switch self {
        case .free: return nil
        case .kind: return Kind(rawValue: text) == nil ? .notOneOf(Kind.allCases.map(\.rawValue)) : nil
        case .symbology:
            let symbology = Symbology(name: text)
            guard !text.isEmpty, Symbology.all.contains(symbology) else { return .notOneOf(Symbology.all.map(\.name)) }
            return symbology.name == text ? nil : .spelledOtherwise(symbology.name)
        case .lowerCase: return text == text.lowercased() ? nil : .spelledOtherwise(text.lowercased())
        case .isbn13: return problem(text, number: "an ISBN of 13 digits", canonical: (try? ISBN(text))?.isbn13)
        case .isbn10: return problem(text, number: "an ISBN of 10 characters", canonical: (try? ISBN(text))?.isbn10)
        case .gtin(let count):
            let gtin = try? GTIN(text)
            let canonical = [8: gtin?.gtin8, 12: gtin?.gtin12, 13: gtin?.gtin13, 14: gtin?.gtin14][count] ?? nil
            return problem(text, number: "a GTIN of \(count) digits with its check digit", canonical: canonical)
        case .issn: return problem(text, number: "an ISSN, such as 0024-9319", canonical: (try? Periodical(text))?.issn)
        case .ismn: return problem(text, number: "an ISMN of 13 digits", canonical: (try? ISMN(text))?.ismn)
        case .host:
            if let host = Self.host(meantBy: text) { return host == text ? nil : .spelledOtherwise(host) }
            let isPlain = text == text.lowercased() && text.utf8.allSatisfy { $0 < 0x80 }
            return isPlain ? nil : .notOfForm("a host such as example.com")
        case .capitals(let count, let example):
            let capitals = text.asciiUppercased
            guard capitals.utf8.count == count, capitals.utf8.allSatisfy(\.isASCIICapital) else {
                return .notOfForm("\(count) capital letters, such as \(example)")
            }
            return capitals == text ? nil : .spelledOtherwise(capitals)
        case .oneOf(let words): return words.contains(text) ? nil : .notOneOf(words)
        case .security:
            let canonical = WiFiNetwork.security(writtenAs: text)
            return canonical == text ? nil : .spelledOtherwise(canonical)
        case .upperCase: return text == text.asciiUppercased ? nil : .spelledOtherwise(text.asciiUppercased)
        case .iban: return problem(text, number: "an IBAN with its check digits", canonical: (try? IBAN(text))?.text)
        case .bic: return problem(text, number: "a BIC of 8 or 11 characters", canonical: BIC.canonical(text))
        case .vin:
            return problem(text, number: "a VIN of 17 characters with its check digit", canonical: VIN(text)?.text)
        case .phone: return PhoneNumber(text).flatMap { problem(text, number: "", canonical: $0.description) }
        case .digits(let few, let many):
            let isRight = [few, many].contains(text.utf8.count) && Digits.parse(text.utf8) != nil
            return isRight ? nil : .notOfForm(few == many ? "\(few) digits" : "\(few) or \(many) digits")
        case .element(let identifier):
            guard let identifier = identifier.flatMap(ApplicationIdentifier.init) else { return nil }
            return identifier.problem(with: text).map(Problem.broken)
        }
    }

    /// The host of a link that a text is or begins: `müller.de` means `xn--mller-kva.de`. Nil where it means none.
    private static func host(meantBy text: String) -> String? {
        guard !text.hasSuffix(".") else { return nil }
        let link = text.contains("://") ? text : "https://\(text)/"
        return (WebAddress(link) ?? WebAddress("https://[\(text)]/"))?.hostName
    }

    private func problem(_ text: String, number: String, canonical: String?) -> Problem? {
        guard let canonical else { return .notOfForm(number) }
        return canonical == text ? nil : .spelledOtherwise(canonical)
    }

    /// What may be wrong with an operand.
    package enum Problem: Hashable, Sendable {
        /// Only these exist.
        case notOneOf([String])
        /// The field has it in this spelling.
        case spelledOtherwise(String)
        /// It is not what the field has; with what that is.
        case notOfForm(String)
        /// It is not a value of the Application Identifier.
        case broken(GS1Problem.Reason)
    }
}

/// Pieces of texts, for operands that are looked for in a field.
extension FieldForm {
    /// Why no text of the field begins with, ends with or contains a piece; nil when some may.
    package func problem(withPart part: String, isPrefix: Bool) -> String? {
        switch self {
        case .free: return nil
        case .kind: return Self.problem(part, isPrefix, in: Kind.allCases.map(\.rawValue))
        case .symbology: return Self.problem(part, isPrefix, in: Symbology.all.map(\.name))
        case .oneOf(let words): return Self.problem(part, isPrefix, in: words)
        case .lowerCase, .host: return part == part.lowercased() ? nil : "it is in lower case"
        case .upperCase: return part == part.asciiUppercased ? nil : "it is in capitals"
        case .security:
            let isOpen = Self.problem(part, isPrefix, in: ["nopass"]) == nil
            return isOpen || part == part.asciiUppercased ? nil : "it is in capitals, or 'nopass'"
        case .isbn13:
            if isPrefix, !["978", "979"].contains(where: { $0.hasPrefix(part) || part.hasPrefix($0) }) {
                return "it begins with 978 or 979"
            }
            return Self.problem(part, most: 13)
        case .ismn:
            if isPrefix, !"9790".hasPrefix(part), !part.hasPrefix("9790") { return "it begins with 9790" }
            return Self.problem(part, most: 13)
        case .isbn10: return Self.problem(part, most: 10, others: "X")
        case .gtin(let count): return Self.problem(part, most: count)
        case .issn: return Self.problem(part, most: 9, others: "-X")
        case .digits(let few, let many): return Self.problem(part, most: max(few, many))
        case .capitals(let count, _):
            return part.utf8.allSatisfy(\.isASCIICapital) && part.utf8.count <= count
                ? nil : "it is \(count) capital letters"
        case .iban:
            return Self.isCapitalsOrDigits(part, most: 34) ? nil : "it is capital letters and digits, without blanks"
        case .bic: return Self.isCapitalsOrDigits(part, most: 11) ? nil : "it is 8 or 11 capital letters and digits"
        case .vin: return Self.isCapitalsOrDigits(part, most: 17) ? nil : "it is 17 capital letters and digits"
        case .phone: return Self.isSpacedOut(part) ? "it must be digits as dialled, with nothing between them" : nil
        case .element(let code):
            guard let identifier = code.flatMap(ApplicationIdentifier.init) else { return nil }
            let sets = Set(identifier.components.map(\.characters))
            if let only = sets.first, sets.count == 1, only != .set64, !only.allows(Array(part.utf8)[...]) {
                return "\(GS1Problem.Reason.wrongCharacter(allowed: only))"
            }
            let most = identifier.maximumLength
            return part.utf8.count <= most ? nil : "it has \(most) characters at most"
        }
    }

    private static func problem(_ part: String, _ isPrefix: Bool, in words: [String]) -> String? {
        guard !words.contains(where: { isPrefix ? $0.hasPrefix(part) : $0.contains(part) }) else { return nil }
        return words.count <= 12 ? "it is \(words.joined(separator: ", "))" : "none of its \(words.count) words has it"
    }

    private static func problem(_ part: String, most: Int, others: String = "") -> String? {
        guard part.utf8.allSatisfy({ $0.isASCIIDigit || others.utf8.contains($0) }) else {
            return others.isEmpty
                ? "it is digits only" : "it is digits, and \(others.map(String.init).joined(separator: ", "))"
        }
        return part.utf8.count <= most ? nil : "it has \(most) characters"
    }

    private static func isCapitalsOrDigits(_ part: String, most: Int) -> Bool {
        part.utf8.count <= most && part.utf8.allSatisfy { $0.isASCIICapital || $0.isASCIIDigit }
    }

    /// Whether it is digits with the blanks and signs between them with which people write telephone numbers.
    private static func isSpacedOut(_ part: String) -> Bool {
        let signs = " -./()"
        return part.utf8.contains(where: \.isASCIIDigit) && part.utf8.contains(where: signs.utf8.contains)
            && part.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "+") || signs.utf8.contains($0) }
    }
}
