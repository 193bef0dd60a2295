package import BeelineActions
internal import BeelineContent
package import BeelineRules
internal import BeelineSupport

/// `run-program`: runs the program of a rule. Its output is a result. The program gets the arguments as they are,
/// without a shell. It gets few environment variables, starts in the home folder, and is ended with all its children
/// when it takes too long.
package struct RunProgramPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "run-program", summary: "Runs a program, without a shell.",
        parameters: [
            .init("program", .text, freedom: .fixed, summary: "The program: an absolute path, or a name on the PATH."),
            .init("arguments", .texts, isRequired: false, summary: "The arguments, a text for each."),
            .init("input", .text, isRequired: false, summary: "The text for its standard input."),
            .init(
                "json", .json, isRequired: false,
                summary:
                    "A JSON object for its standard input, instead of input; a value that is only {name} keeps its "
                    + "type, or is left out."),
        ],
        results: .named(["status", "output"]),
        effects: [.process],
        check: ArgumentCheck { written in
            if written.parameters.isSuperset(of: ["input", "json"]) {
                return .init("it has both 'input' and 'json'; leave one of them out")
            }
            guard let program = written.texts["program"] else { return nil }
            if program.isEmpty { return .init("'program' is empty", parameter: "program") }
            guard program.utf8.contains(UInt8(ascii: "/")), !program.hasPrefix("/") else { return nil }
            return .init(ActionProblem.relative(program).description, parameter: "program")
        })

    /// How many bytes of its output are kept.
    package static let outputLimit = 1 << 16

    /// The environment of programs; nil: `cleanEnvironment`.
    private let fixedEnvironment: [String: String]?
    private let timeLimit: Duration

    /// - Parameter timeLimit: how long a program may take. Default: a minute.
    package init(timeLimit: Duration = .seconds(60)) { self.init(environment: nil, timeLimit: timeLimit) }

    init(environment: [String: String]?, timeLimit: Duration) {
        fixedEnvironment = environment
        self.timeLimit = timeLimit
    }

    package func timeLimit(for action: Action) -> Duration? { timeLimit }

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .text(let program)? = action["program"] else { return ActionResult() }
        let arguments = if case .list(let texts)? = action["arguments"] { texts.map(\.description) } else { [String]() }
        let input =
            if case .text(let text)? = action["input"] { Array(text.utf8) } else { action["json"]?.jsonBytes ?? [] }
        let environment = fixedEnvironment ?? cleanEnvironment(reachesDesktop: true)
        let start = ProgramStart(
            path: try path(of: program, environment["PATH"]), arguments: arguments, environment: environment,
            folder: homeFolder(environment))
        let result = try await cancellably { () async throws(ProgramError) in
            try await runProgram(start, input: input, outputLimit: Self.outputLimit, timeLimit: timeLimit)
        }
        // A program may repeat a secret that it was given.
        let isSecret = action.arguments.contains(where: \.isSecret)
        guard result.end == .exited(0) else {
            throw ToolError.failed(program, end: result.end, said: isSecret ? "" : lastLine(of: result.errorOutput))
        }
        return ActionResult(
            message: result.isOutputCut ? "done; its output was longer than \(Self.outputLimit) bytes" : "done",
            fields: [
                .init(name: "status", value: .number(DecimalNumber(Int32(0)))),
                .init(name: "output", value: .text(Self.text(result.output)), isSecret: isSecret),
            ])
    }

    private func path(of program: String, _ folders: String?) throws(ActionProblem) -> String {
        guard program.utf8.contains(UInt8(ascii: "/")) else {
            guard let path = Executable.find(program, path: folders) else { throw .notFound(program) }
            return path
        }
        guard program.hasPrefix("/") else { throw .relative(program) }
        guard Executable.isExecutable(program) else { throw .notFound(program) }
        return program
    }

    /// The working folder of programs, independent of that of beeline.
    private func homeFolder(_ environment: [String: String]) -> String {
        environment["HOME"].flatMap { $0.hasPrefix("/") && isFolder($0) ? $0 : nil } ?? "/"
    }

    /// The output without the final line end; invalid UTF-8 is replaced.
    private static func text(_ output: [UInt8]) -> String {
        var rest = output[...]
        if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}

extension ActionProblem {
    fileprivate static func notFound(_ program: String) -> ActionProblem {
        ActionProblem(
            program.hasPrefix("/")
                ? "\(program) cannot be run; check that it exists and is executable (chmod +x)"
                : "'\(program)' is not on the PATH; install it, or give its absolute path")
    }

    fileprivate static func relative(_ program: String) -> ActionProblem {
        ActionProblem("'\(program)' is neither an absolute path nor a name; give the absolute path")
    }
}
