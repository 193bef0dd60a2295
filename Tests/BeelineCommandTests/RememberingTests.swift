import Foundation
import TestPrograms
import Testing

@Suite struct RememberingTests {
    private static let rules = """
        {"version":1,"rules":[
          {"id":"again","when":{"seen.count":{">=":1}},
           "do":[{"action":"emit","fields":{"refused":"since {seen.first|?}","by":"{seen.source|?}"}}]},
          {"id":"admitted","when":{},"do":[{"action":"record"},{"action":"count","name":"guests"}]}
        ]}
        """

    private func run(
        _ words: [String], _ folder: TemporaryFolder, input: String = "", home: String? = nil
    ) async throws -> ProgramRun {
        try await beeline(
            words + ["--no-defaults", "--rules", folder.path("r.json")], input: Array(input.utf8),
            environment: ["XDG_DATA_HOME": home ?? folder.path("data")])
    }

    @Test func `who only asks makes no file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("r.json", Self.rules)
        for command in ["resolve", "explain"] {
            let result = try await run([command, "T-1"], folder)
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(result.output.contains("admitted"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
    }

    @Test func `a ticket that was recorded is known to every command`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("r.json", Self.rules)
        let lines = try await run(["resolve", "-", "--run", "--source", "door"], folder, input: "T-1\nT-2\nT-1\n").lines
        #expect(lines.filter { $0.contains("guests = ") } == ["  done       guests = 1", "  done       guests = 2"])
        #expect(lines.contains { $0.contains("by=door") })
        #expect(try await run(["resolve", "T-1"], folder).output.contains("by=door"))
        #expect(try await run(["explain", "T-1"], folder).output.contains("seen 1 time"))
        let live = try await run(["live", "-", "--run", "--format", "json"], folder, input: "T-1\nT-3\n")
        let rules = try live.objects().compactMap { object in
            (((object["results"] as? [[String: Any]])?.first?["resolution"]) as? [String: Any])?["rule"] as? String
        }
        #expect(rules == ["again", "admitted"])
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder.path("data/beeline"))).subtracting([
                "history.db-wal", "history.db-shm",
            ]) == ["history.db", "history.db-lock"])
    }

    @Test func `a search finds a whole code in any spelling`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "r.json",
            """
            {"version":1,
             "kinds":[{"kind":"card","when":{"compact":{"matches":"LC(?P<n>[0-9]{8})"}},
                       "check":{"scheme":"luhn","of":"{match.n}"}},
                      {"kind":"ticket","when":{"text":{"matches":"(?i)t-?(?P<n>[0-9]{4})"}},"identity":"{match.n}"}],
             "rules":[{"id":"all","when":{},"do":[{"action":"record"}]}]}
            """)
        let codes = ["9784873119045", "lc-4992 7395", "T1234", "(01)09521234543213(21)A1", "hello"]
        _ = try await run(["resolve", "--run"] + codes, folder)
        // The kinds of the ticket are in the configuration.
        try folder.write(
            "config/beeline/rules/r.json", try String(contentsOfFile: folder.path("r.json"), encoding: .utf8))
        for (words, found) in [
            (["4-87311-904-9"], "9784873119045"), (["ISBN", "978-4-87311-904-5"], "9784873119045"),
            (["LC49927395"], "lc-4992 7395"), (["lc", "49927395"], "lc-4992 7395"), (["t-1234"], "T1234"),
            (["https://id.gs1.org/01/09521234543213/21/A1"], "09521234543213"), (["hell"], "hello"),
        ] {
            let result = try await beeline(
                ["history", "search"] + words + ["--format", "csv", "--columns", "text,number"],
                environment: ["XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config")])
            #expect(
                result.lines.count == 2 && result.output.contains(found), "\(words): \(result.output)\(result.errors)")
        }
        for words in [["4-87311-904-5"], ["LC49927403"], ["(01)09521234543213(21)A2"]] {
            let result = try await beeline(
                ["history", "search"] + words, environment: ["XDG_DATA_HOME": folder.path("data")])
            #expect(result.output == "Nothing was found.\n", "\(words): \(result.output)")
        }
    }

    @Test func `a history that cannot be read is reported once`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("r.json", Self.rules)
        try folder.write(
            "data/beeline/history.db", "no database, but a text that is long enough for one to be looked at")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.path("data/beeline/history.db"))
        let result = try await run(["resolve", "-"], folder, input: "T-1\nT-2\n")
        #expect(result.output.contains("admitted"))
        #expect(result.errors.contains("the history is damaged") && result.errors.contains("every code counts as new"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    /// Each till scans 500 codes of 1,000 tickets, the first fifty of them the same as all others, and gets the next code
    /// when it has its answer. It is killed ten times while it works, and scans the code again that was not answered.
    private static let door = """
        import json, os, random, signal, sqlite3, subprocess, sys, threading, time
        program, rules, data = sys.argv[1:]
        environment = dict(os.environ, XDG_DATA_HOME=data)
        tickets = [f"T-{n:04}" for n in range(1000)]
        shared = random.sample(tickets, 50)
        answers, failures, kills = [], [], []

        def till(number):
            codes = shared + random.choices(tickets, k=450)
            deaths = sorted(random.sample(range(500), 10))
            done = 0
            while done < len(codes):
                process = subprocess.Popen(
                    [program, "resolve", "-", "--run", "--no-defaults", "--rules", rules, "--format", "json",
                     "--source", f"till {number}"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
                while done < len(codes):
                    process.stdin.write(codes[done].encode() + b"\\n")
                    process.stdin.flush()
                    is_killed = bool(deaths) and done >= deaths[0]
                    if is_killed:
                        deaths.pop(0)
                        time.sleep(random.random() ** 3 * 0.005)
                        process.kill()
                    line = process.stdout.readline()
                    if not line.endswith(b"\\n"):
                        kills.append(codes[done])
                        break
                    resolution = json.loads(line)["results"][0]["resolution"]
                    outcomes = [action["outcome"]["status"] for action in resolution["actions"]]
                    if any(status != "done" for status in outcomes): failures.append(line.decode())
                    answers.append((codes[done], resolution["rule"]))
                    done += 1
                    # It had answered before it was killed.
                    if is_killed: break
                try: process.stdin.close()
                except BrokenPipeError: pass
                error = process.stderr.read().decode()
                if error: failures.append(error)
                process.wait()

        threads = [threading.Thread(target=till, args=(number,)) for number in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        db = sqlite3.connect(os.path.join(data, "beeline/history.db"))
        rows = [row[0] for row in db.execute("SELECT text FROM scans WHERE rule = 'admitted'")]
        admitted = [code for code, rule in answers if rule == "admitted"]
        print(json.dumps({
            "check": db.execute("PRAGMA integrity_check").fetchone()[0], "answers": len(answers), "failures": failures,
            "kills": len(kills), "rows twice": len(rows) - len(set(rows)),
            "admitted twice": len(admitted) - len(set(admitted)),
            "lost": len(set(admitted) - set(rows)),
            "never admitted": len({code for code, rule in answers} - set(rows)),
            "admitted without need": len(set(rows) - set(admitted) - set(kills)),
            "marks": db.execute("SELECT count(*) FROM marks").fetchone()[0] - len(rows),
        }, sort_keys=True))
        """

    @Test(.timeLimit(.minutes(20)))
    func `twenty tills that are killed at random admit each of a thousand tickets once`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("r.json", Self.rules)
        let result = try await TestPrograms.run(
            "python3", ["-c", Self.door, Project.program("beeline"), folder.path("r.json"), folder.path("data")])
        #expect(result.status == 0, "\(result.errors)")
        let told = try #require(try json(result.output) as? [String: Any])
        #expect(told["failures"] as? [String] == [])
        #expect(told["check"] as? String == "ok")
        #expect(told["answers"] as? Int == 10_000)
        #expect(told["kills"] as? Int ?? 0 > 20, "some were killed in the midst of it")
        for count in ["rows twice", "admitted twice", "lost", "never admitted", "admitted without need", "marks"] {
            #expect(told[count] as? Int == 0, "\(count)")
        }
    }
}
