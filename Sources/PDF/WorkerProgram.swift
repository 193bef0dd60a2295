internal import BeelineSupport
package import BeelineSymbols

/// The program `beeline-decode`: it decodes images, and confines the programs that draw the pages of PDF files.
package enum WorkerProgram {
    /// The path in `BEELINE_DECODE`; else where `LibexecProgram` finds it.
    ///
    /// - Parameter purpose: what it is needed for, for the message.
    /// - Throws: `DecodeError.unavailable`, with the places that were looked at, and what to do.
    package static func find(purpose: String = "images are read") throws(DecodeError) -> String {
        do throws(LibexecProgram.Missing) {
            return try LibexecProgram.find("beeline-decode", variable: "BEELINE_DECODE", purpose: purpose)
        } catch {
            throw .unavailable(error.problem)
        }
    }

    /// What it is started with.
    package static var environment: [String: String] { LibexecProgram.environment }
}

/// A program that the worker program becomes, shut in: `beeline-decode --confine SECONDS BYTES PATH ARGUMENT…`.
///
/// Its standard input is the file that it reads. See Docs/Safety.md for what it can do.
package struct ConfinedProgram: Hashable, Sendable {
    /// How much processor time it may use.
    package var seconds: Int
    /// How many bytes it may write.
    package var outputLimit: Int
    package var path: String
    package var arguments: [String]

    private static let option = "--confine"

    /// The exit status where the program was not started; standard error says why. Poppler's programs end with 0 to 4 and 99.
    package static let failureStatus: Int32 = 125

    package init(path: String, arguments: [String], seconds: Int, outputLimit: Int) {
        self.path = path
        self.arguments = arguments
        self.seconds = seconds
        self.outputLimit = outputLimit
    }

    /// The arguments that make a worker program become this one.
    package var workerArguments: [String] { [Self.option, "\(seconds)", "\(outputLimit)", path] + arguments }

    /// Reads the arguments of a worker program; nil for all others.
    package init?(workerArguments: some Collection<String>) {
        let words = Array(workerArguments)
        guard words.count >= 4, words[0] == Self.option, let seconds = Int(words[1]), seconds > 0,
            let limit = Int(words[2]), limit >= 0, words[3].hasPrefix("/")
        else { return nil }
        self.init(path: words[3], arguments: Array(words[4...]), seconds: seconds, outputLimit: limit)
    }
}
