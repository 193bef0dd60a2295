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
        Case("bytes that are not UTF-8", "lines", [0xFF, 0xFE, 0x0A, 0x61, 0x0A], ["bytes://4=", "a"]),
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

    /// It takes seconds where nothing is optimised, so it is not tried in every format.
    static let longest = Case(
        "a line of 1 MiB, which is not too long", "lines", String(repeating: "x", count: 1 << 20) + "\nb",
        [String(repeating: "x", count: 1 << 20), "b"])

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
        Case("bytes that are not UTF-8", "tsv", Array("qr_code\t".utf8) + [0xFF], ["bytes:/w=="]),
    ]

    static let json = [
        Case("good lines", "json", "{\"text\":\"a\"}\n{\"symbology\":\"QR_CODE\",\"text\":\"b\"}", ["a", "b"]),
        Case("bytes", "json", "{\"bytes\":\"/w==\"}\n{\"bytes\":\"YQ==\"}\n", ["bytes:/w==", "a"]),
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

    @Test("every line is answered, whatever stands in it", arguments: lines + [longest] + tsv + json)
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
        let result = try await beeline("resolve", "--input", "json", "--format", "csv", #"{"text":"a"}"#, "a")
        #expect(result.lines.count == 3)
        #expect(result.lines.last?.contains("bad-input") == true)
    }
}
