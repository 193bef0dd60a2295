import Beeline
import BeelineSupport
import Glibc

/// `beeline tables isbn`: takes a newer table of ISBN ranges.
struct TablesCommand {
    private let file: String
    private let onlyPrints: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        guard let file = arguments.operands.first else { throw .noOperands(arguments.command) }
        guard arguments.operands.count == 1 else { throw .tooManyOperands(arguments.command, arguments.operands[1]) }
        self.file = file
        onlyPrints = arguments.has(.printOnly)
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        let name = file == "-" ? "standard input" : file
        let ranges: ISBNRanges
        do {
            let bytes =
                file == "-"
                ? try readToEnd(of: STDIN_FILENO, path: name, limit: ISBNRanges.longestRangeMessage)
                : try readFile(file, limit: ISBNRanges.longestRangeMessage)
            ranges = try ISBNRanges(rangeMessage: bytes)
        } catch {
            let problem = (error as? FileError)?.message ?? "no table of ISBN ranges: \(error)"
            StandardError.write("beeline: \(name): \(problem)\n")
            return .unreadable
        }
        guard !onlyPrints else {
            try StandardOutput.write(data: ranges.text)
            return .success
        }
        let path: String
        do throws(FileError) {
            path = try InstalledTables.install(ranges)
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        try StandardOutput.write("\(path): \(ranges)\n")
        return .success
    }
}
