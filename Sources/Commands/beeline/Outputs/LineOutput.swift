import Beeline
import BeelineSymbols

/// Answers as one short line for each code, for a gate: a word, and the details.
///
///     OK  book.amazon  9784873119045  Open the book on Amazon
///     REFUSED  Already admitted at 2026-11-25 18:02  TICKET-117
///     SHOWN  hello
struct LineOutput {
    /// The first word of a line.
    enum Word: String {
        /// A rule matched, and nothing was left undone.
        case ok = "OK"
        /// A rule refuses the code.
        case refused = "REFUSED"
        /// A link of the code is never opened.
        case denied = "DENIED"
        /// An action was not done, or cannot be.
        case failed = "FAILED"
        /// No rule matched; rules with `continue` show what the code says.
        case shown = "SHOWN"
        /// No rule matched, or there is no code.
        case none = "NONE"
        /// The input could not be read.
        case error = "ERROR"

        fileprivate var role: Style.Role {
            switch self {
            case .ok: .success
            case .shown: .input
            case .none: .warning
            case .refused, .denied, .failed, .error: .error
            }
        }
    }

    private let options: TextOptions
    private(set) var text = TerminalText()

    init(_ options: TextOptions) { self.options = options }

    mutating func append(_ answer: Answer) {
        let input = answer.input.text
        switch answer.outcome {
        case .failure(let error): line(.error, error.message, input)
        case .success(let results):
            if results.isEmpty, answer.isRead { line(.none, "no code was found", input) }
            for result in results { append(result) }
            for page in answer.image?.pages ?? [] {
                guard let failure = page.failure else { continue }
                line(.error, page.number.pagePrefix + failure.description, input)
            }
        }
    }

    private mutating func append(_ result: CodeResult) {
        let resolution = result.resolution
        let symbol = resolution.symbol
        let code = (symbol.text ?? counted(symbol.bytes.count, "byte")) + (symbol.addOn.map { " + \($0)" } ?? "")
        let rule = resolution.rule?.id ?? ""
        let decision = result.linkDecision
        switch result.state {
        case .refused(let refusal): line(.refused, refusal, code)
        case .undone(let undone):
            line(.failed, rule, code, "\(undone.action.name) \(undone.status.rawValue): \(undone.message)")
        case .impossible(let action): line(.failed, rule, code, "\(action.name): \(action.problem ?? "")")
        case .noRule where decision == .deny, .shown where decision == .deny, .taken where decision == .deny:
            line(.denied, rule, code, "the link is dangerous and will not be opened")
        case .noRule: line(.none, code)
        case .shown: line(.shown, code)
        case .taken: line(.ok, rule, code, emitted(result) ?? resolution.rule?.title ?? "", doubt(result, decision))
        }
    }

    /// Why the code needs confirmation; empty where it does not.
    private func doubt(_ result: CodeResult, _ decision: Decision?) -> String {
        // A performed action was confirmed.
        if result.asks { return result.outcomes == nil ? ActionRows.requirement : "" }
        return decision == .ask ? "the link is doubtful and needs confirmation" : ""
    }

    private func emitted(_ result: CodeResult) -> String? {
        let fields = result.fields(of: "emit").filter { $0.value.description != "" }
        return fields.isEmpty ? nil : fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    private mutating func line(_ word: Word, _ parts: String...) {
        text += options.style.paint(TerminalText(word.rawValue), word.role)
        for part in parts where !part.isEmpty {
            text += "  "
            text.append(options.shown(part))
        }
        text += "\n"
    }
}
