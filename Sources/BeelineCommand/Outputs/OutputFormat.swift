/// How answers are printed.
enum OutputFormat: Hashable, Sendable {
    /// - Parameter listsAll: whether an explanation lists the rules that were not asked as well.
    case text(Style, listsAll: Bool)
    case json
    case csv

    /// - Parameters:
    ///   - name: one of the choices of `--format`; nil is the default.
    ///   - style: for text.
    ///   - listsAll: for explanations in text: whether they list the rules that were not asked as well.
    init(_ name: String?, style: Style, listsAll: Bool = false) {
        switch name {
        case "json": self = .json
        case "csv": self = .csv
        default: self = .text(style, listsAll: listsAll)
        }
    }

    /// What stands before the first answer.
    var header: [UInt8] {
        if case .csv = self { CSVOutput.header } else { [] }
    }
}

/// Collects what is to be written for answers, one after the other.
struct AnswerWriter: ~Copyable {
    private let format: OutputFormat
    private var text: TextOutput
    private var json = JSONOutput()
    private var csv = CSVOutput()

    init(_ format: OutputFormat) {
        self.format = format
        if case .text(let style, let listsAll) = format {
            text = TextOutput(style: style, listsAll: listsAll)
        } else {
            text = TextOutput(style: .plain)
        }
    }

    mutating func append(_ answer: Answer) {
        switch format {
        case .text: text.append(answer)
        case .json: json.append(answer)
        case .csv: csv.append(answer)
        }
    }

    /// All that was collected.
    var bytes: [UInt8] {
        switch format {
        case .text: text.bytes
        case .json: json.bytes
        case .csv: csv.bytes
        }
    }
}
