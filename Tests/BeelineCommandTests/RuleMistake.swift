import Beeline

/// A rule file with one error.
struct RuleMistake: Sendable {
    let title: String
    let file: String

    init(_ title: String, _ file: String) {
        self.title = title
        self.file = file
    }

    /// A file with one rule.
    static func rule(_ title: String, when: String = "{}", do actions: String = "[]", more: String = "") -> RuleMistake
    {
        RuleMistake(title, #"{"version":1,"rules":[{"id":"r","when":\#(when),"do":\#(actions)\#(more)}]}"#)
    }

    /// A file with one action.
    static func action(_ title: String, _ action: String) -> RuleMistake { rule(title, do: "[\(action)]") }

    static let all = files + rules + conditions + actions + kinds + services

    private static let files = [
        RuleMistake("no version", "{}"),
        RuleMistake("a version that there is not", #"{"version":2}"#),
        RuleMistake("a version in quotes", #"{"version":"1"}"#),
        RuleMistake("a list in place of a file", "[]"),
        RuleMistake("an unknown key of the file", #"{"version":1,"rulez":[]}"#),
        RuleMistake("rules that are no list", #"{"version":1,"rules":{}}"#),
        RuleMistake("a constant that is a number", #"{"version":1,"constants":{"a":5}}"#),
        RuleMistake("the name of a constant with a hyphen", #"{"version":1,"constants":{"a-b":"c"}}"#),
        RuleMistake("a note that is a number", #"{"version":1,"note":5}"#),
        RuleMistake("disable with a number in it", #"{"version":1,"disable":[5]}"#),
        RuleMistake("an include of nothing", #"{"version":1,"rules":[{"include":""}]}"#),
        RuleMistake("an include with an id", #"{"version":1,"rules":[{"include":"bundled:text","id":"a"}]}"#),
    ]

    private static let rules = [
        RuleMistake("no id", #"{"version":1,"rules":[{"when":{},"do":[]}]}"#),
        RuleMistake("no when", #"{"version":1,"rules":[{"id":"r","do":[]}]}"#),
        RuleMistake("no do", #"{"version":1,"rules":[{"id":"r","when":{}}]}"#),
        RuleMistake("a blank in an id", #"{"version":1,"rules":[{"id":"a b","when":{},"do":[]}]}"#),
        rule("continue that is no boolean", more: #","continue":"yes""#),
        rule("an unknown key of a rule", more: #","if":{}"#),
        rule("a title that is a list", more: #","title":[]"#),
        rule("a condition that is a list", when: "[]"),
        rule("an action that is a text", do: #"["emit"]"#),
    ]

    private static let conditions = [
        rule("a misspelt field", when: #"{"isbn1O":{"exists":true}}"#),
        rule("a misspelt kind", when: #"{"kind":"ibsn"}"#),
        rule("a misspelt name behind seen", when: #"{"seen.counts":1}"#),
        rule("a field behind seen, and nothing behind it", when: #"{"seen.isbn13":1}"#),
        rule("a text for a number behind seen", when: #"{"seen.isbn13.count":"1"}"#),
        rule("a time for a day behind seen", when: #"{"seen.last":{"<":"21:30"}}"#),
        rule("a value of a session by a name with a hyphen", when: #"{"session.a-b":"c"}"#),
        rule("a misspelt kind in a list in any", when: #"{"any":[{"kind":["isbn","prodct"]}]}"#),
        rule("a symbology by another name", when: #"{"symbology":"EAN-13"}"#),
        rule("an unknown operator", when: #"{"isbn13":{"begins":"978"}}"#),
        rule("an operator of another type", when: #"{"price":{"prefix":"2"}}"#),
        rule("a comparison of a text", when: #"{"title":{"<":"a"}}"#),
        rule("domain of another field", when: #"{"url":{"domain":"example.com"}}"#),
        rule("a number in quotes", when: #"{"price":"24.95"}"#),
        rule("a number for a text", when: #"{"isbn13":9784873119045}"#),
        rule("an ISBN with hyphens", when: #"{"isbn13":"978-4-87311-904-5"}"#),
        rule("a host in capitals", when: #"{"host":"Example.com"}"#),
        rule("true in quotes", when: #"{"restricted":"true"}"#),
        rule("null", when: #"{"isbn10":null}"#),
        rule("an empty list", when: #"{"isbn13":[]}"#),
        rule("an empty prefix", when: #"{"text":{"prefix":""}}"#),
        rule("a comparison with true", when: #"{"json.a":{"<":true}}"#),
        rule("an empty test", when: #"{"text":{}}"#),
        rule("exists with a text", when: #"{"isbn10":{"exists":"yes"}}"#),
        rule("a test beside exists false", when: #"{"isbn10":{"exists":false,"prefix":"4"}}"#),
        rule("decimals without matches", when: #"{"text":{"decimals":{"a":2}}}"#),
        rule("sixteen decimals", when: #"{"text":{"matches":"(?P<a>[0-9]+)","decimals":{"a":16}}}"#),
        rule("a date that is none", when: #"{"expiry":{"<":"31.01.2026"}}"#),
        rule("a time with seconds", when: #"{"scan.time":{"<":"21:30:00"}}"#),
        rule("a weekday in capitals", when: #"{"scan.weekday":"Monday"}"#),
        rule("a scan's field that there is not", when: #"{"scan.day":"monday"}"#),
        rule("any of nothing", when: #"{"any":[]}"#),
        rule("all that is an object", when: #"{"all":{}}"#),
        rule("not of anything", when: #"{"not":{}}"#),
        rule("a secret on the left", when: #"{"secret.a":"b"}"#),
        rule("a result before there is an action", when: #"{"disc.found":true}"#),
    ]

    private static let actions = [
        action("a misspelt action", #"{"action":"open-ulr","url":"https://example.com/"}"#),
        action("no action", #"{"url":"https://example.com/"}"#),
        action("a missing parameter", #"{"action":"open-url"}"#),
        action("a parameter of another action", #"{"action":"open-url","url":"https://example.com/","fields":{}}"#),
        action("a parameter that is a number", #"{"action":"open-url","url":5}"#),
        action("a field that is a number", #"{"action":"emit","fields":{"a":5}}"#),
        action("fields that are a text", #"{"action":"emit","fields":"a"}"#),
        action("as where nothing is found", #"{"action":"emit","fields":{},"as":"a"}"#),
        action("ask that is a text", #"{"action":"emit","fields":{},"ask":"yes"}"#),
        action("always that is a text", #"{"action":"emit","fields":{},"always":"yes"}"#),
        action(
            "otherwise that is an action", #"{"action":"emit","fields":{},"otherwise":{"action":"emit","fields":{}}}"#),
        action("an empty otherwise", #"{"action":"emit","fields":{},"otherwise":[]}"#),
        action("an action in otherwise that is none", #"{"action":"emit","fields":{},"otherwise":[{"action":"fly"}]}"#),
        action(
            "otherwise within otherwise",
            #"{"action":"emit","fields":{},"otherwise":[{"action":"emit","fields":{},"otherwise":[{"action":"copy","text":"a"}]}]}"#
        ),
        action("a refusal without a message", #"{"action":"refuse"}"#),
        action("a refusal that is asked for", #"{"action":"refuse","message":"no","ask":true}"#),
        action("a refusal that may fail", #"{"action":"refuse","message":"no","optional":true}"#),
        action("a sound that there is not", #"{"action":"refuse","message":"no","sound":"boo"}"#),
        action("a URL without a scheme", #"{"action":"open-url","url":"example.com/{text}"}"#),
        action("a URL with a blank", #"{"action":"open-url","url":"https://example.com/a b"}"#),
        action("a brace that is never closed", #"{"action":"open-url","url":"https://example.com/{text"}"#),
        action("a lone brace in a text", #"{"action":"emit","fields":{"a":"b}"}}"#),
    ]

    private static let kinds = [
        RuleMistake("a kind without a condition", #"{"version":1,"kinds":[{"kind":"a"}]}"#),
        RuleMistake("a kind of the program", #"{"version":1,"kinds":[{"kind":"isbn","when":{"kind":"text"}}]}"#),
        RuleMistake("a kind with a hyphen", #"{"version":1,"kinds":[{"kind":"a-b","when":{"kind":"text"}}]}"#),
        RuleMistake(
            "a field that is a number", #"{"version":1,"kinds":[{"kind":"a","when":{"kind":"text"},"fields":{"b":5}}]}"#
        ),
    ]

    private static let services = [
        RuleMistake("a service without a URL", #"{"version":1,"services":{"a":{"results":{}}}}"#),
        RuleMistake("a service without results", #"{"version":1,"services":{"a":{"url":"https://example.com/"}}}"#),
        RuleMistake(
            "a result that is no pointer",
            #"{"version":1,"services":{"a":{"url":"https://example.com/","results":{"b":"c"}}}}"#),
        RuleMistake(
            "a result called found",
            #"{"version":1,"services":{"a":{"url":"https://example.com/","results":{"found":"/c"}}}}"#),
        RuleMistake(
            "a header with a colon",
            #"{"version":1,"services":{"a":{"url":"https://example.com/","headers":{"b:":"c"},"results":{}}}}"#),
    ]
}
