import Beeline
import BeelineSupport

/// `beeline history create` and `beeline history import`: a history on a server, and from one place to another.
enum HistoryMoveCommands {
    static func create(_ arguments: Arguments) throws -> ExitStatus {
        try StandardOutput.write("\(history(arguments).create(for: arguments.operands))\n")
        return .success
    }

    static func copy(_ arguments: Arguments) throws -> ExitStatus {
        let other = History(path: try arguments.operands(1...1)[0])
        if let absence = other.absence { throw absence }
        let history = try history(arguments)
        guard history != other else { throw UsageError.sameHistory(other.path) }
        try StandardOutput.write("\(counted(try history.copy(from: other), "scan")) copied\n")
        return .success
    }

    private static func history(_ arguments: Arguments) throws(ConfigurationError) -> History {
        if let history = arguments[.historyFile].map(History.init) ?? .ofUser { return history }
        throw ConfigurationError("there is no folder for the history; set HOME or XDG_DATA_HOME to an absolute path")
    }
}
