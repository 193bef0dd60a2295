import Beeline
import BeelineSupport
import BeelineSymbols
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

/// What the options say of a history, and of which scans are wanted.
struct HistoryOptions {
    /// Nil where there is no place for one.
    private let history: History?
    /// Whether it was named, and so must be there.
    private let isNamed: Bool
    var filter = HistoryFilter()
    /// Whether any option restricts what is wanted.
    let restricts: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        isNamed = arguments.has(.historyFile)
        history = (arguments[.historyFile] ?? RecordPlugin.standardPath).map(History.init)
        filter.since = try Self.moment(arguments, .since)?.first
        filter.before = try Self.moment(arguments, .until)?.behind
        filter.kind = arguments[.historyKind]
        filter.rule = arguments[.ruleID]
        restricts = [Option.since, .until, .historyKind, .ruleID].contains(where: arguments.has)
    }

    /// The history; nil where nothing has been recorded yet.
    ///
    /// - Throws: `FileError` where one that was named is not there, or none can be.
    func recorded() throws(FileError) -> History? {
        guard let history, let absence = absence(of: history.path) else { return history }
        if absence.reason == .notFound, !isNamed { return nil }
        throw absence
    }

    /// Where a day or a minute begins, and where the next one does.
    private static func moment(
        _ arguments: Arguments, _ option: Option
    ) throws(UsageError) -> (first: String, behind: String)? {
        guard let text = arguments[option] else { return nil }
        guard let moment = Scan(text) else { throw .badHistoryMoment(option, text) }
        let isMinute = text.utf8.contains(UInt8(ascii: "T"))
        let last = moment.time.minutes == 24 * 60 - 1
        let date = !isMinute || last ? moment.date.adding(days: 1) : moment.date
        let minutes = isMinute && !last ? moment.time.minutes + 1 : 0
        let time = TimeOfDay(hour: minutes / 60, minute: minutes % 60) ?? .midnight
        return (Timestamp.text(moment.date, moment.time), Timestamp.text(date, time))
    }
}

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

/// Asks on the terminal, even where standard input is something else.
enum TerminalAnswer {
    private static let terminal = "/dev/tty"

    /// Whether the answer to a question begins with y; nil where there is no terminal to ask on.
    static func to(_ question: TerminalText) -> Bool? {
        guard isatty(STDERR_FILENO) != 0, let file = try? OpenFile(path: terminal) else { return nil }
        StandardError.write("\(question) [y/N] ")
        guard let answer = try? readOnce(from: file.descriptor, path: terminal, atMost: 100) else { return false }
        return answer.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false
    }
}

/// What is printed of scans that were recorded.
struct HistoryOutput {
    enum Format {
        case text(Style)
        case json
        /// - Parameter isRaw: whether cells are written as they are.
        case csv(isRaw: Bool)
    }

    private let format: Format
    /// The version of the JSON; it changes when something that programs rely on does.
    private static let version = 1

    init(_ format: Format) { self.format = format }

    /// What stands before the first.
    var header: [UInt8] {
        guard case .csv(let isRaw) = format else { return [] }
        let columns = [
            "id", "time", "kind", "number", "symbology", "text", "bytes", "rule", "source", "input", "page", "outcomes",
            "fields",
        ]
        return CSVWriter.bytes(columns, isRaw: isRaw)
    }

    func lines(of entry: HistoryEntry) -> [UInt8] {
        switch format {
        case .text(let style): text(of: entry, style).bytes
        case .json: json(of: entry)
        case .csv(let isRaw): csv(of: entry, isRaw: isRaw)
        }
    }

    private func text(of entry: HistoryEntry, _ style: Style) -> TerminalText {
        let id = String(entry.id)
        let margin = TerminalText.blanks(6 - id.utf8.count)
        let thing = entry.number ?? entry.text ?? entry.bytes.map { counted($0.count, "byte") } ?? ""
        var text: TerminalText = "\(margin)\(style.paint("\(id)", .label))  \(Timestamp.local(entry.time))"
        text += "  \(style.paint("\(entry.kind ?? "-")", .kind))  \(thing)  \(entry.rule)\n"
        let indent = TerminalText.blanks(8)
        for field in entry.fields {
            text += "\(indent)\(style.paint("\(field.name)", .label))  \(field.value.plainText)\n"
        }
        let place = [entry.source, entry.input, entry.page.map { "page \($0)" }].compactMap { $0 }
        if !place.isEmpty {
            text += "\(indent)\(style.paint("from", .label))  \(place.joined(separator: ", "))\n"
        }
        for outcome in entry.outcomes {
            let isDone = [Outcome.Status.done, .notNeeded].contains { $0.rawValue == outcome.status }
            let words = [outcome.action, outcome.url, outcome.message].compactMap { $0 }.joined(separator: " ")
            text += "\(indent)\(style.paint("\(outcome.status)", isDone ? .label : .error))  \(words)\n"
        }
        return text
    }

    private func json(of entry: HistoryEntry) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Self.version)
            json.member("id", entry.id)
            json.member("time", entry.time)
            json.member("rule", entry.rule)
            if let symbology = entry.symbology { json.member("symbology", symbology) }
            if let text = entry.text { json.member("text", text) }
            if let bytes = entry.bytes { json.member("bytes", Base64.encode(bytes)) }
            if let kind = entry.kind { json.member("kind", kind) }
            if let number = entry.number { json.member("number", number) }
            if let source = entry.source { json.member("source", source) }
            if let input = entry.input { json.member("input", input) }
            if let page = entry.page { json.member("page", page) }
            json.name("outcomes")
            json.array { json in
                for outcome in entry.outcomes {
                    json.object { json in
                        json.member("action", outcome.action)
                        if let url = outcome.url { json.member("url", url) }
                        json.member("status", outcome.status)
                        if let message = outcome.message { json.member("message", message) }
                    }
                }
            }
            json.name("fields")
            json.value(.object(entry.fields))
        }
        json.endLine()
        return json.bytes
    }

    private func csv(of entry: HistoryEntry, isRaw: Bool) -> [UInt8] {
        var fields = JSONWriter()
        fields.value(.object(entry.fields))
        let cells = [
            String(entry.id), entry.time, entry.kind ?? "", entry.number ?? "", entry.symbology ?? "", entry.text ?? "",
            entry.bytes.map(Base64.encode) ?? "", entry.rule, entry.source ?? "", entry.input ?? "",
            entry.page.map(String.init) ?? "",
            entry.outcomes.map { "\($0.action) \($0.status)" }.joined(separator: "; "),
            String(decoding: fields.bytes, as: UTF8.self),
        ]
        return CSVWriter.bytes(cells, isRaw: isRaw)
    }
}

extension JSONValue {
    /// A text as it is, all else as JSON.
    fileprivate var plainText: String {
        if let string { return string }
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
