/// A program to run to its end, and what it is given.
///
///     let request = ProgramRequest("/usr/bin/sort", ["-u"], input: Array("b\na\nb\n".utf8), timeLimit: .seconds(5))
///     let result = try await runProgram(request)
///     result.end        // .exited(0)
///     result.output     // "a\nb\n" as bytes
package struct ProgramRequest: Sendable {
    /// Its path. No folder is searched for it (see `Executable.find`), and no shell ever sees it.
    package var path: String
    /// What comes after the name of the program.
    package var arguments: [String]
    /// All of its environment. Default: `cleanEnvironment()`.
    package var environment: [String: String]
    /// The folder that it starts in; nil: ours.
    package var folder: String?
    /// What it reads on its standard input, which ends behind that.
    package var input: [UInt8]
    /// How many bytes are kept of its output, and as many of its error output; what is beyond is thrown away. Default:
    /// 1 MiB. With 0 it has no output at all: a program that goes on in the background cannot trip over it.
    package var outputLimit: Int
    /// How long it may take. Default: 30 seconds.
    package var timeLimit: Duration

    package init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = cleanEnvironment(),
        folder: String? = nil, input: [UInt8] = [], outputLimit: Int = 1 << 20, timeLimit: Duration = .seconds(30)
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.input = input
        self.outputLimit = outputLimit
        self.timeLimit = timeLimit
    }
}

/// What a program left behind.
package struct ProgramResult: Hashable, Sendable {
    package let end: ProgramEnd
    package let output: [UInt8]
    package let errorOutput: [UInt8]
    /// Whether there was more output than was kept.
    package let isOutputCut: Bool
    /// Whether there was more error output than was kept.
    package let isErrorOutputCut: Bool
}
