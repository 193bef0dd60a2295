import Beeline

extension RuleMarkdown {
    /// What may stand behind `"when"`.
    var conditions: [String] { [conditionSection, operatorSection, operandSection] }

    private var conditionSection: String {
        """
        ## Conditions

        A condition is an object, of which every entry must hold; `{}` always holds. An entry is a name with what is asked of
        it, or one of these:

        \(Self.table(
            ["entry", "holds when"],
            [
                ["`\"all\": [{…}, …]`", "all of these conditions hold; at least one"],
                ["`\"any\": [{…}, …]`", "one of these conditions holds; at least one"],
                ["`\"not\": {…}`", "this condition does not hold; `{}` is an error there"],
                ["`\"NAME\": VALUE`", "it is equal to the value"],
                ["`\"NAME\": [VALUE, …]`", "it is equal to one of the values; at least one"],
                ["`\"NAME\": { OPERATOR: OPERAND, … }`", "all of these operators hold; at least one"],
            ]))
        **What is absent**: a test of it is false, save `{"exists": false}`; `not` reverses exactly that, so
        `{ "not": { "isbn10": { "prefix": "4" } } }` holds for a book without an ISBN-10.

        **Lists**: a test of a field that is a list holds when it holds for one element; of several operators, each may hold
        for another one.

        **Texts** are compared by their Unicode scalars: case counts, and nothing is normalised.

        **Types**: nothing is converted. A value that the name can never have is an error when the file is loaded: another
        type, an ISBN with hyphens, a host with capitals, a country without them, a kind that there is not, an `ai.17` that is
        no day. Of names whose type is open (`json.PATH`, results) a test for another type is simply false. `null` is equal
        to nothing.

        **What can never hold** is an error, as far as it can be seen: tests that exclude each other, or that no kind of code
        can pass together.

        **Depth**: `all`, `any` and `not` may stand within each other, some fourteen `all` or `any`, or twice as many `not`.
        What is deeper is an error: write a rule for each case.

        """
    }

    private var operatorSection: String {
        let rows = Operator.allCases.map { kind in
            let types = FieldType.allCases.filter(kind.form.types.contains).map(\.rawValue).joined(separator: ", ")
            return [
                Self.code(kind.rawValue), kind == .domain ? "the field `host`" : types,
                kind.form.rawValue + (kind.form.takesNames ? ", or `{name}`" : ""), kind.summary,
                Self.code(Self.example(of: kind)),
            ]
        }
        return """
            ## Operators

            \(Self.table(["operator", "asked of", "operand", "holds when", "example"], rows))
            - `prefix`, `suffix`, `contains`: a text that is empty is an error in the file, and false where a `{name}` is empty.
            - `matches`: one pattern of [RE2](https://github.com/google/re2/wiki/Syntax), in linear time. The whole text must fit.
              All patterns of a set of files may take 1 GiB of memory together; with more the set is not used.
              `.` is no line feed, `\\d` and `\\w` are ASCII, `(?i)` takes capitals and small letters as one.
            - `decimals`: the capture must be 1 to 15 ASCII digits, else the test does not hold: `{"price": 2}` makes `02495` the
              number 24.95. A capture that cannot be digits alone, such as `[0-9]+,[0-9]{2}`, is an error.
            - `domain`: by whole labels: `example.com` is meant by `www.example.com`, and not by `notexample.com`. Write hosts
              as links have them, in ASCII and without a port. A `{const.NAME}` may stand there, no other name.
            - `<` and the like: numbers are compared exactly, of at most 18 digits, or 15 with a decimal point; a number of
              `json.PATH` or of a result with a number only.
            - `catalog`: of lists that `beeline catalog import NAME FILE.csv` has taken, or that `--catalog NAME=FILE.csv` gives.
              A list that is not there is an error.

            """
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

    private var operandSection: String {
        let rows = [
            [FieldType.text.rawValue, "a text", "`\"JPY\"`"],
            [FieldType.url.rawValue, "a text", "`\"https://example.com/\"`"],
            [FieldType.number.rawValue, "a number", "`24.95`"],
            [FieldType.boolean.rawValue, "`true` or `false`", "`true`"],
            [
                FieldType.date.rawValue, "a date, or `today`, `today+N`, `today-N` with N days",
                "`\"2026-01-31\"`, `\"today+7\"`",
            ],
            [FieldType.time.rawValue, "hours and minutes, two digits each", "`\"21:30\"`"],
            [FieldType.list.rawValue, "a text, which one element must be", "`\"a@example.com\"`"],
            [
                FieldType.any.rawValue, "a text, a number, `true` or `false`: its type is only known with the code",
                "`\"x\"`, `5`, `true`",
            ],
        ]
        return """
            ## Operands

            \(Self.table(["type of the name", "it is compared with", "example"], rows))
            A text that is a whole `{name}` stands for the value of that name, where the operator allows it: a constant, or
            anything else that is known there and of a type that can be equal. If it is absent, the test is false. A text with
            braces around something that is no name is that text.

            `today` is `scan.date`: the local day of the scan, or that of `--at`. N is at most 100000. Weekdays are
            \(Weekday.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")). Symbologies go by the names of the
            [W3C Barcode Detection API](https://www.w3.org/TR/shape-detection-api/) and its like: `ean_13`, `qr_code`, and
            `unknown` for a code that was typed.

            """
    }
}

extension RuleMarkdown {
    /// What may stand in `"do"`, and what goes with it.
    var actionSections: [String] { [actionSection, serviceSection, testSection] }

    private var actionSection: String {
        let sections = actions.map { action in
            let rows = action.parameters.map {
                [Self.code($0.name), $0.title, $0.isRequired ? "yes" : "", Self.prose($0.summary)]
            }
            let effects = Effect.allCases.filter(action.effects.contains).map { "`\($0.rawValue)`" }
            return """
                ### `\(action.name)`

                \(action.summary) Effects: \(effects.isEmpty ? "none" : effects.joined(separator: ", ")). Finds: \(action.results.title).

                \(Self.table(["parameter", "value", "required", "what it is"], rows))
                """
        }
        return """
            ## Actions

            The actions of a rule are done in order. One whose own `when` does not hold is left out. One that fails, is refused
            or takes too long ends the rule's list, unless it is `optional`. An action that asks for results, in `when` or in a
            parameter, waits for them; output shows it with `needs`. What an action finds never changes which rule took the
            code. If the action that finds is left out, or fails and is `optional`, its results are absent.

            `"as": "disc"` names what an action finds, once in a rule; an action that finds nothing has no `as`. Keys other than
            those of [every action](#an-action) are the parameters below; others are an error.

            Nothing is performed without `--run`. With it, what has no effect or the effect `local` is done, and what has the
            effect `network` or `process` is asked for on a terminal and refused without one. `--allow`, `--ask` and `--deny`
            change that, for an action or for an effect; what is said of an action goes before what is said of its effects, but
            an effect that is denied is denied to all. Every link is looked at before it is opened: one that hides something is
            asked for in any case, and one that deceives is never opened. `"ask": true` asks in any case; nothing in a file
            allows more.

            \(Self.table(
                ["effect", "what may be touched"],
                [
                    ["`local`", "the user's own files or session"], ["`network`", "another machine"],
                    ["`process`", "a program that a rule names"],
                ]))
            \(sections.joined(separator: "\n"))
            """
    }

    private var serviceSection: String {
        """
        ## Services

        A service says how something is asked of the web; an action names it and gives in `with` a text for each name that
        its `url` and `headers` ask for. A name may be missing in `with` where the service can do without it: in all URL
        expressions but `{x}` and `{+x}`, and as `{x|default}` in headers. One that the service does not ask for is an
        error. Templates of a service know no fields of codes, only the names of `with`, `const.NAME`, and in headers
        `secret.NAME`. They are checked where an action uses them; a service that no action uses is warned of.

        `results` has a [JSON Pointer](https://www.rfc-editor.org/rfc/rfc6901) into the answer for each name:
        `/results/0/title`, or `/ISBN:{isbn}/title` with a name of `with`; `{{` and `}}` are braces. A result that the
        answer does not have, or where it has null, is absent. `found` and `service` are there anyway. Of services of one
        name in several files the first counts.

        An action may name several services, up to \(ServiceParameter.mostServices): `"service": ["one", "other"]`. The next
        one is asked where those before it do not know the code, or fail. `service` is the name of the one that knows it, or
        of the last that answered; the action fails where none did. Output has the parameters of the second one as
        `service2`, `url2`, `headers2`, `results2`, and so on. [Services.md](Services.md) has more.

        """
    }

    private var testSection: String {
        """
        ## Tests

        `tests` say what some codes should lead to. [Their keys](#a-test) are above. `beeline rules test` runs them, and
        `beeline rules check` finds the mistakes in them; nothing else reads them. Of a file with a mistake none is run.

        - A test sees its file and what that includes, no other. Constants have the values of these files, whatever `--set`
          and the environment say. Nothing is performed.
        - Without `at` the scan is at noon of 2026-01-01, a Thursday.
        - `given` has by the name of an `as` what that action finds: `{ "disc": { "title": "Blue Train" } }`, or
          `{ "disc": { "found": false } }`; `found` is true unless it is given. What waits for a result that is not given
          cannot be compared. `catalog` has rows by their keys: `{ "catalog": { "stock": { "4006381333931": { "shelf": "A3" } } } }`;
          a catalogue that is not given is empty.
        - `expect` is null where no rule takes the code, or has at least one of its keys; what it does not have is not
          compared. `fields` has values, null for a field that is absent.
        - `do` lists all actions in order, each with at least the members that stand there: `action`, `ask`, `optional`, `as`,
          and parameters, filled in; of objects of fields those are compared that are there. null stands for what is absent.
          Numbers are equal by their value, texts by their Unicode scalars. A secret stands there as the rule writes it.

        """
    }
}

extension ActionSignature.Parameter {
    /// What a rule writes, in a few words.
    fileprivate var title: String {
        switch type {
        case .url: "a URL template"
        case .text:
            switch freedom {
            case .template: "a text template"
            case .fixed: "a text without names of the code"
            case .choice(let choices): choices.map { "`\($0)`" }.joined(separator: " or ")
            }
        case .texts: "a list of text templates, each one argument"
        case .secret: "a text template, in which `{secret.NAME}` may stand"
        case .fields:
            (fieldNames.map { "an object: " + $0.map { "`\($0)`" }.joined(separator: ", ") }
                ?? "an object: names of your own") + ", a text template for each"
        case .headers: "an object: headers of HTTP, a text template for each, in which `{secret.NAME}` may stand"
        case .pointers: "an object: names of your own, a JSON Pointer for each"
        case .service: "the name of a service, or a list of names"
        case .serviceValues: "an object: a text template for each name that the services ask for"
        }
    }
}

extension ActionSignature.Results {
    /// What an action finds, in a few words.
    fileprivate var title: String {
        switch self {
        case .none: "nothing"
        case .named(let names): names.map { "`\($0)`" }.joined(separator: ", ")
        case .withPointers(let names):
            (names.map { "`\($0)`" } + ["what its pointers name"]).joined(separator: ", ")
        case .ofService: "`found`, `service` (the name of the one that answered), and what the services' `results` name"
        }
    }
}

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
