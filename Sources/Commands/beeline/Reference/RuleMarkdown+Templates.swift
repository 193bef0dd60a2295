import Beeline

extension RuleMarkdown {
    /// How values get into URLs and texts.
    var texts: [String] { [urlSection, textSection, secretSection] }

    private var urlSection: String {
        let rows = Self.expressions.map { expression, meaning, absent in
            [
                Self.code(expression), meaning, Self.code(Self.expanded(expression)),
                absent ? "left out" : "an error: the name must always be there",
            ]
        }
        return """
            ## URL templates

            Parameters that are URLs are templates of [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570), all four levels. Here
            `x` is `a b`, `p` is `a/b`, and `l` is a list of `u` and `v`:

            \(Self.table(["expression", "what it makes", "result", "an absent name is"], rows))
            - Several names go into one expression: `{?x,p}`. `:N` takes the first 1 to 9999 characters, `*` makes a value of
              each element of a list. A character of a name that is no letter, digit, `_` or dot is written percent-encoded:
              `{query.a%2Db}`.
            - A number stands as it was written, a date as `2026-01-31`, true and false as such, a list with commas.
            - Outside of braces stands what may stand in a URL. Letters beyond ASCII are encoded; a blank, a quote, `<>\\^|` and a
              backtick are an error, `%` is written `%25`.
            - **No code chooses the host.** Scheme and host stand in the template or come from constants, and the host ends with
              `/`, `?` or `#` before the first value. Of other schemes (`mailto:`, `tel:`) none may come to begin with `//`. A
              whole `{+name}` is the one exception: a field that is a URL, such as `{+url}`.
            - **No code leads elsewhere on the host**: if a value makes a segment of the path `.` or `..`, or one that is
              written `%2e`, or makes an empty one (`//`), the action fails, and nothing is opened. `{p}` encodes a slash as
              `%2F`, which stays in its segment.
            - **No code adds a parameter.** A value of a code in `{+p}` or `{#p}` keeps `/:@!$'()*` and encoded triplets. All else
              that is reserved is encoded, among it `?`, `#`, `&`, `=`, `;` and `+`. Constants, and the link of a whole
              `{+url}`, keep all of it.

            """
    }

    /// Expressions, what they make, and whether they leave out what is absent.
    private static let expressions: [(expression: String, meaning: String, leavesAbsentOut: Bool)] = [
        ("{x}", "the value, all that has a meaning in URLs encoded", false),
        ("{p}", "the same: a slash stays within its piece", false),
        ("{+p}", "the value, of which `/` and `:` keep their meaning", false),
        ("{#p}", "a fragment, in which they keep it too", true),
        ("{.x}", "a piece behind a dot", true),
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

    private var textSection: String {
        """
        ## Text templates

        All other texts of parameters, and the fields of kinds, are texts with `{name}` in them.

        - `{name}` is the value. A name that may be absent needs a default behind a bar, which is text as it stands and may
          be empty: `{isbn10|none}`, `{isbn10|}`.
        - `{{` and `}}` are braces.
        - A lone `{name}` keeps its type in objects of fields: `{restricted}` is `true` or `false` in output, `{price}` a
          number. Dates and times are texts there. Between other text everything is text: a number as it was written, a list
          with commas.
        - A name that codes of the rule can never have is an error.
        - In a list of texts each is one argument of a program, whatever it holds. One that begins with a name of the code
          and comes to begin with `-` fails, lest a code chooses options; behind a `"--"` that the rule writes it may.

        """
    }

    private var secretSection: String {
        """
        ## Secrets

        A `{secret.NAME}` may stand in the headers of a service and in parameters that say so, and nowhere else: it is
        tested by nothing, compared with nothing and part of no URL. What such a parameter says is never shown.

        Fields of codes that are secret ([Kinds.md](Kinds.md) says which: passwords, keys) may be used in rules; output
        shows `•••` in their place, and in place of each parameter that was made with them, unless `--show-secrets` is
        given. A capture, or a field of a kind of a rule file, counts as secret wherever its code holds a secret. Of a link
        with a password only the password is hidden.
        """
    }
}
