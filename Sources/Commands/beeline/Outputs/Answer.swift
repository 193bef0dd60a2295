import Beeline
import BeelineSupport
import BeelineSymbols

/// What is said to one input: the codes in it and what they lead to, or why there is no answer.
struct Answer: Sendable {
    let input: Input
    let outcome: Result<[Resolved], InputError>
    /// How an image was read: its pages, and what was lost on the way, without its symbols. Nil for codes that were typed,
    /// and for images that could not be read at all.
    var decoding: Decoding?

    /// The input as it was given, for the reader to recognise it.
    enum Input: Sendable {
        /// A path or a line.
        case text(String)
        /// A JSON object, byte for byte.
        case json(ArraySlice<UInt8>)

        /// Either, as text.
        var text: String {
            switch self {
            case .text(let text): text
            case .json(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// A code, what should be done about it, and, once that was tried, how it went.
    struct Resolved: Sendable {
        let resolution: Resolution
        /// In the order of the actions; nil when nothing was performed.
        let outcomes: [Outcome]?
        /// Whether what the code keeps secret is not to be shown.
        var withholds: Bool { !masks.isEmpty }
        /// None or one: hides what the code keeps secret.
        private let masks: [SecretMask]
        /// Why it is that rule that took it; nil when nobody asked.
        var explanation: Explanation? { explanations.first }
        /// None or one: a list is small where there is none, and an explanation is not.
        private let explanations: [Explanation]

        init(
            _ resolution: Resolution, outcomes: [Outcome]? = nil, withholding mask: SecretMask? = nil,
            explanation: Explanation? = nil
        ) {
            self.resolution = resolution
            self.outcomes = outcomes
            masks = mask.map { [$0] } ?? []
            explanations = explanation.map { [$0] } ?? []
        }

        /// Hands on the fields that the kind of the code has of its own, with their values as far as they may be shown.
        ///
        /// Definitions are lent by their place in the table, as a copy costs more than most values.
        func forEachShownField(_ body: (_ definitions: [FieldDefinition], _ index: Int, FieldValue) -> Void) {
            let definitions = Field.fields(of: resolution.content.kind)
            let withholdsSecret = withholdsSecret
            for index in definitions.indices where !(withholdsSecret && definitions[index].mayTellSecret) {
                guard let value = resolution.reading.value(of: definitions[index].field) else { continue }
                body(definitions, index, shown(value))
            }
        }

        /// A value of the code as it may be shown.
        func shown(_ value: FieldValue) -> FieldValue {
            guard let mask = masks.first else { return value }
            // The name of a network may have words in common with its password.
            return resolution.content.kind == .wifi ? mask.maskedWhole(value) : mask.masked(value)
        }

        /// A text that was made of the code, as it may be shown.
        func shown(_ text: String) -> String { masks.first?.masked(text) ?? text }

        /// JSON in the code as it may be shown.
        func shown(_ json: JSONValue) -> JSONValue { masks.first?.masked(json) ?? json }

        /// A link with what may be shown of it, as a guard of links can judge it: the mark of a secret is no part of a link.
        func judged(_ url: String) -> String { withholds ? url.replacing(Reading.secretMark, with: "x") : url }

        /// The fields that a kind of a rule file gives, as far as they may be shown: they are made of the code's text.
        var shownGivenFields: [Resolution.GivenField] {
            withholdsSecret ? [] : resolution.givenFields
        }

        /// The names of what the code has and nobody is shown.
        var withheldFields: [String] {
            guard withholds else { return [] }
            let definitions = Field.fields(of: resolution.content.kind)
            var names = [Field.text.rawValue]
            // Each is looked at where it is, as a copy costs more than the look.
            for index in definitions.indices where withholdsSecret && definitions[index].mayTellSecret {
                guard resolution.reading.has(definitions[index].field) else { continue }
                names.append(definitions[index].name)
            }
            return names
        }

        /// What the code means for the exit status.
        var status: ExitStatus {
            var status = resolution.isTaken ? ExitStatus.success : .notTaken
            // What cannot be done with this code fails whether it is tried or not.
            if resolution.actions.contains(where: { $0.problem != nil && !$0.isOptional }) {
                status.raise(to: .actionFailed)
            }
            if let outcomes,
                outcomes.contains(where: { ![.done, .notNeeded].contains($0.status) && !$0.action.isOptional })
            {
                status.raise(to: .actionFailed)
            }
            return status
        }

        // A reading that is shown no longer says whether it held a secret.
        private var withholdsSecret: Bool { withholds }
    }

    /// The same input, and how it was read, with other results.
    func with(_ results: [Resolved], input: Input? = nil) -> Answer {
        Answer(input: input ?? self.input, outcome: .success(results), decoding: decoding)
    }

    /// Whether something of the input could be read, be there a code in it or not.
    var isRead: Bool {
        guard case .success = outcome else { return false }
        guard let pages = decoding?.pages, !pages.isEmpty else { return true }
        return pages.contains { $0.failure == nil }
    }

    /// The pages of an image on which nothing was found, though they could be read.
    var pagesWithoutCode: [DecodedPage] {
        guard case .success(let results) = outcome, let decoding else { return [] }
        let pages = Set(results.map { $0.resolution.symbol.sighting?.page })
        return decoding.pages.filter { $0.failure == nil && !pages.contains($0.number) }
    }

    /// What the answer means for the exit status.
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        if let decoding, decoding.pages.contains(where: { $0.failure != nil }) { status.raise(to: .unreadable) }
        // Each is looked at where it is, as a copy costs more than the look.
        for index in results.indices { status.raise(to: results[index].status) }
        return status
    }
}

/// Why an input has no answer.
struct InputError: Error, Hashable, Sendable {
    /// A name that programs may rely on.
    let code: String
    /// For people: what is wrong, and the remedy.
    let message: String

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: DecodeError) {
        self.init(code: error.code, message: error.description)
    }
}
