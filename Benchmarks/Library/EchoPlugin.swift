import BeelineSupport
import Glibc

/// A plugin outside the program that only answers: this program itself, started with `--echo`.
enum EchoPlugin {
    static let option = "--echo"

    static let manifest = """
        {
          "version": 1, "name": "echo", "summary": "Answers.", "command": ["PROGRAM", "\(option)"], "inFlight": 1000,
          "actions": [{ "name": "echo", "summary": "Answers.",
                        "parameters": [{ "name": "text", "type": "text", "summary": "A text." }] }]
        }

        """

    /// Answers requests until there are no more.
    static func run() {
        let head = #"{"version":1,"id":"#.utf8.count
        var rest: [UInt8] = []
        while let chunk = try? readOnce(from: STDIN_FILENO, path: "standard input", atMost: 1 << 18), !chunk.isEmpty {
            rest += chunk
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            var answers: [UInt8] = []
            for line in rest[..<end].split(separator: UInt8(ascii: "\n")) {
                answers += #"{"id":"#.utf8
                answers += line.dropFirst(head).prefix { $0 != UInt8(ascii: ",") }
                answers += "\(#","status":"done","message":"ok"}"#)\n".utf8
            }
            rest.removeSubrange(...end)
            try? writeAll(answers, to: STDOUT_FILENO, path: "standard output")
        }
    }
}
