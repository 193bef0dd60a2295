package import BeelineSupport

/// The objects of a rule file, each with the keys that it may have: what the readers accept, what the schema allows, and
/// what the reference lists.
///
///     RuleObject.rule.keyNames   // ["id", "title", "when", "do", "continue"]
package struct RuleObject: Sendable {
    /// A key that such an object may or must have.
    package struct Key: Sendable {
        package let name: String
        /// What stands behind it, in a few words: "a text".
        package let value: String
        package let isRequired: Bool
        /// What it is for, in one sentence or two.
        package let summary: String

        init(_ name: String, _ value: String, isRequired: Bool = false, _ summary: String) {
            (self.name, self.value, self.isRequired, self.summary) = (name, value, isRequired, summary)
        }
    }

    /// What it is, in a few words, as messages say it.
    package let title: String
    /// Its keys in the order in which they are usually written. Those that an action has beside these are its
    /// parameters.
    package let keys: [Key]

    private init(_ title: String, _ keys: Key...) { self.init(title, keys) }

    private init(_ title: String, _ keys: [Key]) { (self.title, self.keys) = (title, keys) }

    /// The title as a sentence: "A rule."
    package var sentence: String { title.prefix(1).uppercased() + title.dropFirst() + "." }

    /// The names of its keys, beside `note`, which every object may have.
    package var keyNames: [String] { keys.map(\.name) }

    /// What every object may have beside its keys.
    package static let note = Key("note", "a text", "Anything that you want to say; nothing comes of it.")

    package static let allCases = [
        file, rule, include, action, kind, form, check, division, part, tagged, example, service, catalog, test, scan,
        neighbour,
        expectation,
    ]
}

/// Reads the members of one object of a rule file, or of another file that people write; every wrong name and wrong type
/// is logged with its place.
package struct ObjectReader {
    package let path: JSONPath
    package let log: IssueLog
    private let members: [JSONValue.Member]

    /// A member, and where it stands.
    package struct Member {
        package let name: String
        package let value: JSONValue
        package let path: JSONPath
    }

    /// An object of the language, with no other keys than it may have.
    package init?(_ value: JSONValue, _ object: RuleObject, at path: JSONPath, _ log: IssueLog) {
        self.init(value, at: path, log: log, allowed: object.keyNames, what: object.title)
    }

    /// - Parameters:
    ///   - allowed: the names that the object may have, beside `note`; nil allows all.
    ///   - what: what the object is, for messages: "a rule".
    ///   - remedy: what to write in place of a name that other languages have. Default: that of rule files.
    package init?(
        _ value: JSONValue, at path: JSONPath, log: IssueLog, allowed: [String]? = nil,
        what: @autoclosure () -> String, remedy: ((String) -> String?)? = nil
    ) {
        guard case .object(let members) = value else {
            log.error("\(what()) is an object, not \(value.typeName)", at: path)
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

    /// Logs what is wrong with `version`, which must be 1.
    ///
    /// - Parameter what: what the object is: `a rule file`.
    package func requireVersion(of what: String) {
        let path = path.member("version")
        switch self["version"] {
        case .integer(1): break
        case nil: log.error("\(what) needs \"version\": 1", at: self.path)
        case .string: log.error("the version is a number: write \"version\": 1, without quotes around the 1", at: path)
        case .some: log.error("write \"version\": 1, the only version that there is", at: path)
        }
    }

    /// True or false; false when it is absent, logged when it is another value.
    package func flag(_ name: String) -> Bool {
        switch self[name] {
        case nil: return false
        case .boolean(let truth): return truth
        case .some(let value):
            log.error("'\(name)' is true or false, not \(value.typeName)", at: path.member(name))
            return false
        }
    }

    /// The elements of a list with their paths; empty when it is absent, logged when it is another value.
    package func list(_ name: String) -> [(value: JSONValue, path: JSONPath)] {
        guard let value = self[name] else { return [] }
        guard let elements = value.array else {
            log.error("'\(name)' is a list, not \(value.typeName)", at: path.member(name))
            return []
        }
        return elements.enumerated().map { ($1, path.member(name).element($0)) }
    }
}

extension RuleObject {
    package static let file = RuleObject(
        "a rule file",
        Key("$schema", "a text", "Where the JSON Schema of rule files lies, for editors. Beeline passes over it."),
        Key("version", "1", isRequired: true, "The version of the language, of which there is one."),
        Key("constants", "an object of texts", "Texts by name, for {const.NAME}; values given from outside go before."),
        Key("services", "an object of services", "What look-ups can ask, by name."),
        Key("catalogs", "an object of catalogues", "What keys and cells of catalogues are, by name."),
        Key("kinds", "a list of kinds", "Kinds of codes of your own, which are tried in this order."),
        Key("rules", "a list of rules and includes", "The rules, in the order in which they are asked."),
        Key("disable", "a list of ids", "Rules, of any file, that are not asked."),
        Key("tests", "a list of tests", "What some codes should lead to, for `beeline rules test`."))

    package static let rule = RuleObject(
        "a rule",
        Key(
            "id", "a text", isRequired: true,
            "A name of its own: letters, digits, '.', '-' and '_'. No two rules of all files share one."),
        Key("title", "a text", "What it does, in a few words for people."),
        Key("when", "a condition", isRequired: true, "What codes it is for; {} always holds."),
        Key("do", "a list of actions", isRequired: true, "What is done, in order; [] matches and does nothing."),
        Key(
            "continue", "true or false",
            "true: add the actions, and leave the code to the rules after this one. Default: false."))

    package static let include = RuleObject(
        "an include",
        Key(
            "include", "a text", isRequired: true,
            "A rule file whose rules stand exactly here: a path, as seen from this file, or such as bundled:books."))

    package static let action = RuleObject(
        "an action",
        Key("action", "a name", isRequired: true, "What is done. All keys but these are parameters of the action."),
        Key("as", "a text", "How actions after it call what this one finds: \"disc\" makes disc.title and disc.found."),
        Key("when", "a condition", "What must hold beside the rule's own condition; it may ask for results."),
        Key("ask", "true or false", "true: ask before it is performed, whatever the policy allows. Default: false."),
        Key(
            "optional", "true or false",
            "true: go on with the rule's list when it fails or is refused. Default: false."
        ),
        Key(
            "otherwise", "a list of actions",
            "What is done in its place when it was not done. Then the list ends as without it, unless it is optional."),
        Key(
            "always", "true or false",
            "true: perform it even where the list has ended before it. Results of actions before it may be absent then. "
                + "Default: false."))

    /// The keys of the actions of a signature, beside its parameters: a refusal is never asked for, and never fails.
    package static func actionKeys(of signature: ActionSignature) -> [Key] {
        guard signature.name == ActionSignature.refuse else { return action.keys }
        return action.keys.filter { !["as", "ask", "optional", "otherwise"].contains($0.name) }
    }

    package static let kind = RuleObject(
        "a kind",
        Key(
            "kind", "a text", isRequired: true,
            "Its name: letters, digits and '_', a letter first; no other kind is called so."),
        Key("title", "a text", "What it is, in a few words for people."),
        Key("forms", "a list of forms", "The forms that its codes have, in place of 'when' and the keys after it."),
        whenKey, partsKey, checkKey, fieldsKey,
        Key(
            "examples", "a list of examples",
            "Codes of it, for `beeline kinds`. `beeline rules test` tries each of them."))

    /// What makes a code one of a kind.
    package static let form = RuleObject(
        "a form of a kind", Key("title", "a text", "What it is, in a few words for people."), whenKey, partsKey,
        checkKey,
        fieldsKey)

    /// The keys of a form; a kind without forms has them itself.
    static let formKeys = [whenKey, partsKey, checkKey, fieldsKey].map(\.name)

    private static let whenKey = Key(
        "when", "a condition", "What codes are of it; only the program's own kinds may stand there.")
    private static let partsKey = Key(
        "parts", "parts",
        "How the text is taken apart. Parts with a name are fields, and {part.NAME} for the keys below.")
    private static let checkKey = Key(
        "check", "a check, or a list of checks",
        "Check characters that must be right. Where they are wrong, a warning says what was expected.")
    private static let fieldsKey = Key(
        "fields", "an object of texts",
        "Fields that it gives its codes, beside those that they have. A lone {name} keeps its type.")

    /// How the text of a kind is taken apart.
    package static let division = RuleObject(
        "parts", [Key("of", "a text", "What is taken apart. Default: {text}.")] + layout)

    package static let part = RuleObject(
        "a part",
        [
            Key("name", "a text", "The field that it is; a part without a name is only looked at."),
            Key(
                "type", "a type",
                "`text`, `number`, `date`, `country`, `currency`, `list` or `secret`. Default: `text`."),
            Key("decimals", "a number", "A number of digits alone: how many of them are decimals, 0 to 15."),
            Key("mark", "a text", "The decimal mark of a number: `.`, `,` or `.,` for both. Default: `.`."),
            Key(
                "pattern", "a text",
                "How a date is written: yyyy or yy, MM and dd, and signs; a * at the end stands for what follows. DDD is "
                    + "the day of the year; without a day it is the last one of the month. Or a list of such texts."),
            Key(
                "since", "a date",
                "In place of 'pattern': the day from which a date that is a number of days is counted."),
            Key(
                "cycle", "a number",
                "After how many days the count of 'since' goes over them again. The date is the one nearest to the scan."
            ),
            Key("is", "a text, or a list of texts", "What it must be."),
            Key("matches", "a pattern", "What it must match as a whole."),
            Key(
                "values", "an object of texts",
                "What its text stands for, by the text, as its type writes it; no other text may stand there."),
            Key("length", "a number", "How many characters it has, among the parts of 'fixed'."),
            Key("optional", "true or false", "true: it may be missing or empty. Default: false."),
            Key("sum", "true or false", "true: all numbers of this name are added up. Default: false."),
            Key(
                "field", "true or false",
                "false: it is no field of the code; 'check' and 'fields' may name it. Default: true."),
        ] + layout)

    package static let tagged = RuleObject(
        "'tlv'",
        Key("tag", "a number", isRequired: true, "How many bytes a tag has: 1 to 4."),
        Key("length", "a number", isRequired: true, "How many bytes a length has: 1 to 4."))

    /// How a text consists of parts.
    private static let layout = [
        Key(
            "decode", "a step, or a list of steps",
            "What is done first: `base64`, `base64url`, `base32`, `code32`, `hex` or `percent`."),
        Key(
            "separator", "a text", "What stands between the parts; \"\\n\" stands for a carriage return before it too."),
        Key("escape", "a text", "The character before a separator that is none."),
        Key("into", "a list of parts", "The parts in their order; null passes over one."),
        Key("open", "true or false", "true: more parts may follow those of 'into'. Default: false."),
        Key("assign", "a text", "What stands between a key and its value."),
        Key("header", "a text, or a list of texts", "What stands before the first key."),
        Key("anyCase", "true or false", "true: keys may be in capitals or small letters. Default: false."),
        Key("keys", "an object of parts", "The parts by their keys; others are passed over."),
        Key("tlv", "an object", "The text consists of tags, lengths and values in bytes; 'keys' are the tags."),
        Key("fixed", "a list of parts", "The parts in their order, each with its 'length'; the last may be the rest."),
        Key("each", "a part", "What each of any number of parts is; its names are lists."),
    ]

    /// What says into what parts a text is taken apart; one of them is there.
    package static let layoutForms = ["into", "keys", "fixed", "each"]

    /// What stands beside some of these.
    static let layoutKeys: [(key: String, forms: [String])] = [
        ("separator", ["into", "keys", "each"]), ("escape", ["into", "keys", "each"]), ("open", ["into"]),
        ("assign", ["keys"]), ("header", ["keys"]), ("anyCase", ["keys"]), ("tlv", ["keys"]),
    ]

    package static let example = RuleObject(
        "an example", codeKeys + [Key("fields", "an object", "Fields of the code, each with its value.")])

    package static let check = RuleObject(
        "a check",
        Key("scheme", "a check scheme", isRequired: true, "How the check characters follow from the others."),
        Key(
            "of", "a text", isRequired: true, "What is checked: the characters, and at the end their check characters."),
        Key(
            "weights", "a list of numbers",
            "The weights of mod10 and mod11, from 1 to 10: one for each digit before the check character."),
        Key("ten", "a digit, or X", "The check character of mod11 where the rest is ten. Default: X."),
        Key("eleven", "a digit, or X", "The check character of mod11 where the rest is eleven. Default: 0."))

    package static let service = RuleObject(
        "a service",
        Key(
            "url", "a URL template", isRequired: true,
            "Where it is asked. Its names are what the action gives in 'with', and constants."),
        Key("headers", "an object of texts", "Headers of the request; a {secret.NAME} may stand here."),
        Key(
            "results", "an object of JSON Pointers", isRequired: true,
            "What is found in the answer, by names of your own; 'found' and 'service' are there anyway."),
        Key(
            "cache", "a text",
            "For how long an answer is kept, in hours or days: \"12h\", \"30d\". Default: not at all."),
        Key("perSecond", "a number", "How many requests its host gets in a second, from 0.01 to 1000. Default: 5."),
        Key("timeLimit", "a number", "How many seconds it may take, from 0.1 to 60. Default: 10."),
        Key("limit", "a number", "The most bytes of an answer, up to 16777216. Default: 2097152."))

    package static let catalog = RuleObject(
        "a catalogue",
        Key(
            "key", "a form of keys",
            "What a key is: `isbn` or `gtin` in any of their forms, or `text`. Of texts, with commas between them: `trim` "
                + "takes blanks away, `upper` makes capitals, `width` makes full-width characters ASCII, `pad=8` puts zeros "
                + "before digits. What is looked up becomes the same. Default: `text`, byte for byte."),
        Key(
            "columns", "an object of types",
            "What cells are compared as, by column: `number`, `money`, `date` or `text`. Default: `text`."),
        Key("many", "true or false", "true: a key may have several rows. Default: false."),
        Key(
            "decimal", "a sign",
            "What stands before decimals: `.` or `,`. Default: what the numbers of the list show by themselves."))

    package static let test = RuleObject(
        "a test",
        Key("title", "a text", "What it shows, in a few words for people."),
        Key("scan", "an object", isRequired: true, "The code, and when and where it is scanned."),
        Key(
            "given", "an object",
            "What look-ups find, by the names of 'as'; what rows catalogues have; what was recorded and set before."),
        Key(
            "expect", "an object or null", isRequired: true,
            "What should come of it; null: no rule matches."))

    package static let scan = RuleObject(
        "the scan of a test",
        codeKeys + [
            Key("source", "a text", "What scanned it: scan.source."),
            Key("at", "a date, or a date and a time", "When: 2026-12-24 or 2026-12-24T21:30."),
            Key("beside", "a list of codes", "The other codes of its image."),
        ])

    package static let neighbour = RuleObject("a code beside that of a test", codeKeys)

    private static let codeKeys = [
        Key("symbology", "a symbology", "The symbology of the code; without it the code is one that was typed."),
        Key("text", "a text", "What the code says."),
        Key("bytes", "a text", "What it says as bytes, in Base64, in place of 'text'."),
        Key("addOn", "a text", "The EAN-2 or EAN-5 beside it."),
        Key("aim", "a text", "Its AIM identifier, such as ]E0."),
    ]

    package static let expectation = RuleObject(
        "the expectation of a test",
        Key("rule", "an id, or null", "The rule that matches."),
        Key("kind", "a kind", "The kind of the code."),
        Key("fields", "an object", "Fields of the code, each with its value."),
        Key("do", "a list of objects", "All actions in order, each with at least these members."))
}
