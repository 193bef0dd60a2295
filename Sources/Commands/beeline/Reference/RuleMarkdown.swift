import Beeline
import BundledReference

/// The reference of the rule language as a page of Markdown: `Docs/RuleReference.md` is this. The text is that of the
/// file when the program was built. The program replaces the tables that it can make from its own definitions, each in
/// the section of its heading.
enum RuleMarkdown {
    static func page(actions: [ActionSignature]) -> String {
        let made = [
            "Objects": objects, "Check schemes": schemes, "Names": names, "Operators": operators,
            "Actions": sections(of: actions),
            "URL templates": expressionTable,
        ]
        let separator = "\n## "
        return String(cString: beeline_reference_page()).split(separator: separator, omittingEmptySubsequences: false)
            .map { section in
                made[section.prefix { $0 != "\n" }.description].map { replaceTables(of: section, with: $0) }
                    ?? "\(section)"
            }.joined(separator: separator)
    }

    /// Replaces everything from the first heading or table of a section to the end of its last table.
    private static func replaceTables(of section: Substring, with tables: String) -> String {
        var lines = section.split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0.hasPrefix("### ") } ?? lines.firstIndex { $0.hasPrefix("|") }
        guard let start, let end = lines.lastIndex(where: { $0.hasPrefix("|") }) else { return "\(section)" }
        lines.replaceSubrange(start...end, with: [tables.dropLast()])
        return lines.joined(separator: "\n")
    }

    private static var objects: String {
        RuleObject.allCases.map { object in
            let rows = (object.keys + [RuleObject.note]).map { key in
                [code(key.name), key.value, key.isRequired ? "yes" : "", prose(key.summary)]
            }
            return "### \(object.sentence.dropLast())\n\n"
                + table(["key", "value", "required", "meaning"], rows)
        }.joined(separator: "\n")
    }

    private static var schemes: String {
        table(["scheme", "what it checks"], CheckScheme.allCases.map { [code($0.rawValue), $0.title] })
    }

    private static var names: String {
        let open = OpenFieldDefinition.table.map {
            [code($0.name), $0.type.rawValue, "codes of kind `\($0.kind.rawValue)`", $0.summary]
        }
        let scan = ScanField.allCases.map {
            [
                code($0.name), $0.type.rawValue, $0.isAlwaysThere ? "every scan" : "scans that have it",
                prose($0.summary),
            ]
        }
        let seen = SeenField.allCases.map {
            [
                "\(code($0.name)), \(code("\(SeenField.owner).FIELD.\($0.rawValue)"))", $0.type.rawValue,
                $0.isAlwaysThere ? "every code; codes with this field" : "codes that were recorded", prose($0.summary),
            ]
        }
        let rows =
            [
                [
                    "`isbn13` and other fields", "its own", "codes of its kinds",
                    "A field: [Kinds.md](Kinds.md) lists them.",
                ]
            ]
            + open
            + [
                [
                    "a name of a kind's `fields` or `parts`", "that of its template or part", "codes of that kind",
                    "Your own field.",
                ]
            ]
            + scan + seen
            + [
                [
                    code("\(SessionName.owner).NAME"), "any", "sources for which it is set",
                    "What an action has set for the source of the scan: a number where it is written as one, else a text.",
                ],
                [
                    "`match.NAME`", "text; number with `decimals`", "rules with such a pattern before it",
                    "What `(?P<NAME>…)` has captured.",
                ],
                [
                    "`part.NAME`", "that of the part", "`check` and `fields` of a kind with `parts`",
                    "The value of the part.",
                ],
                [
                    "`catalog.LIST.COLUMN`, `catalog.LIST[COLUMN]`", "text; number and date where the list says so",
                    "rules with a test `{\"catalog\": \"LIST\"}` before it",
                    "A cell of the row that was found; an empty cell is absent. The form with brackets allows any "
                        + "column name.",
                ],
                [
                    "`catalog.LIST.rows`", "number", "the same rules",
                    "How many rows the key has: 1, or more of a list of many.",
                ],
                [
                    "`AS.NAME`", "any; `AS.found`: boolean", "actions after one with `\"as\": \"AS\"`",
                    "A result; `AS.found`, of `lookup`, says whether there is any.",
                ],
                ["`const.NAME`", "text", "everywhere", "A constant: its value is known once the file is loaded."],
                [
                    "`secret.NAME`", "text", "headers of services, parameters for secrets",
                    "A secret, which no output shows.",
                ],
            ]
        return table(["name", "type", "available in", "meaning"], rows)
    }

    private static var operators: String {
        let rows = Operator.allCases.map { kind in
            let types = FieldType.allCases.filter(kind.form.types.contains).map(\.rawValue).joined(separator: ", ")
            return [
                code(kind.rawValue), kind == .domain ? "the field `host`" : types,
                kind.form.rawValue + (kind.form.takesNames ? ", or `{name}`" : ""), kind.summary,
                code(example(of: kind)),
            ]
        }
        return table(["operator", "for", "operand", "is true when", "example"], rows)
    }

    private static func example(of kind: Operator) -> String {
        switch kind {
        case .prefix: #""isbn13": { "prefix": ["978", "9791"] }"#
        case .suffix: #""path": { "suffix": ".pdf" }"#
        case .contains: #""text": { "contains": "INVOICE" }"#
        case .matches: #""compact": { "matches": "GR(?P<serial>[0-9]{8})" }"#
        case .decimals: #""compact": { "matches": "P(?P<price>[0-9]+)", "decimals": { "price": 2 } }"#
        case .domain: #""host": { "domain": "example.com" }"#
        case .less: #""expiry": { "<": "today" }"#
        case .lessOrEqual: #""scan.time": { "<=": "21:30" }"#
        case .greater: #""price": { ">": 24.95 }"#
        case .greaterOrEqual: #""expiry": { ">=": "today+7" }"#
        case .catalog: #""isbn13": { "catalog": "books" }"#
        case .exists: #""isbn10": { "exists": true }"#
        }
    }

    private static func sections(of actions: [ActionSignature]) -> String {
        actions.map { action in
            let rows = action.parameters.map {
                [code($0.name), $0.title, $0.isRequired ? "yes" : "", prose($0.summary)]
            }
            let effects = Effect.allCases.filter(action.effects.contains).map { "`\($0.rawValue)`" }
            return """
                ### `\(action.name)`

                \(action.summary) Effects: \(effects.isEmpty ? "none" : effects.joined(separator: ", ")). Finds: \(action.results.title).

                \(table(["parameter", "value", "required", "meaning"], rows))
                """
        }.joined(separator: "\n")
    }

    private static var expressionTable: String {
        let rows = expressions.map { expression, meaning, absent in
            [
                code(expression), meaning, code(expanded(expression)),
                absent ? "left out" : "an error: the name must always be there",
            ]
        }
        return table(["expression", "what it makes", "result", "an absent name is"], rows)
    }

    /// Expressions, their meanings, and whether they leave out absent values.
    private static let expressions: [(expression: String, meaning: String, leavesAbsentOut: Bool)] = [
        ("{x}", "the value, all that has a meaning in URLs encoded", false),
        ("{p}", "the same: a slash stays in its segment", false),
        ("{+p}", "the value; `/` and `:` keep their meaning", false),
        ("{#p}", "a fragment, in which they keep it too", true),
        ("{.x}", "a segment after a dot", true),
        ("{/x,p}", "segments of the path", true),
        ("{;x}", "parameters of a segment, with their names", true),
        ("{?x,p}", "a query, with names", true),
        ("{&x}", "more of a query", true),
        ("{?l}", "a list, with commas", true),
        ("{?l*}", "a list, each element a parameter", true),
        ("{x:1}", "the first character", false),
    ]

    private static func expanded(_ expression: String) -> String {
        let values: [String: URITemplate.Value] = ["x": .text("a b"), "p": .text("a/b"), "l": .list(["u", "v"])]
        return (try? URITemplate(expression))?.expanded { values[$0] } ?? ""
    }

    /// A table of Markdown. Bars within cells are escaped.
    static func table(_ head: [String], _ rows: [[String]]) -> String {
        let line = { (cells: [String]) in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
        return line(head) + "|" + String(repeating: "---|", count: head.count) + "\n" + rows.map(line).joined()
    }

    static func code(_ text: String) -> String { text.contains("`") ? "`` \(text) ``" : "`\(text)`" }

    /// A summary with its templates and options as code, which Markdown leaves unchanged.
    private static func prose(_ text: String) -> String {
        guard !text.contains("`") else { return text }
        return text.replacing(/\{[^ ]*\}|\[\]|--[a-z-]+/) { code(String($0.output)) }
    }
}

extension ActionSignature.Parameter {
    /// The form of the value in a rule, in a few words.
    fileprivate var title: String {
        switch type {
        case .url: "a URL template"
        case .text:
            switch freedom {
            case .template: "a text template"
            case .fixed: "a text without names of the code"
            case .topic: "a text without names of the code, except `{scan.source}`"
            case .choice(let choices): choices.map { "`\($0)`" }.joined(separator: " or ")
            case .choiceOrFile(let choices, let endings):
                choices.map { "`\($0)`" }.joined(separator: ", ")
                    + ", or a file: \(endings.map { "`\($0)`" }.joined(separator: ", "))"
            }
        case .texts: "a list of text templates, each one argument"
        case .secret: "a text template, which can contain `{secret.NAME}`"
        case .fields:
            (fieldNames.map { "an object: " + $0.map { "`\($0)`" }.joined(separator: ", ") }
                ?? "an object: your own names") + ", a text template for each"
        case .json: "a JSON object with any values, in whose texts `{name}` may be"
        case .headers: "an object: headers of HTTP, a text template for each, which can contain `{secret.NAME}`"
        case .pointers: "an object: your own names, a JSON Pointer for each"
        case .service: "the name of a service, or a list of names"
        case .serviceValues: "an object: a text template for each name that the services ask for"
        }
    }
}

extension ActionSignature.Results {
    /// The results of an action, in a few words.
    fileprivate var title: String {
        switch self {
        case .none: "nothing"
        case .named(let names), .certain(let names): names.map { "`\($0)`" }.joined(separator: ", ")
        case .withPointers(let names):
            (names.map { "`\($0)`" } + ["what its pointers name"]).joined(separator: ", ")
        case .ofService: "`found`, `service` (the name of the one that answered), and what the services' `results` name"
        }
    }
}
