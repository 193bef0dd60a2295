import Beeline
import BeelineSupport
import Testing

/// What a person reads of a code at a glance.
@Suite
struct SummaryTests {
    /// A rule's actions and a code, what became of each action, and what is read of that.
    struct Case: CustomTestStringConvertible, Sendable {
        let actions: String
        var text = "0724385522925"
        /// Nil: nothing is performed.
        var statuses: [Outcome.Status]?
        let state: Summary.State
        var headline = "0724385522925"

        var testDescription: String { "\(text) \(statuses.map { "\($0)" } ?? "planned"): \(actions)" }
    }

    private static let title = #"{"action":"emit","fields":{"title":"Blue"}}"#
    private static let waiting =
        #"{"action":"count","name":"n","as":"n"},{"action":"emit","fields":{"title":"{n.total}"}}"#
    private static let shop = #"{"action":"open-url","url":"https://shop.example.com/1"}"#
    private static let asked = #"{"action":"open-url","url":"https://shop.example.com/1","ask":true}"#
    private static let instead =
        #"{"action":"copy","text":"a","otherwise":[{"action":"emit","fields":{"title":"Blue"}}]}"#

    private static let cases: [Case] = [
        // Nothing is said before it is known.
        Case(actions: title, state: .info, headline: "Blue"),
        Case(actions: waiting, state: .info),
        Case(actions: instead, state: .info),
        Case(actions: instead, statuses: [.failed, .done], state: .failed, headline: "Blue"),
        Case(actions: instead, statuses: [.done, .notNeeded], state: .ok),
        Case(actions: title, statuses: [.skipped], state: .info),
        Case(actions: title, statuses: [.done], state: .ok, headline: "Blue"),
        // Of several the message is first, and the last value of a field counts.
        Case(
            actions: #"\#(title),{"action":"emit","fields":{"title":"Red","message":"Look"}}"#, state: .info,
            headline: "Look"),
        Case(actions: #"\#(title),{"action":"emit","fields":{"title":"Red"}}"#, state: .info, headline: "Red"),
        // What was done.
        Case(actions: #"{"action":"copy","text":"a"}"#, statuses: [.done], state: .ok),
        Case(actions: #"{"action":"copy","text":"a"}"#, statuses: [.kept], state: .kept),
        Case(actions: #"{"action":"copy","text":"a"}"#, statuses: [.failed], state: .failed),
        Case(actions: #"{"action":"copy","text":"a"}"#, statuses: [.timedOut], state: .failed),
        Case(actions: #"{"action":"copy","text":"a"}"#, statuses: [.notAllowed], state: .refused),
        Case(actions: #"{"action":"copy","text":"a","optional":true}"#, statuses: [.failed], state: .info),
        // A person opens a link that the desk could not open.
        Case(actions: shop, statuses: [.failed], state: .info),
        Case(actions: shop, statuses: [.notAllowed], state: .info),
        Case(actions: asked, state: .caution),
        Case(actions: asked, statuses: [.done], state: .ok),
        // A refusal.
        Case(actions: #"{"action":"refuse","message":"No entry"}"#, state: .refused, headline: "No entry"),
        Case(
            actions: #"{"action":"refuse","message":"No entry"}"#, statuses: [.done], state: .refused,
            headline: "No entry"),
        // Expired goods, and a number that is nearly one.
        Case(
            actions: #"{"action":"emit","fields":{"expired":"2026-01-31"}}"#, state: .caution,
            headline: "Expired 2026-01-31"),
        Case(actions: shop, text: "0724385522926", state: .caution, headline: "0724385522926"),
        // The field that names it best, the code itself, or the title of the rule.
        Case(actions: shop, text: "9784873119045", state: .info, headline: "978-4-87311-904-5"),
        Case(actions: shop, text: "WIFI:T:WPA;S:Guests;P:secret123;;", state: .info, headline: "Guests"),
        Case(actions: shop, text: "geo:48.2,16.37", state: .info, headline: "48.2, 16.37"),
        Case(actions: shop, text: #"{"a":1}"#, state: .info, headline: "The rule"),
        Case(
            actions: #"{"action":"emit","fields":{"guest":"Anna","seat":"B12"}}"#, text: #"{"a":1}"#, state: .info,
            headline: "Anna"),
        Case(actions: shop, text: "hello", state: .info, headline: "hello"),
        // Links.
        Case(actions: title, text: "https://bit.ly/3abc", state: .caution, headline: "Blue"),
        Case(
            actions: #"{"action":"copy","text":"a"}"#, text: "javascript:alert(1)", statuses: [.done], state: .refused,
            headline: "javascript:alert(1)"),
    ]

    @Test(arguments: cases)
    func `a state and a headline`(of expected: Case) throws {
        let rules = #"{"version":1,"rules":[{"id":"r","title":"The rule","when":{},"do":[\#(expected.actions)]}]}"#
        let resolution = try Resolver(rules: .text(rules)).resolve(Symbol(.unknown, expected.text))
        let outcomes = expected.statuses.map { statuses in
            zip(resolution.actions, statuses).enumerated().map { place, pair in
                Outcome(action: pair.0, actionIndex: place, status: pair.1)
            }
        }
        let results = [CodeResult(resolution, outcomes: outcomes)]
        let summary = Summary((results.redacted()?.results ?? results)[0])
        #expect(summary.state == expected.state)
        #expect(summary.text == expected.headline)
    }

    @Test func `without a rule a text is read, and what a rule shows of it is more than that`() throws {
        let rules = """
            {"version":1,"rules":[{"id":"shown","continue":true,"when":{"text":{"prefix":"a"}},
              "do":[{"action":"emit","fields":{"note":"x"}}]}]}
            """
        let resolver = try Resolver(rules: .text(rules))
        #expect(Summary(CodeResult(resolver.resolve(Symbol(.unknown, "b")))).state == .none)
        #expect(Summary(CodeResult(resolver.resolve(Symbol(.unknown, "abc")))).state == .info)
    }

    @Test func `only a reader that shows it to people gets it, and no secret is in it`() throws {
        let rules = #"{"version":1,"rules":[{"id":"r","title":"The rule","when":{},"do":[]}]}"#
        let resolver = try Resolver(rules: .text(rules))
        let wifi = CodeResult(resolver.resolve(Symbol(.unknown, "WIFI:T:WPA;S:Guests;P:secret123;;")))
        let answer = Answer(input: .text("x"), outcome: .success([wifi])).redacted { $0.text ?? "" }
        for summarizes in [false, true] {
            var output = JSONOutput(summarizes: summarizes)
            output.append(answer)
            let result = try JSONValue(parsing: output.bytes)["results"]?.array?.first
            #expect((result?["summary"] != nil) == summarizes)
            #expect(!String(decoding: output.bytes, as: UTF8.self).contains("secret123"))
            guard summarizes else { continue }
            #expect(result?["summary"]?["title"]?.string == "The rule")
            #expect(result?["summary"]?["headline"]?["field"]?.string == "ssid")
            #expect(result?["summary"]?["headline"]?["value"]?.string == "Guests")
        }
    }
}
