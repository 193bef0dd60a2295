import Foundation
import TestPrograms
import Testing

@Suite("beeline links")
struct LinksCommandTests {
    private func run(_ words: [String], input: String = "", in folder: TemporaryFolder) async throws -> ProgramRun {
        try await beeline(
            words, input: Array(input.utf8), environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
    }

    private func shop() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("links.csv", Project.read("Examples/links.csv"))
        let result = try await run(["links", "import", "links.csv"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output == "\(folder.path("data"))/beeline/links.sqlite: 6 links of 3 keys\n")
        return folder
    }

    @Test("imported links are listed, and the JSON of the list can be imported")
    func listed() async throws {
        let folder = try await shop()
        let batch = try await run(
            ["links", "list", "https://id.example.com/01/09506000134352/10/L17?17=271231"], in: folder)
        #expect(batch.status == 0)
        let keys = batch.lines.map { $0.split(separator: " ").first ?? "" }
        #expect(keys.first == "/01/09506000134352/10/L17")
        #expect(keys.dropFirst() == Array(repeating: "/01/09506000134352", count: 4)[...])
        let all = try await run(["links", "list", "--format", "json"], in: folder)
        #expect(all.lines.count == 6)
        let again = try await run(
            ["links", "import", "--input", "json", "--table", "again.sqlite", "-"], input: all.output, in: folder)
        #expect(again.status == 0 && again.output == "again.sqlite: 6 links of 3 keys\n")
        #expect(
            try await run(["links", "list", "--format", "json", "--table", "again.sqlite"], in: folder).output
                == all.output)
        let first = try await run(["links", "list", "--limit", "2"], in: folder)
        #expect(first.lines.count == 3 && first.lines.last == "There are more; --limit 20 shows them.")
        #expect(try await run(["links", "list", "--limit", "6"], in: folder).lines.count == 6)
    }

    static let encodings = [
        ("utf-8-sig", "Grüner Tee"), ("cp1252", "Grüner Tee"), ("utf-16", "緑茶"), ("utf-16-le", "Grüner Tee"),
        ("utf-16-be", "緑茶 Tee"), ("utf-16-le with a mark", "緑茶"), ("utf-16-be with a mark", "緑茶 Tee"),
        ("cp932", "緑茶のお茶"),
    ]

    @Test("a list in another character set is read, with a warning", arguments: encodings, ["csv", "tsv"])
    func readsEncoding(_ encoding: (codec: String, title: String), _ format: String) async throws {
        let folder = try TemporaryFolder()
        let words = encoding.codec.split(separator: " ").map(String.init)
        let mark = words.count > 1 ? "\u{FEFF}" : ""
        let text =
            "path,linkType,href,title,default\n/01/09506000134352,gs1:pip,https://shop.example.com/tea,\(encoding.title),yes\n"
        let script = "import sys; sys.stdout.buffer.write(sys.argv[1].encode(sys.argv[2]))"
        let cells = format == "csv" ? text : text.replacing(",", with: "\t")
        let file = try await TestPrograms.run("python3", ["-c", script, mark + cells, words[0]])
        try folder.write("links.\(format)", file.bytes)
        let result = try await run(["links", "import", "links.\(format)"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let isUTF8 = encoding.codec.hasPrefix("utf-8")
        #expect(isUTF8 ? result.errors.isEmpty : result.errors.contains("links.\(format): it is "), "\(result.errors)")
        let list = try await run(["links", "list", "--format", "json"], in: folder).objects()
        #expect(list.map { $0["title"] as? String } == [encoding.title])
        #expect(try await run(["links", "check", "links.\(format)"], in: folder).status == 0)
    }

    @Test("the linkset of a key is part of that of all")
    func exported() async throws {
        let folder = try await shop()
        let export = ["links", "export", "--base", "https://id.example.com/"]
        let all = try #require(try await json(run(export, in: folder).output) as? [String: [[String: Any]]])
        #expect(
            all["linkset"]?.compactMap { $0["anchor"] as? String } == [
                "https://id.example.com/01/09506000134352", "https://id.example.com/01/09506000134352/10/L17",
                "https://id.example.com/414/9521321100015",
            ])
        let place = try await json(run(export + ["(414)9521321100015"], in: folder).output) as? NSDictionary
        #expect((place?["linkset"] as? NSArray)?[0] as? NSDictionary == all["linkset"]?[2] as NSDictionary?)
        let plain = try await run(["links", "export", "9521321100015"], in: folder)
        #expect(plain.status == 1 && plain.errors == "beeline: no link is registered for /01/09521321100015\n")
    }

    @Test("a list with errors is refused with all of them, and the former one stays")
    func refused() async throws {
        let folder = try await shop()
        let wrong = "path,linkType,href,title,default\n/01/09506000134353,gs1:pip,ftp://a.example/,,yes\n"
        try folder.write("wrong.csv", wrong)
        let result = try await run(["links", "import", "wrong.csv"], in: folder)
        #expect(result.status == 3 && result.output.isEmpty)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 4 && lines.last == "beeline: 3 errors; nothing was changed")
        #expect(lines.first == "wrong.csv:2: path: '/01/09506000134353': (01): the check digit is 3, expected 2")
        #expect(try await run(["links", "list"], in: folder).lines.count == 6)
        let check = try await run(["links", "check", "--format", "json", "wrong.csv"], in: folder)
        #expect(check.status == 1)
        #expect(try check.objects().map { $0["column"] as? String } == ["path", "href", "title"])
        #expect(try check.objects().allSatisfy { $0["line"] as? Int == 2 && $0["severity"] as? String == "error" })
        #expect(try await run(["links", "check", "links.csv"], in: folder).output == "6 links of 3 keys: no errors\n")
        #expect(try await run(["links", "check", "missing.csv"], in: folder).status == 3)
        let used = try await run(["links", "list", "--table", "wrong.csv"], in: folder)
        #expect(used.status == 3 && used.errors.split(separator: "\n").last == "beeline: 3 errors")
    }

    @Test("impossible arguments are wrong usage")
    func usage() async throws {
        let folder = try await shop()
        for words in [
            ["links", "list", "9506000134353"], ["links", "export", "--base", "id.example.com"], ["links", "import"],
            ["links", "list", "--limit", "0"], ["links", "check", "--input", "xml", "links.csv"],
        ] {
            let result = try await run(words, in: folder)
            #expect(result.status == 2 && result.errors.hasPrefix("beeline: "), "\(words)")
        }
        let nothing = try await run(["links", "list", "--table", "missing.sqlite"], in: folder)
        #expect(nothing.status == 3 && nothing.errors.contains("missing.sqlite"))
    }
}

@Suite("Digital Links are drawn")
struct DigitalLinkTests {
    @Test("a link is drawn when the table has one for it", arguments: ["qr", "data-matrix"])
    func table(_ format: String) async throws {
        let folder = try DrawnFolder()
        try folder.write("links.csv", Project.read("Examples/links.csv"))
        let words = ["--digital-link", "--base", "https://id.example.com", "--resolver", "links.csv", "--as", format]
        let drawn = try await folder.draw(words + ["-o", "tea.png", "9506000134352"])
        #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
        let link = "https://id.example.com/01/09506000134352"
        #expect(
            drawn.output
                == "\(link): links.csv leads to https://shop.example.com/tea (Green tea); no resolver was contacted\n")
        #expect(
            try await beeline("scan", "--format", "json", folder.path("tea.png")).output.contains(#""text":"\#(link)""#)
        )
        let unknown = try await folder.draw(words + ["-o", "unknown.png", "9506000134369"])
        #expect(unknown.status == 4 && unknown.errors.contains("no link is registered for /01/09506000134369"))
        #expect(try folder.names() == ["links.csv", "tea.png"])
        #expect(try await folder.draw(words + ["--no-verify", "-o", "unknown.png", "9506000134369"]).status == 0)
    }

    private static let server = """
        import http.server, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                known = self.path == "/links/01/09506000134352"
                self.send_response(307 if known else 404)
                if known: self.send_header("Location", "https://shop.example.com/tea")
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *words): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        server.timeout = 600
        print(server.server_port, flush=True)
        for _ in range(2): server.handle_request()
        """

    @Test("a link is drawn when the resolver leads on")
    func resolver() async throws {
        let folder = try DrawnFolder()
        try folder.write("server.py", Self.server)
        let script = """
            exec 3< <(exec python3 server.py 2> /dev/null)
            read -r port <&3
            base=http://127.0.0.1:$port/links
            beeline draw --digital-link 9506000134352 --base $base -o tea.svg | sed "s/$port/PORT/"
            beeline draw --digital-link 9506000134369 --base $base -o other.svg 2>&1 | sed "s/$port/PORT/"
            # The server ends behind its second answer.
            cat <&3
            beeline draw --digital-link 9506000134352 --base $base -o none.svg 2>&1 | sed "s/$port/PORT/"
            """
        let result = try await bash(script, folder: folder.path)
        let base = "http://127.0.0.1:PORT/links/01"
        #expect(
            result.lines == [
                "\(base)/09506000134352: the resolver leads to https://shop.example.com/tea (status 307)",
                "beeline: \(base)/09506000134369: the resolver has no link for it (status 404); nothing was drawn; "
                    + "without asking: --no-verify",
                "beeline: \(base)/09506000134352: the resolver does not answer: its host refused the connection; nothing was "
                    + "drawn; without asking: --no-verify",
            ], "\(result.errors)")
        #expect(try folder.names() == ["server.py", "tea.svg"])
    }

    @Test(
        "what says how else it is drawn is wrong usage",
        arguments: [
            ["--digital-link", "--bytes", "-"], ["--digital-link", "--kind", "url", "9506000134352"],
            ["--base", "https://id.example.com", "text"], ["--resolver", "links.csv", "text"],
            ["--digital-link", "text"],
            ["--digital-link", "--sheet", "L7160", "labels.csv"], ["--digital-link"],
        ])
    func usage(_ words: [String]) async throws {
        let result = try await beeline(["draw"] + words)
        #expect(result.status == 2 && result.errors.hasPrefix("beeline: "), "\(result.errors)")
    }
}
