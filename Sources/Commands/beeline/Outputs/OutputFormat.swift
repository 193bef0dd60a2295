import Beeline
import BeelineSupport
import BeelineSymbols

/// How answers are printed.
enum OutputFormat: Hashable, Sendable {
    case text(TextOptions)
    case json
    /// - Parameter isRaw: whether cells are written as they are.
    case csv(isRaw: Bool)

    /// What the options of a command say.
    ///
    /// - Parameter effort: how hard it is tried to find codes in images.
    init(_ arguments: Arguments, effort: DecodeEffort = .normal) {
        switch arguments[.format] {
        case "json": self = .json
        case "csv": self = .csv(isRaw: arguments.has(.rawCSV))
        default:
            self = .text(
                TextOptions(
                    style: arguments.style, listsAll: arguments.has(.allRules),
                    showsSecrets: arguments.has(.showSecrets), effort: effort))
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
    private var json: JSONOutput
    private var csv: CSVOutput

    /// - Parameter capacity: how many bytes are likely to be written.
    init(_ format: OutputFormat, capacity: Int = 512) {
        self.format = format
        json = JSONOutput(capacity: format == .json ? capacity : 0)
        var options = TextOptions(style: .plain)
        if case .text(let given) = format { options = given }
        text = TextOutput(options)
        csv = CSVOutput(isRaw: format == .csv(isRaw: true))
    }

    mutating func append(_ answer: Answer) {
        switch format {
        case .text: text.append(answer)
        case .json: json.append(answer)
        case .csv: csv.append(answer)
        }
    }

    /// The answer to an input that is a single code.
    mutating func append(_ input: Answer.Input, _ result: CodeResult) {
        switch format {
        case .text: text.append(input, result)
        case .json: json.append(input, result)
        case .csv: csv.append(input, result)
        }
    }

    /// The answer to an input that is a single code, whose bytes can be copied to output of JSON.
    ///
    /// - Returns: false, with nothing written, where the output is no JSON.
    mutating func append(_ line: Span<UInt8>, _ form: InputFormat.EchoedForm, _ result: CodeResult) -> Bool {
        guard case .json = format else { return false }
        json.append(line, form, result)
        return true
    }

    var bytes: [UInt8] {
        switch format {
        case .text: text.text.bytes
        case .json: json.bytes
        case .csv: csv.bytes
        }
    }
}

extension StandardOutput {
    static func write(_ answer: Answer, as format: OutputFormat) throws(OutputError) {
        var writer = AnswerWriter(format)
        writer.append(answer)
        try write(data: writer.bytes)
    }
}
