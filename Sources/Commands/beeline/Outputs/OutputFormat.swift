import Beeline
import BeelineSupport
import BeelineSymbols

enum OutputFormat: Hashable, Sendable {
    case text(TextOptions)
    /// One short line for each code.
    case line(TextOptions)
    /// Only the text of each code, once for each of its copies where these count.
    case code(copies: Bool)
    case json
    case csv(AnswerColumns, CSVForm)

    /// The format that the options of a command ask for. The columns of CSV depend on the rules: see `choosingColumns`.
    init(_ arguments: Arguments, effort: DecodeEffort = .normal) throws(UsageError) {
        let format = arguments[.format]
        if format != "csv", arguments.has(.columns) { throw .onlyInCSV(.columns) }
        if format != "code", arguments.has(.copies) { throw .onlyIn("code", .copies) }
        let form = try arguments.csvForm()
        let options = TextOptions(
            style: arguments.style, listsAll: arguments.has(.allRules), showsSecrets: arguments.has(.showSecrets),
            effort: effort)
        switch format {
        case "json": self = .json
        case "csv": self = .csv(.fixed, form)
        case "line": self = .line(options)
        case "code": self = .code(copies: arguments.has(.copies))
        default: self = .text(options)
        }
    }

    /// The same format; CSV with the columns that the options and the rules ask for.
    func choosingColumns(_ arguments: Arguments, for rules: RuleSet) throws(UsageError) -> OutputFormat {
        guard case .csv(_, let form) = self else { return self }
        return .csv(try AnswerColumns(choosing: arguments[.columns], for: rules), form)
    }

    var isText: Bool { if case .text = self { true } else { false } }

    /// What is written before the first answer: the head of CSV.
    var header: [UInt8] {
        if case .csv(let columns, let form) = self { columns.header(form) } else { [] }
    }

    fileprivate var textOptions: TextOptions {
        switch self {
        case .text(let options), .line(let options): options
        case .code, .json, .csv: TextOptions(style: .plain)
        }
    }

    fileprivate var csvOutput: CSVOutput {
        if case .csv(let columns, let form) = self {
            CSVOutput(columns, form)
        } else {
            CSVOutput(.fixed, CSVForm())
        }
    }
}

/// Formats answers one after the other, and collects the bytes.
struct AnswerWriter: ~Copyable {
    private let format: OutputFormat
    private lazy var text = TextOutput(format.textOptions)
    private lazy var line = LineOutput(format.textOptions)
    private lazy var csv = format.csvOutput
    private var json: JSONOutput
    private var codes = TerminalText()

    /// - Parameter capacity: the expected number of bytes of JSON.
    init(_ format: OutputFormat, capacity: Int = 512) {
        self.format = format
        json = JSONOutput(capacity: format == .json ? capacity : 0)
    }

    mutating func append(_ answer: Answer) {
        switch format {
        case .text: text.append(answer)
        case .line: line.append(answer)
        case .code(let copies): append(answer, copies: copies)
        case .json: json.append(answer)
        case .csv: csv.append(answer)
        }
    }

    /// Writes the codes alone. What could not be read is a message on standard error.
    private mutating func append(_ answer: Answer, copies: Bool) {
        switch answer.outcome {
        case .failure(let error): StandardError.write("beeline: \(answer.input.text): \(error.message)\n")
        case .success(let results):
            for symbol in results.map(\.resolution.symbol) {
                for _ in 0..<(copies ? symbol.sighting?.copies ?? 1 : 1) { codes += "\(symbol.codeAlone)\n" }
            }
            for page in answer.image?.pages ?? [] {
                guard let failure = page.failure else { continue }
                StandardError.write("beeline: \(answer.input.text): \(page.number.pagePrefix)\(failure.description)\n")
            }
        }
    }

    var bytes: [UInt8] {
        mutating get {
            switch format {
            case .text: text.text.bytes
            case .line: line.text.bytes
            case .code: codes.bytes
            case .json: json.bytes
            case .csv: csv.bytes
            }
        }
    }
}

extension Arguments {
    /// How CSV is written, by `--raw-csv` and `--separator`, which is for that format only.
    func csvForm() throws(UsageError) -> CSVForm {
        let separator = try parsed(.outputSeparator, as: CatalogRequest.separators, CSVForm.separator)
        if separator != nil, command.options.contains(where: { $0.name == Option.format.name }),
            self[.format] != "csv"
        {
            throw .onlyInCSV(.outputSeparator)
        }
        return CSVForm(isRaw: has(.rawCSV), separator: separator)
    }
}

extension StandardOutput {
    static func write(_ answer: Answer, as format: OutputFormat) throws(OutputError) {
        var writer = AnswerWriter(format)
        writer.append(answer)
        try write(data: writer.bytes)
    }
}

extension Symbol {
    /// The code without anything about it: its text, and its add-on after a blank.
    var codeAlone: String {
        (text ?? String(decoding: bytes, as: UTF8.self)) + (addOn.map { " \($0)" } ?? "")
    }
}
