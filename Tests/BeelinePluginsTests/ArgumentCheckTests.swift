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

    static let cases = [
        Case(request(#""method":"GET","statuses":"200 404""#)), Case(request(#""method":"POST","text":"{text|}""#)),
        Case(
            request(#""method":"GET","statuses":"200,404""#),
            "'200,404' is not a list of statuses, such as \"200 404\" or \"2xx\"", 81),
        Case(request(#""method":"GET","statuses":"{const.none}""#), "'' is not a list of statuses", 81),
        Case(request(#""method":"GET","json":{"a":"b"}"#), "GET has no body"),
        Case(request(#""method":"POST","json":{"a":"b"},"text":"c""#), "it has both 'json' and 'text'"),
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
