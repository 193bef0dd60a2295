internal import BeelineSymbols

/// A request to sign in, or to register, with a device that has a FIDO key: the QR code of hybrid transports (CTAP
/// 2.2, section 11.5.1).
public struct FIDORequest: Hashable, Sendable {
    /// The public key of the client on P-256, compressed: 33 bytes.
    public let publicKey: [UInt8]
    /// The secret that both sides share by the code: 16 bytes. It is good for this request only.
    public let secret: [UInt8]
    /// How many of the assigned tunnel services the client knows.
    public let knownTunnelDomains: Int?
    /// When the code was made, in seconds since 1970.
    public let time: Int64?
    /// Whether the client can do transactions assisted by state.
    public let isStateAssisted: Bool?
    /// The request, in the client's word: `ga` to sign in, `mc` to register; others may come.
    public let hint: String?

    /// What is requested.
    public enum Request: String, Hashable, Sendable, CaseIterable {
        case signIn = "sign-in"
        case register
    }

    /// The request; nil when the code does not name it, or in a word of later versions.
    public var request: Request? {
        switch hint {
        case "ga": .signIn
        case "mc": .register
        default: nil
        }
    }
}

extension FIDORequest {
    /// Reads `FIDO:/` and digits; nil when the text is not one.
    public init?(_ text: String) {
        guard let request = try? FIDOParser.read(text) else { return nil }
        self = request
    }
}

extension FIDORequest: CustomStringConvertible {
    /// The request: `sign-in`, `register`, or the hint as it is. The secret is not in it.
    public var description: String { request?.rawValue ?? hint ?? "request" }
}

extension FIDORequest: CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``description``, without the secret.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension FIDORequest: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .fidoRequest: request.map { .text($0.rawValue) }
        case .fidoTime: time.flatMap { DecimalNumber($0) }.map(FieldValue.number)
        default: nil
        }
    }
}

/// `FIDO:/` and digits (CTAP 2.2, section 11.5.1).
enum FIDOParser {
    private static let longest = 1 << 12

    static func read(_ text: String) throws(Refusal) -> FIDORequest {
        // "Fido: a good dog" is prose.
        guard text.utf8.dropFirst(5).first == UInt8(ascii: "/") else { throw .otherKind }
        guard text.utf8.count <= longest else { throw .malformed("more than \(longest) bytes") }
        guard let digits = Array(text.utf8)[...].dropping(keyword: "FIDO:/"), !digits.isEmpty,
            digits.allSatisfy(\.isASCIIDigit)
        else { throw .malformed("it is not FIDO:/ and digits") }
        var reader = CBORReader(try bytes(digits))
        guard let count = reader.mapCount() else { throw .malformed("the digits do not encode a CBOR map") }

        var entries: [Int64: CBORReader.Value] = [:]
        for _ in 0..<count {
            guard case .integer(let key)? = reader.value(depth: 0), let value = reader.value() else {
                throw .malformed("the CBOR map is truncated, or has keys that are not numbers")
            }
            guard entries.updateValue(value, forKey: key) == nil else {
                throw .malformed("the CBOR map has the key \(key) twice")
            }
        }
        guard reader.isAtEnd else { throw .malformed("something follows the CBOR map") }
        return try request(entries)
    }

    private static func request(_ entries: [Int64: CBORReader.Value]) throws(Refusal) -> FIDORequest {
        guard case .bytes(let key)? = entries[0], key.count == 33, key[0] == 2 || key[0] == 3 else {
            throw .malformed("entry 0 is not a compressed public key of 33 bytes")
        }
        guard case .bytes(let secret)? = entries[1], secret.count == 16 else {
            throw .malformed("entry 1 is not a secret of 16 bytes")
        }
        let domains = try integer(entries[2], "entry 2 is not a number of tunnel services")
        let time = try integer(entries[3], "entry 3 is not a time in seconds since 1970")
        return FIDORequest(
            publicKey: key, secret: secret, knownTunnelDomains: domains.map { Int($0) }, time: time,
            isStateAssisted: try boolean(entries[4]), hint: try text(entries[5]))
    }

    /// A number from 0 that a field can have; nil where there is none.
    private static func integer(_ value: CBORReader.Value?, _ reason: String) throws(Refusal) -> Int64? {
        switch value {
        case nil: return nil
        case .integer(let number) where number >= 0 && DecimalNumber(number) != nil: return number
        default: throw .malformed(reason)
        }
    }

    private static func boolean(_ value: CBORReader.Value?) throws(Refusal) -> Bool? {
        switch value {
        case nil: nil
        case .boolean(let truth): truth
        default: throw .malformed("entry 4 is neither true nor false")
        }
    }

    private static func text(_ value: CBORReader.Value?) throws(Refusal) -> String? {
        switch value {
        case nil: nil
        case .text(let text): text
        default: throw .malformed("entry 5 is not a text")
        }
    }

    /// Each 17 digits stand for seven bytes, the lowest first; how many digits are left says how many bytes they are.
    private static func bytes(_ digits: ArraySlice<UInt8>) throws(Refusal) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = digits
        while !rest.isEmpty {
            let chunk = rest.prefix(17)
            rest = rest.dropFirst(17)
            guard let count = byteCounts[chunk.count], let value = Digits.parse(chunk)?.value,
                value < 1 << UInt64(8 * count)
            else { throw .malformed("the digits do not encode bytes; some may be missing") }
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
        }
        return bytes
    }

    private static let byteCounts = [3: 1, 5: 2, 8: 3, 10: 4, 13: 5, 15: 6, 17: 7]
}

/// Reads the little of CBOR (RFC 8949) that CTAP messages use: definite lengths, no tags, no floating-point numbers.
struct CBORReader {
    private var rest: ArraySlice<UInt8>
    init(_ bytes: [UInt8]) { rest = bytes[...] }
    var isAtEnd: Bool { rest.isEmpty }

    /// A value; of arrays and maps only their presence.
    enum Value: Hashable {
        case integer(Int64)
        case bytes([UInt8])
        case text(String)
        case boolean(Bool)
        case other
    }

    mutating func mapCount() -> Int? {
        guard let (major, argument) = head(), major == 5 else { return nil }
        return Int(exactly: argument)
    }

    /// The value that begins here; nil when it is malformed, or nested deeper than `depth`.
    mutating func value(depth: Int = 4) -> Value? {
        guard let (major, argument) = head() else { return nil }
        switch major {
        case 0: return Int64(exactly: argument).map(Value.integer)
        case 1: return Int64(exactly: argument).map { .integer(-1 - $0) }
        case 2: return string(argument).map { .bytes(Array($0)) }
        case 3: return string(argument).flatMap { String(validating: $0, as: UTF8.self) }.map(Value.text)
        case 4, 5:
            // Each element takes a byte at least, so the count is bounded by what is there.
            let (count, isOverflow) = argument.multipliedReportingOverflow(by: major == 4 ? 1 : 2)
            guard depth > 0, !isOverflow, count <= UInt64(rest.count) else { return nil }
            for _ in 0..<count { guard value(depth: depth - 1) != nil else { return nil } }
            return .other
        case 7:
            switch argument {
            case 20: return .boolean(false)
            case 21: return .boolean(true)
            case 22, 23: return .other
            default: return nil
            }
        default: return nil
        }
    }

    /// The major type and the argument after it (section 3).
    private mutating func head() -> (major: UInt8, argument: UInt64)? {
        guard let first = rest.popFirst() else { return nil }
        let (major, short) = (first >> 5, first & 31)
        if short < 24 { return (major, UInt64(short)) }
        // Simple values and floating-point numbers of more bytes are not used.
        guard short < 28, major != 7, rest.count >= 1 << (short - 24) else { return nil }
        let argument = rest.prefix(1 << (short - 24)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(1 << (short - 24))
        return (major, argument)
    }

    private mutating func string(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
