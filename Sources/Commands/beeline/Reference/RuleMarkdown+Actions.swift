import Beeline

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
