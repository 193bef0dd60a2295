internal import BeelineSupport
public import BeelineSymbols

/// Where the worker program is.
public enum WorkerProgram {
    /// The path in `BEELINE_DECODE`; else `beeline-decode` beside the running program, in `../libexec`, or where
    /// `beeline` on the `PATH` has it.
    ///
    /// - Throws: `DecodeError.unavailable`, with the places that were looked at.
    public static func find() throws(DecodeError) -> String {
        do throws(LibexecProgram.Missing) {
            return try LibexecProgram.find("beeline-decode", variable: "BEELINE_DECODE", purpose: "images are read")
        } catch {
            throw .unavailable(error.problem)
        }
    }

    /// What it is started with.
    static var environment: [String: String] { LibexecProgram.environment }
}
