import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Actions that find something, and those that wait for it")
struct LookupTests {
    private static let service = #"""
        "services":{"discogs":{"url":"https://api.example/search{?barcode}","headers":{"Authorization":"token={secret.discogs}"},
         "results":{"title":"/results/0/title","year":"/results/0/year"}}}
        """#
    private static let lookup = #"{"action":"lookup","service":"discogs","with":{"barcode":"{gtin13}"},"as":"disc"}"#

    private func json(_ actions: String..., when: String = #"{"kind":"product","gtin13":{"exists":true}}"#) -> String {
        file(Self.service, rules: rule("r", when, do: "[\(actions.joined(separator: ","))]"))
    }

    private func actions(_ actions: String...) throws -> [Action] {
        let text = json(([Self.lookup] + actions).joined(separator: ","))
        return Array(try language(text).resolve(Codes.product).actions)
    }

    @Test("a look-up knows all that its service says")
    func lookup() throws {
        let action = try #require(try actions().first)
        #expect(action.url == "https://api.example/search?barcode=4902370548495")
        #expect(action.resultName == "disc")
        #expect(action["service"] == .text("discogs"))
        #expect(
            action["results"]
                == .fields([
                    .init(name: "title", value: .text("/results/0/title")),
                    .init(name: "year", value: .text("/results/0/year")),
                ]))
        #expect(!action.description.contains("token=x") && action.description.contains("•••"))
        let revealed = try action.revealed { $0 == "discogs" ? "x" : nil }
        #expect(revealed["headers"] == .fields([.init(name: "Authorization", value: .text("token=x"), isSecret: true)]))
        #expect(!revealed.description.contains("token=x"))
        #expect(!"\(revealed.redacted)".contains("token=x"))
        #expect(throws: MissingSecret(name: "discogs")) { try action.revealed { _ in nil } }
    }

    private static let found: ActionResults = [
        "disc": ["found": .boolean(true), "title": .text("Blue"), "year": .text("1971")]
    ]
    private static let missed: ActionResults = ["disc": ["found": .boolean(false)]]

    struct Case: Sendable, CustomTestStringConvertible {
        let action: String
        /// What it says when something was found, when nothing was, and when the look-up was never made; nil where it is left out.
        let said: [String?]
        var testDescription: String { action }
    }

    static let cases = [
        Case(
            action: #"{"action":"say","when":{"disc.found":true},"text":"{disc.title|unknown}"}"#,
            said: ["Blue", nil, nil]),
        Case(action: #"{"action":"say","text":"{disc.title|unknown}"}"#, said: ["Blue", "unknown", "unknown"]),
        Case(action: #"{"action":"say","text":"{disc.found}"}"#, said: ["true", "false", ""]),
        Case(action: #"{"action":"say","when":{"not":{"disc.found":true}},"text":"-"}"#, said: [nil, "-", "-"]),
        Case(action: #"{"action":"say","when":{"disc.found":false},"text":"-"}"#, said: [nil, "-", nil]),
        Case(
            action: #"{"action":"say","when":{"disc.title":{"exists":true}},"text":"{disc.title}"}"#,
            said: ["Blue", nil, nil]),
        Case(
            action: #"{"action":"say","when":{"disc.title":{"prefix":"B"}},"text":"{disc.year|}"}"#,
            said: ["1971", nil, nil]),
        Case(action: #"{"action":"say","when":{"disc.title":["x",5,"Blue"]},"text":"1"}"#, said: ["1", nil, nil]),
        Case(
            action: #"{"action":"say","when":{"disc.year":{"matches":"(?P<c>..)(?P<y>..)"}},"text":"{match.y}"}"#,
            said: ["71", nil, nil]),
        Case(
            action: #"{"action":"say","when":{"disc.year":{"<":2000}},"text":"text is no number"}"#,
            said: [nil, nil, nil]),
        Case(
            action: #"{"action":"say","when":{"disc.found":true,"kind":"product"},"text":"{gtin13}"}"#,
            said: ["4902370548495", nil, nil]),
    ]

    @Test("an action that asks for results waits for them", arguments: cases)
    func waits(_ example: Case) throws {
        let action = try #require(try actions(example.action).last)
        #expect(action.awaitedResults == ["disc"])
        for (results, said) in zip([Self.found, Self.missed, [:]], example.said) {
            #expect(action.completed(with: results)?["text"] == said.map(ActionValue.text))
            #expect(action.completed(with: results)?.awaitedResults ?? [] == [])
        }
    }

    static let unknown = [
        // Whether it is done at all is not known.
        (#""title":"{gtin13}","text":"none","when":{"disc.found":false}"#, []),
        (#""title":"{gtin13}","text":"{match.y}","when":{"disc.year":{"matches":"(?P<y>.*)"}}"#, []),
        (#""title":"{gtin13}","text":"none","when":{"any":[{"restricted":true},{"not":{"disc.found":true}}]}"#, []),
        // It is done, and only one of its values is not known.
        (#""title":"{gtin13}","text":"{disc.title|}""#, ["title"]),
        (#""title":"{gtin13}","text":"{disc.title|}","when":{"kind":"product"}"#, ["title"]),
    ]

    @Test("an action that waits shows no value that is not known yet", arguments: unknown)
    func showsNothingUnknown(_ members: String, _ known: [String]) throws {
        let action = try #require(try actions(#"{"action":"say",\#(members)}"#).last)
        #expect(action.arguments.map(\.name) == known)
        let completed = [Self.found, Self.missed].compactMap { action.completed(with: $0) }
        #expect(completed.count >= 1)
        for completed in completed { #expect(completed.arguments.map(\.name).sorted() == ["text", "title"]) }
    }

    @Test("a condition that asks for no result is decided at once")
    func decidesAtOnce() throws {
        #expect(try actions(#"{"action":"say","when":{"restricted":true},"text":"{disc.title|}"}"#).count == 1)
        let waiting = try actions(#"{"action":"say","when":{"restricted":false},"text":"{disc.title|}"}"#)
        #expect(waiting.map(\.awaitedResults) == [[], ["disc"]])
        #expect(waiting.last?.arguments.isEmpty == true)
        let ready = try actions(#"{"action":"say","ask":true,"optional":true,"text":"x"}"#)
        #expect(ready.map(\.awaitedResults) == [[], []])
        #expect(ready.last?.requiresConfirmation == true && ready.last?.isOptional == true)
        #expect(ready.last?.completed(with: [:]) == ready.last)
    }

    @Test("a result keeps its type in fields")
    func types() throws {
        let action = try #require(
            try actions(#"{"action":"record","fields":{"y":"{disc.year|}","f":"{disc.found}"}}"#).last)
        let results: ActionResults = ["disc": ["found": .boolean(true), "year": .number(DecimalNumber(1971))]]
        #expect(
            action.completed(with: results)?["fields"]
                == .fields([
                    .init(name: "y", value: .number(DecimalNumber(1971))), .init(name: "f", value: .boolean(true)),
                ]))
    }

    static let refused: [(String, String)] = [
        (#"{"action":"say","text":"{disc.title}"}"#, "'disc.title' may be absent"),
        (#"{"action":"say","text":"{disc.tilte|}"}"#, "did you mean 'title'?"),
        (#"{"action":"say","text":"{disk.title|}"}"#, "no code has a field 'disk.title' (did you mean 'disc.title'?)"),
        (#"{"action":"open-url","url":"https://a.example/{disc.title}"}"#, "'disc.title' may be absent"),
        (#"{"action":"open-url","url":"https://{disc.title}/"}"#, ""),
        (#"{"action":"say","as":"x","text":"y"}"#, "'say' has no results, so 'as' is not possible"),
        (lookup, "an earlier action also has 'as' 'disc'"),
        (#"{"action":"lookup","service":"discogs","with":{"barcode":"1"},"as":"scan"}"#, "'scan' is reserved"),
        (#"{"action":"lookup","service":"discogs","with":{"barcode":"1"},"as":"query"}"#, "'query' is reserved"),
        (#"{"action":"lookup","service":"discogs","with":{"barcode":"1"},"as":"a.b"}"#, "letters, digits and '_'"),
        (#"{"action":"lookup","service":"discog","as":"x"}"#, "did you mean 'discogs'?"),
        (
            #"{"action":"lookup","service":"discogs","with":{"barcod":"1"}}"#,
            "does not use 'barcod' (did you mean 'barcode'?)"
        ),
        (#"{"action":"say","text":"{secret.discogs}"}"#, "a secret is only allowed in the headers"),
        (
            #"{"action":"lookup","service":"discogs","with":{"barcode":"{secret.discogs}"}}"#,
            "a secret is only allowed in the headers"
        ),
        (#"{"action":"open-url","url":"https://a.example/{?secret.x}"}"#, "a secret is only allowed in the headers"),
        (#"{"action":"say","when":{"secret.x":"y"},"text":""}"#, "a secret cannot be tested"),
        (#"{"action":"say","when":{"text":"{secret.x}"},"text":""}"#, "a secret cannot be compared"),
        (#"{"action":"say","when":{"text":{"prefix":"{secret.x}"}},"text":""}"#, "a secret cannot be compared"),
    ]

    @Test("an error in an action is reported", arguments: refused)
    func refuses(_ action: String, _ message: String) {
        let found = mistakes(json(Self.lookup, action))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(message) == true || message.isEmpty, "\(found)")
    }

    @Test("results are known only after the action that finds them, and not to the rule")
    func notBefore() {
        for early in [
            json(#"{"action":"say","text":"{disc.title|}"}"#, Self.lookup),
            json(Self.lookup, when: #"{"disc.found":true}"#),
        ] {
            let found = mistakes(early)
            #expect(
                found.count == 1
                    && found[0].contains("the results of 'disc' can only be used by the actions after it"))
        }
        #expect(
            mistakes(
                file(
                    Self.service, rules: rule("a", #"{"kind":"isbn"}"#, do: "[\(Self.lookup.replacingName)]"),
                    rule("b", do: say("{disc.title|}")))
            ).count == 1)
    }

    static let uncertain = [
        #"{"action":"lookup","service":"discogs","with":{"barcode":"1"},"as":"d","optional":true}"#,
        #"{"action":"lookup","service":"discogs","with":{"barcode":"1"},"as":"d","when":{"restricted":true}}"#,
    ]

    @Test("of a look-up that may be left out or fail, not even 'found' is certain", arguments: uncertain)
    func mayBeAbsent(_ lookup: String) {
        #expect(mistakes(json(lookup, #"{"action":"say","text":"{d.found}"}"#)).count == 1)
        #expect(mistakes(json(lookup, #"{"action":"say","text":"{d.found|false}"}"#)) == [])
    }
}

extension String {
    /// The look-up for codes that have no GTIN-13.
    fileprivate var replacingName: String { split(separator: "{gtin13}").joined(separator: "{isbn13}") }
}

@Suite("Services")
struct ServiceTests {
    private func json(_ service: String, with: String? = nil, constants: String = "{}") -> String {
        let values = with.map { #","with":\#($0)"# } ?? ""
        return file(
            #""constants":\#(constants),"services":{"s":\#(service)}"#,
            rules: rule("r", #"{"text":{"exists":true}}"#, do: #"[{"action":"lookup","service":"s"\#(values)}]"#))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let url: String
        var headers = "{}"
        var with: String?
        let expected: String
        var header: ActionValue?
        var testDescription: String { "\(url) \(headers) \(with ?? "")" }
    }

    static let cases = [
        Case(
            url: "https://a.example/{code}", with: #"{"code":"{text}"}"#, expected: "https://a.example/hello%2C%20World"
        ),
        Case(url: "https://a.example/{?q,r}", with: #"{"q":"1"}"#, expected: "https://a.example/?q=1"),
        Case(url: "https://a.example/{?q,r}", with: #"{"q":"","r":"2"}"#, expected: "https://a.example/?q=&r=2"),
        Case(url: "https://a.example/{?q,r}", expected: "https://a.example/"),
        Case(
            url: "https://a.example/{const.p}{?q}", with: #"{"q":"a{{b}}"}"#,
            expected: "https://a.example/v1?q=a%7Bb%7D"),
        Case(
            url: "https://a.example/x", headers: #"{"L":"{lang|en}"}"#, expected: "https://a.example/x",
            header: .text("en")),
        Case(
            url: "https://a.example/x", headers: #"{"L":"{lang|en}"}"#, with: #"{"lang":"de"}"#,
            expected: "https://a.example/x",
            header: .text("de")),
        Case(
            url: "https://a.example/x{?lang}", headers: #"{"L":"{lang|}"}"#, expected: "https://a.example/x",
            header: .text("")),
        Case(
            url: "https://a.example/x", headers: #"{"L":"{const.p}: {text}"}"#, with: #"{"text":"{kind}"}"#,
            expected: "https://a.example/x", header: .text("v1: text")),
        Case(
            url: "https://a.example/x", headers: #"{"L":"{secret.k}{{}}"}"#, expected: "https://a.example/x",
            header: .withSecrets([.secret("k"), .text("{}")])),
    ]

    @Test("are filled with the values of the action", arguments: cases)
    func fillsIn(_ example: Case) throws {
        let service = #"{"url":"\#(example.url)","headers":\#(example.headers),"results":{}}"#
        let set = try language(json(service, with: example.with, constants: #"{"p":"v1"}"#))
        let action = try #require(set.resolve(Codes.text).actions.first)
        #expect(action.url == example.expected)
        guard let header = example.header else { return }
        guard case .fields(let headers)? = action["headers"] else { Issue.record("no headers"); return }
        #expect(headers.map(\.value) == [header])
    }

    static let refused: [(String, String?, String)] = [
        (
            #"{"url":"https://a.example/{code}","results":{}}"#, nil,
            "the service 's' needs 'code': give it in 'with'"
        ),
        (#"{"url":"https://a.example/{+code}{?code}","results":{}}"#, "{}", "the service 's' needs 'code'"),
        (#"{"url":"https://a.example/","headers":{"H":"{x}"},"results":{}}"#, nil, "the service 's' needs 'x'"),
        (#"{"url":"https://a.example/{?x}","headers":{"H":"{x}"},"results":{}}"#, nil, "the service 's' needs 'x'"),
        (#"{"url":"https://a.example/","headers":{"H":"{x|}{x}"},"results":{}}"#, nil, "the service 's' needs 'x'"),
        (#"{"url":"https://a.example/","results":{}}"#, #"{"x":"1"}"#, "the service 's' does not use 'x'"),
        (#"{"url":"https://{code}/","results":{}}"#, #"{"code":"{text}"}"#, "a code must not choose the host"),
        (#"{"url":"https://a.example{code}","results":{}}"#, #"{"code":"{text}"}"#, "a code must not choose the host"),
        (#"{"url":"{+code}","results":{}}"#, #"{"code":"{text}"}"#, "a code must not choose the host"),
        // What is not given does not end the host.
        (
            #"{"url":"https://a.example{/q}{+code}","results":{}}"#, #"{"code":"{text}"}"#,
            "a code must not choose the host"
        ),
        (
            #"{"url":"https://a.example{?q}{code}","results":{}}"#, #"{"code":"{text}"}"#,
            "a code must not choose the host"
        ),
        (#"{"url":"https://a.example/{?secret.k}","results":{}}"#, nil, "a secret is only allowed in the headers"),
        (#"{"url":"https://a.example/{const.none}","results":{}}"#, nil, "no rule file has a constant 'none'"),
        (#"{"url":"https://a.example/"}"#, nil, "a service needs 'results'"),
        (#"{"results":{}}"#, nil, "a service needs 'url'"),
        (#"{"url":"https://a.example/","results":{"found":"/x"}}"#, nil, "every service has a result 'found'"),
        (#"{"url":"https://a.example/","results":{"service":"/x"}}"#, nil, "every service has a result 'service'"),
        (#"{"url":"https://a.example/","results":{"x":"y"}}"#, nil, "is a JSON Pointer"),
        (#"{"url":"https://a.example/","results":{"x":"/{y}"}}"#, nil, "the service 's' needs 'y'"),
        (#"{"url":"https://a.example/","results":{"x":"/{"}}"#, nil, "'{' is never closed"),
        (
            #"{"url":"https://a.example/","results":{"x":"/{secret.y}"}}"#, nil,
            "a secret is only allowed in the headers"
        ),
        (#"{"url":"https://a.example/","results":{"x":"/a~2"}}"#, nil, "is a JSON Pointer"),
        (#"{"url":"https://a.example/","results":{"x-y":"/a"}}"#, nil, "letters, digits and '_'"),
        (#"{"url":"https://a.example/","headers":{"a b":"x"},"results":{}}"#, nil, "is not a valid name of a header"),
        (
            #"{"url":"https://a.example/","headers":{"content-length":"x"},"results":{}}"#, nil,
            "rules cannot set the header 'content-length', which belongs to the connection"
        ),
        (#"{"url":"https://a.example/","method":"POST","results":{}}"#, nil, "a service has no 'method'"),
    ]

    @Test("an error in a service, or in its values, is reported", arguments: refused)
    func refuses(_ service: String, _ with: String?, _ message: String) {
        let found = mistakes(json(service, with: with))
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test("a service that nothing uses is warned of; of two with one name the first counts")
    func unusedAndTwice() throws {
        let unused = file(#""services":{"s":{"url":"https://a.example/","results":{}}}"#)
        #expect(try language(unused).warnings.map(\.message) == ["the service 's' is not used"])
        let files = ["one", "two"].map { name in
            RuleFile(
                name: name,
                text: file(
                    #""services":{"s":{"url":"https://\#(name).example/","results":{}}}"#,
                    rules: rule(
                        name, #"{"text":{"exists":true}}"#, do: #"[{"action":"lookup","service":"s"}]"#,
                        more: #""continue":true"#)))
        }
        let set = try language(files: files)
        #expect(set.resolve(Codes.text).actions.map(\.url) == ["https://one.example/", "https://one.example/"])
    }
}
