import Beeline
import BeelineRules
import BeelineSupport
import Glibc

/// `beeline catalog list`, `show`, `export` and `remove`.
struct CatalogCommand {
    private enum Task {
        case list
        case show(String, keys: [String])
        case export(String)
        case remove(String)
    }

    private let task: Task
    private let isJSON: Bool
    private let isRaw: Bool
    private let style: Style

    init(_ arguments: Arguments) throws(UsageError) {
        isJSON = arguments[.listFormat] == "json"
        isRaw = arguments.has(.rawCSV)
        style = Style(arguments[.color], for: STDOUT_FILENO)
        let operands = arguments.operands
        // How many there may be.
        let counts: ClosedRange<Int> =
            switch arguments.command {
            case .catalogList: 0...0
            case .catalogShow: 2...Int.max
            default: 1...1
            }
        guard operands.count >= counts.lowerBound else { throw .noOperands(arguments.command) }
        guard operands.count <= counts.upperBound else {
            throw .tooManyOperands(arguments.command, operands[counts.upperBound])
        }
        switch arguments.command {
        case .catalogShow: task = .show(try arguments.catalogName(), keys: Array(operands.dropFirst()))
        case .catalogExport: task = .export(try arguments.catalogName())
        case .catalogRemove: task = .remove(try arguments.catalogName())
        default: task = .list
        }
    }

    /// Where the user's catalogues are.
    ///
    /// - Throws: `ConfigurationError` where there is no place for them.
    static func store() throws(ConfigurationError) -> CatalogStore {
        guard let store = CatalogStore.standard else {
            throw .catalog("there is no place for catalogues; set HOME or XDG_DATA_HOME to a path from the root")
        }
        return store
    }

    /// - Throws: `OutputError`, `FileError`, `SQLiteError`, `ConfigurationError`.
    func run() throws -> ExitStatus {
        let store = try Self.store()
        switch task {
        case .list: return try list(store)
        case .show(let name, let keys): return try show(name, keys, store)
        case .export(let name): return try export(name, store)
        case .remove(let name):
            guard try store.remove(name) else { return unknown(name, store) }
            try StandardOutput.write("\(name): removed\n")
            return .success
        }
    }

    private func unknown(_ name: String, _ store: CatalogStore) -> ExitStatus {
        let names = (try? store.names()) ?? []
        let hint = Spelling.hint(for: name, in: names)
        let others = names.isEmpty ? "; none was imported" : "; there are \(names.joined(separator: ", "))"
        StandardError.write("beeline: there is no catalogue '\(name)'\(hint.isEmpty ? others : hint)\n")
        return .unreadable
    }

    private func list(_ store: CatalogStore) throws -> ExitStatus {
        var status = ExitStatus.success
        for name in try store.names() {
            let catalog: Catalog?
            do throws(SQLiteError) {
                catalog = try store.catalog(name)
            } catch {
                StandardError.write("beeline: \(error)\n")
                status = .unreadable
                continue
            }
            if let catalog { try StandardOutput.write(data: line(of: catalog)) }
        }
        return status
    }

    private func line(of catalog: Catalog) -> [UInt8] {
        guard isJSON else {
            let columns = catalog.columns.isEmpty ? "" : "  \(catalog.columns.joined(separator: ", "))"
            let text: TerminalText = "\(catalog.name)  \(counted(catalog.count, "row"))\(columns)\n"
            return text.bytes
        }
        var json = JSONWriter()
        json.object { json in
            json.member("name", catalog.name)
            json.member("rows", catalog.count)
            json.member("key", catalog.keyColumn)
            json.name("columns")
            json.array { json in for column in catalog.columns { json.value(column) } }
        }
        json.endLine()
        return json.bytes
    }

    private func show(_ name: String, _ keys: [String], _ store: CatalogStore) throws -> ExitStatus {
        let failed = ReportOnce<SQLiteError>()
        guard let catalog = try store.catalog(name, report: failed.take) else { return unknown(name, store) }
        var status = ExitStatus.success
        for key in keys {
            let row = catalog.row(for: key)
            if let error = failed.report { throw error }
            if let row {
                try StandardOutput.write(data: lines(of: row, catalog))
            } else {
                StandardError.write("beeline: '\(name)' has no key '\(key)'\n")
                status.raise(to: .notTaken)
            }
        }
        return status
    }

    private func lines(of row: Catalog.Row, _ catalog: Catalog) -> [UInt8] {
        guard isJSON else {
            var text = style.paint("\(row.key)", .input) + "\n"
            for column in catalog.columns {
                if let cell = row[column] { text += "  \(style.paint("\(column)", .label))  \(cell)\n" }
            }
            return text.bytes
        }
        var json = JSONWriter()
        json.object { json in
            json.member("key", row.key)
            json.name("cells")
            json.object { json in
                for column in catalog.columns { if let cell = row[column] { json.member(column, cell) } }
            }
        }
        json.endLine()
        return json.bytes
    }

    private func export(_ name: String, _ store: CatalogStore) throws -> ExitStatus {
        guard let catalog = try store.catalog(name) else { return unknown(name, store) }
        try StandardOutput.write(data: CSVWriter.bytes([catalog.keyColumn] + catalog.columns, isRaw: isRaw))
        var bytes: [UInt8] = []
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
}

extension Arguments {
    /// The name of a catalogue, which is the first operand.
    func catalogName() throws(UsageError) -> String {
        guard let name = operands.first else { throw .noOperands(command) }
        guard Catalog.isName(name) else { throw .badCatalogName(name) }
        return name
    }
}

/// `beeline catalog import`: a list in CSV becomes a catalogue.
struct CatalogImportCommand {
    private let name: String
    private let file: String
    private let format: CSVFormat

    /// More mistakes than this are not told.
    private static let mostErrors = 20

    init(_ arguments: Arguments) throws(UsageError) {
        guard arguments.operands.count >= 2 else { throw .noOperands(arguments.command) }
        guard arguments.operands.count == 2 else { throw .tooManyOperands(arguments.command, arguments.operands[2]) }
        name = try arguments.catalogName()
        file = arguments.operands[1]
        let separator: UInt8? =
            switch arguments[.separator] {
            case nil: nil
            case ","?: UInt8(ascii: ",")
            case ";"?: UInt8(ascii: ";")
            case "tab"?, "\t"?: UInt8(ascii: "\t")
            case let other?: throw .badSeparator(other)
            }
        format = CSVFormat(key: arguments[.keyColumn], separator: separator)
    }

    /// - Throws: `OutputError`, `FileError`, `SQLiteError`, `ConfigurationError`.
    func run() throws -> ExitStatus {
        let store = try CatalogCommand.store()
        let source = file == "-" ? "standard input" : file
        let bytes =
            file == "-"
            ? try readToEnd(of: STDIN_FILENO, path: source, limit: Catalog.longestFile)
            : try readFile(file, limit: Catalog.longestFile)
        let catalog: Catalog
        do throws(CatalogError) {
            catalog = try Catalog(name: name, csv: bytes, source: source, format: format)
        } catch {
            let errors = Catalog.errors(csv: bytes, source: source, format: format, atMost: Self.mostErrors)
            for error in errors { StandardError.write("\(error)\n") }
            let more = errors.count == Self.mostErrors ? ", and perhaps more" : ""
            StandardError.write("beeline: \(counted(errors.count, "mistake"))\(more); nothing was changed\n")
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
}
