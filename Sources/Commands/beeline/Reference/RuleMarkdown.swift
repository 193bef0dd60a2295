import Beeline

/// The reference of the rule language as a page of Markdown: `Docs/RuleReference.md` is this.
struct RuleMarkdown {
    let actions: [ActionSignature]

    static func page(actions: [ActionSignature]) -> String {
        let page = RuleMarkdown(actions: actions)
        return ([page.introduction, page.objects] + page.names + page.conditions + page.actionSections + page.texts)
            .joined(separator: "\n") + "\n"
    }

    private var introduction: String {
        """
        # Reference of the rule language

        Everything that may stand in a rule file. `beeline rules reference` prints this page; it is made from the tables
        that the program itself uses. [Rules.md](Rules.md) teaches the language, [Kinds.md](Kinds.md) has all kinds and
        fields, and `beeline rules schema` prints a JSON Schema for editors.

        A rule file is JSON in UTF-8 without a byte order mark. An object that has a name twice is an error, and so is a key
        that is not listed here. `beeline rules check FILE` says everything that is wrong at once, with line, column and the
        nearest right word; a set of files with an error is not used at all. Warnings hinder nothing.

        """
    }

    private var objects: String {
        let sections = RuleObject.allCases.map { object in
            let rows = (object.keys + [RuleObject.note]).map { key in
                [Self.code(key.name), key.value, key.isRequired ? "yes" : "", Self.prose(key.summary)]
            }
            return "### \(object.sentence.dropLast())\n\n"
                + Self.table(["key", "value", "required", "what it is for"], rows)
        }
        return "## Objects\n\n" + sections.joined(separator: "\n") + """

            A `note` is no member of its object anywhere, whatever else the names there are: a constant, a field of a kind, a
            parameter's field cannot be called `note`, and the field `note` of contacts cannot be tested, only written in
            templates as `{note}`. Among the fields of an action, or in `with`, a `note` is warned of: it gives no field.

            """
    }

    /// A table; bars within cells are escaped.
    static func table(_ head: [String], _ rows: [[String]]) -> String {
        let line = { (cells: [String]) in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
        return line(head) + "|" + String(repeating: "---|", count: head.count) + "\n" + rows.map(line).joined()
    }

    /// A span of code around a text.
    static func code(_ text: String) -> String { text.contains("`") ? "`` \(text) ``" : "`\(text)`" }

    /// A summary of a table; templates and options in it become code, which Markdown leaves alone.
    static func prose(_ text: String) -> String {
        guard !text.contains("`") else { return text }
        return text.replacing(/\{[^ ]*\}|\[\]|--[a-z-]+/) { Self.code(String($0.output)) }
    }
}
