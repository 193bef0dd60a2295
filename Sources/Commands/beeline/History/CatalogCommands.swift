import Beeline
import BeelineRules
import BeelineSupport
import Glibc

/// `beeline catalog`: the imported CSV lists for rules.
enum CatalogCommands {
    static func importList(_ arguments: Arguments) throws -> ExitStatus {
        let file = InputFile(try arguments.operands(2...2)[1])
        let name = try name(arguments)
        let request = try request(arguments)
        let store = try store()
        let bytes = try file.read(limit: Catalog.longestFile)
        let former = try? store.catalog(name)
        let list: CatalogRequest.Imported
        do throws(CatalogMistakes) {
            list = try request.read(bytes, as: name, source: file.name, replacing: former)
        } catch {
            for mistake in error.mistakes { StandardError.write("\(mistake)\n") }
            let remedy = error.lostRows == nil ? "" : "; use --allow-empty to replace it anyway"
            StandardError.write("beeline: \(error.summary); nothing was changed\(remedy)\n")
            return .unreadable
        }
        for remark in list.remarks { StandardError.write("\(file.name): warning: \(remark)\n") }
        let catalog = list.catalog
        let progress = ProgressLine(total: catalog.count, noun: "rows")
        defer { progress.end() }
        try store.save(catalog) { progress.show(done: $0) }
        progress.end()
        let form = form(of: catalog)
        try StandardOutput.write("\(name): \(counted(catalog.count, "row"))\(form.isEmpty ? "" : ": \(form)")\n")
        return .success
    }

    /// The settings of the import in the options.
    private static func request(_ arguments: Arguments) throws(UsageError) -> CatalogRequest {
        var request: CatalogRequest
        do throws(CatalogRequest.UnknownWord) {
            request = try CatalogRequest(
                keyColumn: arguments[.keyColumn], separator: arguments[.separator], keyForm: arguments[.keyType],
                types: arguments[.columnTypes], decimal: arguments[.decimalMark],
                columns: arguments[.listColumns], charset: arguments[.listCharset])
        } catch {
            let option: Option =
                switch error.subject {
                case .separator: .separator
                case .keyForm: .keyType
                case .types: .columnTypes
                case .decimal: .decimalMark
                case .columns: .listColumns
                case .charset: .listCharset
                }
            throw .bad(option, error.text, isNot: error.expected)
        }
        if arguments.has(.manyRows) { request.isMany = true }
        request.sheet = arguments[.worksheet]
        request.allowsEmpty = arguments.has(.allowEmpty)
        return request
    }

    /// The columns of a list with their types, and its key: `title, price money; key ean gtin, several rows`.
    private static func form(of catalog: Catalog) -> String {
        let columns = catalog.columns.map { column in
            catalog.form.types[column].map { "\(column) \($0)" } ?? column
        }
        var key: [String] = []
        if catalog.form.key != .exact { key.append("\(catalog.form.key)") }
        if catalog.form.isMany { key.append("several rows") }
        let keys = key.isEmpty ? [] : ["key \(catalog.keyColumn) \(key.joined(separator: ", "))"]
        return ([columns.joined(separator: ", ")].filter { !$0.isEmpty } + keys).joined(separator: "; ")
    }

    static func list(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let store = try store()
        var status = ExitStatus.success
        for name in try store.names() {
            do {
                guard let catalog = try store.catalog(name, access: .showing) else { continue }
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
            let form = form(of: catalog)
            let text: TerminalText =
                "\(catalog.name)  \(counted(catalog.count, "row"))\(form.isEmpty ? "" : "  \(form)")\n"
            return text.bytes
        }
        return JSONWriter.line { CatalogJSON.writeMembers(of: catalog, to: &$0) }
    }

    static func show(_ arguments: Arguments) throws -> ExitStatus {
        let keys = try arguments.operands(2...Int.max).dropFirst()
        let name = try name(arguments)
        let store = try store()
        guard let catalog = try store.catalog(name, access: .showing) else { return unknown(name, store) }
        var status = ExitStatus.success
        for key in keys {
            var rows: [Catalog.FoundRow] = []
            try store.whileRows(of: name, key: key) { key, cells in
                rows.append((key, catalog.named(cells)))
                return rows.count < mostShownRows
            }
            try write(rows, arguments)
            if rows.isEmpty {
                let looked = catalog.form.key.key(key)
                let remark = looked == key ? "" : ", which is '\(looked)' there"
                StandardError.write("beeline: '\(name)' has no key '\(key)'\(remark)\n")
                status.raise(to: .notTaken)
            }
        }
        return status
    }

    static func search(_ arguments: Arguments) throws -> ExitStatus {
        let words = try arguments.operands(2...Int.max).dropFirst()
        let name = try name(arguments)
        let store = try store()
        guard let catalog = try store.catalog(name, access: .showing) else { return unknown(name, store) }
        let rows = try catalog.rows(containing: Array(words), atMost: mostShownRows)
        try write(rows, arguments)
        guard rows.isEmpty else { return .success }
        StandardError.write("beeline: '\(name)' has no such row\n")
        return .notTaken
    }

    /// The largest number of rows that are shown for a key or a search.
    private static let mostShownRows = 1_000

    private static func write(_ rows: [Catalog.FoundRow], _ arguments: Arguments) throws {
        for row in rows {
            try arguments.isJSON
                ? StandardOutput.write(data: json(row)) : StandardOutput.write(text(row, arguments.style))
        }
    }

    private static func text(_ row: Catalog.FoundRow, _ style: Style) -> TerminalText {
        style.paint("\(row.key)", .input) + "\n"
            + row.cells.map { "  \(style.paint("\($0.name)", .label))  \($0.value)\n" as TerminalText }.joined()
    }

    private static func json(_ row: Catalog.FoundRow) -> [UInt8] {
        JSONWriter.line { json in
            json.member("key", row.key)
            json.name("cells")
            json.object { json in for cell in row.cells { json.member(cell.name, cell.value) } }
        }
    }

    static func export(_ arguments: Arguments) throws -> ExitStatus {
        let name = try name(arguments)
        let form = try arguments.csvForm()
        let store = try store()
        guard let catalog = try store.catalog(name, access: .showing) else { return unknown(name, store) }
        var output = BufferedOutput()
        output.append(CSVWriter.header([catalog.keyColumn] + catalog.columns, form))
        try store.whileRows(of: name) { key, cells in
            output.append(CSVWriter.bytes([key] + cells.map { $0 ?? "" }, form))
        }
        try output.end()
        return .success
    }

    static func remove(_ arguments: Arguments) throws -> ExitStatus {
        let name = try name(arguments)
        let store = try store()
        if try store.names().contains(name), !arguments.has(.yes), let use = configuredUse(of: name) {
            StandardError.write("beeline: \(use)\n")
            guard let answer = TerminalAnswer.to("Remove '\(name)' anyway?") else {
                throw UsageError.cannotAsk(.yes)
            }
            guard answer else { return .notTaken }
        }
        guard try store.remove(name) else { return unknown(name, store) }
        try StandardOutput.write("\(name): removed\n")
        return .success
    }

    /// A sentence about the user's rules that use a catalogue; nil where none does.
    private static func configuredUse(of name: String) -> String? {
        do {
            let users = try Resolver.ofUser().rules.users(ofCatalog: name).map { "\($0.name) (\($0.file))" }
            guard !users.isEmpty else { return nil }
            let more = users.count > 10 ? " and \(users.count - 10) more" : ""
            return
                "'\(name)' is used by \(users.prefix(10).joined(separator: ", "))\(more); without it, they are an error"
        } catch {
            return "your rules cannot be read, so they may use '\(name)'"
        }
    }

    /// The name of a catalogue: the first operand, and the only one unless the command takes more.
    private static func name(_ arguments: Arguments) throws(UsageError) -> String {
        let takesMore = [.catalogShow, .catalogSearch, .catalogImport].contains(arguments.command)
        let name = try arguments.operands(1...(takesMore ? Int.max : 1))[0]
        guard Catalog.isName(name) else { throw .badCatalogName(name) }
        return name
    }

    /// Where the user's catalogues are.
    private static func store() throws(ConfigurationError) -> CatalogStore {
        if let store = CatalogStore.standard { return store }
        throw ConfigurationError("there is no folder for catalogues; set HOME or XDG_DATA_HOME to an absolute path")
    }

    private static func unknown(_ name: String, _ store: CatalogStore) -> ExitStatus {
        let names = (try? store.names()) ?? []
        let hint = Spelling.hint(for: name, in: names)
        let others = names.isEmpty ? "; no catalogue was imported" : "; use one of \(names.joined(separator: ", "))"
        StandardError.write("beeline: there is no catalogue '\(name)'\(hint.isEmpty ? others : hint)\n")
        return .unreadable
    }
}

/// `beeline tables isbn`: installs a newer table of ISBN ranges.
enum TablesCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let file = InputFile(try arguments.operands(1...1)[0])
        let ranges: ISBNRanges
        do {
            ranges = try ISBNRanges(rangeMessage: file.read(limit: ISBNRanges.longestRangeMessage))
        } catch {
            let problem = (error as? FileError)?.message ?? "not a table of ISBN ranges: \(error)"
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
