import Beeline
import BeelineSupport
import BeelineSymbols

/// A row for each code (RFC 4180), each page that could not be read, and each pass that was lost; an
/// input without any has a row with its name alone.
struct CSVOutput {
    private var csv: CSVWriter

    static let header = Array("input,page,symbology,text,bytes,kind,rule,action,url,error\n".utf8)

    /// - Parameter isRaw: whether cells are written as they are.
    init(isRaw: Bool) { csv = CSVWriter(isRaw: isRaw) }

    var bytes: [UInt8] { csv.bytes }

    mutating func append(_ answer: Answer) {
        let input = answer.input.text
        switch answer.outcome {
        case .success(let results):
            // A page that could not be read has a row of its own.
            if results.isEmpty, answer.isRead { row(input, error: "") }
            for result in results { row(input, result) }
            for page in answer.image?.pages ?? [] {
                guard let failure = page.failure else { continue }
                row(input, page: page.number, error: "\(failure.code): \(failure)")
            }
            for loss in answer.image?.losses ?? [] {
                row(input, page: loss.page, error: "pass-lost: \(loss.sentence)")
            }
        case .failure(let error): row(input, error: "\(error.code): \(error.message)")
        }
    }

    /// The answer to an input that is a single code.
    mutating func append(_ input: Answer.Input, _ result: CodeResult) { row(input.text, result) }

    private mutating func row(_ input: String, _ result: CodeResult) {
        let resolution = result.resolution
        let symbol = resolution.symbol
        csv.cell(input)
        csv.cell(symbol.sighting?.page.map(String.init) ?? "")
        csv.cell(symbol.symbology.name)
        csv.cell(symbol.text ?? "")
        csv.cell(symbol.hasRawBytes ? Base64.encode(symbol.bytes) : "")
        csv.cell(resolution.kindName)
        csv.cell(resolution.rule?.id ?? "")
        let actions = resolution.actions
        csv.cell(actions.count == 1 ? actions[0].name : actions.map(\.name).joined(separator: " "))
        csv.cell(actions.lazy.compactMap(\.url).first ?? "")
        csv.cell(failure(result))
        csv.endRow()
    }

    /// A row for an input of which nothing else is known.
    private mutating func row(_ input: String, page: Int? = nil, error: String) {
        for cell in [input, page.map(String.init) ?? "", "", "", "", "", "", "", "", error] { csv.cell(cell) }
        csv.endRow()
    }

    /// The first action that was not done.
    private func failure(_ result: CodeResult) -> String {
        guard let outcomes = result.outcomes else {
            return result.resolution.actions.lazy.compactMap(\.problem).first ?? ""
        }
        return outcomes.first { $0.status != .done && $0.status != .notNeeded }.map {
            "\($0.status.rawValue): \($0.message)"
        } ?? ""
    }
}
