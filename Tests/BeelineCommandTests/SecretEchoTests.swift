import Foundation
import TestPrograms
import Testing

@Suite("A hostile plugin, file name or image cannot bring a secret back", .timeLimit(.minutes(30)))
struct SecretEchoTests {
    struct Code: Sendable, CustomTestStringConvertible {
        let text: String
        let secret: String
        var testDescription: String { String(text.prefix(24)) }
    }

    static let codes = [
        Code(text: "WIFI:T:WPA;S:Guest;P:open sesame 42;;", secret: "open sesame 42"),
        Code(text: "WIFI:T:WPA;P:open sesame 42;;", secret: "open sesame 42"),
        Code(text: "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME", secret: "JBSWY3DPEHPK3PXP"),
        Code(text: "otpauth-migration://offline?data=CjEKCkhlbGxv", secret: "CjEKCkhlbGxv"),
        Code(text: "https://user:hunter2x@host.example/", secret: "hunter2x"),
        Code(text: #"https:\\user:hunter2x@host.example/"#, secret: "hunter2x"),
        Code(text: "https://x.example/#access_token=ya29a0AfH6", secret: "ya29a0AfH6"),
        Code(
            text: "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----",
            secret: "MIIEvQIBADANBgkqhkiG9w0"),
        Code(
            text: "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5",
            secret: "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5"),
        Code(text: "trojan://s3cretpw@host.example:443", secret: "s3cretpw"),
        Code(text: #"{"ssid":"Guest","password":"hunter2x"}"#, secret: "hunter2x"),
        Code(text: "WIFI:S:Guest;PASS:open sesame 42;;", secret: "open sesame 42"),
        Code(text: "X-HM:0023ISYWYABCD", secret: "0023ISYWYABCD"),
        Code(text: "https://s.team/q/1/2207813151333862682", secret: "2207813151333862682"),
        Code(
            text: "BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nURL:https://bob:hunter2x@host.example/\nEND:VCARD",
            secret: "hunter2x"),
    ]

    private static let rules = """
        {"version":1,"rules":[{"id":"r","when":{},"do":[
          {"action":"parrot","text":"{text|}","as":"said"},
          {"action":"emit","optional":true,"fields":{"again":"{said.list|}","url":"{url|}","note":"{note|}","web":"{website|}"}},
          {"action":"record","fields":{"again":"{said.list|}"}},
          {"action":"parrot","text":"fail"}]}]}
        """

    private static let manifest = """
        {"version":1,"name":"parrot","summary":"s","command":["python3","parrot.py"],"actions":[
          {"name":"parrot","summary":"s","results":["list","text"],
           "parameters":[{"name":"text","type":"text","summary":"t"}]}]}
        """

    private static let script = """
        import json, sys
        words = json.load(open("words.json"))
        for line in sys.stdin:
            request = json.loads(line)
            print(request["parameters"]["text"].replace("\\n", " "), file=sys.stderr)
            for word in words: print("heard", word, file=sys.stderr, flush=True)
            failed = request["parameters"]["text"] == "fail"
            answer = {"id": request["id"], "status": "failed" if failed else "done", "message": " | ".join(words)[:900]}
            if not failed: answer["results"] = {"list": words, "text": " ".join(words)}
            print(json.dumps(answer), flush=True)
        """

    private func shop(_ code: Code) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("rules.json", Array(Self.rules.utf8))
        try folder.write("parrot/plugin.json", Array(Self.manifest.utf8))
        try folder.write("parrot/parrot.py", Array(Self.script.utf8))
        let words = try JSONEncoder().encode(EncodedText.all(of: code.secret).map(\.text))
        try folder.write("parrot/words.json", Array(words))
        return folder
    }

    private static let options = [
        "--no-defaults", "--rules", "rules.json", "--plugins", "parrot", "--run", "--allow", "process",
    ]

    private func run(_ words: [String], input: String = "", in folder: borrowing TemporaryFolder) async throws
        -> ProgramRun
    {
        try await beeline(
            words, input: Array(input.utf8), environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
    }

    private func expectNone(of code: Code, in texts: [String], _ what: String) {
        for spelling in EncodedText.all(of: code.secret) {
            for text in texts {
                #expect(!text.contains(spelling.text), "\(what), \(spelling): \(text)")
            }
        }
    }

    @Test("in the output of any format, on standard error and in the history", arguments: codes)
    func staysAway(_ code: Code) async throws {
        let folder = try shop(code)
        for format in ["text", "json", "csv"] {
            let result = try await run(["resolve", "--format", format] + Self.options + ["--", code.text], in: folder)
            #expect(result.status == 4 && result.output.contains("•••"), "\(result.output) \(result.errors)")
            #expect(result.errors.contains("parrot: heard •••"))
            expectNone(of: code, in: [result.output, result.errors], format)
        }
        let object = String(
            decoding: try JSONEncoder().encode(["text": code.text, "symbology": "qr_code"]), as: UTF8.self)
        let line = try await run(
            ["resolve", "--input", "json", "--format", "json"] + Self.options + ["-"], input: object, in: folder)
        #expect(line.output.contains(#""withheld":["text""#), "\(line.output)")
        expectNone(of: code, in: [line.output, line.errors], "line")
        for format in ["text", "json"] {
            let result = try await run(
                [
                    "explain", "--format", format, "--all", "--no-defaults", "--rules", "rules.json", "--plugins",
                    "parrot", "--", code.text,
                ],
                in: folder)
            #expect(!result.output.isEmpty, "\(result.errors)")
            expectNone(of: code, in: [result.output, result.errors], "explain")
        }
        for format in ["text", "json", "csv"] {
            let result = try await run(["history", "--format", format], in: folder)
            #expect(result.output.contains("•••"))
            expectNone(of: code, in: [result.output], "history \(format)")
        }
        let shown = try await run(
            ["resolve", "--show-secrets", "--format", "json"] + Self.options + ["--", code.text], in: folder)
        #expect(try shown.objects().description.contains(code.secret))
    }

    static let misuses: [[String]] = [
        [], ["--frobnicate"], ["resolve", "--frobnicate"], ["catalog", "list"], ["completion", "bash"],
    ]

    @Test("in messages on wrong usage, wherever the code is", arguments: misuses, codes)
    func staysOutOfUsage(_ words: [String], _ code: Code) async throws {
        for words in [words + [code.text], [code.text] + words] {
            let result = try await beeline(words)
            expectNone(of: code, in: [result.output, result.errors], "\(words)")
        }
    }

    @Test("in messages and drawings about an image with a secret in its name")
    func staysOutOfPictures() async throws {
        let code = Self.codes[0]
        let folder = try shop(code)
        let name = "open sesame 42.png"
        #expect(try await run(["draw", code.text, "-o", name], in: folder).status == 0)
        for (format, drawing) in [("text", "a.svg"), ("json", "a.html"), ("csv", "pages/")] {
            let result = try await run(
                ["scan", "--format", format, "--annotate", drawing] + Self.options + [name], in: folder)
            #expect(result.output.contains("•••.png"), "\(result.output) \(result.errors)")
            let file = drawing == "pages/" ? "pages/index.html" : drawing
            let page = try String(contentsOfFile: folder.path(file), encoding: .utf8)
            #expect(page.contains("•••.png"))
            expectNone(of: code, in: [result.output, result.errors, page], drawing)
        }
        let history = try await run(["history", "--format", "json"], in: folder)
        #expect(history.output.contains("•••.png"))
        expectNone(of: code, in: [history.output], "history")
    }
}
