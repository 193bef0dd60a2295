internal import BeelineSymbols

/// `FIDO:/` and digits (CTAP 2.2, section 11.5.1).
enum FIDOParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.fido, Content.fido) { () throws(Refusal) in try read(text) }
    }

    /// More digits are no request.
    private static let longest = 1 << 12

    static func read(_ text: String) throws(Refusal) -> FIDORequest {
        // "Fido: a good dog" is prose.
        guard text.utf8.dropFirst(5).first == UInt8(ascii: "/") else { throw .otherKind }
        guard text.utf8.count <= longest else { throw .malformed("more than \(longest) bytes") }
        guard let digits = Array(text.utf8)[...].dropping(keyword: "FIDO:/"), !digits.isEmpty,
            digits.allSatisfy(\.isASCIIDigit)
        else { throw .malformed("it is not FIDO:/ and digits") }
        var reader = CBORReader(try bytes(digits))
        guard let count = reader.mapCount() else { throw .malformed("the digits do not stand for a CBOR map") }

        var entries: [Int64: CBORReader.Value] = [:]
        for _ in 0..<count {
            guard case .integer(let key)? = reader.value(depth: 0), let value = reader.value() else {
                throw .malformed("the CBOR map is cut off, or has something other than numbers for keys")
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
            else { throw .malformed("the digits do not stand for bytes; some may be missing") }
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
        }
        return bytes
    }

    private static let byteCounts = [3: 1, 5: 2, 8: 3, 10: 4, 13: 5, 15: 6, 17: 7]
}
