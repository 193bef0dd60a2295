import Beeline

/// `beeline rules schema` and `beeline rules reference`: what the rule language is, for editors and for people.
enum RulesPages {
    /// - Throws: `UsageError`; `ConfigurationError`; `OutputError`.
    static func schema(_ arguments: Arguments) throws -> ExitStatus {
        try refuseOperands(arguments, of: .rulesSchema)
        try StandardOutput.write(data: RuleSchema.document(actions: PluginOptions(arguments).registry.signatures))
        return .success
    }

    /// - Throws: `UsageError`; `OutputError`.
    static func reference(_ arguments: Arguments) throws -> ExitStatus {
        try refuseOperands(arguments, of: .rulesReference)
        // The page is about the program; a user's plugins are their own.
        try StandardOutput.write(data: RuleMarkdown.page(actions: PluginRegistry.standard.signatures))
        return .success
    }

    private static func refuseOperands(_ arguments: Arguments, of command: CommandDefinition) throws(UsageError) {
        if let operand = arguments.operands.first { throw .tooManyOperands(command, operand) }
    }
}

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

            `--set NAME=VALUE`, and `BEELINE_SET_NAME` in the environment, give a constant another value. `--source NAME` says
            what scanned the codes.

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

extension RuleMarkdown {
    /// What names stand for, and where rules come from.
    var names: [String] { [nameSection, kindSection, constantSection, orderSection] }

    private var nameSection: String {
        let open = OpenFieldDefinition.table.map {
            [Self.code($0.name), $0.type.rawValue, "codes of kind `\($0.kind.rawValue)`", $0.summary]
        }
        let scan = ScanField.allCases.map {
            [
                Self.code($0.name), $0.type.rawValue, $0.isAlwaysThere ? "every scan" : "scans of which it is said",
                Self.prose($0.summary),
            ]
        }
        let rows =
            [["`isbn13` and the like", "its own", "codes of its kinds", "A field: [Kinds.md](Kinds.md) lists them."]]
            + open
            + [["a name of a kind's `fields`", "that of its template", "codes of that kind", "A field of your own."]]
            + scan
            + [
                [
                    "`match.NAME`", "text; number with `decimals`", "rules with such a pattern before it",
                    "What `(?P<NAME>…)` has captured.",
                ],
                [
                    "`catalog.LIST.COLUMN`", "text", "rules with a test `{\"catalog\": \"LIST\"}` before it",
                    "A cell of the row that was found; an empty one is absent.",
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
        return """
            ## Names

            A name without a dot is a field of the code. All others say before the dot whose they are. A name means the same,
            and has the same type, in every kind that has it.

            \(Self.table(["name", "type", "known to", "what it is"], rows))
            `NAME`, `LIST`, `COLUMN` and `AS` are letters, digits and `_`. `AS` may not be one of the words that stand before a dot
            in this table. Fields that a code may lack, captures of groups that need not take part, cells and results may be
            absent: a template has to say what stands there then, or `when` has to ask for them.

            A test to the left of or above another one counts as before it, and its captures and rows are known there, but only
            those of patterns that every way leads through: no test behind an `any` can ask for what one branch of it captures,
            unless all branches do (a template can, with a default), and what stands in a `not` is forgotten behind it. A name is captured once on each way. What an action's
            own `when` captures or finds is known to this action alone.

            """
    }

    private var kindSection: String {
        """
        ## Kinds

        A code has one kind. The program's own are in [Kinds.md](Kinds.md). Those of rule files (`kinds`) are tried once a
        code is parsed, in the order of the files and in them: the first whose `when` holds gives the code its name as
        `kind` and adds its `fields`; the code keeps the fields that it has. Rules then know this kind like any other: they
        test it, and a rule that tests for it may use its fields, which are always there.

        - `when` asks for the program's kinds only: one kind of a rule file is not made of another.
        - A field is named with letters, digits and `_`, a letter first. Where the program or another kind has a field of that
          name, the type must be the same; a field that the code has by itself as well has the value that the kind gives it. `kind`,
          `symbology`, `text`, `compact` and `addOn` stay those of the code, and cannot be given.
        - A field whose template is a lone `{name}` has the type of that name (a time of the day becomes a text), any other
          is a text. A capture with `decimals` so becomes a number.

        """
    }

    private var constantSection: String {
        """
        ## Constants

        The value of a constant is the first of these that there is: `--set NAME=VALUE`; the environment variable
        `BEELINE_SET_NAME`, the name in capitals; the first file that has the constant. `--set` of a name that no file has is
        an error, a variable of the environment is not. One that nothing uses is warned of. A constant is a text; as an operand
        it is read as the type of the field (`"price": { "<": "{const.limit}" }`), and in a template it becomes part of it
        before anything is checked, so that it can name a host.

        As the name of a test, `"const.books": "worldcat"` in `when` switches a rule or a kind on or off, for all codes alike.
        That is decided when the files are loaded: a rule that is switched off is never asked, costs nothing, and is not said
        to be never asked; and no rule that a constant switches is said to hide another.

        """
    }

    private var orderSection: String {
        """
        ## Order

        Files are asked in this order: those of `--rules`, those of the configuration folder (`$XDG_CONFIG_HOME/beeline/rules`,
        else `~/.config/beeline/rules`) by name, the bundled ones. `--no-defaults` leaves out the last two. The rules of a file
        are asked from first to last.

        - **The first rule whose `when` holds takes the code**, and no rule after it is asked.
        - **`"continue": true`**: the rule adds its actions and takes nothing; those after it are asked as well. A code for
          which only such rules held was taken by none.
        - **`"do": []`** takes the code and does nothing.
        - **`{ "include": "till.json" }`** among the rules: the rules of that file stand exactly here; its constants,
          services and kinds count as well. A path is seen from the folder of the file that includes it; `bundled:books` is
          one of the program's. It lies below that folder, wherever symbolic links lead, or is given with `--rules` as
          well. A file that is included twice stands where it is first. Files that include each other in a
          circle are an error, and so are more than 1000. Nothing but `note` stands beside `include`.
        - **`disable`** takes ids of rules of any file; one that no rule has is warned of.
        - Ids are unique over all files. A rule that an earlier one leaves no code for is warned of, as far as that can be seen;
          one of the program's only where an earlier one of its own file does that, for it is there to be taken over.

        """
    }
}
