import Beeline
import BeelineFiles

/// Why nothing could be begun, though the command line is right.
enum ConfigurationError: Error, CustomStringConvertible {
    case file(FileError)
    case rules(RuleSetError)
    case decoder(DecodeError)
    case table(InstalledTableError)
    case catalog(String)

    /// What is wrong, without what follows from it.
    var problem: String {
        if case .rules(let error) = self { visibleLines(error.description) } else { description }
    }

    var description: String {
        switch self {
        case .file(let error): "beeline: \(error)"
        case .rules(let error):
            visibleLines(error.description) + "\nbeeline: the rules have mistakes; nothing was done"
        case .decoder(let error): "beeline: \(error)"
        case .table(let error): "beeline: \(error)"
        case .catalog(let message): "beeline: \(message)"
        }
    }
}
