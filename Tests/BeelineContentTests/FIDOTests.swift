import BeelineContent
import BeelineSymbols
import Testing

@Suite("Requests to sign in with a FIDO key")
struct FIDOTests {
    static let published =
        "FIDO:/13086400838107303667332719012595115747821895775708323189557153075146383351399743589971313508078026948312"
        + "026786722471666005727649643501784024544726574771401798171307406596245"

    @Test(
        "a code that a browser showed is read; ZXing takes it for a link",
        arguments: [published, published.lowercased()])
    func reads(text: String) throws {
        ReadingCase(text, .fido, ["fidoRequest": "register", "fidoTime": "1678113678"]).check()
        let request = try #require(FIDORequest(text))
        #expect(request.publicKey.prefix(4) == [0x03, 0x7E, 0x2E, 0xF7])
        #expect(request.secret.prefix(4) == [0x49, 0xAA, 0x2E, 0xF2])
        #expect(request.knownTunnelDomains == 2 && request.isStateAssisted == true)
    }

    @Test("requests that cbor2 encoded are read as they were made")
    func agreesWithCBOR2() throws {
        let lines = try Fixture.lines(of: "access.tsv").filter { $0[0] == "fido" }
        #expect(lines.count == 200)
        for line in lines {
            let request = try #require(FIDORequest(line[1]), "\(line[1])")
            #expect(request.time == Int64(line[2]))
            #expect(request.hint == line[3])
            #expect(hex(request.publicKey) == line[4])
            #expect(hex(request.secret) == line[5])
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Digits for bytes, as CTAP has them.
    private static func code(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 7).reduce("FIDO:/") { text, start in
            let chunk = bytes[start..<min(start + 7, bytes.count)]
            let digits = String(chunk.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            let width = [0, 3, 5, 8, 10, 13, 15, 17][chunk.count]
            return text + String(repeating: "0", count: width - digits.count) + digits
        }
    }

    private static let key = [0x00, 0x58, 0x21, 0x02] + [UInt8](repeating: 7, count: 32)
    private static let secret = [0x01, 0x50] + [UInt8](repeating: 9, count: 16)

    @Test("key and secret are enough")
    func readsLeast() {
        ReadingCase(Self.code([0xA2] + Self.key + Self.secret), .fido).check()
    }

    static let faults: [(String, String)] = [
        ("FIDO:/", "it is not FIDO:/ and digits"), ("FIDO:/12x", "it is not FIDO:/ and digits"),
        ("FIDO:/12٣", "it is not FIDO:/ and digits"),
        ("FIDO:/1234567890", "the digits do not encode a CBOR map"),
        ("FIDO:/1", "the digits do not encode bytes; some may be missing"),
        ("FIDO:/256", "the digits do not encode bytes; some may be missing"),
        ("FIDO:/99999999999999999", "the digits do not encode bytes; some may be missing"),
        (String(published.dropLast()), "the digits do not encode bytes; some may be missing"),
        (String(published.dropLast(3)), "the CBOR map is truncated, or has keys that are not numbers"),
        (code([0xA1] + key), "entry 1 is not a secret of 16 bytes"),
        (code([0xA1] + secret), "entry 0 is not a compressed public key of 33 bytes"),
        (
            code([0xA2, 0x00, 0x58, 0x21, 0x04] + key.dropFirst(4) + secret),
            "entry 0 is not a compressed public key of 33 bytes"
        ),
        (code([0xA2] + key + secret + [0x00]), "something follows the CBOR map"),
        (code([0xA3] + key + secret + [0x00, 0x00]), "the CBOR map has the key 0 twice"),
        (code([0xA3] + key + secret + [0x03, 0x20]), "entry 3 is not a time in seconds since 1970"),
        (
            code([0xA3] + key + secret + [0x03, 0x1B] + [UInt8](repeating: 0xFF, count: 8)),
            "the CBOR map is truncated, or has keys that are not numbers"
        ),
        (code([0xA3] + key + secret + [0x04, 0x01]), "entry 4 is neither true nor false"),
        (code([0xA3] + key + secret + [0x05, 0x01]), "entry 5 is not a text"),
        (
            code([0xA3] + key + secret + [0x05, 0x61, 0xFF]),
            "the CBOR map is truncated, or has keys that are not numbers"
        ),
        (code([0xBF] + key + secret + [0xFF]), "the digits do not encode a CBOR map"),
        (code([0xBB] + [UInt8](repeating: 0xFF, count: 8)), "the digits do not encode a CBOR map"),
        (
            code([0xA1, 0x07, 0x9B] + [UInt8](repeating: 0x7F, count: 8)),
            "the CBOR map is truncated, or has keys that are not numbers"
        ),
        (
            code([0xA1, 0x07] + [UInt8](repeating: 0x81, count: 1_500)),
            "the CBOR map is truncated, or has keys that are not numbers"
        ),
        ("FIDO:/" + String(repeating: "0", count: 1 << 17), "more than 4096 bytes"),
    ]

    @Test("impossible content is not a FIDO code, and the reason is given", arguments: faults)
    func refuses(text: String, reason: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content.kind != .fido)
        #expect(reading.warnings.map(\.description) == ["not a request to sign in: " + reason])
    }

    @Test("prose about dogs is text", arguments: ["Fido: a good dog", "fido:"])
    func passes(text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content.kind != .fido && reading.warnings.isEmpty)
    }
}
