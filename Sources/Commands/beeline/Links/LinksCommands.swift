import Beeline
import BeelineContent
import BeelineResolver
import BeelineSupport
import BeelineSymbols
import Glibc

/// `beeline links`: the links of GS1 keys.
enum LinksCommands {
    static func importList(_ arguments: Arguments) throws -> ExitStatus {
        let path = try tablePath(arguments)
        let list: CheckedLinks
        do {
            list = try checked(arguments)
        } catch let error as LinkMistakes {
            StandardError.write(error.text + "beeline: \(error.summary); nothing was changed\n")
            return .unreadable
        }
        for warning in list.warnings { StandardError.write("\(warning)\n") }
        let progress = ProgressLine(total: list.linkCount, noun: "links written")
        defer { progress.end() }
        try list.save(to: path) { progress.show(done: $0) }
        progress.end()
        try StandardOutput.write("\(path): \(counted(list.linkCount, "link")) of \(counted(list.keyCount, "key"))\n")
        return .success
    }

    static func check(_ arguments: Arguments) throws -> ExitStatus {
        let style = arguments.style
        func write(_ mistakes: [LinkMistake], isError: Bool) throws {
            for mistake in mistakes {
                try arguments.isJSON
                    ? StandardOutput.write(data: line(of: mistake, isError: isError))
                    : StandardOutput.write(style.paint("\(mistake)", isError ? .error : .warning) + "\n")
            }
        }
        do {
            let list = try checked(arguments)
            try write(list.warnings, isError: false)
            if !arguments.isJSON {
                try StandardOutput.write(
                    "\(counted(list.linkCount, "link")) of \(counted(list.keyCount, "key")): no errors\n")
            }
            return .success
        } catch let error as LinkMistakes {
            try write(error.mistakes, isError: true)
            if !arguments.isJSON { try StandardOutput.write("\(error.summary)\n") }
            return .notTaken
        }
    }

    private static func line(of mistake: LinkMistake, isError: Bool) -> [UInt8] {
        JSONWriter.line { json in
            json.member("file", mistake.source)
            json.member("line", mistake.line)
            json.member("column", mistake.column?.rawValue)
            json.member("severity", isError ? "error" : "warning")
            json.member("message", mistake.message)
        }
    }

    /// Reads and checks the list that the operand names.
    private static func checked(_ arguments: Arguments) throws -> CheckedLinks {
        let file = InputFile(try arguments.operands(1...1)[0])
        let format = arguments.choice(.linkInput) ?? LinkFileFormat(ending: file.path) ?? .csv
        var bytes = try file.read(limit: CheckedLinks.longestFile)
        if format != .json {
            let text: TableText
            do throws(TableText.Problem) { text = try TableText(bytes) } catch {
                throw ConfigurationError("\(file.name): \(error.message)")
            }
            if let remark = text.remark { StandardError.warn("\(file.name): \(remark)") }
            bytes = text.bytes
        }
        let progress = ProgressLine(total: nil, noun: "links read")
        defer { progress.end() }
        return try CheckedLinks(bytes, format, source: file.name) { progress.show(done: $0) }
    }

    static func list(_ arguments: Arguments) throws -> ExitStatus {
        let limit = try arguments.count(.limit) ?? (arguments.isJSON ? .max : 50)
        let table = try LinkTable(path: tablePath(arguments), access: .showing)
        var output = LinkLines(isJSON: arguments.isJSON, style: arguments.style, limit: limit)
        if let key = try key(arguments) {
            let entries = try table.entries(for: key)
            guard !entries.isEmpty else { return unknown(key) }
            for entry in entries where !output.isFull { output.add(entry) }
        } else {
            try table.whileEntries { entry in
                output.add(entry)
                return !output.isFull
            }
        }
        try output.end()
        return .success
    }

    static func export(_ arguments: Arguments) throws -> ExitStatus {
        let base = try arguments.linkBase()
        let table = try LinkTable(path: tablePath(arguments), access: .showing)
        if let key = try key(arguments) {
            let entries = try table.entries(for: key)
            guard !entries.isEmpty else { return unknown(key) }
            try StandardOutput.write(data: LinksetDocument(entries, base: base).json() + [UInt8(ascii: "\n")])
            return .success
        }
        var output = BufferedOutput()
        output.append(#"{"linkset":["#.utf8)
        var separator = "\n"
        try table.whileEntries { entry in
            output.append(separator.utf8)
            separator = ",\n"
            return output.append(LinksetDocument.element(entry, base: base))
        }
        output.append("\n]}\n".utf8)
        try output.end()
        return .success
    }

    private static func unknown(_ key: LinkKey) -> ExitStatus {
        StandardError.write("beeline: no link is registered for \(key.path)\n")
        return .notTaken
    }

    private static func key(_ arguments: Arguments) throws(UsageError) -> LinkKey? {
        guard let text = try arguments.operands(0...1).first else { return nil }
        return try .operand(text)
    }

    private static func tablePath(_ arguments: Arguments) throws(ConfigurationError) -> String {
        if let path = arguments[.linkTable] ?? CheckedLinks.standardPath() { return path }
        throw ConfigurationError(
            "there is no place for the table of links; set HOME or XDG_DATA_HOME to a path from the root")
    }
}

extension LinkMistakes {
    /// A line for each.
    var text: TerminalText { mistakes.map { "\($0)\n" as TerminalText }.joined() }
}

extension LinkKey {
    /// The key that an operand names.
    static func operand(_ text: String) throws(UsageError) -> LinkKey {
        do throws(LinkKeyError) { return try LinkKey(text: text) } catch { throw .noLinkKey(text, error) }
    }
}

extension Arguments {
    /// The beginning of Digital Links, without a slash at the end.
    func linkBase() throws(UsageError) -> String {
        let form = "a URL with http or https and without a query, as https://id.example.com"
        return try parsed(.linkBase, as: form, LinksetDocument.base) ?? "https://id.gs1.org"
    }
}

/// Links as rows of a table, or as lines of JSON.
private struct LinkLines {
    private let isJSON: Bool
    private let style: Style
    private let limit: Int
    private var count = 0
    private var hasMore = false
    private var rows: [[String]] = []
    private var json: [UInt8] = []
    private var failure: OutputError?
    /// The number of rows that are aligned at a time.
    private static let chunk = 1_000

    init(isJSON: Bool, style: Style, limit: Int) { (self.isJSON, self.style, self.limit) = (isJSON, style, limit) }

    /// Whether no further link is needed.
    var isFull: Bool { hasMore || failure != nil }

    mutating func add(_ entry: LinkEntry) {
        for (place, link) in entry.links.enumerated() where !isFull {
            guard count < limit else { return hasMore = true }
            count += 1
            if isJSON {
                json += Self.line(of: link, entry, isFirst: place == 0)
            } else {
                let name = link.type.shortName + (link.isDefault ? " *" : "")
                let languages = (link.languages + link.contexts).joined(separator: " ")
                rows.append([entry.key.path, name, languages, link.href, link.title])
            }
            if rows.count >= Self.chunk || json.count > 1 << 16 { flush() }
        }
    }

    private static func line(of link: Link, _ entry: LinkEntry, isFirst: Bool) -> [UInt8] {
        JSONWriter.line { json in
            json.member("path", entry.key.path)
            json.member("linkType", link.type.shortName)
            json.member("href", link.href)
            json.member("title", link.title)
            json.member("type", link.mediaType)
            if !link.languages.isEmpty { json.member("hreflang", link.languages) }
            if !link.contexts.isEmpty { json.member("context", link.contexts) }
            if link.isDefault { json.member("default", true) }
            if isFirst { json.member("itemDescription", entry.itemDescription) }
        }
    }

    private mutating func flush() {
        do throws(OutputError) {
            try StandardOutput.write(data: json)
            try StandardOutput.write(style.table(rows, [.input, .kind, nil, .link, nil]))
        } catch {
            failure = error
        }
        json.removeAll(keepingCapacity: true)
        rows.removeAll()
    }

    /// Writes the rest, and a note where there are more links.
    mutating func end() throws(OutputError) {
        flush()
        if let failure { throw failure }
        if !isJSON, hasMore { try StandardOutput.write("There are more; --limit \(limit * 10) shows them.\n") }
    }
}
