internal import BeelineSymbols

/// The key from which an authenticator makes one-time passwords (RFC 4226, RFC 6238), as `otpauth` URLs give it.
///
///     let key = OneTimePasswordKey("otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME")
///     key?.issuer        // "ACME"
///     key?.accountName   // "bob"
public struct OneTimePasswordKey: Hashable, Sendable {
    /// What changes from one password to the next.
    public enum Factor: Hashable, Sendable {
        /// The time: a password is good for so many seconds.
        case time(period: Int)
        /// A counter, with the value for the next password.
        case counter(Int64)
    }

    /// The hash of the HMAC.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// What changes from one password to the next.
    public let factor: Factor
    /// The key in Base32, in capitals and without padding.
    public let secret: String
    /// Who gave the key.
    public let issuer: String?
    /// Whose key it is.
    public let accountName: String?
    /// The hash. Default: SHA-1.
    public let algorithm: Algorithm
    /// How many digits a password has: 6…8. Default: 6.
    public let digits: Int

    /// The key, at least one byte.
    public var secretBytes: [UInt8] { Base32.decode(secret) }
}

extension OneTimePasswordKey {
    /// Reads `otpauth://TYPE/LABEL?secret=…`; nil when the text is not one.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let key = try? OneTimePasswordParser.read(text, &doubts) else { return nil }
        self = key
    }

    /// The key as an `otpauth` URL, without default values. It contains the secret.
    public var url: String { url(secret: secret) }

    /// The URL, with `•••` for the secret.
    var redactedText: String { url(secret: "•••") }

    private func url(secret: String) -> String {
        var url = "otpauth://\(type.rawValue)/"
        if let accountName {
            // The first colon ends the issuer, encoded or not; one that has a colon is in the parameter alone.
            let label = issuer.flatMap { $0.utf8.contains(UInt8(ascii: ":")) ? nil : $0 } ?? ""
            if issuer != nil || accountName.utf8.contains(UInt8(ascii: ":")) {
                url += PercentEncoding.encode(label) + ":"
            }
            url += PercentEncoding.encode(accountName)
        }
        url += "?secret=\(secret)"
        if let issuer { url += "&issuer=" + PercentEncoding.encode(issuer) }
        if algorithm != .sha1 { url += "&algorithm=\(algorithm.rawValue)" }
        if digits != 6 { url += "&digits=\(digits)" }
        switch factor {
        case .time(30): break
        case .time(let period): url += "&period=\(period)"
        case .counter(let counter): url += "&counter=\(counter)"
        }
        return url
    }

    enum TypeName: String, CaseIterable {
        case totp, hotp
    }

    var type: TypeName {
        switch factor {
        case .time: .totp
        case .counter: .hotp
        }
    }
}

extension OneTimePasswordKey: CustomStringConvertible {
    /// Type, issuer and account: `totp ACME:bob`. The secret is not in it.
    public var description: String {
        ([type.rawValue] + [[issuer, accountName].compactMap(\.self).joined(separator: ":")]).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

extension OneTimePasswordKey: CustomDebugStringConvertible, CustomReflectable {
    /// The link without its key.
    public var debugDescription: String { redactedText }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["url": redactedText]) }
}

extension OneTimePasswordKey: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch (field, factor) {
        case (.url, _): .text(url)
        case (.otpType, _): .text(type.rawValue)
        case (.issuer, _): issuer.map(FieldValue.text)
        case (.accountName, _): accountName.map(FieldValue.text)
        case (.sharedSecret, _): .text(secret)
        case (.algorithm, _): .text(algorithm.rawValue)
        case (.digits, _): DecimalNumber(Int64(digits)).map(FieldValue.number)
        case (.period, .time(let period)): DecimalNumber(Int64(period)).map(FieldValue.number)
        case (.counter, .counter(let counter)): DecimalNumber(counter).map(FieldValue.number)
        default: nil
        }
    }
}

/// `issuer:account` or `account`.
struct OneTimePasswordLabel {
    let issuer: String?
    let account: String?

    init(_ text: String) {
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        let before = colon.map { text[..<$0].trimmed } ?? ""
        let after = (colon.map { text[text.utf8.index(after: $0)...] } ?? text[...]).trimmed
        issuer = before.unlessEmpty
        account = after.unlessEmpty
    }
}

/// `otpauth://TYPE/LABEL?PARAMETERS`, the key URI format that Google Authenticator began with.
enum OneTimePasswordParser {
    private static let longest = 1 << 14

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> OneTimePasswordKey {
        guard let all = try Refusal.bytes(text, atMost: longest).dropping(keyword: "OTPAUTH://") else {
            throw .malformed("it does not begin with otpauth://")
        }
        let bytes = all.prefix { $0 != UInt8(ascii: "#") }
        let pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = bytes[..<pathEnd]
        let typeEnd = path.firstIndex(of: UInt8(ascii: "/")) ?? pathEnd
        let type = OneTimePasswordKey.TypeName(
            rawValue: String(decoding: path[..<typeEnd], as: UTF8.self).asciiLowercased)
        guard let type else { throw .malformed("the type is neither totp nor hotp") }

        let parameters = Parameters(bytes[pathEnd...].dropFirst())
        let secret = try secret(parameters, &doubts)
        let label = OneTimePasswordLabel(PercentEncoding.text(path[typeEnd...].dropFirst()))
        // A plus is itself by RFC 3986, and a blank to programs that write forms; the label shows which is meant.
        let isLiteral = label.issuer != nil && parameters.literalIssuer == label.issuer
        let issuer = isLiteral ? label.issuer : parameters.issuer ?? label.issuer
        if let named = label.issuer, let issuer, named != issuer { doubts.append("the label names another issuer") }
        return OneTimePasswordKey(
            factor: type == .totp ? try period(parameters) : try counter(parameters, &doubts), secret: secret,
            issuer: issuer, accountName: label.account, algorithm: try algorithm(parameters),
            digits: try digits(parameters))
    }

    /// The parameters that mean something, decoded; absent when empty. Of two of a name the first one counts.
    private struct Parameters {
        private var values: [String: String] = [:]
        /// The issuer with each plus as it is.
        private(set) var literalIssuer: String?

        init(_ query: ArraySlice<UInt8>) {
            for (name, bytes) in QueryParameters(query) where Self.names.contains(name) && values[name] == nil {
                let value = PercentEncoding.text(bytes, plusIsBlank: true).trimmed
                if !value.isEmpty { values[name] = value }
                if name == "issuer" { literalIssuer = PercentEncoding.text(bytes).trimmed }
            }
        }

        private static let names: Set = ["secret", "issuer", "algorithm", "digits", "period", "counter"]
        var issuer: String? { values["issuer"] }
        subscript(name: String) -> String? { values[name] }

        func number(_ name: String) throws(Refusal) -> Int64? {
            guard let text = values[name] else { return nil }
            guard let number = Digits.parse(text.utf8) else { throw .malformed("\(name) is not a whole number") }
            return Int64(number.value)
        }
    }

    private static func secret(_ parameters: Parameters, _ doubts: inout [String]) throws(Refusal) -> String {
        guard let written = parameters["secret"] else { throw .malformed("the secret is missing") }
        guard let secret = Base32.canonical(written) else { throw .malformed("the secret is not Base32") }
        guard secret.utf8.count >= 2 else { throw .malformed("the secret is shorter than a byte") }
        if !Base32.isWhole(secret.utf8.count) { doubts.append("the secret ends within a byte; it may be truncated") }
        return secret
    }

    private static func period(_ parameters: Parameters) throws(Refusal) -> OneTimePasswordKey.Factor {
        let period = try parameters.number("period") ?? 30
        guard (1...1_000_000_000).contains(period) else { throw .malformed("the period is \(period) seconds") }
        return .time(period: Int(period))
    }

    private static func counter(
        _ parameters: Parameters, _ doubts: inout [String]
    ) throws(Refusal) -> OneTimePasswordKey.Factor {
        guard let counter = try parameters.number("counter") else {
            doubts.append("the counter is missing; 0 is assumed")
            return .counter(0)
        }
        return .counter(counter)
    }

    private static func digits(_ parameters: Parameters) throws(Refusal) -> Int {
        let digits = try parameters.number("digits") ?? 6
        guard (6...8).contains(digits) else { throw .malformed("\(digits) digits; 6 to 8 are possible") }
        return Int(digits)
    }

    private static func algorithm(_ parameters: Parameters) throws(Refusal) -> OneTimePasswordKey.Algorithm {
        switch parameters["algorithm"]?.asciiUppercased {
        case nil, "SHA1", "SHA-1", "HMACSHA1": .sha1
        case "SHA256", "SHA-256", "HMACSHA256": .sha256
        case "SHA512", "SHA-512", "HMACSHA512": .sha512
        default: throw .malformed("the algorithm must be SHA1, SHA256 or SHA512")
        }
    }
}
