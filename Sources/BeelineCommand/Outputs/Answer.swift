import Beeline

/// What is said to one input: the codes in it and what they lead to, or why there is no answer.
struct Answer: Sendable {
    let input: Input
    let outcome: Result<[Resolved], InputError>

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
        let withholds: Bool
        /// Why it is that rule that took it; nil when nobody asked.
        let explanation: Explanation?

        init(
            _ resolution: Resolution, outcomes: [Outcome]? = nil, withholds: Bool = false,
            explanation: Explanation? = nil
        ) {
            self.resolution = resolution
            self.outcomes = outcomes
            self.withholds = withholds
            self.explanation = explanation
        }

        /// Hands on the fields that the kind of the code has of its own, with their values as far as they may be shown.
        ///
        /// Definitions are lent by their place in the table, as a copy costs more than most values.
        func forEachShownField(_ body: (_ definitions: [FieldDefinition], _ index: Int, FieldValue) -> Void) {
            let definitions = Field.fields(of: resolution.content.kind)
            for index in definitions.indices {
                let field = definitions[index].field
                guard let value = resolution.reading.value(of: field), !isWithheld(field) else { continue }
                body(definitions, index, value)
            }
        }

        /// The fields that a kind of a rule file gives, as far as they may be shown: they are made of the code's text.
        var shownGivenFields: [Resolution.GivenField] {
            withholds && resolution.reading.holdsSecret ? [] : resolution.givenFields
        }

        /// The names of what the code has and nobody is shown.
        var withheldFields: [String] {
            guard withholds else { return [] }
            let own = Field.fields(of: resolution.content.kind).filter { definition in
                isWithheld(definition.field) && resolution.reading.value(of: definition.field) != nil
            }
            return [Field.text.rawValue] + own.map(\.name)
        }

        private func isWithheld(_ field: Field) -> Bool {
            withholds && resolution.reading.isSecret(.fixed(field))
        }
    }

    /// What the answer means for the exit status.
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        // Each is looked at where it is, as a copy costs more than the look.
        for index in results.indices {
            if results[index].resolution.rule == nil { status.raise(to: .notTaken) }
            // What cannot be done with this code fails whether it is tried or not.
            if results[index].resolution.actions.contains(where: { $0.problem != nil && !$0.isOptional }) {
                status.raise(to: .actionFailed)
            }
            guard let outcomes = results[index].outcomes else { continue }
            if outcomes.contains(where: { ![.done, .notNeeded].contains($0.status) && !$0.action.isOptional }) {
                status.raise(to: .actionFailed)
            }
        }
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
