import Beeline

/// The reference of kinds as a page of Markdown: `Docs/Kinds.md` is this.
enum KindMarkdown {
    static func page(_ kinds: [KindEntry]) -> String {
        """
        # Kinds of content

        What a code can mean, and the fields that it then has: the names that rules use in conditions and templates, and
        that output has in `content`. `beeline kinds` prints this page; it is made from the tables of the program.

        Every code has `kind` and `symbology`, all but `binary` also `text` and `compact` (the text without white space), and
        `addOn` where an EAN-2 or EAN-5 stands beside it. A field that is there *sometimes* may be absent; a rule that needs it
        asks for it. A *secret* is shown only with `--show-secrets`.

        \(kinds.map(section).joined(separator: "\n"))
        """
    }

    private static func section(_ kind: KindEntry) -> String {
        let examples = kind.definition.examples.map { "- \($0.symbology.title): \(code($0.exampleText))\n" }.joined()
        let fields = kind.fields.map { field in
            let cells = [
                code(field.name), field.type.rawValue,
                (field.isAlways ? "always" : "sometimes") + (field.isSecret ? ", secret" : ""), field.summary,
                field.example.map { code($0.description) } ?? "",
            ]
            return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }.joined()
        let table = fields.isEmpty ? "" : "\n| field | type | there | what it is | example |\n|---|---|---|---|---|\n"
        return """
            ## `\(kind.definition.kind.rawValue)`: \(kind.definition.title)

            \(kind.definition.recognition)

            \(examples)\(table)\(fields)
            """
    }

    /// A span of code around any text.
    private static func code(_ text: String) -> String {
        let text = text.withHiddenSpelledOut
        guard text.contains("`") else { return "`\(text)`" }
        return "`` \(text) ``"
    }
}
