import Foundation
import TestPrograms

/// A command on a terminal of its own, with a user who types.
struct TerminalSession {
    /// What is waited for on the screen, and typed then.
    struct Step {
        /// A regular expression, looked for behind what the last step waited for.
        let shown: String
        /// `NUMBER` is what the last question wants behind a yes; `OTHER` is another number. `SIGNAL 15` is none of it, but
        /// sends the command a signal.
        let typed: String

        init(_ shown: String, _ typed: String) { (self.shown, self.typed) = (shown, typed) }
    }

    /// All that was shown, with `\n` at the ends of lines.
    let shown: String
    let status: Int32
    /// Whether the terminal is as it was at the beginning.
    let isRestored: Bool

    /// Runs a command of `beeline`.
    ///
    /// - Parameters:
    ///   - command: a line of bash, in which `$BEELINE` is the program.
    ///   - environment: beside that of a user without a configuration.
    init(_ command: String, _ steps: Step..., environment: [String: String] = [:]) async throws {
        try await self.init(command, steps, environment: environment)
    }

    init(_ command: String, _ steps: [Step], environment: [String: String] = [:]) async throws {
        let plan = try JSONSerialization.data(withJSONObject: ["steps": steps.map { [$0.shown, $0.typed] }])
        var variables = [
            "BEELINE": Project.program("beeline"), "TERM": "xterm", "NO_COLOR": "1", "HOME": "/nonexistent/home",
            "XDG_CONFIG_HOME": "/nonexistent/config", "XDG_DATA_HOME": "/dev/null/data",
        ]
        variables.merge(environment) { $1 }
        let run = try await run(
            "python3", ["-c", Self.program, "bash", "-c", command], input: [UInt8](plan), environment: variables,
            folder: Project.folder)
        struct Failure: Error { let text: String }
        guard run.status == 0, let answer = try json(run.output) as? [String: Any],
            let shown = answer["shown"] as? String, let status = answer["status"] as? Int
        else { throw Failure(text: run.errors) }
        self.shown = shown.replacing("\r\n", with: "\n")
        self.status = Int32(status)
        isRestored = answer["restored"] as? Bool ?? false
    }

    /// What was shown, line by line, with what goes back over a line left out.
    var lines: [String] { shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The deadline is reached only where something that was waited for never comes.
    private static let program = """
        import json, os, pty, re, select, sys, termios, time
        plan = json.load(sys.stdin)
        master, slave = pty.openpty()
        before = termios.tcgetattr(slave)
        child = os.fork()
        if child == 0:
            os.close(master)
            os.login_tty(slave)
            os.execvp(sys.argv[1], sys.argv[1:])
        shown, place, deadline = "", 0, time.monotonic() + 600
        raw = b""
        def read():
            global raw, shown
            if not select.select([master], [], [], max(0, deadline - time.monotonic()))[0]:
                os.kill(child, 9)
                sys.exit("this never came, after " + repr(shown))
            part = os.read(master, 4096)
            raw += part
            shown = raw.decode(errors="replace")
            return part
        def is_over(): return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        for wanted, typed in plan["steps"]:
            while not (found := re.compile(wanted).search(shown, place)): read()
            place = found.end()
            numbers = re.findall(r"y(\\d\\d) yes", shown)
            if numbers:
                typed = typed.replace("NUMBER", numbers[-1]).replace("OTHER", "%02d" % ((int(numbers[-1]) + 1) % 90 + 10))
            if typed.startswith("SIGNAL "): os.kill(child, int(typed.split()[1]))
            else: os.write(master, typed.encode())
        # This side keeps the terminal open too, so its end is that of the command.
        while not is_over():
            if select.select([master], [], [], 0.02)[0]: read()
            if time.monotonic() > deadline:
                os.kill(child, 9)
                sys.exit("it never ended, after " + repr(shown))
        while select.select([master], [], [], 0)[0]: read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        restored = termios.tcgetattr(slave)[:4] == before[:4]
        json.dump({"shown": shown, "status": status, "restored": restored}, sys.stdout)
        """
}
