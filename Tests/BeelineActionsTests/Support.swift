import BeelineActions
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation

/// A plugin that does what a test wants.
struct FakePlugin: ActionPlugin {
    let signature: ActionSignature
    let work: @Sendable (Action) async throws -> ActionResult

    init(
        _ name: String = "fake", effects: Set<Effect> = [],
        work: @escaping @Sendable (Action) async throws -> ActionResult = { _ in ActionResult(message: "did it") }
    ) {
        signature = ActionSignature(name: name, summary: "", parameters: [], effects: effects)
        self.work = work
    }

    func perform(_ action: Action) async throws -> ActionResult { try await work(action) }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Notes what happened, in order.
actor Diary {
    private(set) var entries: [String] = []

    func note(_ entry: String) { entries.append(entry) }
}

extension Action {
    static func fake(
        _ name: String = "fake", rule: String = "r", url: String? = nil, asks: Bool = false, optional: Bool = false,
        problem: String? = nil
    ) -> Action {
        Action(
            name: name, rule: rule, arguments: url.map { [.init(name: "url", value: .url($0))] } ?? [], asks: asks,
            isOptional: optional, problem: problem)
    }
}

extension Resolution {
    init(_ actions: [Action]) {
        self.init(reading: ContentParser.reading(of: Symbol(.qr, "x")), rule: nil, actions: actions)
    }
}

/// A folder that is removed when the test is done.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("beeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Puts a file there that can be run: by default a shell script.
    ///
    /// Another process writes it. If this one did, a program that another test starts meanwhile would inherit the open
    /// file, and running it would fail: "Text file busy".
    func addProgram(_ name: String, _ lines: String, start: String = "#!/bin/sh\n") throws {
        let write = #"printf %s "$2" > "$1" && chmod 755 "$1""#
        let arguments = ["-c", write, "sh", "\(path)/\(name)", "\(start)\(lines)\n"]
        let process = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: arguments)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("cannot write \(name)") }
    }

    func text(of name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}
