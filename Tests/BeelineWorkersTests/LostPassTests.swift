import BeelineSymbols
import BeelineWorkers
import TestPrograms
import Testing

/// Workers that note a pass and do not survive it. Their standard output is the memory into which they note.
@Suite("Passes that are lost")
struct LostPassTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What the worker does in its pass.
        let script: String
        let reason: String
    }

    /// Greets, and reads requests. A try without the pass is answered with what it was asked.
    private static func worker(_ note: String, _ script: String) -> String {
        let pass = note.prefix { $0 != " " }
        return """
            echo '{"protocol":4}' >&0
            while read -r request <&0; do
              case $request in
                *'"without":['*'"\(pass)"'*)
                  echo "{\\"symbols\\":[{\\"text\\":\\"${request//\\"/}\\"}]}" >&0;;
                *) echo '\(note)'; \(script);;
              esac
            done
            """
    }

    static let cases = [
        Case(testDescription: "aborts", script: "kill -ABRT $$", reason: "signal 6 (Aborted)"),
        Case(testDescription: "ends", script: "exit 7", reason: "status 7"),
        Case(testDescription: "hangs", script: "exec sleep 1000", reason: "no answer in 10 s"),
        Case(testDescription: "uses up its time", script: "kill -XCPU $$", reason: "processor time"),
        Case(
            testDescription: "uses up its memory",
            script: "printf M | dd of=/dev/stdout bs=1 seek=4095 conv=notrunc status=none; kill -SEGV $$",
            reason: "out of memory"),
        Case(
            testDescription: "calls what it must not", script: "kill -SYS $$", reason: "signal 31 (Bad system call)"),
        Case(
            testDescription: "talks nonsense", script: "echo nonsense >&0; exec sleep 1000",
            reason: "an invalid answer"),
    ]

    @Test("an image is tried again without the pass, and the answer reports it", arguments: cases)
    func triesAgain(_ case: Case) async throws {
        let workers = try await Workers(Self.worker("zxing.linear 2", `case`.script))
        // Only the one that hangs waits for the limit; the others have time to start on a busy machine.
        let timeLimit = Duration.seconds(`case`.testDescription == "hangs" ? 10 : 600)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: timeLimit)
        var options = DecodeOptions()
        options.effort = .max
        options.without = ["zbar"]
        let decoding = try await pool.decode(.bytes([0]), options: options)
        #expect(decoding.losses == [LostPass(pass: "zxing.linear", page: 2, reason: `case`.reason)])
        // The rest of the request is sent again.
        let asked = try #require(decoding.symbols.first?.text)
        #expect(asked.contains("effort:max"))
        #expect(asked.contains("without:[zbar,zxing.linear]"))
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("if every worker is killed in the same pass by another process, that pass is lost in the end")
    func alwaysKilled() async throws {
        let workers = try await Workers(Self.worker("zxing.linear", "kill -KILL $$"))
        let pool = try DecodingPool(program: workers.program, size: 1)
        let decoding = try await pool.decode(.bytes([0]), options: DecodeOptions())
        #expect(decoding.losses == [LostPass(pass: "zxing.linear", reason: "signal 9 (Killed)")])
        await pool.close()
    }

    /// Dies in a pass of another name each time: as many as there are lines in a file.
    private static let newPasses = """
        echo '{"protocol":4}' >&0; read -r request <&0; echo >> "$MARK"
        if [ $(wc -l < "$MARK") -gt $LOSSES ]; then
          echo "{\\"symbols\\":[{\\"text\\":\\"${request//\\"/}\\"}]}" >&0; read -r request <&0
        else
          echo "pass$(wc -l < "$MARK")"; kill -ABRT $$
        fi
        """

    @Test("after four losses only cheap passes are tried")
    func fourLosses() async throws {
        let workers = try await Workers("LOSSES=4; " + Self.newPasses)
        let pool = try DecodingPool(program: workers.program, size: 1)
        let decoding = try await pool.decode(.bytes([0]), options: DecodeOptions())
        #expect(decoding.losses.map(\.pass) == ["pass1", "pass2", "pass3", "pass4"])
        let asked = try #require(decoding.symbols.first?.text)
        #expect(asked.contains("effort:fast"))
        #expect(asked.contains("without:[pass1,pass2,pass3,pass4]"))
        await pool.close()
    }

    @Test("after five losses the image is given up")
    func fiveLosses() async throws {
        let workers = try await Workers("LOSSES=5; " + Self.newPasses)
        let pool = try DecodingPool(program: workers.program, size: 1)
        await #expect(throws: DecodeError.decoderDied("in the pass pass5: signal 6 (Aborted)")) {
            try await pool.decode(.bytes([0]), options: DecodeOptions())
        }
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("a worker that runs a pass that was to be left out is given up")
    func stubborn() async throws {
        let workers = try await Workers(
            #"echo '{"protocol":4}' >&0; read -r request <&0; echo zbar; kill -ABRT $$"#)
        let pool = try DecodingPool(program: workers.program, size: 1)
        await #expect(throws: DecodeError.decoderDied("in the pass zbar: signal 6 (Aborted)")) {
            try await pool.decode(.bytes([0]), options: DecodeOptions())
        }
        await pool.close()
    }

    @Test("a worker that always hangs takes at most twice the time for an image")
    func timeIsBounded() async throws {
        let workers = try await Workers(
            #"echo '{"protocol":4}' >&0; read -r request <&0; date +pass%N; exec sleep 1000"#)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: .seconds(2))
        let error = await #expect(throws: DecodeError.self) {
            try await pool.decode(.bytes([0]), options: DecodeOptions())
        }
        #expect(error == .timedOut(limit: .seconds(1)))
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("every worker gets the image from its beginning", arguments: [false, true])
    func rewinds(asPipe: Bool) async throws {
        // The first reads a part of it and dies; `dd` gets the descriptor that came along from a helper in Python.
        let script = """
            exec python3 -c '
            import os, socket, array
            s = socket.socket(fileno=0)
            s.send(b"{\\"protocol\\":4}\\n")
            line, control, *_ = s.recvmsg(65536, 64)
            image = array.array("i", control[0][2][:4])[0]
            if os.path.exists("'"$MARK"'"):
                s.send(b"{\\"symbols\\":[{\\"text\\":\\"" + os.read(image, 100) + b"\\"}]}\\n")
                s.recv(1)
            else:
                open("'"$MARK"'", "w").close()
                os.read(image, 3)
                os.write(1, b"zbar\\n")
                os.abort()
            '
            """
        let workers = try await Workers(script)
        let pool = try DecodingPool(program: workers.program, size: 1)
        let dam = try Dam()
        if asPipe { dam.breakDown(with: Array("abcdef".utf8)) }
        let decoding = try await pool.decode(
            asPipe ? .file(dam.path) : .bytes(Array("abcdef".utf8)), options: DecodeOptions())
        #expect(decoding.symbols.map(\.text) == ["abcdef"])
        #expect(decoding.losses.map(\.pass) == ["zbar"])
        await pool.close()
    }
}
