public import BeelineContent
public import BeelineJSON
public import BeelineSymbols

/// What should be done about a code.
public struct Resolution: Hashable, Sendable {
    /// The code and what it means.
    public let reading: Reading
    /// What a kind of a rule file made of it; nil for most codes.
    let classification: Classification?
    /// The rule that took the code; nil when none did.
    public let rule: Rule?
    /// What to do, in order: the actions of the rules that only add theirs, and of the one that took the code.
    public let actions: [Action]

    public init(reading: Reading, rule: Rule?, actions: [Action]) {
        self.reading = reading
        self.rule = rule
        self.actions = actions
        classification = nil
    }

    init(_ subject: consuming Subject, rule: Rule?, actions: [Action]) {
        classification = subject.classification
        self.rule = rule
        self.actions = actions
        reading = subject.reading
    }

    /// What the code means.
    public var content: Content { reading.content }

    public var symbol: Symbol { reading.symbol }

    /// The name of the code's kind, be it one of the program's or of a rule file's.
    public var kindName: String { classification?.name ?? content.kind.rawValue }

    /// Writes the member of an object that says its kind: `"kind":"isbn"`.
    public func writeKind(to json: inout JSONWriter) {
        if let classification {
            json.member("kind", classification.name)
        } else {
            content.kind.writeMember(to: &json)
        }
    }

    /// The fields that a kind of a rule file gives to the code, in its order; empty for most.
    public var givenFields: [GivenField] {
        classification?.fields.map { GivenField(name: $0.name.description, value: $0.value) } ?? []
    }

    /// A field that a kind of a rule file gives.
    public struct GivenField: Hashable, Sendable {
        public let name: String
        public let value: FieldValue
    }

    /// The same resolution of the code as another reading has it, with other actions.
    public func replacing(reading: Reading, actions: [Action]) -> Resolution {
        Resolution(reading: reading, classification: classification, rule: rule, actions: actions)
    }

    private init(reading: Reading, classification: Classification?, rule: Rule?, actions: [Action]) {
        self.reading = reading
        self.classification = classification
        self.rule = rule
        self.actions = actions
    }
}
