/// The objects of a rule file, each with the keys that it may have: what the readers accept, what the schema allows, and
/// what the reference lists.
///
///     RuleObject.rule.keyNames   // ["id", "title", "when", "do", "continue"]
public enum RuleObject: String, Hashable, Sendable, CaseIterable {
    case file, rule, include, action, kind, service, test, scan, expectation

    /// A key that such an object may or must have.
    public struct Key: Hashable, Sendable {
        public let name: String
        /// What stands behind it, in a few words: "a text".
        public let value: String
        public let isRequired: Bool
        /// What it is for, in one sentence or two.
        public let summary: String

        init(_ name: String, _ value: String, isRequired: Bool = false, _ summary: String) {
            self.name = name
            self.value = value
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// What it is, in a few words, as messages say it.
    public var title: String {
        switch self {
        case .file: "a rule file"
        case .rule: "a rule"
        case .include: "an include"
        case .action: "an action"
        case .kind: "a kind"
        case .service: "a service"
        case .test: "a test"
        case .scan: "the scan of a test"
        case .expectation: "the expectation of a test"
        }
    }

    /// The same as a sentence: "A rule."
    public var sentence: String { title.prefix(1).uppercased() + title.dropFirst() + "." }

    /// The names of its keys, beside `note`, which every object may have.
    public var keyNames: [String] { keys.map(\.name) }

    /// What every object may have beside its keys.
    public static let note = Key("note", "a text", "Anything that you want to say; nothing comes of it.")

    /// Its keys in the order in which they are usually written. Those that an action has beside these are its
    /// parameters.
    public var keys: [Key] {
        switch self {
        case .file: Self.fileKeys
        case .rule: Self.ruleKeys
        case .include: Self.includeKeys
        case .action: Self.actionKeys
        case .kind: Self.kindKeys
        case .service: Self.serviceKeys
        case .test: Self.testKeys
        case .scan: Self.scanKeys
        case .expectation: Self.expectationKeys
        }
    }
}
