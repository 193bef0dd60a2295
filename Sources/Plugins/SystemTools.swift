internal import BeelineActions
package import BeelineContent
package import BeelineSupport

/// Finds and runs the programs of the system that plugins use.
struct SystemTools: Sendable {
    /// Their environment, with the `PATH` for them; nil: our environment as far as programs of the desktop may know it.
    private let fixed: [String: String]?
    let timeLimit: Duration

    init(environment: [String: String]? = nil, timeLimit: Duration = .seconds(10)) {
        fixed = environment
        self.timeLimit = timeLimit
    }

    var environment: [String: String] { fixed ?? cleanEnvironment(reachesDesktop: true) }

    /// The value of a variable; nil where it is missing or empty.
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    func find(_ tool: String) -> String? { Executable.find(tool, path: variable("PATH")) }

    /// The path of a required program.
    func need(_ tool: String, remedy: String) throws(ToolError) -> String {
        guard let path = find(tool) else { throw .missing([tool], remedy: remedy) }
        return path
    }

    /// Runs the program at a path, from `find`, which must end with status 0. Returns its output.
    ///
    /// - Throws: `ToolError`, `ProgramError`, `CancellationError`.
    @discardableResult
    func run(
        _ path: String, _ arguments: [String], input: [UInt8] = [], adding variables: [String: String] = [:],
        timeLimit: Duration? = nil
    ) async throws -> [UInt8] {
        let start = ProgramStart(path: path, arguments: arguments, environment: environment.merging(variables) { $1 })
        let limit = timeLimit ?? self.timeLimit
        let result = try await cancellably { () async throws(ProgramError) in
            try await runProgram(start, input: input, outputLimit: 1 << 16, timeLimit: limit)
        }
        guard result.end == .exited(0) else {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            throw ToolError.failed(name, end: result.end, said: lastLine(of: result.errorOutput))
        }
        return result.output
    }
}

/// Why an action cannot be done, in words for the user.
package struct ActionProblem: PassingError, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let mayPass: Bool
    package let pause: Int?

    init(_ description: String, mayPass: Bool = false, pause: Int? = nil) {
        (self.description, self.mayPass, self.pause) = (description, mayPass, pause)
    }
}

/// Why a program of the system could not be run, or failed.
package enum ToolError: MaskedError, Hashable, Sendable, CustomStringConvertible {
    case missing([String], remedy: String)
    case failed(String, end: ProgramEnd, said: String)

    package var description: String {
        switch self {
        case .missing(let tools, let remedy):
            "\(tools.joined(separator: ", ")) \(tools.count == 1 ? "is" : "are") not on the PATH; \(remedy)"
        case .failed(let tool, let end, let said):
            "\(tool) ended with \(end)" + (said.isEmpty ? "" : ": \(said.prefix(Self.longestLine))")
        }
    }

    /// In characters.
    private static let longestLine = 300

    /// The description with a mask applied. It is cut afterwards, as a part of a secret might not be recognized.
    package func description(hiding mask: SecretMask) -> String {
        switch self {
        case .missing: mask.masked(description)
        case .failed(let tool, let end, let said): ToolError.failed(tool, end: end, said: mask.masked(said)).description
        }
    }
}

/// Runs a program; turns its `.cancelled` into a `CancellationError`.
func cancellably<Value>(_ run: () async throws(ProgramError) -> Value) async throws -> Value {
    do throws(ProgramError) {
        return try await run()
    } catch .cancelled {
        throw CancellationError()
    }
}

/// The last line of the output of a program that is not blank; empty when there is none.
func lastLine(of output: [UInt8]) -> String {
    let lines = output.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let line = lines.last { $0.contains { $0 > UInt8(ascii: " ") } } ?? []
    return String(decoding: line, as: UTF8.self)
}
