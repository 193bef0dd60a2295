import BeelinePlugins
import BeelineRules
import BeelineSupport
import Testing

@testable import BeelineActions

@Suite("What an action can never do is an error of the rule file")
struct ArgumentCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let action: String
        /// Nil: nothing is wrong.
        let message: String?
        /// Where the place is in `action`, counted from 1.
        let column: Int
        var testDescription: String { action }

        init(_ action: String, _ message: String? = nil, _ column: Int = 1) {
            (self.action, self.message, self.column) = (action, message, column)
        }
    }

    private static func request(_ members: String) -> String {
        #"{"action":"http-request","url":"https://example.com/",\#(members)}"#
    }

    private static let json =
        "this text is JSON or markup, and a code could write into it: give it in 'json', which is made of values"

    static let cases = [
        Case(request(#""method":"GET","statuses":"200 404""#)), Case(request(#""method":"POST","text":"{text|}""#)),
        Case(
            request(#""method":"GET","statuses":"200,404""#),
            "'200,404' is not a list of statuses, such as \"200 404\" or \"2xx\"", 81),
        Case(request(#""method":"GET","statuses":"{const.none}""#), "'' is not a list of statuses", 81),
        Case(request(#""method":"GET","json":{"a":"b"}"#), "GET has no body"),
        Case(
            request(#""method":"POST","json":{"a":"b"},"text":"c""#),
            "it has more than one of 'json', 'form' and 'text'"),
        Case(request(#""method":"POST","json":{"a":"b"},"form":{}"#), "it has more than one of"),
        Case(request(#""method":"GET","form":{"a":"b"}"#), "GET has no body"),
        // What a code could write into.
        Case(request(#""method":"POST","text":"{{\"a\":\"{text|}\"}}""#), json, 78),
        Case(request(#""method":"POST","text":" \n[{text|}, 1] ""#), json, 78),
        Case(request(#""method":"POST","text":"\ufeff{{\"a\":{text|}}}""#), json, 78),
        Case(request(#""method":"POST","text":"\u001e{{\"a\":{text|}}}""#), json, 78),
        Case(request(#""method":"POST","text":"data={{\"a\": \"{text|}\"}}""#), json, 78),
        Case(request(#""method":"POST","text":"<a>{text|}</a>""#), json, 78),
        Case(
            request(#""method":"POST","text":"{text|}","headers":{"Content-Type":"application/json"}"#),
            "a code could write into a text of the type 'application/json': give it in 'json'", 78),
        Case(
            request(
                #""method":"POST","text":"{text|}","headers":{"content-type":"Application/Vnd.x+JSON; charset=utf-8"}"#),
            "a code could write into a text of the type 'application/vnd.x+json': give it in 'json'", 78),
        Case(
            request(
                #""method":"POST","text":"a={text|}","headers":{"CONTENT-TYPE":"application/x-www-form-urlencoded"}"#),
            "a code could write into a text of the type 'application/x-www-form-urlencoded': give it in 'form'", 78),
        Case(
            request(#""method":"POST","text":"a {text|}","headers":{"Content-Type":"text/xml"}"#),
            "a code could write into a text of the type 'text/xml': give it in 'json' or 'form', or as text/plain", 78),
        Case(
            request(#""method":"POST","text":"a {text|}","headers":{"Content-Type":"{label|text/plain}"}"#),
            "a code could write into a text of the type '", 78),
        Case(request(#""method":"POST","text":"{{\"a\":1}}","headers":{"Content-Type":"application/json"}"#)),
        Case(request(#""method":"POST","text":"a {text|}","headers":{"Content-Type":"text/plain; charset=utf-8"}"#)),
        Case(request(#""method":"POST","text":"[till] {text|}""#)),
        Case(request(#""method":"POST","text":"\"{text|}\"""#)),
        Case(
            #"{"action":"publish","broker":"mqtt://b","topic":"t","text":"{{\"a\":\"{text|}\"}}"}"#, json, 60),
        Case(#"{"action":"publish","broker":"mqtt://b","topic":"t","json":{"a":[{"b":"{text}"},1.5,true,null]}}"#),
        Case(#"{"action":"run-program","program":"a","input":"{{\"a\":\"{text|}\"}}"}"#, json, 47),
        Case(#"{"action":"run-program","program":"a","arguments":["-d","{{\"a\":\"{text|}\"}}"]}"#, json, 57),
        Case(#"{"action":"run-program","program":"a","arguments":["--data={{\"a\":\"{text|}\"}}"]}"#, json, 52),
        Case(#"{"action":"run-program","program":"a","json":{"a":"{text}"}}"#),
        Case(
            #"{"action":"run-program","program":"a","json":{},"input":""}"#,
            "it has both 'input' and 'json'; leave one of them out"),
        Case(#"{"action":"copy","text":"[{text|}]({url|})"}"#),
        Case(#"{"action":"run-program","program":"/bin/true"}"#), Case(#"{"action":"run-program","program":"true"}"#),
        Case(
            #"{"action":"run-program","program":"./x"}"#,
            "'./x' is neither an absolute path nor a name; give the absolute path", 35),
        Case(#"{"action":"run-program","program":"~/x"}"#, "'~/x' is neither an absolute path nor a name", 35),
        Case(#"{"action":"run-program","program":"{const.none}"}"#, "'program' is empty", 35),
        Case(#"{"action":"save-contact","fields":{"name":"a"},"folder":"~/cards"}"#),
        Case(
            #"{"action":"save-contact","fields":{"name":"a"},"folder":"cards"}"#,
            "'cards' is not an absolute path; begin 'folder' with / or ~/", 57),
        Case(#"{"action":"save-event","fields":{"start":"{start|}"}}"#),
        Case(#"{"action":"save-event","fields":{"summary":"x"}}"#, "an appointment has a 'start'", 33),
        Case(#"{"action":"save-event","fields":{"start":"x"},"folder":"../a"}"#, "'../a' is not an absolute path", 56),
        Case(#"{"action":"connect-wifi","ssid":"a","security":"wpa2"}"#),
        Case(#"{"action":"connect-wifi","ssid":"a","security":"{security|}"}"#),
        Case(#"{"action":"connect-wifi","ssid":"a","security":"WPA9"}"#, "unknown security 'WPA9'", 48),
    ]

    @Test(arguments: cases) func finds(_ example: Case) throws {
        let signatures = try PluginRegistry.standard(and: []).signatures
        let head = #"{"version":1,"constants":{"none":""},"rules":[{"id":"r","when":{},"do":["#
        let file = RuleFile(name: "a.json", text: head + example.action + "]}]}")
        var errors: [RuleIssue] = []
        do throws(RuleSetError) {
            _ = try RuleSet(files: [file], actions: signatures)
        } catch {
            errors = error.issues.filter { $0.severity == .error }
        }
        #expect(errors.count == (example.message == nil ? 0 : 1))
        guard let message = example.message else { return }
        #expect(errors.first?.message.hasPrefix(message) == true, "\(errors)")
        #expect(errors.first?.position?.column == head.count + example.column)
    }
}
