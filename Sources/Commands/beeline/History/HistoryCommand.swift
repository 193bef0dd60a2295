import Beeline
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Glibc

/// `beeline history` and `beeline history search`: the recorded scans.
enum HistoryCommand {
    private static let nothingYet: TerminalText =
        "Nothing has been recorded yet. Rules record scans with the action 'record'.\n"

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        var options = try HistoryOptions(arguments)
        if arguments.command == .historySearch {
            options.filter.words = arguments.operands.filter { !$0.isEmpty }
            guard !options.filter.words.isEmpty else { throw UsageError.noOperands(arguments.command) }
            options.filter.keys = keys(of: options.filter.words.joined(separator: " "))
        } else if let word = arguments.operands.first {
            throw UsageError.unknownCommand("\(arguments.command.name) \(word)")
        }
        var output = try HistoryOutput(arguments)
        if arguments.has(.follow) { return try follow(options, output) }
        let limit = try arguments.count(.limit) ?? (output.isText ? 50 : nil)
        let recorded = try options.recorded()
        let last = try recorded.flatMap { try output.chooseColumns($0, options.filter, limit: limit) }
        try StandardOutput.write(data: output.header)
        guard let history = recorded else {
            if output.isText {
                try StandardOutput.write(nothingYet + OutboxCommands.hint())
            }
            return .success
        }
        var count = 0
        var rows: [[String]] = []
        var failure: OutputError?
        // One more than is shown, to find out whether there are more.
        try history.whileEntries(matching: options.filter, limit: limit.map { $0 &+ 1 }) { entry in
            // Scans that were recorded since the columns were chosen may have other columns.
            if let last, entry.id > last { return true }
            count += 1
            if let limit, count > limit { return false }
            if let cells = output.cells(of: entry) {
                rows.append(cells)
                return true
            }
            do throws(OutputError) {
                try StandardOutput.write(data: output.lines(of: entry))
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        if output.isText {
            if !rows.isEmpty { try StandardOutput.write(output.table(rows)) }
            if count == 0 {
                let isEmpty = try history.count(matching: HistoryFilter()) == 0
                try StandardOutput.write(isEmpty ? nothingYet : "Nothing was found.\n")
            }
            if let limit, count > limit {
                try StandardOutput.write("There are more scans; use --limit \(limit * 10) to see them.\n")
            }
            try StandardOutput.write(OutboxCommands.hint())
        }
        return .success
    }
}

extension HistoryCommand {
    /// Shows each scan as it is recorded, in the order of their numbers, until the reader of the output is gone.
    private static func follow(_ options: HistoryOptions, _ output: HistoryOutput) throws -> ExitStatus {
        guard !output.isCSV else { throw UsageError.notInCSV(.follow) }
        // Numbers of desks that record at once may come out of order.
        let overlap = 1_000
        var shown: Set<Int> = []
        var last = options.filter.after
        var isLost = false
        while true {
            var filter = options.filter
            filter.after = last.map { max($0 - overlap, options.filter.after ?? 0) }
            do {
                var entries: [HistoryEntry] = []
                try options.recorded()?.whileEntries(matching: filter, limit: last == nil ? overlap : nil) { entry in
                    entries.append(entry)
                    return true
                }
                entries.sort { $0.id < $1.id }
                for entry in entries where !shown.contains(entry.id) && last != nil {
                    try StandardOutput.write(data: output.lines(of: entry))
                }
                last = max(last ?? 0, entries.last?.id ?? 0)
                shown = Set(entries.map(\.id))
                isLost = false
            } catch let error as SQLiteError {
                // A server comes back, with what was recorded meanwhile.
                guard last != nil, case .server = error.problem else { throw error }
                if !isLost { StandardError.warn("\(error); trying again") }
                isLost = true
            }
            usleep(500_000)
        }
    }

    /// The keys of codes that a text may be, by the bundled rules and, where these can be read, those of the user.
    private static func keys(of text: String) -> [MemoryKey] {
        let resolver = (try? Resolver.ofUser()) ?? (try? Resolver(rules: .bundled))
        let symbols = [Symbology.unknown, .qr, .code128, .code39].map { Symbol($0, text) }
        let keys = symbols.compactMap { resolver?.identity(of: $0) }
        // For kinds of rules that are not used here: the spellings in which a kind may have read the text.
        return Array(Set(keys + Respelling.texts(of: text).map { MemoryKey(identity: $0.withoutWhitespace) }))
    }
}

extension Resolver {
    /// The user's rules and the bundled ones. Lists need not exist.
    static func ofUser() throws -> Resolver {
        let external = try ExternalPlugins.load(folders: [], user: ExternalPlugins.userFolder)
        return try Resolver(
            rules: .configuration() + .bundled, plugins: .standard(and: external.actions),
            constants: .fromEnvironment(), finder: .empty)
    }
}

/// The options that select a history and its scans.
struct HistoryOptions {
    /// Nil where there is no place for a history.
    private let history: History?
    /// Whether an option names the history, which then must exist.
    private let isNamed: Bool
    var filter = HistoryFilter()
    let restricts: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        isNamed = arguments.has(.historyFile)
        history = (arguments[.historyFile] ?? History.standardPath).map(History.init)
        filter.since = try Self.moment(arguments, .since)?.first
        filter.before = try Self.moment(arguments, .until)?.behind
        filter.kind = arguments[.historyKind]
        filter.rule = arguments[.ruleID]
        filter.after = try arguments.parsed(.after, as: "the number of a scan") {
            Int($0).flatMap { $0 >= 0 ? $0 : nil }
        }
        filter.doubles = arguments.has(.doubles)
        restricts = [Option.since, .until, .after, .historyKind, .ruleID, .doubles].contains(where: arguments.has)
    }

    /// The history; nil where nothing has been recorded yet. One that was named has to be there.
    func recorded() throws -> History? {
        guard let history else { return nil }
        guard let absence = history.absence else {
            try checkNames(in: history)
            return history
        }
        guard absence.reason == .notFound, !isNamed else { throw absence }
        try checkNames(in: nil)
        return nil
    }

    /// Names that neither the history nor the rules have are typing errors.
    private func checkNames(in history: History?) throws {
        guard filter.kind != nil || filter.rule != nil else { return }
        let kinds = try filter.kind == nil ? [] : history?.values(of: .kind) ?? []
        let rules = try filter.rule == nil ? [] : history?.values(of: .rule) ?? []
        func isKnown(_ name: String?, _ names: [String]) -> Bool { name.map(names.contains) ?? true }
        // The rules are read only where that is needed.
        if isKnown(filter.kind, kinds), isKnown(filter.rule, rules) { return }
        let inUse = (try? Resolver.ofUser()) ?? (try? Resolver(rules: .bundled))
        let knownKinds = kinds + (inUse?.rules.kindNames ?? [])
        if let kind = filter.kind, !knownKinds.contains(kind) { throw UsageError.unknownKind(kind, known: knownKinds) }
        let knownRules = rules + (inUse?.rules.rules.map(\.id) ?? [])
        if let rule = filter.rule, !knownRules.contains(rule) { throw UsageError.unknownRule(rule, known: knownRules) }
    }

    private static func moment(
        _ arguments: Arguments, _ option: Option
    ) throws(UsageError) -> (first: String, behind: String)? {
        guard let text = arguments[option] else { return nil }
        guard let span = Timestamp.namedSpan(text, today: .today) else {
            throw .bad(option, text, isNot: Timestamp.namedForms)
        }
        return span
    }
}

/// `beeline history delete`: deletes recorded scans permanently.
enum HistoryDeleteCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        var options = try HistoryOptions(arguments)
        for word in arguments.operands {
            guard let id = Int(word), id > 0 else { throw UsageError.badHistoryNumber(word) }
            options.filter.ids.append(id)
        }
        let restricts = options.restricts || !options.filter.ids.isEmpty
        guard restricts != arguments.has(.everything) else {
            throw restricts ? UsageError.deletesAllAndSome : .noOperands(arguments.command)
        }
        // A given number need not exist.
        let ids = Set(options.filter.ids)
        func deleted(_ count: Int) throws -> ExitStatus {
            try StandardOutput.write("\(counted(count, "scan")) deleted\n")
            return count < ids.count ? .notTaken : .success
        }
        guard let history = try options.recorded() else { return try deleted(0) }
        for id in ids.sorted() {
            var one = HistoryFilter()
            one.ids = [id]
            if try history.count(matching: one) == 0 {
                StandardError.write("beeline: no scan has the number \(id)\n")
            }
        }
        let count = try history.count(matching: options.filter)
        guard count > 0 else { return try deleted(0) }
        if !arguments.has(.yes) {
            guard let answer = TerminalAnswer.to("Delete \(counted(count, "scan")) permanently?") else {
                throw UsageError.cannotAsk(.yes)
            }
            guard answer else { return .notTaken }
        }
        return try deleted(history.delete(matching: options.filter))
    }
}

struct HistoryOutput {
    private let format: String?
    private let form: CSVForm
    private let style: Style
    /// The chosen columns of CSV; nil: all.
    private let choice: [String]?
    private var csv: HistoryCSV

    init(_ arguments: Arguments) throws(UsageError) {
        (format, form, style) = (arguments[.format], try arguments.csvForm(), arguments.style)
        choice = arguments[.historyColumns]?.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " })
        }
        guard choice == nil || format != "json" else { throw .notIn("json", .historyColumns) }
        csv = HistoryCSV(choosing: choice ?? HistoryCSV.Fixed.allCases.map(\.rawValue), form)
    }

    var isCSV: Bool { format == "csv" }
    var isText: Bool { format == nil || format == "text" }

    /// The head of CSV; empty for other formats.
    var header: [UInt8] { format == "csv" ? csv.header : [] }

    /// Finds the fields of the selected scans, which are columns of CSV. Returns the number of the last scan read.
    mutating func chooseColumns(_ history: History, _ filter: HistoryFilter, limit: Int?) throws -> Int? {
        guard isCSV || choice != nil, choice == nil || !csv.fieldNames.isEmpty else { return nil }
        var fields = HistoryFields()
        try history.whileEntries(matching: filter, limit: limit) { entry in
            fields.add(entry)
            return true
        }
        guard choice != nil else {
            csv = HistoryCSV(fields, form)
            return fields.lastID
        }
        // A column for a field that no scan has yet is allowed.
        for name in csv.fieldNames where !fields.names.contains(name) {
            let hint = Spelling.hint(for: name, in: HistoryCSV.Fixed.allCases.map(\.rawValue) + fields.names)
            StandardError.warn("'--columns': no scan here has a field '\(name)'\(hint)")
        }
        return nil
    }

    /// The chosen columns of text, which are a table; nil where it is none.
    func cells(of entry: HistoryEntry) -> [String]? { isText && choice != nil ? csv.cells(of: entry) : nil }

    /// The rows of a table with the names of its columns.
    func table(_ rows: [[String]]) -> TerminalText {
        style.table([csv.titles] + rows, Array(repeating: nil, count: csv.titles.count))
    }

    func lines(of entry: HistoryEntry) -> [UInt8] {
        if let cells = cells(of: entry) { return style.table([cells], cells.map { _ in nil }).bytes }
        return switch format {
        case "json": JSONWriter.line { HistoryJSON.writeMembers(of: entry, to: &$0) }
        case "csv": csv.row(of: entry)
        default: text(of: entry).bytes
        }
    }

    private func text(of entry: HistoryEntry) -> TerminalText {
        let id = String(entry.id)
        let margin = TerminalText.blanks(6 - id.utf8.count)
        let thing = entry.number ?? entry.text ?? entry.bytes.map { counted($0.count, "byte") } ?? ""
        var text: TerminalText = "\(margin)\(style.paint("\(id)", .label))  \(Timestamp.local(entry.time))"
        text += "  \(style.paint("\(entry.kind ?? "-")", .kind))  \(thing)  \(entry.rule)\n"
        let indent = TerminalText.blanks(8)
        for field in entry.fields {
            text += "\(indent)\(style.paint("\(field.name)", .label))  \(field.value.plainText)\n"
        }
        // A typed code has come from the source `-` as the input `-`.
        let input = entry.input == entry.source ? nil : entry.input
        let place =
            [entry.source, input, entry.desk].compactMap { $0 == "-" ? "standard input" : $0 }
            + (entry.page.map { ["page \($0)"] } ?? [])
        if !place.isEmpty {
            text += "\(indent)\(style.paint("from", .label))  \(place.joined(separator: ", "))\n"
        }
        if entry.missed > 0 {
            let others = counted(entry.missed, "other scan")
            text += "\(indent)\(style.paint("double", .error))  taken without the server; \(others) of its code there\n"
        }
        for outcome in entry.outcomes {
            if outcome.action == ActionSignature.refuse, outcome.status == Outcome.Status.done.rawValue {
                text += "\(indent)\(style.paint("refused", .error))  \(outcome.message ?? "")\n"
                continue
            }
            let isDone = [Outcome.Status.done, .notNeeded, .kept].contains { $0.rawValue == outcome.status }
            let words = [outcome.action, outcome.url, outcome.message].compactMap { $0 }.joined(separator: " ")
            text += "\(indent)\(style.paint("\(outcome.status)", isDone ? .label : .error))  \(words)\n"
        }
        return text
    }
}

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
