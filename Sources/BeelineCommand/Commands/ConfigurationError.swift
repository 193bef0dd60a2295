import Beeline
import BeelineFiles

/// Why nothing could be begun, though the command line is right.
enum ConfigurationError: Error, CustomStringConvertible {
    case file(FileError)
    case rules(RuleSetError)
    case decoder(DecodeError)
    case table(InstalledTableError)

    var description: String {
        switch self {
        case .file(let error): "beeline: \(error)"
        case .rules(let error):
            error.description + "\nbeeline: the rules have mistakes; nothing was done"
        case .decoder(let error): "beeline: \(error)"
        case .table(let error): "beeline: \(error)"
        }
    }
}
