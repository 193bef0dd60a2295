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

    /// A server that is slow to answer, and that bears clients who are gone.
    private static let slowServer = """
        import http.server, os, time
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                with open("got", "a") as file: print(body, self.headers["Idempotency-Key"], file=file)
                time.sleep(0.03)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *_): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        server.handle_error = lambda *_: None
        with open("port.part", "w") as file: print(server.server_address[1], file=file)
        os.rename("port.part", "port")
        server.serve_forever()
        """

    /// Each program sends eight codes, and is killed at any moment: before it keeps one, between that and the sending, while
    /// it is sent, and before it is removed.
    @Test func `nothing is lost or sent with two keys when the program is killed`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("server.py", Self.slowServer)
        try folder.write(
            "rules",
            """
            {"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"http-request","method":"POST",
              "url":"http://127.0.0.1:PORT/in","json":"{text}","retry":"1 d"}]}]}
            """)
        let rounds = 24
        let run = try await bash(
            """
            python3 server.py & server=$!
            until [ -s port ]; do sleep 0.05; done
            sed "s/PORT/$(cat port)/" rules > r.json
            for round in $(seq \(rounds)); do
              : > out-$round
              for n in 1 2 3 4 5 6 7 8; do echo "$round-$n"; done |
                beeline resolve - --run --allow http-request --no-defaults --rules r.json --format json > out-$round & pid=$!
              disown
              # Half of them at any moment, half in the midst of it.
              if (( round % 2 )); then sleep $(printf 0.%03d $((RANDOM % 700)));
              else
                while kill -0 $pid 2>/dev/null && [ "$(wc -l < out-$round)" -lt $((RANDOM % 6 + 1)) ]; do sleep 0.01; done
              fi
              kill -9 $pid 2>/dev/null
              while kill -0 $pid 2>/dev/null; do sleep 0.01; done
            done
            for try in 1 2 3 4 5 6 7 8 9; do beeline history send > sent && break; sleep 0.2; done
            beeline history outbox
            kill -9 $server
            """, environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
        #expect(run.output == "Nothing waits.\n", "\(run.output)\(run.errors)")
        var keys: [String: [String]] = [:]
        for line in String(decoding: try folder.read("got"), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            keys[words[0].filter { $0 != "\"" }, default: []].append(words[1])
        }
        #expect(keys.values.allSatisfy { Set($0).count == 1 }, "one key for all attempts")
        #expect(Set(keys.values.map { $0[0] }).count == keys.count, "a key for each code")
        var done: Set<String> = []
        for round in 1...rounds {
            // After the last line break there is nothing, or part of a line.
            let lines = String(decoding: try folder.read("out-\(round)"), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            for line in lines {
                let code = try #require((try json(String(line)) as? [String: Any])?["input"] as? String)
                #expect(keys[code] != nil, "\(code) was acknowledged")
                if line.contains(#""outcome":{"status":"done""#) { done.insert(code) }
            }
        }
        #expect(!done.isEmpty && done.count < 8 * rounds, "some were sent at once, others not")
        #expect(done.allSatisfy { keys[$0]?.count == 1 }, "what was sent is not sent again")
    }

    @Test func `what a server has got from a program that was killed is sent again with its key`() async throws {
        let folder = try TemporaryFolder()
        let server = Self.slowServer.replacing(
            "time.sleep(0.03)", with: "time.sleep(0 if os.path.exists('go') else 60)")
        try folder.write("server.py", server)
        try folder.write(
            "rules",
            """
            {"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"http-request","method":"POST",
              "url":"http://127.0.0.1:PORT/in","json":"{text}","retry":"1 d"}]}]}
            """)
        let run = try await bash(
            """
            python3 server.py & first=$!
            until [ -s port ]; do sleep 0.05; done
            sed "s/PORT/$(cat port)/" rules > r.json
            beeline resolve --run --allow http-request --no-defaults --rules r.json A > out & pid=$!
            disown
            until [ -s got ]; do sleep 0.02; done
            kill -9 $pid; beeline history outbox --format json > waits
            kill -9 $first; touch go
            sed -i "s/, 0), Handler/, $(cat port)), Handler/" server.py; rm port
            sed -i 's/^server = /http.server.HTTPServer.allow_reuse_address = True\\nserver = /' server.py
            python3 server.py & second=$!
            until [ -s port ]; do sleep 0.05; done
            beeline history send; kill -9 $second; cat out got
            """, environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
        #expect(run.lines.first == "1 action sent, 0 waiting", "\(run)")
        let got = run.lines.dropFirst()
        #expect(got.count == 2 && Set(got).count == 1 && got.allSatisfy { $0.hasPrefix("\"A\" ") }, "\(run)")
        #expect(String(decoding: try folder.read("waits"), as: UTF8.self).contains(#""status":"waiting""#))
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
