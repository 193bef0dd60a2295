internal import BeelineSymbols

/// An e-mail address, or a message to one or more of them.
///
///     let message = EmailMessage("mailto:a@example.org?subject=Hello")
///     message?.to        // [a@example.org]
///     message?.subject   // "Hello"
public struct EmailMessage: Hashable, Sendable {
    /// Who gets it; empty when a `mailto` URL leaves that to the sender.
    public let to: [EmailAddress]
    /// Who gets a copy.
    public let cc: [EmailAddress]
    /// Who gets a copy without the others knowing.
    public let bcc: [EmailAddress]
    /// The subject; nil where the code has none.
    public let subject: String?
    /// The text, its lines ended as the code ends them.
    public let body: String?

    /// Reads an address, a `mailto` URL, or a code that begins with `MATMSG:` or `smtp:`; nil when the text is not one.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let message = try? EmailParser.read(text, &doubts) else { return nil }
        self = message
    }

    init(_ draft: EmailParser.Draft) throws(Refusal) {
        let saysSomething = draft.subject != nil || draft.body != nil || !draft.cc.isEmpty || !draft.bcc.isEmpty
        guard !draft.to.isEmpty || draft.mayHaveNoAddress && saysSomething else {
            throw .malformed("it has no address")
        }
        to = draft.to
        cc = draft.cc
        bcc = draft.bcc
        subject = draft.subject
        body = draft.body
    }
}

extension EmailMessage: CustomStringConvertible {
    /// The addresses, and the subject in quotes: `a@example.org "Hello"`. Without an address those who get a copy.
    public var description: String {
        let to = [self.to, cc, bcc].first { !$0.isEmpty } ?? []
        return [to.isEmpty ? nil : to.map(\.text).joined(separator: ", "), subject.map { "\"\($0)\"" }]
            .compactMap(\.self).joined(separator: " ")
    }
}

extension EmailMessage: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .email: to.first.map { .text($0.text) }
        case .emails: .list(unlessEmpty: to.map(\.text))
        case .cc: .list(unlessEmpty: cc.map(\.text))
        case .bcc: .list(unlessEmpty: bcc.map(\.text))
        case .subject: subject.map(FieldValue.text)
        case .body: body.map(FieldValue.text)
        default: nil
        }
    }
}

/// E-mail addresses alone, `mailto:`, `MATMSG:` and `smtp:`.
enum EmailParser {
    /// Called for every text, so it decides by the first bytes: an address has nothing before its `@` that could not be
    /// in its local part, and in the other forms the first such byte is the colon after the keyword.
    static func readBareOrPrefixed(_ text: String, _ doubts: inout [String]) throws(Refusal) -> EmailMessage {
        let bytes = text.utf8.span
        for offset in 0..<min(bytes.count, 65) where !isBareLocal(bytes[offset]) {
            switch bytes[offset] {
            case UInt8(ascii: "@"): return try bare(text)
            case UInt8(ascii: ":") where offset == 6 || offset == 4: return try prefixed(text, &doubts)
            default: throw .otherKind
            }
        }
        throw .otherKind
    }

    struct Draft {
        var to, cc, bcc: [EmailAddress]
        var subject, body: String?
        /// Whether the form leaves it to the sender who gets it.
        var mayHaveNoAddress = false
        var doubt: String?
        init() { (to, cc, bcc) = ([], [], []) }
    }

    private static let longest = 1 << 16

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> EmailMessage {
        let bytes = try Refusal.bytes(text, atMost: longest)
        var draft = Draft()
        if let rest = bytes.dropping(keyword: "MAILTO:") {
            try readMailto(rest, &draft)
        } else if let rest = bytes.dropping(keyword: "MATMSG:") {
            try readMatmsg(rest, &draft)
        } else if let rest = bytes.dropping(keyword: "SMTP:") {
            try readSMTP(rest, &draft)
        } else if let address = EmailAddress(bytes) {
            draft.to = [address]
        } else {
            throw .malformed("it is not an address")
        }
        if let doubt = draft.doubt { doubts.append(doubt) }
        return try EmailMessage(draft)
    }

    private static func prefixed(_ text: String, _ doubts: inout [String]) throws(Refusal) -> EmailMessage {
        // Colons after words of four or six letters are in many texts.
        let first = text.utf8.first.map { $0 | 0x20 }
        guard first == UInt8(ascii: "m") || first == UInt8(ascii: "s") else { throw .otherKind }
        let head = String(decoding: Array(text.utf8.prefix(7)), as: UTF8.self).asciiLowercased
        guard head == "mailto:" || head == "matmsg:" || head.hasPrefix("smtp:") else { throw .otherKind }
        // `smtp:mail.example.org:587` is a server, and "Mailto: see below" a note.
        let isNote = !text.utf8.contains(UInt8(ascii: "@")) && (head.hasPrefix("smtp:") || NoteText.follows(text))
        do throws(Refusal) {
            return try read(text, &doubts)
        } catch {
            throw isNote && text.utf8.count > head.utf8.count ? .otherKind : error
        }
    }

    private static func bare(_ text: String) throws(Refusal) -> EmailMessage {
        guard text.utf8.count <= EmailAddress.longest, let address = EmailAddress(text),
            text.unicodeScalars.allSatisfy(isLatin), address.hasRealDomain
        else { throw .otherKind }
        var draft = Draft()
        draft.to = [address]
        return try EmailMessage(draft)
    }

    /// Without a keyword before it, an address with letters of other alphabets may be one that follows a word of a
    /// language that puts no blanks between words.
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x250 }

    /// The bytes of a local part, without those that are in paths, queries and templates more often.
    private static func isBareLocal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), 0x80...:
            true
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"): false
        default: EmailAddress.isAtom(byte)
        }
    }

    private static func readMailto(_ rest: ArraySlice<UInt8>, _ draft: inout Draft) throws(Refusal) {
        // Some put the slashes of a web page before the address.
        let bytes = (rest.dropping(keyword: "//") ?? rest).prefix { $0 != UInt8(ascii: "#") }
        draft.mayHaveNoAddress = true
        let pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        draft.to += try encodedAddresses(bytes[..<pathEnd])
        for (name, value) in QueryParameters(bytes[pathEnd...].dropFirst()) {
            switch name {
            case "to": draft.to += try encodedAddresses(value)
            case "cc": draft.cc += try encodedAddresses(value)
            case "bcc": draft.bcc += try encodedAddresses(value)
            case "subject": draft.subject = draft.subject ?? PercentEncoding.text(value).unlessEmpty
            case "body": draft.body = draft.body ?? PercentEncoding.text(value).unlessEmpty
            default: break
            }
        }
    }

    /// The addresses between commas that are not encoded (section 2); in a header field encoded commas separate them
    /// too, unless they are in quotes. Some writers separate addresses with semicolons.
    private static func encodedAddresses(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> [EmailAddress] {
        var addresses: [EmailAddress] = []
        for part in bytes.split(whereSeparator: isSeparator) {
            let decoded = Array(PercentEncoding.text(part).utf8)[...].withoutBlanks
            if decoded.contains(UInt8(ascii: "\"")) {
                addresses.append(try address(decoded))
            } else {
                addresses += try Self.addresses(decoded)
            }
        }
        return addresses
    }

    private static func addresses(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> [EmailAddress] {
        var addresses: [EmailAddress] = []
        for part in bytes.split(whereSeparator: isSeparator) where !part.withoutBlanks.isEmpty {
            addresses.append(try address(part.withoutBlanks))
        }
        return addresses
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") }

    private static func address(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> EmailAddress {
        guard let address = EmailAddress(bytes) else {
            // What a terminal might not show as it is, is not repeated.
            let isPlain = bytes.count <= 60 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
            let address = isPlain ? "\"\(String(decoding: bytes, as: UTF8.self))\"" : "one of the addresses"
            throw .malformed("\(address) is not an e-mail address")
        }
        return address
    }

    /// `TO:a@b.example;SUB:…;BODY:…;;`, from NTT DoCoMo.
    private static func readMatmsg(_ rest: ArraySlice<UInt8>, _ draft: inout Draft) throws(Refusal) {
        for field in SemicolonField.all(in: rest) {
            switch field.name {
            case "TO": draft.to += try addresses(Array(field.text.utf8)[...])
            case "CC": draft.cc += try addresses(Array(field.text.utf8)[...])
            case "BCC": draft.bcc += try addresses(Array(field.text.utf8)[...])
            case "SUB": draft.subject = draft.subject ?? field.text.unlessEmpty
            case "BODY": draft.body = draft.body ?? field.text.unlessEmpty
            default:
                draft.doubt = "a part between semicolons is not one of its fields; a semicolon may lack its backslash"
            }
        }
    }

    /// `a@b.example:subject:body`.
    private static func readSMTP(_ rest: ArraySlice<UInt8>, _ draft: inout Draft) throws(Refusal) {
        let parts = rest.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        draft.to = try parts.first.map(encodedAddresses) ?? []
        if parts.count > 1 { draft.subject = String(decoding: parts[1], as: UTF8.self).unlessEmpty }
        if parts.count > 2 { draft.body = String(decoding: parts[2], as: UTF8.self).unlessEmpty }
    }
}

/// An e-mail address: `local@domain`, with the domain in lower case.
///
///     EmailAddress("Bob@Example.ORG")?.description   // "Bob@example.org"
///     EmailAddress("bob@localhost")                  // nil
public struct EmailAddress: Hashable, Sendable {
    /// The whole address.
    public let text: String

    /// Reads an address; nil when the text is none, or has anything before or after one.
    ///
    /// The local part is a dot-atom or a quoted string of RFC 5321 (section 4.1.2) with at most 64 bytes; the domain
    /// has two labels or more, and its last one two letters or more, or `xn--`. Both may have letters of any alphabet
    /// (RFC 6531).
    public init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= Self.longest, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let local = bytes[..<at]
        let domain = bytes[(at + 1)...]
        guard (1...64).contains(local.count), Self.isDotAtom(local) || Self.isQuoted(local), Self.isDomain(domain)
        else { return nil }
        let text =
            String(decoding: local, as: UTF8.self) + "@" + String(decoding: domain, as: UTF8.self).asciiLowercased
        guard bytes.allSatisfy({ $0 < 0x80 }) || text.unicodeScalars.allSatisfy(Self.isVisible) else { return nil }
        self.text = text
    }

    /// RFC 5321, section 4.5.3.1.3, without the angle brackets.
    static let longest = 254

    /// Whether the byte may be in a local part that has no quotes: `atext` of RFC 5322, section 3.2.3, or UTF-8.
    static func isAtom(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "/")...UInt8(ascii: "9"), UInt8(ascii: "="), UInt8(ascii: "?"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "^")...UInt8(ascii: "~"), 0x80...:
            true
        default: false
        }
    }

    private static func isDotAtom(_ local: ArraySlice<UInt8>) -> Bool {
        var before = UInt8(ascii: ".")
        for byte in local {
            let isDot = byte == UInt8(ascii: ".")
            guard isDot ? before != byte : isAtom(byte) else { return false }
            before = byte
        }
        return before != UInt8(ascii: ".")
    }

    private static func isQuoted(_ local: ArraySlice<UInt8>) -> Bool {
        guard local.count > 2, local.first == UInt8(ascii: "\""), local.last == UInt8(ascii: "\"") else { return false }
        var inner = local.dropFirst().dropLast()
        while let byte = inner.popFirst() {
            if byte == UInt8(ascii: "\\") {
                guard let escaped = inner.popFirst(), (0x20...0x7E).contains(escaped) else { return false }
            } else if byte == UInt8(ascii: "\"") || byte < 0x20 || byte == 0x7F {
                return false
            }
        }
        return true
    }

    /// Letters, digits and hyphens, and UTF-8 (RFC 5321, section 2.3.5; RFC 6531).
    private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
        guard domain.count <= 253 else { return false }
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // No top-level domain has a digit, except for those in A-labels (RFC 1123, section 2.1; RFC 5890).
        guard labels.count >= 2, let last = labels.last, last.count >= 2,
            last.allSatisfy({ $0.isASCIILetter || $0 >= 0x80 }) || last.dropping(keyword: "XN--") != nil
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
        }
    }

    /// No blanks, controls, marks of direction or other characters that one does not see.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .otherNumber, .letterNumber, .otherSymbol:
            return true
        default: return false
        }
    }
}

extension EmailAddress: CustomStringConvertible {
    /// The whole address.
    public var description: String { text }
}

extension EmailAddress {
    /// Whether the domain ends with a top-level domain of the real world, so that a text may be read as an address
    /// though nothing else says so; and does not name a picture for fine screens: `icon@2x.ai`.
    var hasRealDomain: Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let labels = text.utf8[text.utf8.index(after: at)...].split(separator: UInt8(ascii: "."))
        guard let first = labels.first, let last = labels.last else { return false }
        var label = String(decoding: last, as: UTF8.self)
        if !last.allSatisfy({ $0 < 0x80 }) {
            guard case .ascii(let name) = InternationalHost.ascii(label) else { return false }
            label = name
        }
        let isScale = first.last == UInt8(ascii: "x") && first.dropLast().allSatisfy(\.isASCIIDigit)
        if isScale, labels.count == 2, FileExtension.known.contains(label) { return false }
        return PublicSuffixes.isTopLevelDomain(label)
    }
}
