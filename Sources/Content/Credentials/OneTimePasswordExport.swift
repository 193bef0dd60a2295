internal import BeelineSymbols

/// Several keys for one-time passwords, as Google Authenticator exports them: `otpauth-migration` URLs.
///
///     let export = OneTimePasswordExport("otpauth-migration://offline?data=ChUKBXNlY3JldBIDYm9iGgRBQ01FIAEoATAC")
///     export?.keys.map(\.issuer)
///
/// An export that is too large for one code is in several; each has some of the keys, and says which part it is.
public struct OneTimePasswordExport: Hashable, Sendable {
    /// The keys, at least one.
    public let keys: [OneTimePasswordKey]
    /// Which part of the export this code is, from 1; 1 where there is but one.
    public let part: Int
    /// How many codes the export consists of. Default: 1.
    public let partCount: Int
    /// The number that all parts of one export have in common.
    public let batchID: Int?
}

extension OneTimePasswordExport {
    /// Reads `otpauth-migration://offline?data=…`; nil when the text is not one.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let export = try? OneTimePasswordExportParser.read(text, &doubts) else { return nil }
        self = export
    }
}

extension OneTimePasswordExport: CustomStringConvertible {
    /// Type, issuer and account of each key: `totp ACME:bob, hotp alice`. The secrets are not in it.
    public var description: String { keys.map(\.description).joined(separator: ", ") }
}

extension OneTimePasswordExport: CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``description``, without the secrets.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["keys": description]) }
}

extension OneTimePasswordExport: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .keyCount: DecimalNumber(Int64(keys.count)).map(FieldValue.number)
        case .issuers: list { $0.issuer ?? "" }
        case .accountNames: list { $0.accountName ?? "" }
        case .otpTypes: list { $0.type.rawValue }
        case .algorithms: list { $0.algorithm.rawValue }
        case .digitCounts: list { "\($0.digits)" }
        case .sharedSecrets: list(\.secret)
        case .otpURLs: list(\.url)
        case .part: DecimalNumber(Int64(part)).map(FieldValue.number)
        case .partCount: DecimalNumber(Int64(partCount)).map(FieldValue.number)
        default: nil
        }
    }

    /// A text of each key, in the order of the keys; nil where none has one.
    private func list(_ text: (OneTimePasswordKey) -> String) -> FieldValue? {
        let texts = keys.map(text)
        return texts.allSatisfy(\.isEmpty) ? nil : .list(texts.map(FieldValue.text))
    }
}

/// `otpauth-migration://offline?data=BASE64`: a message of Protocol Buffers, in which the numbers of the fields are those
/// that Google Authenticator has.
enum OneTimePasswordExportParser {
    private static let longest = 1 << 14
    /// A code has room for some dozens.
    private static let mostKeys = 100

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> OneTimePasswordExport {
        guard let bytes = try Refusal.bytes(text, atMost: longest).dropping(keyword: "OTPAUTH-MIGRATION://OFFLINE")
        else { throw .malformed("it does not begin with otpauth-migration://offline") }
        let query = bytes.drop { $0 == UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: "#") }
        guard query.first == UInt8(ascii: "?"),
            let data = QueryParameters(query.dropFirst()).first(where: { $0.name == "data" })?.value, !data.isEmpty
        else { throw .malformed("the data is missing") }
        guard let message = base64(PercentEncoding.bytes(data)) else { throw .malformed("the data is not Base64") }

        let payload = try ProtobufMessage(message[...])
        let keys = try keys(in: payload.bytes[1] ?? [], &doubts)
        let (size, index) = (payload.integers[3] ?? 1, payload.integers[4] ?? 0)
        let isPart = (1...10_000).contains(size) && (0..<size).contains(index)
        // Exports of other apps have zeros there.
        if !isPart, size != 0 || index != 0 { doubts.append("it is part \(index) of \(size), counted from 0") }
        return OneTimePasswordExport(
            keys: keys, part: isPart ? Int(index) + 1 : 1, partCount: isPart ? Int(size) : 1,
            batchID: payload.integers[5].map { Int(Int32(truncatingIfNeeded: $0)) })
    }

    private static func keys(
        in messages: [ArraySlice<UInt8>], _ doubts: inout [String]
    ) throws(Refusal) -> [OneTimePasswordKey] {
        guard !messages.isEmpty else { throw .malformed("there is no key in the data") }
        guard messages.count <= mostKeys else { throw .malformed("there are more than \(mostKeys) keys in the data") }
        var keys: [OneTimePasswordKey] = []
        for (place, message) in messages.enumerated() {
            switch Result(catching: { () throws(Refusal) in try key(message) }) {
            case .success(let key): keys.append(key)
            case .failure(.malformed(let reason)): doubts.append("key \(place + 1) is left out: \(reason)")
            case .failure(let refusal): throw refusal
            }
        }
        if keys.isEmpty { throw .malformed("there is no key that can be used in the data") }
        return keys
    }

    /// The bytes of Base64 in either alphabet, with padding or without. A plus that a form took for a blank is one again.
    private static func base64(_ characters: [UInt8]) -> [UInt8]? {
        let usual: [UInt8: UInt8] = [
            UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/"), 0x20: UInt8(ascii: "+"),
        ]
        let end = characters.lastIndex { $0 != UInt8(ascii: "=") } ?? -1
        let text = String(decoding: characters[...end].map { usual[$0] ?? $0 }, as: UTF8.self)
        return Base64.decode(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    private static func key(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> OneTimePasswordKey {
        let message = try ProtobufMessage(bytes)
        guard let secret = message.bytes[1]?.last, !secret.isEmpty else { throw .malformed("it has no secret") }
        let label = OneTimePasswordLabel(message.text(2) ?? "")
        let issuer = message.text(3) ?? label.issuer
        // A colon belongs to the name where what is before it is not the issuer.
        let isLabel = label.issuer == nil || label.issuer == issuer
        return OneTimePasswordKey(
            factor: try factor(message), secret: Base32.encode(secret), issuer: issuer,
            accountName: isLabel ? label.account : message.text(2), algorithm: try algorithm(message.integers[4]),
            digits: try digits(message.integers[5]))
    }

    private static func factor(_ message: ProtobufMessage) throws(Refusal) -> OneTimePasswordKey.Factor {
        let counter = message.integers[7] ?? 0
        switch message.integers[6] {
        case 1 where counter >= 0 && DecimalNumber(counter) != nil: return .counter(counter)
        case 0, 2, nil: return .time(period: 30)
        case 1: throw .malformed("its counter is out of range")
        default: throw .malformed("its type is neither totp nor hotp")
        }
    }

    private static func algorithm(_ number: Int64?) throws(Refusal) -> OneTimePasswordKey.Algorithm {
        switch number {
        case nil, 0, 1: .sha1
        case 2: .sha256
        case 3: .sha512
        default: throw .malformed("its algorithm is none of SHA1, SHA256 and SHA512")
        }
    }

    private static func digits(_ number: Int64?) throws(Refusal) -> Int {
        switch number {
        case nil, 0, 1: 6
        case 2: 8
        default: throw .malformed("its passwords have neither 6 nor 8 digits")
        }
    }
}

/// The fields of one message of Protocol Buffers, by their numbers. What is inside of a field is read only when it is asked
/// for, so that no input can nest deeply.
private struct ProtobufMessage {
    /// The last one of each number counts.
    private(set) var integers: [UInt64: Int64] = [:]
    /// Texts, bytes and messages, in their order.
    private(set) var bytes: [UInt64: [ArraySlice<UInt8>]] = [:]
    private var rest: ArraySlice<UInt8>

    init(_ message: ArraySlice<UInt8>) throws(Refusal) {
        rest = message
        while !rest.isEmpty {
            guard readField() else { throw .malformed("the data is truncated, or no message") }
        }
    }

    func text(_ number: UInt64) -> String? {
        bytes[number]?.last.flatMap { String(decoding: $0, as: UTF8.self).trimmed.unlessEmpty }
    }

    private mutating func readField() -> Bool {
        guard let tag = varint(), (1..<1 << 29).contains(tag >> 3) else { return false }
        switch tag & 7 {
        case 0:
            guard let number = varint() else { return false }
            integers[tag >> 3] = Int64(bitPattern: number)
        case 2:
            guard let count = varint(), let content = take(count) else { return false }
            bytes[tag >> 3, default: []].append(content)
        case 1: return take(8) != nil
        case 5: return take(4) != nil
        // Groups, which are of no use since long, and nothing.
        default: return false
        }
        return true
    }

    private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// A number in groups of seven bits, the lowest first; ten bytes at most.
    private mutating func varint() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
