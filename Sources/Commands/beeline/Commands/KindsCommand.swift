import Beeline
import Glibc

/// `beeline kinds`: what codes can mean.
struct KindsCommand {
    /// Empty: all of them, in short.
    private let kinds: [Kind]
    private let format: String?
    private let style: Style

    init(_ arguments: Arguments) throws(UsageError) {
        var kinds: [Kind] = []
        for name in arguments.operands {
            guard let kind = Kind(rawValue: name) else { throw .unknownKind(name) }
            kinds.append(kind)
        }
        self.kinds = kinds
        format = arguments[.pageFormat]
        style = Style(arguments[.color], for: STDOUT_FILENO)
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        let entries = (kinds.isEmpty ? Kind.allCases : kinds).map(KindEntry.init)
        switch format {
        case "json": try StandardOutput.write(data: KindJSON.document(entries))
        case "markdown": try StandardOutput.write(data: KindMarkdown.page(entries))
        default:
            let text = KindText(style: style)
            try StandardOutput.write(kinds.isEmpty ? text.list(entries) : text.explanation(entries))
        }
        return .success
    }
}
