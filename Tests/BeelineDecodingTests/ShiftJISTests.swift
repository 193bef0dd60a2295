import TestPrograms
import Testing

@testable import BeelineDecoding

@Suite("Guessing Shift JIS")
struct ShiftJISTests {
    @Test(
        "what iconv writes in code page 932 is guessed right",
        arguments: ["日本語テスト", "ｶﾀｶﾅ", "価格：１，２００円", "① Ⅳ ㈱ 髙", "品番ABC-123\r\n数量\t5", "表示能力ソ"])
    func agreesWithIconv(_ text: String) async throws {
        let encoded = try await run("iconv", ["-f", "UTF-8", "-t", "CP932"], input: Array(text.utf8))
        try #require(encoded.status == 0)
        #expect(ShiftJIS.guess(encoded.bytes)?.text == text)
        #expect(ShiftJIS.guess(encoded.bytes)?.charset == "Shift_JIS")
    }

    struct NoText: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let testDescription: String
    }

    static let noTexts = [
        NoText(bytes: [0x93, 0xFA, 0x96], testDescription: "half a character at the end"),
        NoText(bytes: [0x93, 0x20], testDescription: "a lead byte with no trail byte"),
        NoText(bytes: [0x00, 0x93, 0xFA], testDescription: "a NUL"),
        NoText(bytes: [0x1B, 0x93, 0xFA], testDescription: "an escape character"),
        NoText(bytes: [0xFF], testDescription: "a byte of no character"),
        NoText(bytes: [0xA0, 0x41], testDescription: "a byte that code page 932 leaves out"),
    ]

    @Test("bytes that are not text are not guessed", arguments: noTexts)
    func refuses(_ case: NoText) { #expect(ShiftJIS.guess(`case`.bytes)?.text == nil) }
}
