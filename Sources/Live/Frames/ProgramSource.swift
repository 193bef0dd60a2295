internal import BeelineSupport

/// Pictures from any program that writes Y4M to its standard output: `program:COMMAND ARGUMENT…`.
///
///     program:gst-launch-1.0 -q v4l2src ! videoconvert ! y4menc ! fdsink
///
/// No shell reads the command: blanks separate words, and quotes keep them together.
package struct ProgramSource: CodeSource {
    package let name: String
    private let path: String?
    private let words: [String]

    /// The program of the command, as a path or by its name on the PATH, is looked up when the source runs. A command
    /// that cannot be split into words, or has none, is an error.
    package init(command: String) throws(SourceError) {
        do throws(CommandWordsError) {
            words = try commandWords(command)
        } catch {
            throw .unusable("\(error.reason)")
        }
        guard let program = words.first, !program.isEmpty else {
            throw .unusable("the program is missing; write program:COMMAND ARGUMENT…")
        }
        // The whole command may be long, and may have a password.
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

/// The words of a command as a user writes it: blanks separate them, and quotes keep them together. No shell reads it,
/// so nothing else has a meaning.
///
///     try commandWords(#"gst-launch-1.0 filesrc location='my film.mp4'"#)   // three words
package func commandWords(_ text: String) throws(CommandWordsError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
        switch character {
        case quote: quote = nil
        case "\\" where quote != "'":
            guard let escaped = rest.popFirst() else { throw .endsInBackslash }
            // In double quotes a backslash is literal, unless a quote or a backslash follows.
            if quote != nil, escaped != "\"", escaped != "\\" { word = (word ?? "") + "\\" }
            word = (word ?? "") + String(escaped)
        case "'" where quote == nil, "\"" where quote == nil:
            quote = character
            // Two quotes are an empty word.
            word = word ?? ""
        case let character where character.isWhitespace && quote == nil:
            if let ended = word { words.append(ended) }
            word = nil
        default: word = (word ?? "") + String(character)
        }
    }
    if let quote { throw .openQuote(quote) }
    if let word { words.append(word) }
    return words
}

/// What is wrong with the words of a command.
package enum CommandWordsError: Error, Hashable, Sendable {
    case openQuote(Character)
    case endsInBackslash

    package var reason: String {
        switch self {
        case .openQuote(let quote): "a quote \(quote) is not closed"
        case .endsInBackslash: "the last character is a backslash; write two for a backslash itself"
        }
    }
}
