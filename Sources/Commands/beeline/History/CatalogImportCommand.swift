import Beeline
import BeelineRules
import BeelineSupport
import Glibc

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
