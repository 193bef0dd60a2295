import Foundation
import TestPrograms
import Testing

@Suite struct OutboxCommandTests {
    /// A server that answers every request with 200, and writes its body and key to a file.
    private static let server = """
        import http.server, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                with open("got", "a") as file: print(body, self.headers["Idempotency-Key"], file=file)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *_): pass
        server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
        open("ready", "w").close()
        for _ in range(int(sys.argv[2])): server.handle_request()
        """

    /// A port at which no program listens.
    private static let freePort = """
        import socket
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            print(s.getsockname()[1])
        """

    @Test func `an action waits for a server that is down, and is sent once`() async throws {
        let folder = try TemporaryFolder()
        let port = try await TestPrograms.run("python3", ["-c", Self.freePort]).lines[0]
        try folder.write("server.py", Self.server)
        try folder.write(
            "r.json",
            """
            {"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"http-request","method":"POST",
              "url":"http://127.0.0.1:\(port)/in","json":{"code":"{text}"},"retry":"1 d"}]}]}
            """)
        let data = ["XDG_DATA_HOME": folder.path("data")]
        func command(_ line: String) async throws -> ProgramRun {
            try await bash(line, environment: data, folder: folder.path)
        }
        let scan = "beeline resolve --no-defaults --rules r.json --run --allow http-request"
        for code in ["A", "B"] {
            let run = try await command("\(scan) \(code)")
            #expect(run.status == 0, "\(run)")
            #expect(run.output.contains("  kept  "), "\(run.output)")
        }
        let history = try await command("beeline history")
        #expect(history.output.contains("2 actions to be sent; see 'beeline history outbox'."))
        let list = try await command("beeline history outbox")
        #expect(list.lines.count == 4)
        #expect(list.output.contains("127.0.0.1:\(port): connection refused; until "), "\(list.output)")
        let objects = try await command("beeline history outbox --format json").objects()
        #expect(objects.map { $0["status"] as? String } == ["waiting", "waiting"])
        let unsent = try await command("beeline history send")
        #expect(unsent.status == 1 && unsent.output.hasPrefix("0 actions sent, 2 waiting\n"), "\(unsent)")
        let sent = try await command(
            """
            python3 server.py \(port) 2 & until [ -e ready ]; do sleep 0.05; done
            beeline history send; wait; cat got
            """)
        #expect(sent.status == 0 && sent.lines[0] == "2 actions sent, 0 waiting", "\(sent)")
        let got = sent.lines.dropFirst().map { $0.split(separator: " ") }
        #expect(got.map { String($0[0]) } == [#"{"code":"A"}"#, #"{"code":"B"}"#], "\(sent)")
        #expect(Set(got.map { $0[1] }).count == 2)
        #expect(try await command("beeline history outbox").output == "Nothing waits.\n")
    }

    @Test func `what waits can be dropped`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "r.json",
            """
            {"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"http-request","method":"POST",
              "url":"http://127.0.0.1:1/","text":"x","retry":"1 d"}]}]}
            """)
        let data = ["XDG_DATA_HOME": folder.path("data")]
        _ = try await bash(
            "for code in A B C; do beeline resolve --no-defaults --rules r.json --run --allow network $code; done",
            environment: data, folder: folder.path)
        for (line, status, output) in [
            ("drop", 2, ""), ("drop 1 --all", 2, ""), ("drop x", 2, ""), ("drop 9 --yes", 2, ""), ("drop 1", 2, ""),
            ("drop 1 --yes", 0, "1 action dropped\n"), ("send 1", 2, ""), ("outbox x", 2, ""),
            ("drop --all --yes", 0, "2 actions dropped\n"), ("drop --all --yes", 0, "Nothing waits.\n"),
            ("send", 0, "0 actions sent, 0 waiting\n"), ("outbox", 0, "Nothing waits.\n"),
        ] as [(String, Int32, String)] {
            let run = try await bash("beeline history \(line)", environment: data, folder: folder.path)
            #expect(run.status == status && run.output == output, "\(line): \(run)")
        }
    }
}
