import Beeline
import BeelineSupport
import Glibc

/// `beeline history` and `beeline history search`: what was recorded.
struct HistoryCommand {
    private let options: HistoryOptions
    private let format: HistoryOutput.Format
    private let limit: Int?

    init(_ arguments: Arguments) throws(UsageError) {
        var options = try HistoryOptions(arguments)
        if arguments.command == .historySearch {
            options.filter.words = arguments.operands.filter { !$0.isEmpty }
            guard !options.filter.words.isEmpty else { throw .noOperands(arguments.command) }
        } else if let word = arguments.operands.first {
            throw .unknownCommand("\(arguments.command.name) \(word)", isFile: false)
        }
        self.options = options
        switch arguments[.format] {
        case "json": format = .json
        case "csv": format = .csv(isRaw: arguments.has(.rawCSV))
        default: format = .text(Style(arguments[.color], for: STDOUT_FILENO))
        }
        guard let text = arguments[.limit] else {
            limit = if case .text = format { 50 } else { nil }
            return
        }
        guard let number = Int(text), number > 0 else { throw .badNumber(.limit, text) }
        limit = number
    }

    /// - Throws: `OutputError`, `SQLiteError`, `FileError`.
    func run() throws -> ExitStatus {
        let output = HistoryOutput(format)
        let recorded = try options.recorded()
        try StandardOutput.write(data: output.header)
        guard let history = recorded else {
            if case .text = format {
                try StandardOutput.write("Nothing has been recorded yet: a rule does it by its action 'record'.\n")
            }
            return .success
        }
        var count = 0
        var failure: OutputError?
        // One more than is shown tells that there are more.
        try history.whileEntries(matching: options.filter, limit: limit.map { $0 &+ 1 }) { entry in
            count += 1
            if let limit, count > limit { return false }
            do throws(OutputError) {
                try StandardOutput.write(data: output.lines(of: entry))
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        if case .text = format {
            if count == 0 { try StandardOutput.write("Nothing was found.\n") }
            if let limit, count > limit {
                try StandardOutput.write("There are more; --limit \(limit * 10) shows them.\n")
            }
        }
        return .success
    }
}
