import Beeline
import BeelineSupport
import BeelineSymbols

/// Answers as CSV (RFC 4180): a row for each code, each page that could not be read, and each lost pass. An input
/// without any of these has a row with its name.
struct CSVOutput {
    private let columns: AnswerColumns
    private var csv: CSVWriter

    init(_ columns: AnswerColumns, _ form: CSVForm) {
        self.columns = columns
        csv = CSVWriter(form)
    }

    var bytes: [UInt8] { csv.bytes }

    mutating func append(_ answer: Answer) {
        let input = answer.input.text
        switch answer.outcome {
        case .success(let results):
            // A page that could not be read has a row of its own.
            if results.isEmpty, answer.isRead { row(input, .noCode) }
            for result in results { row(input, result) }
            for page in answer.image?.pages ?? [] {
                guard let failure = page.failure else { continue }
                row(input, .unreadable, page: page.number, error: "\(failure.code): \(failure)")
            }
            for loss in answer.image?.losses ?? [] {
                row(input, .passLost, page: loss.page, error: "pass-lost: \(loss.sentence)")
            }
        case .failure(let error): row(input, .unreadable, error: "\(error.code): \(error.message)")
        }
    }

    private mutating func row(_ input: String, _ result: CodeResult) {
        row(columns.cells(of: result) { column in Self.cell(column, input, result) })
    }

    /// Writes a row for an input without a code.
    private mutating func row(_ input: String, _ status: CodeStatus, page: Int? = nil, error: String = "") {
        row(
            columns.cells { column in
                switch column {
                case .input: input
                case .page: page.map(String.init) ?? ""
                case .status: status.rawValue
                case .error: error
                case .symbology, .text, .addOn, .copies, .bytes, .kind, .rule, .actions, .url, .verdict, .ask,
                    .warnings, .state, .headline:
                    ""
                }
            })
    }

    private mutating func row(_ cells: [String]) {
        for cell in cells { csv.cell(cell) }
        csv.endRow()
    }

    private static func cell(_ column: ColumnName.Fixed, _ input: String, _ result: CodeResult) -> String {
        let resolution = result.resolution
        let symbol = resolution.symbol
        switch column {
        case .input: return input
        case .page: return symbol.sighting?.page.map(String.init) ?? ""
        case .symbology: return symbol.symbology.name
        case .text: return symbol.text ?? ""
        case .addOn: return symbol.addOn ?? ""
        case .copies: return "\(symbol.sighting?.copies ?? 1)"
        case .bytes: return symbol.hasRawBytes ? Base64.encode(symbol.bytes) : ""
        case .kind: return resolution.kindName
        case .rule: return resolution.rule?.id ?? ""
        case .actions: return resolution.actions.map(\.name).joined(separator: " ")
        case .status: return CodeStatus(result).rawValue
        case .url: return result.link ?? ""
        case .verdict: return result.linkDecision?.rawValue ?? ""
        case .ask: return result.asks ? "true" : ""
        case .error: return error(of: result)
        case .warnings:
            return resolution.reading.warnings.map { result.shown($0.description) }.joined(separator: "; ")
        case .state: return Summary(result).state.rawValue
        case .headline: return Summary(result).text
        }
    }

    /// Why the code is refused, or the first action that was not done and why.
    private static func error(of result: CodeResult) -> String {
        if let refusal = result.refusal { return "\(CodeStatus.refused.rawValue): \(refusal)" }
        guard result.outcomes != nil else {
            return result.resolution.actions.lazy.filter { !$0.isOtherwise }.compactMap(\.problem).first ?? ""
        }
        return result.failure.map { "\($0.status.rawValue): \($0.message)" } ?? ""
    }
}

/// The outcome of a code in one word: the column `status` of CSV.
enum CodeStatus: String {
    /// No rule matched.
    case noRule = "no-rule"
    /// No rule matched; rules with `continue` show what the code says.
    case shown
    /// A rule matched, and nothing was performed.
    case planned
    case done
    /// A rule refuses the code, or an action was refused.
    case refused
    case failed
    case timedOut = "timed-out"
    case skipped
    /// The image has no code.
    case noCode = "no-code"
    /// The input could not be read.
    case unreadable
    case passLost = "pass-lost"

    init(_ result: CodeResult) {
        switch result.state {
        case .refused: self = .refused
        // The statuses of actions that were not done have the same names.
        case .undone(let outcome): self = CodeStatus(rawValue: outcome.status.rawValue) ?? .done
        case .noRule: self = .noRule
        case .shown: self = .shown
        case .impossible, .taken: self = result.outcomes == nil ? .planned : .done
        }
    }
}
