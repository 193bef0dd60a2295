import Beeline
import BeelineDrawing
import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("Codes are drawn")
struct DrawTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        /// What a reader reads.
        let read: [String]

        init(_ words: String..., read: String...) { (self.words, self.read) = (words, read) }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let cases = [
        Case("https://example.com/?a=1&b=2", read: "https://example.com/?a=1&b=2"),
        Case("4-87311-904-9", read: "9784873119045"),
        Case("--as", "EAN-13", "4006381333931", read: "4006381333931"),
        Case("--as", "code-128", "--no-text", "--bar-height", "40", "A<b>&\"c", read: "A<b>&\"c"),
        Case("--as", "gs1-128", "(01)09521234543213(10)A(1)", read: "010952123454321310A(1)"),
        Case("--level", "H", "--module-width", "0.6", "--dark", "#003", "--light", "#ffe", "Grüße", read: "Grüße"),
        Case("--module-shape", "round", "--finder-shape", "round", "round", read: "round"),
        Case("--", "--help", read: "--help"),
    ]

    @Test("a file of each form is read by others", arguments: cases, ["svg", "png", "pdf"])
    func files(_ case: Case, ending: String) async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw(["-o", "code.\(ending)"] + `case`.words)
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        #expect(try folder.names() == ["code.\(ending)"])
        #expect(try await folder.read("code.\(ending)") == `case`.read)
    }

    static let kinds = [
        Case("wifi", "ssid=Guest", "password=for;guests", read: #"WIFI:T:WPA;S:Guest;P:for\;guests;;"#),
        Case("url", "url=https://example.com/a=b", read: "https://example.com/a=b"),
        Case("phone", "phone=+49 30 1234567", read: "tel:+49301234567"),
        Case("geo", "latitude=48.2", "longitude=16.37", read: "geo:48.2,16.37"),
        Case("email", "email=a@b.example", "subject=x&y", read: "mailto:a@b.example?subject=x%26y"),
        Case("contact", "name=Ann Lee", "emails=a@b.example", "emails=c@d.example", read: "BEGIN:VCARD"),
        Case("event", "summary=Tea", "start=2026-12-24T16:00", read: "BEGIN:VEVENT"),
    ]

    @Test("content is made from fields", arguments: kinds)
    func fields(_ case: Case) async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw(["-o", "a.png", "--kind"] + `case`.words)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let lines = try await folder.read("a.png")
        #expect(lines.first?.hasPrefix(`case`.read[0]) == true, "\(lines)")
        // What is read back has the same fields.
        let scan = try await beeline("scan", "--format", "json", "--show-secrets", folder.path("a.png"))
        let results = try #require(try scan.objects().first?["results"] as? [[String: Any]])
        #expect((results.first?["content"] as? [String: Any])?["kind"] as? String == `case`.words.first)
    }

    @Test("a kind of a rule file is made of its parts, in the form that has the fields")
    func fileKinds() async throws {
        let folder = try DrawnFolder()
        let rules = ["--rules", Project.folder + "/Examples/Rules/stock-label.json", "--kind", "stockLabel"]
        let label = ["article=471102", "quantity=12.5", "expiry=2026-12-31", "bins=A1", "bins=A2"]
        #expect(try await folder.draw(["-o", "a.png"] + rules + label).status == 0)
        #expect(try await folder.read("a.png") == ["STOCK;ART=471102;BIN=A1+A2;EXP=31.12.2026;QTY=12,5"])
        let refused = [
            (["article=471103", "quantity=1"], "the check character is 3, expected 2"),
            (["article=471102"], "'quantity' is missing"),
            (["article=471102", "quantity=x"], "'quantity' is not a number like 12.5"),
            (["article=471102", "quantity=1", "expiry=31.12.2026"], "'expiry' is not a date like 2026-12-31"),
            (["article=4;1", "quantity=1"], "are not valid for a code of the kind 'stockLabel'"),
            (["articl=1"], "stockLabel has no field 'articl' (did you mean 'article'?)"),
        ]
        for (words, message) in refused {
            let result = try await folder.draw(["-o", "b.png"] + rules + words)
            #expect(result.status == 2)
            #expect(result.errors.contains(message), "\(result.errors)")
        }
        #expect(try folder.names() == ["a.png"])
    }

    @Test("a password comes from a file or from standard input, and not from the command line")
    func secrets() async throws {
        let folder = try DrawnFolder()
        try folder.write("password.txt", "s3cr;t=@\r\n")
        let file = try await folder.draw(["--kind", "wifi", "ssid=a", "password@password.txt", "-o", "file.png"])
        let input = try await folder.draw(
            ["--kind", "wifi", "ssid=a", "password@-", "-o", "input.png"], input: Array("s3cr;t=@\n".utf8))
        #expect(file.status == 0 && input.status == 0, "\(file.errors)\(input.errors)")
        #expect(try folder.bytes("file.png") == folder.bytes("input.png"))
        #expect(try await folder.read("file.png") == [#"WIFI:T:WPA;S:a;P:s3cr\;t=@;;"#])
    }

    @Test("standard input is drawn less one line end", arguments: [["-"], []], ["a\nb", "a\nb\n", "a\nb\r\n"])
    func input(_ words: [String], _ text: String) async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw(words + ["-o", "a.png"], input: Array(text.utf8))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await folder.read("a.png") == ["a", "b"])
    }

    @Test("bytes are drawn as they are", arguments: ["qr", "data-matrix", "aztec", "pdf417"])
    func bytes(_ format: String) async throws {
        let folder = try DrawnFolder()
        let bytes: [UInt8] = [0xFF, 0x00, 0x0D, 0x0A, 0x80, 0x41, 0x0A]
        let result = try await folder.draw(["--bytes", "--as", format, "-o", "a.png"], input: bytes)
        #expect(result.status == 0, "\(result.errors)")
        let scan = try await beeline("scan", "--format", "json", folder.path("a.png"))
        let results = try #require(try scan.objects().first?["results"] as? [[String: Any]])
        let symbol = try #require(results.first?["symbol"] as? [String: Any])
        #expect(symbol["bytes"] as? String == Data(bytes).base64EncodedString())
    }

    @Test("--format says what goes to standard output", arguments: ["svg", "png", "pdf"], [[], ["-o", "-"]])
    func output(_ format: String, _ words: [String]) async throws {
        let folder = try DrawnFolder()
        let shown = try await folder.draw(["--format", format, "Hello"] + words)
        let written = try await folder.draw(["-o", "a.\(format)", "Hello"])
        #expect(shown.status == 0 && written.status == 0)
        #expect(shown.bytes == (try folder.bytes("a.\(format)")))
    }

    @Test(
        "without a file, half blocks are drawn that can be read", arguments: ["https://example.com/", "9784873119045"])
    func terminal(_ text: String) async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw([text, "--no-text"])
        #expect(result.status == 0 && result.errors.isEmpty)
        var rows: [[UInt8]] = []
        for line in result.lines {
            let characters = line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count)
            for dark in ["█▀", "█▄"] {
                let row = characters.flatMap { Array(repeating: UInt8(dark.contains($0) ? 0 : 255), count: 4) }
                rows += Array(repeating: row, count: 4)
            }
        }
        try folder.write("a.pgm", Array("P5 \(rows[0].count) \(rows.count) 255\n".utf8) + rows.flatMap(\.self))
        #expect(try await folder.read("a.pgm") == [text])
        let file = try await folder.draw([text, "--no-text", "-o", "a.txt"])
        #expect(file.status == 0)
        #expect(try folder.bytes("a.txt") == result.bytes)
    }

    @Test("the price of a book is in its add-on")
    func price() async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw(
            ["0-306-40615-2", "--price", "24.95", "--currency", "USD", "-o", "a.png"])
        #expect(result.status == 0, "\(result.errors)")
        let read = try await run(
            "zbarimg", ["--quiet", "--raw", "-Sean5.enable", "a.png"], folder: folder.path)
        #expect(Set(read.lines) == ["9780306406157", "52495"])
    }

    @Test("the list has every format, kind, field and sheet")
    func list() async throws {
        let result = try await beeline("draw", "--list")
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.lines.allSatisfy { $0.count <= 120 })
        let words = Set(result.output.split { " ,\n".contains($0) }.map(String.init))
        #expect(words.isSuperset(of: BeelineDrawing.CodeFormat.allCases.map(\.rawValue)))
        #expect(words.isSuperset(of: SheetLayout.names.map(\.name)))
        for (kind, fields) in CodeText.fields { #expect(words.isSuperset(of: fields + [kind.rawValue]), "\(kind)") }
    }
}
