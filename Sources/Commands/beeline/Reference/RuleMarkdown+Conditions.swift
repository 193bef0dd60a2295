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
