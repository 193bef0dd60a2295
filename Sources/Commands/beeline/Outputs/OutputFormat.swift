import Beeline
import BeelineSupport
import BeelineSymbols
import Glibc

/// How answers are printed.
enum OutputFormat: Hashable, Sendable {
    /// - Parameters:
    ///   - listsAll: whether an explanation lists the rules that were not asked as well.
    ///   - showsSecrets: whether passwords in links are shown.
    ///   - effort: of images: how hard it was tried to find codes in them.
    case text(Style, listsAll: Bool, showsSecrets: Bool, effort: DecodeEffort)
    case json
    /// - Parameter isRaw: whether cells are written as they are.
    case csv(isRaw: Bool)

    /// - Parameters:
    ///   - name: one of the choices of `--format`; nil is the default.
    ///   - style: for text.
    ///   - listsAll: for explanations in text: whether they list the rules that were not asked as well.
    ///   - showsSecrets: for text: whether passwords in links are shown.
    ///   - effort: for text about images: how hard it was tried to find codes in them.
    ///   - isRaw: for CSV: whether cells are written as they are.
    init(
        _ name: String?, style: Style, listsAll: Bool = false, showsSecrets: Bool = false,
        effort: DecodeEffort = .normal, isRaw: Bool = false
    ) {
        switch name {
        case "json": self = .json
        case "csv": self = .csv(isRaw: isRaw)
        default: self = .text(style, listsAll: listsAll, showsSecrets: showsSecrets, effort: effort)
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
        if case .text(let style, let listsAll, let showsSecrets, let effort) = format {
            text = TextOutput(
                style: style, listsAll: listsAll, showsSecrets: showsSecrets, effort: effort)
        } else {
            text = TextOutput(style: .plain)
        }
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

    /// All that was collected.
    var bytes: [UInt8] {
        switch format {
        case .text: text.text.bytes
        case .json: json.bytes
        case .csv: csv.bytes
        }
    }
}

extension StandardOutput {
    /// - Throws: `OutputError`.
    static func write(_ answer: Answer, as format: OutputFormat) throws(OutputError) {
        var writer = AnswerWriter(format)
        writer.append(answer)
        try write(data: writer.bytes)
    }
}
