import BeelineResolver
import BeelineSymbols

extension Option {
    static let linkInput = Option(
        "--input", choices: LinkFileFormat.allCases.map(\.rawValue),
        "How FILE is written; json: an object on each line. Default: by its name, else csv.")
    static let linkTable = Option(
        "--table", value: "FILE", "Use this table of links. Default: links.sqlite where Beeline keeps its data.")
    static let linkBase = Option(
        "--base", value: "URL", "What the Digital Links begin with. Default: https://id.gs1.org.")
}

/// The links of GS1 keys, which a resolver answers with.
extension CommandDefinition {
    static let linksImport = CommandDefinition(
        "links import", "FILE", "Import a list of links of GS1 keys, which a resolver answers with.",
        options: [.linkInput, .linkTable, .help],
        discussion: """
            FILE has a line for each link, as CSV (.csv), with tabs (.tsv) or as JSON (.jsonl); - is standard input.
            The first line names the columns, in any order:
              path       the key, as /01/09506000134352 or /01/09506000134352/10/ABC
              linkType   what it leads to, as gs1:pip, or the URI of another vocabulary
              href       where it leads, with http or https
              title      what people see
            and, where needed:
              type       the media type, as text/html
              hreflang   languages, as en or pt-BR, with blanks between them
              context    contexts, as LK, with blanks between them
              default    yes for the link that a scan leads to; several must differ in language
              itemDescription   what the key stands for

            Each link is checked against the rules of GS1 for resolvers. If there are errors, up to 50 are reported
            with their lines, and nothing is changed. Otherwise the new list replaces the former one as a whole. A
            running resolver uses it from the next request on. The table is one SQLite file, which may be copied to
            other machines.

            Exit status: 0 imported; 2 wrong usage; 3 the file could not be read or has errors, or the table could not
            be written.
            """,
        examples: [
            "beeline links import links.csv": "for the resolver of this user",
            "beeline links import --table table.sqlite links.csv": "a file of its own, for another machine",
        ])

    static let linksCheck = CommandDefinition(
        "links check", "FILE", "Check a list of links, and change nothing.",
        options: [.linkInput, .checkFormat, .color, .help],
        discussion: """
            The checks are those of 'links import'. Warnings are about link types that GS1 does not list.

            Exit status: 0 no errors; 1 errors were found; 2 wrong usage; 3 the file could not be read.
            """,
        examples: [
            "beeline links check links.csv": "before it is imported",
            "beeline links check --format json links.csv": "the same for programs",
        ])

    static let linksList = CommandDefinition(
        "links list", "[KEY]", "List the links that were imported, or those that answer for a key.",
        options: [.limit, .listFormat, .color, .linkTable, .help],
        discussion: """
            KEY is a path (/01/09506000134352/10/ABC), a Digital Link, an element string in brackets, or a GTIN. Its
            links come first, then those of the keys above it, in the order in which a resolver tries them: of a batch,
            then of its product. A star marks defaults. As JSON, each link is a line that 'links import' reads.

            Exit status: 0 listed; 1 no link is registered for KEY; 2 wrong usage; 3 the table could not be read.
            """,
        examples: [
            "beeline links list": "the first links, in the order of their keys",
            "beeline links list 9506000134352": "what a scan of this product may lead to",
            "beeline links list --format json > links.jsonl": "all of them, to be changed and imported again",
        ])

    static let linksExport = CommandDefinition(
        "links export", "[KEY]", "Print the linkset of all keys or of one, as RFC 9264 has it.",
        options: [.linkBase, .linkTable, .help],
        discussion: """
            The linkset is the one that a resolver returns: each key is an anchor with its links by type, its default
            link, and the variants of the default link. KEY is written as for 'links list'.

            Exit status: 0 printed; 1 no link is registered for KEY; 2 wrong usage; 3 the table could not be read.
            """,
        examples: [
            "beeline links export --base https://id.example.com > linkset.json": "all keys",
            "beeline links export --base https://id.example.com 9506000134352": "one product",
        ])
}
