internal import Beeline
internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSymbols

/// The schemas of the document about codes (Docs/Output.md), made from the tables of kinds and fields.
enum ResultSchemas {
    static let all: [(name: String, schema: Schema)] =
        [
            ("Answer", answer), ("Result", result), ("Summary", summary), ("Symbol", symbol),
            ("StructuredAppend", structuredAppend),
            ("Content", content), ("Verdict", verdict), ("Warning", warning), ("Action", action),
            ("Outcome", outcome), ("Error", error), ("Explanation", explanation), ("Condition", condition),
            ("FieldValue", fieldValue),
        ] + kinds

    private static let answer = Schema.object([
        .version,
        .always("input", .any(of: [.text, .object([])]), "The code from the request, or the name of the picture."),
        .sometimes("results", .list(.named("Result")), "One element for each code, in reading order."),
        .sometimes("error", .named("Error"), "Instead of `results`, if the input could not be read."),
        .each(
            "errors", .sometimes("page", .integer), .always("code", .text), .always("message", .text),
            summary: "The pages that could not be read.", isRequired: false),
        .each(
            "lost", .always("pass", .text), .sometimes("page", .integer), .always("reason", .text),
            summary: "The passes that crashed or timed out.", isRequired: false),
    ])

    private static let error = Schema.object([
        .always("code", .text, "For programs."), .always("message", .text, "For people."),
    ])

    private static let result = Schema.object([
        .always("symbol", .named("Symbol")),
        .always("content", .named("Content")),
        .sometimes("link", .named("Verdict")),
        .sometimes("joinedTo", .integer, "The position, in these results, of the code that this one is a part of."),
        .sometimes("withheld", .list(.text), "The names of the withheld secrets."),
        .sometimes("warnings", .list(.named("Warning"))),
        .sometimes("refused", .text, "Why the code is refused."),
        .always(
            "resolution",
            .object([
                .always("rule", Schema.text.orNull, "The id of the rule that matched."),
                .always("actions", .list(.named("Action"))),
            ])),
        .sometimes("summary", .named("Summary"), "What a person reads of it; where people see the answer."),
        .sometimes("explanation", .named("Explanation")),
    ])

    private static let summary = Schema.object([
        .always("state", .choice(Summary.State.allCases.map(\.rawValue)), "What became of it."),
        .sometimes("done", .boolean, "True if something was done, other than to show what the code says."),
        .sometimes("title", .text, "The title of the rule that matched."),
        .always(
            "headline",
            .object([
                .sometimes("said", .text, "What a rule or a service says of it."),
                .sometimes("expired", .text, "When it has expired, by a rule that says so."),
                .sometimes("field", .text, "The field of its content that names it best."),
                .sometimes("value", .named("FieldValue"), "The value of that field."),
                .sometimes("latitude", .named("FieldValue")), .sometimes("longitude", .named("FieldValue")),
                .sometimes("rule", .text, "The rule, for a code that is not for people."),
                .sometimes("title", .text, "Its title."),
                .sometimes("code", .text, "The code itself."),
            ]), "The line that says what was scanned. It is empty for bytes."),
    ])

    private static let warning = Schema.object([.always("code", .text), .always("message", .text)])

    private static let verdict = Schema.object([
        .always("verdict", .choice(Decision.allCases.map(\.rawValue))),
        .always("reasons", .list(.text), "By the names in Docs/Safety.md."),
    ])

    private static let symbol = Schema.object([
        .always("symbology", .text, "Such as `ean_13`; `unknown` for typed codes."),
        .sometimes("text", .text),
        .sometimes("bytes", .text, "In Base64, if they are not UTF-8."),
        .sometimes("charset", .text, "The character set of the text, where the bytes are not UTF-8."),
        .sometimes("aim", .text, "The AIM identifier (ISO/IEC 15424): `]E0`."),
        .sometimes("addOn", .text, "The digits of the EAN-2 or EAN-5 beside it."),
        .sometimes("structuredAppend", .named("StructuredAppend")),
        .sometimes(
            "outline", .list(.list(.integer, exactly: 2), exactly: 4),
            "Four corners in pixels of the upright picture, clockwise from the top left corner of the code."),
        .sometimes(
            "outlines", .list(.list(.list(.integer, exactly: 2), exactly: 4)),
            "Of a code that is in the picture several times: all of its places, that of `outline` first."),
        .sometimes("copies", .integer, "The number of `outlines`."),
        .sometimes("quality", .integer, "In the decoder's own unit."),
        .sometimes("page", .integer, "Counted from 1."),
        .sometimes("decoder", .text),
    ])

    private static let structuredAppend = Schema.object([
        .always("index", .integer, "Counted from 0."), .sometimes("count", .integer), .sometimes("id", .text),
    ])

    private static let fieldValue = Schema.any(of: [.text, .number, .boolean, .list(.any)])

    /// A schema for each kind of the program, and one for those of rule files.
    private static let content = Schema.one(
        of: Kind.allCases.map { .named(name(of: $0)) } + [.named("ContentOfRuleFile")]
    ).described("What the code means: its kind, and the fields of that kind (Docs/Kinds.md).")

    private static let kinds: [(name: String, schema: Schema)] =
        Kind.allCases.map { (name(of: $0), schema(of: $0)) } + [("ContentOfRuleFile", ofRuleFile)]

    private static func name(of kind: Kind) -> String {
        "Content" + kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    }

    private static func schema(of kind: Kind) -> Schema {
        let fields = Field.fields(of: kind).map { field in
            Schema.Member(
                name: field.name, schema: schema(of: field.type).described(field.summary),
                // A member that would reveal a secret is left out.
                isRequired: field.presence(in: kind) == .always && !field.mayTellSecret)
        }
        let open: [Schema.Member] =
            switch kind {
            case .gs1: [.always("ai", .object([], others: .text), OpenFieldDefinition.ai.summary)]
            case .industrialLabel: [.sometimes("di", .object([], others: .text), OpenFieldDefinition.di.summary)]
            case .json: [.always("json", .any, "The text itself, as JSON.")]
            default: []
            }
        return Schema.object([.always("kind", .constant(kind.rawValue))] + fields + open)
            .described(kind.definition.title)
    }

    private static let ofRuleFile = Schema.object(
        [.always("kind", .none(of: Kind.allCases.map(\.rawValue)))], others: .any
    ).described("A kind of a rule file, with its fields.")

    private static func schema(of type: FieldType) -> Schema {
        switch type {
        case .text, .url, .date, .time, .moment: .text
        case .number: .number
        case .boolean: .boolean
        case .list: .list(.any)
        case .any: .named("FieldValue")
        }
    }

    private static let action = Schema.object(
        [
            .always("action", .text, "Its name: `open-url`."),
            .always("rule", .text),
            .sometimes("ask", .boolean, "True if the rule always requires confirmation."),
            .sometimes(
                "otherwise", .integer,
                "The position, in these actions, of the action that it replaces when that one was not done."),
            .sometimes("link", .named("Verdict")),
            .sometimes("problem", .text, "Why it cannot be performed with this code."),
            .sometimes("needs", .list(.text), "The actions whose results it needs."),
            .sometimes("outcome", .named("Outcome"), "The outcome, if it was performed."),
        ], others: .any)

    private static let outcome = Schema.object([
        .always("status", .choice(["done", "not-needed", "refused", "failed", "timed-out", "kept", "skipped"])),
        .always("message", .text),
        .always("results", .object([], others: .any), "The results by name."),
    ])

    private static let states = ["took", "added", "failed", "passed-over", "not-asked", "disabled"]

    private static let explanation = Schema.object([
        .each(
            "kinds", .always("kind", .text), .sometimes("title", .text), .always("file", .text),
            .always("state", .choice(states)), .sometimes("takes", .list(.text)),
            .sometimes("when", .named("Condition"))),
        .each(
            "rules", .always("rule", .text), .sometimes("title", .text), .always("file", .text),
            .always("continue", .boolean), .always("state", .choice(states)), .sometimes("takes", .list(.text)),
            .sometimes("when", .named("Condition")),
            .each(
                "actions", .always("action", .text), .sometimes("otherwise", .integer),
                .always("state", .choice(["planned", "left-out", "waits"])), .sometimes("when", .named("Condition")),
                isRequired: false)),
        .sometimes(
            "remembered",
            .object([
                .sometimes("seen", recordings, "Of the code itself; empty if it contains a secret."),
                .sometimes(
                    "fields", .object([], others: recordings.orNull),
                    "By fields; null if the code does not have the field."),
                .sometimes("session", .object([], others: .named("FieldValue")), "The session values of the source."),
            ]), "Earlier scans and session values, if rules use them."),
    ])

    private static let recordings = Schema.object([
        .sometimes("count", .number), .sometimes("today", .number), .sometimes("first", .text),
        .sometimes("last", .text), .sometimes("source", .text),
    ])

    private static let condition = Schema.object([
        .always("condition", .text, "In words, for people."),
        .always("state", .choice(["held", "failed", "not-asked"])),
        .sometimes("name", .text),
        .sometimes("value", Schema.named("FieldValue").orNull),
        .sometimes("operands", .object([], others: Schema.named("FieldValue").orNull)),
        .sometimes("found", .object([], others: Schema.named("FieldValue").orNull)),
        .sometimes("all", .list(.named("Condition"))),
        .sometimes("any", .list(.named("Condition"))),
        .sometimes("not", .list(.named("Condition"))),
    ])
}
