extension RuleObject {
    static let fileKeys = [
        Key("$schema", "a text", "Where the JSON Schema of rule files lies, for editors. Beeline passes over it."),
        Key("version", "1", isRequired: true, "The version of the language, of which there is one."),
        Key("constants", "an object of texts", "Texts by name, for {const.NAME}; --set and the environment go before."),
        Key("services", "an object of services", "What look-ups can ask, by name."),
        Key("kinds", "a list of kinds", "Kinds of codes of your own, which are tried in this order."),
        Key("rules", "a list of rules and includes", "The rules, in the order in which they are asked."),
        Key("disable", "a list of ids", "Rules, of any file, that are not asked."),
        Key("tests", "a list of tests", "What some codes should lead to, for `beeline rules test`."),
    ]

    static let ruleKeys = [
        Key(
            "id", "a text", isRequired: true,
            "A name of its own: letters, digits, '.', '-' and '_'. No two rules of all files share one."),
        Key("title", "a text", "What it does, in a few words for people."),
        Key("when", "a condition", isRequired: true, "What codes it is for; {} always holds."),
        Key(
            "do", "a list of actions", isRequired: true,
            "What is done, in order; [] takes the code and does nothing."),
        Key(
            "continue", "true or false",
            "true: add the actions, and leave the code to the rules after this one. Default: false."),
    ]

    static let includeKeys = [
        Key(
            "include", "a text", isRequired: true,
            "A rule file whose rules stand exactly here: a path, as seen from this file, or such as bundled:books.")
    ]

    static let actionKeys = [
        Key("action", "a name", isRequired: true, "What is done. All keys but these are parameters of the action."),
        Key("as", "a text", "How actions after it call what this one finds: \"disc\" makes disc.title and disc.found."),
        Key("when", "a condition", "What must hold beside the rule's own condition; it may ask for results."),
        Key("ask", "true or false", "true: ask before it is performed, whatever the policy allows. Default: false."),
        Key(
            "optional", "true or false", "true: go on with the rule's list when it fails or is refused. Default: false."
        ),
    ]

    static let kindKeys = [
        Key(
            "kind", "a text", isRequired: true,
            "Its name: letters, digits and '_', a letter first; no other kind is called so."),
        Key("title", "a text", "What it is, in a few words for people."),
        Key(
            "when", "a condition", isRequired: true,
            "What codes are of it; only the program's own kinds may stand there."),
        Key(
            "fields", "an object of texts",
            "Fields that it gives its codes, beside those that they have. A lone {name} keeps its type."),
    ]

    static let serviceKeys = [
        Key(
            "url", "a URL template", isRequired: true,
            "Where it is asked. Its names are what the action gives in 'with', and constants."),
        Key("headers", "an object of texts", "Headers of the request; a {secret.NAME} may stand here."),
        Key(
            "results", "an object of JSON Pointers", isRequired: true,
            "What is found in the answer, by names of your own; 'found' and 'service' are there anyway."),
        Key(
            "cache", "a text",
            "For how long an answer is kept, in hours or days: \"12h\", \"30d\". Default: not at all."),
        Key("perSecond", "a number", "How many requests its host gets in a second, from 0.01 to 1000. Default: 5."),
        Key("timeLimit", "a number", "How many seconds it may take, from 0.1 to 60. Default: 10."),
        Key("limit", "a number", "The most bytes of an answer, up to 16777216. Default: 2097152."),
    ]

    static let testKeys = [
        Key("title", "a text", "What it shows, in a few words for people."),
        Key("scan", "an object", isRequired: true, "The code, and when and where it is scanned."),
        Key("given", "an object", "What look-ups find, by the names of 'as', and what rows catalogues have."),
        Key(
            "expect", "an object or null", isRequired: true,
            "What should come of it; null: no rule takes the code."),
    ]

    static let scanKeys = [
        Key("symbology", "a symbology", "The symbology of the code; without it the code is one that was typed."),
        Key("text", "a text", "What the code says."),
        Key("bytes", "a text", "What it says as bytes, in Base64, in place of 'text'."),
        Key("addOn", "a text", "The EAN-2 or EAN-5 beside it."),
        Key("aim", "a text", "Its AIM identifier, such as ]E0."),
        Key("source", "a text", "What scanned it: scan.source."),
        Key("at", "a date, or a date and a time", "When: 2026-12-24 or 2026-12-24T21:30."),
    ]

    static let expectationKeys = [
        Key("rule", "an id, or null", "The rule that takes the code."),
        Key("kind", "a kind", "The kind of the code."),
        Key("fields", "an object", "Fields of the code, each with its value."),
        Key("do", "a list of objects", "All actions in order, each with at least these members."),
    ]
}
