import Beeline
import BeelineRules
import BeelineSupport
import Glibc

/// `beeline catalog`: lists in CSV that rules look into.
enum CatalogCommands {
    static func importList(_ arguments: Arguments) throws -> ExitStatus {
        let file = InputFile(try arguments.operands(2...2)[1])
        let name = try name(arguments)
        let format: CSVFormat
        do throws(CSVFormat.UnknownSeparator) {
            format = try CSVFormat(key: arguments[.keyColumn], separatorName: arguments[.separator])
        } catch {
            throw UsageError.badSeparator(error.name)
        }
        let store = try store()
        let bytes = try file.read(limit: Catalog.longestFile)
        let catalog: Catalog
        do throws(CatalogMistakes) {
            catalog = try Catalog(importing: bytes, as: name, source: file.name, format)
        } catch {
            for mistake in error.mistakes { StandardError.write("\(mistake)\n") }
            StandardError.write("beeline: \(error.summary); nothing was changed\n")
            return .unreadable
        }
        let progress = ProgressLine(total: catalog.count, noun: "rows")
        defer { progress.end() }
        try store.save(catalog) { progress.show(done: $0) }
        progress.end()
        let columns = catalog.columns.isEmpty ? "" : ": \(catalog.columns.joined(separator: ", "))"
        try StandardOutput.write("\(name): \(counted(catalog.count, "row"))\(columns)\n")
        return .success
    }

    static func list(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let store = try store()
        var status = ExitStatus.success
        for name in try store.names() {
            do {
                guard let catalog = try store.catalog(name) else { continue }
                try StandardOutput.write(data: line(of: catalog, isJSON: arguments.isJSON))
            } catch let error as SQLiteError {
                StandardError.write("beeline: \(error)\n")
                status = .unreadable
            }
        }
        return status
    }

    private static func line(of catalog: Catalog, isJSON: Bool) -> [UInt8] {
        guard isJSON else {
            let columns = catalog.columns.isEmpty ? "" : "  \(catalog.columns.joined(separator: ", "))"
            let text: TerminalText = "\(catalog.name)  \(counted(catalog.count, "row"))\(columns)\n"
            return text.bytes
        }
        return JSONWriter.line { CatalogJSON.writeMembers(of: catalog, to: &$0) }
    }

    static func show(_ arguments: Arguments) throws -> ExitStatus {
        let keys = try arguments.operands(2...Int.max).dropFirst()
        let name = try name(arguments)
        let store = try store()
        let failed = ReportOnce<SQLiteError>()
        guard let catalog = try store.catalog(name, report: failed.take) else { return unknown(name, store) }
        var status = ExitStatus.success
        for key in keys {
            let row = catalog.row(for: key)
            if let error = failed.report { throw error }
            if let row {
                let cells = catalog.columns.compactMap { column in row[column].map { (name: column, value: $0) } }
                try arguments.isJSON
                    ? StandardOutput.write(data: json(row.key, cells))
                    : StandardOutput.write(text(row.key, cells, arguments.style))
            } else {
                StandardError.write("beeline: '\(name)' has no key '\(key)'\n")
                status.raise(to: .notTaken)
            }
        }
        return status
    }

    private static func text(_ key: String, _ cells: [(name: String, value: String)], _ style: Style) -> TerminalText {
        style.paint("\(key)", .input) + "\n"
            + cells.map { "  \(style.paint("\($0.name)", .label))  \($0.value)\n" as TerminalText }.joined()
    }

    private static func json(_ key: String, _ cells: [(name: String, value: String)]) -> [UInt8] {
        JSONWriter.line { json in
            json.member("key", key)
            json.name("cells")
            json.object { json in for cell in cells { json.member(cell.name, cell.value) } }
        }
    }

    static func export(_ arguments: Arguments) throws -> ExitStatus {
        let name = try name(arguments)
        let isRaw = arguments.has(.rawCSV)
        let store = try store()
        guard let catalog = try store.catalog(name) else { return unknown(name, store) }
        var bytes = CSVWriter.bytes([catalog.keyColumn] + catalog.columns, isRaw: isRaw)
        var failure: OutputError?
        func flush() {
            do throws(OutputError) { try StandardOutput.write(data: bytes) } catch { failure = error }
            bytes.removeAll(keepingCapacity: true)
        }
        try store.whileRows(of: name) { key, cells in
            bytes += CSVWriter.bytes([key] + cells.map { $0 ?? "" }, isRaw: isRaw)
            if bytes.count > 1 << 16 { flush() }
            return failure == nil
        }
        flush()
        if let failure { throw failure }
        return .success
    }

    static func remove(_ arguments: Arguments) throws -> ExitStatus {
        let name = try name(arguments)
        let store = try store()
        guard try store.remove(name) else { return unknown(name, store) }
        try StandardOutput.write("\(name): removed\n")
        return .success
    }

    /// The name of a catalogue: the first operand, and the only one but where a command takes more.
    private static func name(_ arguments: Arguments) throws(UsageError) -> String {
        let takesMore = [.catalogShow, .catalogImport].contains(arguments.command)
        let name = try arguments.operands(1...(takesMore ? Int.max : 1))[0]
        guard Catalog.isName(name) else { throw .badCatalogName(name) }
        return name
    }

    /// Where the user's catalogues are.
    private static func store() throws(ConfigurationError) -> CatalogStore {
        if let store = CatalogStore.standard { return store }
        throw ConfigurationError("there is no place for catalogues; set HOME or XDG_DATA_HOME to a path from the root")
    }

    private static func unknown(_ name: String, _ store: CatalogStore) -> ExitStatus {
        let names = (try? store.names()) ?? []
        let hint = Spelling.hint(for: name, in: names)
        let others = names.isEmpty ? "; none was imported" : "; there are \(names.joined(separator: ", "))"
        StandardError.write("beeline: there is no catalogue '\(name)'\(hint.isEmpty ? others : hint)\n")
        return .unreadable
    }
}

/// `beeline tables isbn`: takes a newer table of ISBN ranges.
enum TablesCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let file = InputFile(try arguments.operands(1...1)[0])
        let ranges: ISBNRanges
        do {
            ranges = try ISBNRanges(rangeMessage: file.read(limit: ISBNRanges.longestRangeMessage))
        } catch {
            let problem = (error as? FileError)?.message ?? "no table of ISBN ranges: \(error)"
            StandardError.write("beeline: \(file.name): \(problem)\n")
            return .unreadable
        }
        if arguments.has(.printOnly) {
            try StandardOutput.write(data: ranges.text)
        } else {
            try StandardOutput.write("\(InstalledTables.install(ranges)): \(ranges)\n")
        }
        return .success
    }
}
