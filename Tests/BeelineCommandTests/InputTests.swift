import Foundation
import TestPrograms
import Testing

@Suite("Codes from standard input")
struct InputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let format: String
        let input: [UInt8]
        /// The text of each symbol, `bytes:` and its Base64, or the code of the error.
        let answers: [String]

        init(_ description: String, _ format: String, _ input: String, _ answers: [String]) {
            self.init(description, format, Array(input.utf8), answers)
        }

        init(_ description: String, _ format: String, _ input: [UInt8], _ answers: [String]) {
            testDescription = description
            self.format = format
            self.input = input
            self.answers = answers
        }
    }

    static let lines = [
        Case("nothing", "lines", "", []),
        Case("one line", "lines", "a\n", ["a"]),
        Case("no line feed at the end", "lines", "a\nb", ["a", "b"]),
        Case("returns before the line feeds", "lines", "a\r\nb\r\n", ["a", "b"]),
        Case("a return within a line", "lines", "a\rb\n", ["a\rb"]),
        Case("empty lines", "lines", "\n\na\n\n", ["", "", "a", ""]),
        Case("white space", "lines", " a \t\n", [" a \t"]),
        Case("what looks like a record", "lines", "qr_code\ta\n{\"text\":1}\n", ["qr_code\ta", "{\"text\":1}"]),
        Case("bytes that are no text", "lines", [0x01, 0xFF, 0xFE, 0x0A, 0x61, 0x0A], ["bytes:Af/+", "a"]),
        Case("ISO 8859-1", "lines", [0x43, 0x61, 0x66, 0xE9, 0x0A, 0x61, 0x0A], ["Café", "a"]),
        Case("a byte order mark before the first line", "lines", [0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0x62], ["a", "b"]),
        Case("a byte order mark and no more", "lines", [0xEF, 0xBB, 0xBF], []),
        Case("a byte order mark elsewhere", "lines", "a\nb\u{FEFF}c\n", ["a", "b\u{FEFF}c"]),
        Case("a NUL", "lines", [0x61, 0x00, 0x62, 0x0A, 0x63], ["a\0b", "c"]),
        Case("a backslash", "lines", "a\\nb\n", ["a\\nb"]),
        Case(
            "a line of 3 MiB among others", "lines", "a\n" + String(repeating: "x", count: 3 << 20) + "\nb\n",
            ["a", "line-too-long", "b"]),
        Case("a line of 3 MiB at the end", "lines", String(repeating: "x", count: 3 << 20), ["line-too-long"]),
    ]

    private static let longestCode = String(repeating: "x", count: 8 << 10)

    static let longest = [
        Case("a code of 8 KiB", "lines", "\(longestCode)\nb", [longestCode, "b"]),
        Case("a longer code", "lines", "\(longestCode)x\nb", ["code-too-long", "b"]),
        Case("a longer code of a symbology", "tsv", "qr\t\(longestCode)x\nqr\tb", ["code-too-long", "b"]),
        Case(
            "a longer text", "json", #"{"text":"\#(longestCode)x"}"# + "\n" + #"{"text":"b"}"#, ["code-too-long", "b"]),
        Case(
            "longer bytes", "json", #"{"bytes":"\#(String(repeating: "//", count: 2 * 2731 + 2))"}"#, ["code-too-long"]),
        Case("an object that is longer than its code", "json", #"{"text":"b","row":"\#(longestCode)"}"#, ["b"]),
    ]

    static let tsv = [
        Case("good lines", "tsv", "ean_13\ta\nqr_code\tb\n", ["a", "b"]),
        Case("escapes", "tsv", #"qr_code\#ta\nb\tc\r\\d"#, ["a\nb\tc\r\\d"]),
        Case("more tabs", "tsv", "qr_code\ta\tb\n", ["a\tb"]),
        Case("a byte order mark before the first line", "tsv", "\u{FEFF}ean_13\ta\n", ["a"]),
        Case("no symbology", "tsv", "\ta\n", ["a"]),
        Case("an unknown symbology", "tsv", "no-such\ta\n", ["a"]),
        Case(
            "bad lines in the middle", "tsv", "qr_code\ta\nbad\n\nqr_code\tb\\x\nqr_code\tc\\\nqr_code\td\n",
            ["a", "bad-input", "bad-input", "bad-input", "bad-input", "d"]),
        Case("bytes that are no text", "tsv", Array("qr_code\t".utf8) + [0x01, 0xFF], ["bytes:Af8="]),
        Case("Shift JIS", "tsv", Array("qr_code\t".utf8) + [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], ["日本語"]),
    ]

    static let json = [
        Case("good lines", "json", "{\"text\":\"a\"}\n{\"symbology\":\"QR_CODE\",\"text\":\"b\"}", ["a", "b"]),
        Case("bytes", "json", "{\"bytes\":\"Af8=\"}\n{\"bytes\":\"YQ==\"}\n", ["bytes:Af8=", "a"]),
        Case("an escaped NUL", "json", "{\"text\":\"a\\u0000b\"}\n", ["a\0b"]),
        Case("returns before the line feeds", "json", "{\"text\":\"a\"}\r\n{\"text\":\"b\"}\r\n", ["a", "b"]),
        Case("text that is empty", "json", "{\"text\":\"\"}\n", [""]),
        Case(
            "bad lines in the middle", "json",
            [
                #"{"text":"a"}"#, "", "null", "[]", "7", "{", "{}", #"{"text":7}"#, #"{"text":"a"} {}"#,
                #"{"text":"a","text":"b"}"#, #"{"bytes":"?"}"#, #"{"text":"a","symbology":7}"#,
                #"{"text":"\ud800"}"#, #"{"text":"a","aim":"E0"}"#, #"{"text":"b"}"#,
            ].joined(separator: "\n"),
            ["a"] + Array(repeating: "bad-input", count: 13) + ["b"]),
        Case(
            "bytes that are not UTF-8", "json", Array("{\"text\":\"".utf8) + [0xFF] + Array("\"}\n".utf8),
            ["bad-input"]),
        Case(
            "a hundred thousand brackets", "json", String(repeating: "[", count: 100_000) + "\n{\"text\":\"b\"}\n",
            ["bad-input", "b"]),
    ]

    @Test("every line is answered, whatever is in it", arguments: lines + longest + tsv + json)
    func answersEveryLine(_ case: Case) async throws {
        let result = try await beeline(
            "resolve", "-", "--input", `case`.format, "--format", "json", bytes: `case`.input)
        let answers = try result.objects().map { object in
            if let error = object["error"] as? [String: String] { return error["code"] ?? "" }
            let results = object["results"] as? [[String: Any]]
            let symbol = results?.first?["symbol"] as? [String: Any]
            return symbol?["text"] as? String ?? "bytes:\(symbol?["bytes"] as? String ?? "")"
        }
        #expect(answers == `case`.answers)
        #expect(result.errors.isEmpty)
    }

    /// A line, and what it is read as.
    struct Read: Sendable, CustomTestStringConvertible {
        let format: String
        let line: String
        let symbology: String
        let kind: String
        /// A field that the code then has.
        let field: (name: String, value: String)
        var testDescription: String { line }

        init(_ format: String, _ line: String, _ symbology: String, _ kind: String, _ name: String, _ value: String) {
            (self.format, self.line, self.symbology, self.kind) = (format, line, symbology, kind)
            field = (name, value)
        }

        /// A line of JSON with no more than bytes.
        static func bytes(_ bytes: [UInt8], _ kind: String, _ name: String, _ value: String) -> Read {
            let encoded = Data(bytes).base64EncodedString()
            return Read("json", #"{"symbology":"qr_code","bytes":"\#(encoded)"}"#, "qr_code", kind, name, value)
        }
    }

    static let pallet = "00395201234567890505"
    static let giroCode =
        "BCD\n002\n2\nSCT\n\nWikimedia F\u{F6}rdergesellschaft\nDE33100205000001194700\nEUR20.00"

    static let read = [
        Read("tsv", "gs1_128\t\(pallet)", "code_128", "gs1", "sscc", "395201234567890505"),
        Read("tsv", "EAN-128\t\(pallet)", "code_128", "gs1", "sscc", "395201234567890505"),
        Read("tsv", "GS1-DataMatrix\t\(pallet)", "data_matrix", "gs1", "sscc", "395201234567890505"),
        Read("tsv", "]C1\t\(pallet)", "code_128", "gs1", "sscc", "395201234567890505"),
        Read("json", #"{"symbology":"]E0","text":"9784873119045"}"#, "ean_13", "isbn", "isbn13", "9784873119045"),
        Read("json", #"{"symbology":"]d2","text":"\#(pallet)"}"#, "data_matrix", "gs1", "sscc", "395201234567890505"),
        Read(
            "json", #"{"symbology":"LABEL-TYPE-EAN13","text":"9784873119045"}"#, "ean_13", "isbn", "isbn10",
            "4873119049"),
        .bytes(
            giroCode.unicodeScalars.map { UInt8($0.value) }, "payment", "payee", "Wikimedia Fördergesellschaft"),
        .bytes(Array("BEGIN:VCARD\nFN:Ren".utf8) + [0xE9] + Array("\nEND:VCARD".utf8), "contact", "name", "René"),
        .bytes(Array("WIFI:T:WPA;S:Caf".utf8) + [0xE9] + Array(";P:hunter2222;;".utf8), "wifi", "ssid", "Café"),
        .bytes(
            Array("MECARD:N:".utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array(";TEL:0312345678;;".utf8), "contact", "name",
            "日本"),
    ]

    @Test("the names of scanners, AIM identifiers, and bytes in an older character set are understood", arguments: read)
    func reads(_ line: Read) async throws {
        let result = try await beeline(
            "resolve", "-", "--input", line.format, "--format", "json", input: line.line + "\n")
        let first = try #require((result.objects().first?["results"] as? [[String: Any]])?.first)
        #expect((first["symbol"] as? [String: Any])?["symbology"] as? String == line.symbology)
        let content = first["content"] as? [String: Any]
        #expect(content?["kind"] as? String == line.kind)
        #expect(content?[line.field.name] as? String == line.field.value)
    }

    @Test("every line is answered as text and CSV too", arguments: lines + tsv + json)
    func answersInEveryFormat(_ case: Case) async throws {
        for format in ["text", "csv"] {
            let result = try await beeline(
                "resolve", "-", "--input", `case`.format, "--format", format, bytes: `case`.input)
            #expect([0, 1, 3].contains(result.status))
            #expect(String(validating: result.bytes, as: UTF8.self) != nil)
            #expect(result.errors.isEmpty)
        }
    }

    @Test("standard input that cannot be read is an error", arguments: ["< /", "<&-"])
    func unreadable(_ redirection: String) async throws {
        let result = try await bash("beeline resolve - \(redirection)")
        #expect(result.status == 3)
        #expect(result.errors.hasPrefix("beeline: standard input: "))
    }

    @Test("codes among the arguments are read as --input says")
    func readsArguments() async throws {
        let result = try await beeline(
            "resolve", "--input", "json", "--format", "csv", "--columns", "input,error", #"{"text":"a"}"#, "a")
        #expect(result.lines.count == 3)
        #expect(result.lines.last?.contains("bad-input") == true)
    }
}
