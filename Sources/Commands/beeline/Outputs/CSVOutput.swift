import Beeline
import BeelineSupport
import BeelineSymbols

/// A row for each code (RFC 4180), each page that could not be read, and each pass that was lost; an
/// input without any has a row with its name alone.
struct CSVOutput {
    private let columns: AnswerColumns
    private var csv: CSVWriter

    /// - Parameter isRaw: whether cells are written as they are.
    init(_ columns: AnswerColumns, isRaw: Bool) {
        self.columns = columns
        csv = CSVWriter(isRaw: isRaw)
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

    /// A row for an input of which nothing else is known.
    private mutating func row(_ input: String, _ status: CodeStatus, page: Int? = nil, error: String = "") {
        row(
            columns.cells { column in
                switch column {
                case .input: input
                case .page: page.map(String.init) ?? ""
                case .status: status.rawValue
                case .error: error
                case .symbology, .text, .addOn, .bytes, .kind, .rule, .actions, .url, .verdict, .ask: ""
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
        case .bytes: return symbol.hasRawBytes ? Base64.encode(symbol.bytes) : ""
        case .kind: return resolution.kindName
        case .rule: return resolution.rule?.id ?? ""
        case .actions: return resolution.actions.map(\.name).joined(separator: " ")
        case .status: return CodeStatus(result).rawValue
        case .url: return result.link ?? ""
        case .verdict: return result.linkDecision?.rawValue ?? ""
        case .ask: return result.asks ? "true" : ""
        case .error: return error(of: result)
        }
    }

    /// Why the code is refused, or the first action that was not done.
    private static func error(of result: CodeResult) -> String {
        if let refusal = result.refusal { return "\(CodeStatus.refused.rawValue): \(refusal)" }
        guard result.outcomes != nil else {
            return result.resolution.actions.lazy.filter { !$0.isOtherwise }.compactMap(\.problem).first ?? ""
        }
        return result.failure.map { "\($0.status.rawValue): \($0.message)" } ?? ""
    }
}

/// The result of a code, in a word: the column `status` of CSV.
enum CodeStatus: String {
    /// No rule matched.
    case noRule = "no-rule"
    /// A rule matched, and nothing was performed.
    case planned
    case done
    /// A rule refuses the code, or an action was refused.
    case refused
    case failed
    case timedOut = "timed-out"
    case skipped
    /// Of an image in which there is no code.
    case noCode = "no-code"
    /// Of an input that could not be read.
    case unreadable
    case passLost = "pass-lost"

    init(_ result: CodeResult) {
        switch result.state {
        case .refused: self = .refused
        // It has the names of what was not done, too.
        case .undone(let outcome): self = CodeStatus(rawValue: outcome.status.rawValue) ?? .done
        case .noRule: self = .noRule
        case .impossible, .taken: self = result.outcomes == nil ? .planned : .done
        }
    }
}
