import Beeline
import BeelineSupport

/// `beeline history delete`: what was recorded is gone for good.
struct HistoryDeleteCommand {
    private let options: HistoryOptions
    private let asks: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        var options = try HistoryOptions(arguments)
        for word in arguments.operands {
            guard let id = Int(word), id > 0 else { throw .badHistoryNumber(word) }
            options.filter.ids.append(id)
        }
        let restricts = options.restricts || !options.filter.ids.isEmpty
        guard restricts != arguments.has(.everything) else {
            throw restricts ? .deletesAllAndSome : .noOperands(arguments.command)
        }
        self.options = options
        asks = !arguments.has(.yes)
    }

    /// - Throws: `OutputError`, `SQLiteError`, `FileError`, `UsageError`.
    func run() throws -> ExitStatus {
        guard let history = try options.recorded() else { return try told(0) }
        for id in Set(options.filter.ids).sorted() {
            var one = HistoryFilter()
            one.ids = [id]
            if try history.count(matching: one) == 0 {
                StandardError.write("beeline: no scan has the number \(id)\n")
            }
        }
        let count = try history.count(matching: options.filter)
        guard count > 0 else { return try told(0) }
        if asks {
            guard let answer = TerminalAnswer.to("Delete \(counted(count, "scan")) for good?") else {
                throw UsageError.cannotAsk(.yes)
            }
            guard answer else { return .notTaken }
        }
        return try told(history.delete(matching: options.filter))
    }

    private func told(_ count: Int) throws(OutputError) -> ExitStatus {
        try StandardOutput.write("\(counted(count, "scan")) deleted\n")
        // Numbers were given, and some are of nothing.
        return count < Set(options.filter.ids).count ? .notTaken : .success
    }
}
