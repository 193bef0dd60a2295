package import BeelineSupport

/// An object of the rule language with its keys. The readers, the schema and the reference use these tables.
///
///     RuleObject.rule.keyNames   // ["id", "title", "when", "do", "continue"]
package struct RuleObject: Sendable {
    /// A key that such an object may or must have.
    package struct Key: Sendable {
        package let name: String
        /// The form of its value in a few words: "a text".
        package let value: String
        package let isRequired: Bool
        /// Its purpose, in one or two sentences.
        package let summary: String

        init(_ name: String, _ value: String, isRequired: Bool = false, _ summary: String) {
            (self.name, self.value, self.isRequired, self.summary) = (name, value, isRequired, summary)
        }
    }

    /// Its name in messages: "a rule".
    package let title: String
    /// Its keys in the order in which they are usually written. Further keys of an action are its parameters.
    package let keys: [Key]

    private init(_ title: String, _ keys: Key...) { self.init(title, keys) }

    private init(_ title: String, _ keys: [Key]) { (self.title, self.keys) = (title, keys) }

    /// The title as a sentence: "A rule."
    package var sentence: String { title.prefix(1).uppercased() + title.dropFirst() + "." }

    /// The names of its keys, beside `note`, which every object may have.
    package var keyNames: [String] { keys.map(\.name) }

    /// The key for notes, which every object may have.
    package static let note = Key("note", "a text", "A note for people; it has no effect.")

    package static let allCases = [
        file, rule, include, action, kind, form, check, division, part, tagged, example, service, catalog, test, scan,
        neighbour,
        expectation,
    ]
}

/// Reads the members of one object of a rule file, or of another file that people write; every wrong name and wrong
/// type is logged with its place.
package struct ObjectReader {
    package let path: JSONPath
    package let log: IssueLog
    private let members: [JSONValue.Member]

    package struct Member {
        package let name: String
        package let value: JSONValue
        package let path: JSONPath
    }

    /// Reads an object of the rule language; unknown keys are logged.
    package init?(_ value: JSONValue, _ object: RuleObject, at path: JSONPath, _ log: IssueLog) {
        self.init(value, at: path, log: log, allowed: object.keyNames, what: object.title)
    }

    /// - Parameters:
    ///   - allowed: the names that the object may have, beside `note`; nil allows all.
    ///   - what: what the object is, for messages: "a rule".
    ///   - remedy: what to write instead of a name of other languages. Default: the hints for rule files.
    package init?(
        _ value: JSONValue, at path: JSONPath, log: IssueLog, allowed: [String]? = nil,
        what: @autoclosure () -> String, remedy: ((String) -> String?)? = nil
    ) {
        guard case .object(let members) = value else {
            log.error("\(what()) must be an object, not \(value.typeName)", at: path)
            return nil
        }
        self.path = path
        self.log = log
        self.members = members.filter { $0.name != "note" }
        if let note = value["note"] { _ = log.string(note, "'note'", at: path.member("note")) }
        guard let allowed else { return }
        for member in self.members where !allowed.contains(member.name) {
            let habit = (remedy ?? MistakeHints.remedy(forKey:))(member.name).map { ": \($0)" }
            let hint = habit ?? log.hint(for: member.name, in: allowed + ["note"])
            let known = hint.isEmpty ? "; it may have \(allowed.joined(separator: ", "))" : ""
            log.error("\(what()) has no '\(member.name)'\(hint)\(known)", at: path.member(member.name), .name)
        }
    }

    /// All members but `note`, in the order of the file. Of a name that is there twice, the last counts.
    package var all: [Member] {
        members.map { Member(name: $0.name, value: $0.value, path: path.member($0.name)) }
    }

    package subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    /// A string; logged and nil when it is another value, nil when it is absent.
    package func text(_ name: String) -> String? {
        self[name].flatMap { log.string($0, "'\(name)'", at: path.member(name)) }
    }

    /// An object whose names are free; logged and nil when it is another value, nil when it is absent.
    package func object(_ name: String) -> ObjectReader? {
        self[name].flatMap { ObjectReader($0, at: path.member(name), log: log, what: "'\(name)'") }
    }

    /// A string that must be there; logged and nil otherwise.
    package func requiredText(_ name: String, of what: String) -> String? {
        guard self[name] != nil else { return log.refuse("\(what) needs '\(name)'", at: path) }
        return text(name)
    }

    /// Logs what is wrong with `version`, which must be 1. `what` is the object: `a rule file`.
    package func requireVersion(of what: String) {
        let path = path.member("version")
        switch self["version"] {
        case .integer(1): break
        case nil: log.error("\(what) needs \"version\": 1", at: self.path)
        case .string:
            log.error("the version must be a number: write \"version\": 1, without quotes around the 1", at: path)
        case .some: log.error("unknown version; write \"version\": 1", at: path)
        }
    }

    /// True or false; false when it is absent, logged when it is another value.
    package func flag(_ name: String) -> Bool {
        switch self[name] {
        case nil: return false
        case .boolean(let truth): return truth
        case .some(let value):
            log.error("'\(name)' must be true or false, not \(value.typeName)", at: path.member(name))
            return false
        }
    }

    /// The elements of a list with their paths; empty when it is absent, logged when it is another value.
    package func list(_ name: String) -> [(value: JSONValue, path: JSONPath)] {
        guard let value = self[name] else { return [] }
        guard let elements = value.array else {
            log.error("'\(name)' must be a list, not \(value.typeName)", at: path.member(name))
            return []
        }
        return elements.enumerated().map { ($1, path.member(name).element($0)) }
    }
}

extension RuleObject {
    package static let file = RuleObject(
        "a rule file",
        Key("$schema", "a text", "The JSON Schema of rule files, for editors. Beeline ignores it."),
        Key("version", "1", isRequired: true, "The version of the language. There is only version 1."),
        Key("constants", "an object of texts", "Texts by name, for {const.NAME}; --set overrides them."),
        Key("services", "an object of services", "Services for look-ups, by name."),
        Key(
            "catalogs", "an object of catalogues",
            "The form of the keys and the types of the columns of catalogues, by name."),
        Key("kinds", "a list of kinds", "Your own kinds of codes, tried in this order."),
        Key("rules", "a list of rules and includes", "The rules, in the order in which they are tried."),
        Key("disable", "a list of ids", "The ids of rules, in any file, to switch off."),
        Key("tests", "a list of tests", "Codes with their expected results, for `beeline rules test`."))

    package static let rule = RuleObject(
        "a rule",
        Key("id", "a text", isRequired: true, "A unique name: letters, digits, '.', '-' and '_'."),
        Key("title", "a text", "A short description."),
        Key("when", "a condition", isRequired: true, "The codes that it matches; {} matches all."),
        Key("do", "a list of actions", isRequired: true, "The actions, in order; [] matches and does nothing."),
        Key("continue", "true or false", "true: add the actions, and continue with the next rule. Default: false."))

    package static let include = RuleObject(
        "an include",
        Key(
            "include", "a text", isRequired: true,
            "A rule file whose rules are inserted here: a path relative to this file, or a name such as bundled:books.")
    )

    package static let action = RuleObject(
        "an action",
        Key("action", "a name", isRequired: true, "The name of the action. All other keys are its parameters."),
        Key("as", "a text", "The name for its results in later actions: \"disc\" gives disc.title and disc.found."),
        Key("when", "a condition", "A further condition for this action; it can use results of earlier actions."),
        Key("ask", "true or false", "true: require confirmation even if the policy allows the action. Default: false."),
        Key(
            "optional", "true or false",
            "true: continue with the next action when it fails or is refused. Default: false."
        ),
        Key(
            "otherwise", "a list of actions",
            "The actions to perform if it was not done. After that, the list ends, unless the action is optional."),
        Key(
            "always", "true or false",
            "true: perform it even if the list has ended before it. Results of earlier actions may then be absent. "
                + "Default: false."),
        Key(
            "retry", "a text",
            "For actions that send: for how long to keep what could not be sent, and to send it again: \"1 d\"."))

    /// The keys of the actions of a signature, beside its parameters: a refusal needs no confirmation, and never fails.
    package static func actionKeys(of signature: ActionSignature) -> [Key] {
        let refused = signature.name == ActionSignature.refuse ? ["as", "ask", "optional", "otherwise"] : []
        return action.keys.filter { key in
            !refused.contains(key.name) && (key.name != "retry" || signature.mayComeLater)
        }
    }

    package static let kind = RuleObject(
        "a kind",
        Key("kind", "a text", isRequired: true, "A unique name: letters, digits and '_', beginning with a letter."),
        Key("title", "a text", "A short description."),
        Key("forms", "a list of forms", "The forms of its codes, instead of 'when' and the keys after it."),
        whenKey, partsKey, checkKey, fieldsKey, identityKey, doubtKey,
        Key(
            "examples", "a list of examples",
            "Example codes, for `beeline kinds`. `beeline rules test` tests each of them."))

    package static let form = RuleObject(
        "a form of a kind", Key("title", "a text", "A short description."), whenKey, partsKey, checkKey,
        fieldsKey, identityKey, doubtKey)

    /// The keys of a form; a kind without forms has them itself.
    static let formKeys = [whenKey, partsKey, checkKey, fieldsKey, identityKey, doubtKey].map(\.name)

    private static let whenKey = Key("when", "a condition", "The codes of this kind; only built-in kinds can be used.")
    private static let partsKey = Key(
        "parts", "parts", "How the text is split. Parts with a name are fields, and {part.NAME} for the keys below.")
    private static let checkKey = Key(
        "check", "a check, or a list of checks",
        "The check characters. If they are wrong, a warning gives the right ones.")
    private static let fieldsKey = Key(
        "fields", "an object of texts", "Additional fields of its codes. A value that is only {name} keeps its type.")
    private static let identityKey = Key(
        "identity", "a text",
        "What makes two codes of the kind the same code for `seen`, `record` and repeated scans: {match.number}. Default: "
            + "the text as the kind reads it.")
    private static let doubtKey = Key(
        "doubt", "a text",
        "Why a code of this form may be of another kind, for example because only a check digit shows it. A warning "
            + "says it of every such code.")

    /// How the text of a kind is split.
    package static let division = RuleObject(
        "parts", [Key("of", "a text", "The text to split. Default: {text}.")] + layout)

    package static let part = RuleObject(
        "a part",
        [
            Key("name", "a text", "The name of the field; a part without a name is only tested."),
            Key(
                "type", "a type",
                "`text`, `number`, `date`, `country`, `currency`, `list` or `secret`. Default: `text`."),
            Key("decimals", "a number", "For a number without a decimal mark: its number of decimal digits, 0 to 15."),
            Key("mark", "a text", "The decimal mark of a number: `.`, `,` or `.,` for both. Default: `.`."),
            Key(
                "pattern", "a text",
                "How a date is written: yyyy or yy, MM and dd, and signs; a * at the end matches the rest. DDD is "
                    + "the day of the year; without a day it is the last one of the month. Or a list of such texts."),
            Key("since", "a date", "Instead of 'pattern': the date is a number of days since this day."),
            Key(
                "cycle", "a number",
                "The number of days after which the count of 'since' starts again. The date nearest to the scan is "
                    + "used."
            ),
            Key("is", "a text, or a list of texts", "The text that it must be."),
            Key("matches", "a pattern", "The pattern that the whole text must match."),
            Key(
                "values", "an object of texts",
                "The value for each text, in the format of its type; other texts are not allowed."),
            Key("length", "a number", "The number of characters, for parts of 'fixed'."),
            Key("optional", "true or false", "true: it may be missing or empty. Default: false."),
            Key("sum", "true or false", "true: all numbers with this name are added. Default: false."),
            Key(
                "same", "true or false",
                "true: several parts can have this name, and those that are there must have the same value. Default: "
                    + "false."),
            Key(
                "field", "true or false",
                "false: it is not a field of the code; only 'check' and 'fields' can use it. Default: true."),
        ] + layout)

    package static let tagged = RuleObject(
        "'tlv'", Key("tag", "a number", isRequired: true, "The number of bytes of a tag: 1 to 4."),
        Key("length", "a number", isRequired: true, "The number of bytes of a length: 1 to 4."))

    /// How a text consists of parts.
    private static let layout = [
        Key(
            "decode", "a step, or a list of steps",
            "A decoding before the split: `base64`, `base64url`, `base32`, `code32`, `code39`, `hex` or `percent`."),
        Key(
            "separator", "a text, or a list of texts",
            "The separator between the parts; of a list the one that comes first. "
                + "\"\\n\" also matches a carriage return before it."),
        Key("escape", "a text", "The character that escapes a separator."),
        Key("into", "a list of parts", "The parts in order; null skips one."),
        Key("open", "true or false", "true: more parts can follow those of 'into'. Default: false."),
        Key("assign", "a text", "The text between a key and its value."),
        Key("header", "a text, or a list of texts", "The text before the first key."),
        Key("anyCase", "true or false", "true: the case of keys is ignored. Default: false."),
        Key("keys", "an object of parts", "The parts by their keys; other keys are ignored."),
        Key("tlv", "an object", "For tags, lengths and values in bytes; 'keys' are the tags."),
        Key("fixed", "a list of parts", "The parts in order, each with its 'length'; the last part can be the rest."),
        Key("each", "a part", "The part that is repeated; its fields are lists."),
    ]

    /// The keys for the way in which a text is split; there must be exactly one.
    package static let layoutForms = ["into", "keys", "fixed", "each"]

    /// The keys that go with some of these.
    static let layoutKeys: [(key: String, forms: [String])] = [
        ("separator", ["into", "keys", "each"]), ("escape", ["into", "keys", "each"]), ("open", ["into"]),
        ("assign", ["keys"]), ("header", ["keys"]), ("anyCase", ["keys"]), ("tlv", ["keys"]),
    ]

    package static let example = RuleObject(
        "an example", codeKeys + [Key("fields", "an object", "Fields of the code, each with its value.")])

    package static let check = RuleObject(
        "a check",
        Key("scheme", "a check scheme", isRequired: true, "The algorithm of the check characters."),
        Key("of", "a text", isRequired: true, "The text to check: the characters, followed by their check characters."),
        Key(
            "weights", "a list of numbers",
            "The weights of mod10 and mod11, from 1 to 10: one for each digit before the check character."),
        Key("ten", "a digit, or X", "The check character of mod11 for ten. Default: X."),
        Key("eleven", "a digit, or X", "The check character of mod11 for eleven. Default: 0."))

    package static let service = RuleObject(
        "a service",
        Key(
            "url", "a URL template", isRequired: true,
            "The URL of the request. It can use the names in 'with' of the action, and constants."),
        Key("headers", "an object of texts", "The headers of the request; they can contain {secret.NAME}."),
        Key(
            "results", "an object of JSON Pointers", isRequired: true,
            "The results: your own names, with JSON Pointers into the answer; 'found' and 'service' are added."),
        Key(
            "cache", "a text",
            "How long an answer is cached: \"12h\", \"30 days\". Default: not cached."),
        Key(
            "perSecond", "a number",
            "The maximum number of requests a second to its host, from 0.01 to 1000. Default: 5."),
        Key("timeLimit", "a number", "The time limit in seconds, from 0.1 to 60. Default: 10."),
        Key("limit", "a number", "The maximum size of an answer in bytes, up to 16777216. Default: 2097152."))

    package static let catalog = RuleObject(
        "a catalogue",
        Key(
            "key", "a form of keys",
            "The form of the keys: `isbn` or `gtin` in any form, or `text`. For text, separated by commas: `trim` "
                + "removes blanks at the ends, `upper` converts to capitals, `width` converts full-width characters "
                + "to ASCII, `pad=8` adds zeros "
                + "before digits. Codes that are looked up are converted in the same way. Default: `text`, byte for "
                + "byte."
        ),
        Key(
            "columns", "an object of types",
            "The types of the columns: `number`, `money`, `date` or `text`. Default: `text`."),
        Key("many", "true or false", "true: a key can have several rows. Default: false."),
        Key("decimal", "a sign", "The decimal separator: `.` or `,`. Default: detected from the numbers."))

    package static let test = RuleObject(
        "a test",
        Key("title", "a text", "A short description."),
        Key("scan", "an object", isRequired: true, "The code, and the time and source of the scan."),
        Key(
            "given", "an object",
            "The results of look-ups by the names of 'as', rows of catalogues, earlier scans and session values."),
        Key("expect", "an object or null", isRequired: true, "The expected result; null means that no rule matches."))

    package static let scan = RuleObject(
        "the scan of a test",
        codeKeys + [
            copiesKey, Key("source", "a text", "What scanned it: scan.source."),
            Key("at", "a date, or a date and a time", "The time of the scan: 2026-12-24 or 2026-12-24T21:30."),
            Key("beside", "a list of codes", "The other codes of its image."),
        ])

    package static let neighbour = RuleObject("a code beside that of a test", codeKeys + [copiesKey])

    private static let copiesKey = Key("copies", "a number", "How many times its image has it. Default: 1.")

    private static let codeKeys = [
        Key("symbology", "a symbology", "The symbology of the code. Default: a typed code."),
        Key("text", "a text", "What the code says."),
        Key("bytes", "a text", "The content as bytes, in Base64, instead of 'text'."),
        Key("addOn", "a text", "The EAN-2 or EAN-5 beside it."),
        Key("aim", "a text", "Its AIM identifier, such as ]E0."),
    ]

    package static let expectation = RuleObject(
        "the expectation of a test", Key("rule", "an id, or null", "The rule that matches."),
        Key("kind", "a kind", "The kind of the code."),
        Key("fields", "an object", "Fields of the code, each with its value."),
        Key("do", "a list of objects", "All actions in order; each must have at least these members."))
}
