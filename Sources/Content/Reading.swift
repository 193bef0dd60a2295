public import BeelineSymbols

/// A symbol and what was made of it.
public struct Reading: Hashable, Sendable {
    /// The barcode: its symbology, its bytes, and where it is in the image.
    public let symbol: Symbol
    /// What the bytes mean.
    public let content: Content
    /// What was doubtful, in the order in which it was noticed. Usually empty.
    public let warnings: [ContentWarning]
    /// The place, among the readings of its image, of the code that this one is a part of; nil for most.
    public let joinedTo: Int?
    /// Whether it is a part of a message that contains a secret, of which this part alone may show no sign.
    public let isPartOfSecret: Bool
    /// Texts of it that a kind of a rule file keeps secret.
    package private(set) var keptSecrets: [[UInt8]] = []

    /// A reading of a symbol that was parsed elsewhere; ``ContentParser`` makes all others.
    public init(
        symbol: Symbol, content: Content, warnings: [ContentWarning] = [], joinedTo: Int? = nil,
        isPartOfSecret: Bool = false
    ) {
        self.symbol = symbol
        self.content = content
        self.warnings = warnings
        self.joinedTo = joinedTo
        self.isPartOfSecret = isPartOfSecret
    }

    /// The same reading with more that is doubtful.
    package func adding(warnings: [ContentWarning]) -> Reading {
        var reading = replacing(symbol: symbol, warnings: self.warnings + warnings)
        reading.keptSecrets = keptSecrets
        return reading
    }

    /// The same reading, of whose text some is secret too.
    package func keepingSecret(_ texts: [[UInt8]]) -> Reading {
        var reading = self
        reading.keptSecrets += texts
        return reading
    }

    /// Of what kind the content is; cheaper than asking a copy of it.
    public var kind: Kind { content.kind }
}

extension Reading {
    /// The same of another symbol and with other warnings, without what a kind of a rule file keeps secret.
    package func replacing(symbol: Symbol, warnings: [ContentWarning]) -> Reading {
        Reading(
            symbol: symbol, content: content, warnings: warnings, joinedTo: joinedTo, isPartOfSecret: isPartOfSecret)
    }
}

/// Something about a code that its user should know before trusting what was made of it.
public enum ContentWarning: Hashable, Sendable {
    /// It would be an ISBN or a GTIN (the name comes with it), but a digit is wrong. The characters are ASCII.
    case wrongCheckDigit(of: String, found: UInt8, expected: UInt8)
    /// It has all that a kind of a rule file asks for but the check characters; with the name of the kind.
    case wrongCheck(ofKind: String, found: String, expected: String)
    /// It has all that a kind of a rule file asks for first, but its text does not consist of the parts of the kind;
    /// with the name of the kind and the reason.
    case notOfKind(String, reason: String)
    /// A retail symbol whose text such a symbol cannot encode; with the reason.
    case notOfSymbology(Symbology, reason: String)
    /// Eight digits of unknown symbology that are right both as GTIN-8 and as UPC-E, or as one of them.
    case ambiguousEightDigits
    /// Nine digits that were read as an ISBN-10 without its leading zero.
    case leadingZeroRestored
    /// A UPC-E that leaves out its zeros by another rule than the standard's; with how it should be written.
    case otherwiseSuppressed(String)
    /// The bytes are not UTF-8; the text is a guess by this character set.
    case guessedCharset(String)
    /// The name that its source has for the symbology is not known, so the symbology says nothing of the code.
    case unknownSymbology(String)
    /// It begins like a code of some kind, but is none; with the reason.
    case malformed(Kind, String)
    /// It is of that kind, but something in it may be an error of who made it; with what.
    case questionable(Kind, String)
    /// It is of a kind of a rule file, but chance or another kind may explain it, or it was read otherwise than it is
    /// written; with the name of the kind and the reason.
    case questionableKind(String, reason: String)
    /// It was meant as GS1 element strings or as a Digital Link, but breaks a rule of theirs.
    /// The text names the element and the rule. An incomplete label lacks elements that may be in another symbol; in a
    /// symbol of GS1 it is of their kind anyway.
    case elementString(String, isIncomplete: Bool)
    /// The GS1 symbols of the image cannot all be of one unit; with the element and the rule that say so.
    case severalUnits(String)
    /// It contains a part of a message, and not all parts were seen, counted from 0; none where the parts of several
    /// messages cannot be distinguished.
    case partOfMessage(StructuredAppend, missing: [ClosedRange<Int>])

    /// The name that programs may rely on.
    public var code: String {
        switch self {
        case .wrongCheckDigit, .wrongCheck: "wrong-check-digit"
        case .notOfSymbology: "not-of-symbology"
        case .ambiguousEightDigits: "ambiguous-digits"
        case .leadingZeroRestored: "leading-zero-restored"
        case .otherwiseSuppressed: "otherwise-suppressed"
        case .guessedCharset: "guessed-charset"
        case .unknownSymbology: "unknown-symbology"
        case .malformed, .notOfKind: "malformed"
        case .questionable, .questionableKind: "questionable"
        case .elementString(_, isIncomplete: true): "gs1-incomplete"
        case .elementString: "gs1-invalid"
        case .severalUnits: "gs1-several-units"
        case .partOfMessage: "parts-missing"
        }
    }
}

extension ContentWarning: CustomStringConvertible {
    /// A sentence without a capital and a full stop; it fits in a line.
    public var description: String {
        switch self {
        case .wrongCheckDigit(let number, let found, let expected):
            "not \(number): the check digit is \(Unicode.Scalar(found)), expected \(Unicode.Scalar(expected))"
        case .wrongCheck(let kind, let found, let expected):
            expected.utf8.count == 1
                ? "not of the kind '\(kind)': the check character is \(found), expected \(expected)"
                : "not of the kind '\(kind)': the check characters are \(found), expected \(expected)"
        case .notOfKind(let kind, let reason): "not of the kind '\(kind)': \(reason)"
        case .notOfSymbology(let symbology, let reason): "not possible in \(symbology.title): \(reason)"
        case .ambiguousEightDigits: "eight digits may be an EAN-8 or a UPC-E: name the symbology"
        case .leadingZeroRestored: "nine digits, read as an ISBN-10 without its leading zero"
        case .otherwiseSuppressed(let expected):
            "zeros left out by the wrong rule: the UPC-E of this number is \(expected)"
        case .guessedCharset(let charset): "the bytes are not UTF-8; the text is a guess (\(charset))"
        case .unknownSymbology(let name):
            "'\(name)' is not the name of a symbology: use one such as ean_13 or qr_code, or unknown"
        case .malformed(let kind, let reason): "not \(kind.definition.title): \(reason)"
        case .questionable(let kind, let reason): "\(kind.definition.title), perhaps with an error: \(reason)"
        case .questionableKind(let kind, let reason): "perhaps not of the kind '\(kind)': \(reason)"
        case .elementString(let problem, _): problem
        case .severalUnits(let problem): "the GS1 symbols of this image are not of one unit: \(problem)"
        case .partOfMessage(let part, let missing):
            "\(part) of a message that cannot be assembled: \(Self.reason(missing, part))"
        }
    }

    private static func reason(_ missing: [ClosedRange<Int>], _ part: StructuredAppend) -> String {
        guard let first = missing.first else {
            return part.count == nil
                ? "no symbol says how many parts there are" : "there are different symbols for the same part"
        }
        guard missing.count > 1 || first.count > 1 else { return "part \(first.lowerBound + 1) is missing" }
        let most = 8
        var names = missing.prefix(most).map { range in
            range.count == 1 ? "\(range.lowerBound + 1)" : "\(range.lowerBound + 1) to \(range.upperBound + 1)"
        }
        if missing.count > most { names.append("others") }
        let last = names.count > 1 ? " and \(names.removeLast())" : ""
        return "parts \(names.joined(separator: ", "))\(last) are missing"
    }
}

extension Reading {
    package func value(of name: FieldName) -> FieldValue? {
        switch (name, content) {
        case (.fixed(let field), _): value(of: field)
        case (.query(let parameter), .url(let address)): address.queryValue(parameter).map(FieldValue.text)
        case (.ai(let identifier), .gs1(let elements)): elements[identifier].map(FieldValue.text)
        case (.json(let path), .json(let document)): document.value(at: path)
        case (.di(let identifier), .industrialLabel(let label)): label[identifier].map(FieldValue.text)
        case (.query, _), (.ai, _), (.di, _), (.json, _): nil
        }
    }

    /// The value of a field by its name, as rules have it: `isbn13`, `query.id`, `ai.10`, `json.items.0.name`. Nil
    /// where this code does not have it, and where there is no such field.
    ///
    ///     reading.value(named: "query.id")   // .text("7"), of the link https://example.com/?id=7
    public func value(named name: String) -> FieldValue? { FieldName(name).flatMap { value(of: $0) } }

    /// The value of a field; nil where this code does not have it.
    public func value(of field: Field) -> FieldValue? {
        switch field {
        case .kind: .text(content.kind.rawValue)
        case .text: plainText.map(FieldValue.text)
        case .compact: plainText.map { .text($0.withoutWhitespace) }
        case .symbology: .text(symbol.symbology.name)
        case .addOn: symbol.addOn.map(FieldValue.text)
        case .copies: .number(DecimalNumber(Int32(symbol.sighting?.copies ?? 1)))
        case .joinedTo: joinedTo.flatMap(Int32.init(exactly:)).map { .number(DecimalNumber($0)) }
        default: content.value(of: field)
        }
    }

    /// The text of the code; of a rail ticket, whose bytes are not text, what it says in one line.
    private var plainText: String? {
        if case .railTicket(let ticket) = content { ticket.description } else { symbol.text }
    }

    /// Whether this code has a field; cheaper than asking for its value.
    public func has(_ field: Field) -> Bool {
        switch field {
        case .kind, .symbology, .copies: true
        case .text, .compact: plainText != nil
        case .addOn: symbol.addOn != nil
        case .joinedTo: joinedTo != nil
        default:
            switch field.definition.presence(in: content.kind) {
            case nil: false
            case .always?: true
            case .sometimes?: content.has(field)
            }
        }
    }

    /// The value of a field as a text; nil where this code does not have it.
    public func text(of field: Field) -> String? { value(of: field)?.description }
}
