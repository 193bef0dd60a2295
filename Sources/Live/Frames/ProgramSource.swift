internal import BeelineSupport

/// Pictures of any program that writes Y4M to its standard output: `program:COMMAND ARGUMENT…`.
///
///     program:gst-launch-1.0 -q v4l2src ! videoconvert ! y4menc ! fdsink
///
/// No shell reads the command: blanks separate words, and quotes keep them together.
package struct ProgramSource: CodeSource {
    package let name: String
    private let path: String?
    private let words: [String]

    /// - Parameter command: the program, as a path or by its name on the PATH, and its arguments.
    /// - Throws: `SourceError.unusable`, when the words cannot be distinguished or there are none. Whether there is
    ///   such a program is looked for when the source runs.
    package init(command: String) throws(SourceError) {
        do throws(CommandWordsError) {
            words = try commandWords(command)
        } catch {
            throw .unusable("\(error.reason)")
        }
        guard let program = words.first, !program.isEmpty else {
            throw .unusable("the program is missing; write program:COMMAND ARGUMENT…")
        }
        // The whole command is long, and may have a password.
        name = "program:\(program)"
        path = program.contains("/") ? program : nil
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let program = words[0]
        guard let file = path ?? Executable.find(program), Executable.isExecutable(file) else {
            throw .unusable("there is no program '\(program)'\(path == nil ? " on the PATH" : "")")
        }
        let start = ProgramStart(
            path: file, arguments: Array(words.dropFirst()), environment: cleanEnvironment(reachesDesktop: true))
        let end: VideoProgram.End
        do throws(ProgramError) {
            end = try VideoProgram(start: start).run(output)
        } catch {
            throw .unusable(error.description)
        }
        switch end {
        case .stopped: return
        case .ended(.exited(0), let frames, _) where frames > 0: return
        case .ended(let end, _, let said): throw .lost(said.last ?? "\(program) ended with \(end)")
        case .unsuitable(let reason, let said):

            throw .unusable(
                "the output of \(program) cannot be read: \(reason)" + (said.last.map { "; it says: \($0)" } ?? ""))
        case .stuck(let time, _, _): throw .lost("no picture came for \(time.components.seconds) seconds")
        }
    }
}
