import Beeline
import BeelineSupport

/// Why nothing could be begun, though the command line is right.
enum ConfigurationError: Error {
    case file(FileError)
    case rules(RuleSetError)
    case decoder(DecodeError)
    case table(InstalledTableError)
    case catalog(String)
    case policy(PolicyError)
    case policyFile(PolicyFileError)
    case plugins(PluginFolderError)
    case plugin(PluginError)
    /// There are too few threads to work with; with what to do.
    case threads(String)
    /// None of the symbologies that are wanted can be read; each with its reason.
    case unreadable([String])
    /// Nothing can read a drawing back.
    case noReader(DecodeError)

    /// What is wrong, without what follows from it.
    var problem: TerminalText {
        switch self {
        case .rules(let error): Self.lines(error.issues)
        case .plugins(let error): Self.lines(error.issues)
        case .policy(let error): Self.lines(error.issues)
        case .file, .decoder, .table, .catalog, .plugin, .policyFile, .threads, .unreadable, .noReader: text
        }
    }

    private static func lines(_ issues: [RuleIssue]) -> TerminalText {
        issues.map(\.terminalText).joined(separator: "\n")
    }

    var text: TerminalText {
        switch self {
        case .file(let error): "beeline: \(error)"
        case .rules: problem + "\nbeeline: the rules have mistakes; nothing was done"
        case .decoder(let error): "beeline: \(error)"
        case .noReader(let error): "beeline: \(error); to draw without reading back: --no-verify"
        case .table(let error): "beeline: \(error)"
        case .plugins: problem + "\nbeeline: not all plugins can be used; nothing was done"
        case .plugin(let error): "beeline: \(error)"
        case .catalog(let message), .threads(let message): "beeline: \(message)"
        case .policy: problem + "\nbeeline: the policy has mistakes; nothing was done"
        case .policyFile(let error): "beeline: \(error)"
        case .unreadable(let reasons):
            reasons.map { reason -> TerminalText in "beeline: \(reason)\n" }.joined()
                + "beeline: nothing of what --only asks for can be read here; 'beeline formats' lists what can"
        }
    }
}
