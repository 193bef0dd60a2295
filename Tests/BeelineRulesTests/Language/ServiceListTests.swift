import BeelineContent
import BeelineRuleTools
import BeelineRules
import Testing

@Suite("Look-ups that ask several services")
struct ServiceListTests {
    private static let services = #"""
        "services":{
          "one":{"url":"https://one.example/{?code}","headers":{"Key":"{secret.one}"},"cache":"30d","perSecond":0.5,
                 "timeLimit":20,"limit":1000,"results":{"title":"/t","year":"/y"}},
          "two":{"url":"https://two.example/{code}{?lang}","results":{"title":"/{code}/t","author":"/a/0"}},
          "three":{"url":"https://three.example/","headers":{"L":"{lang}"},"results":{}}}
        """#

    private func json(_ lookup: String, then: String = #"{"action":"say","text":""}"#) -> String {
        file(
            Self.services,
            rules: rule("r", #"{"text":{"exists":true}}"#, do: #"[{"action":"lookup",\#(lookup)},\#(then)]"#))
    }

    @Test("the action has what each says of itself, in order")
    func namesAll() throws {
        let set = try language(json(#""service":["two","one"],"with":{"code":"{text}"}"#))
        let action = try #require(set.resolve(Codes.text).actions.first)
        #expect(
            action.arguments.map(\.name)
                == ["service", "url", "headers", "results", "service2", "url2", "headers2", "results2", "limits2"])
        #expect(action["service"] == .text("two") && action["service2"] == .text("one"))
        #expect(action["url"] == .url("https://two.example/hello%2C%20World"))
        #expect(action["url2"] == .url("https://one.example/?code=hello%2C%20World"))
        #expect(
            action["results"]
                == .fields([
                    .init(name: "title", value: .text("/hello, World/t")), .init(name: "author", value: .text("/a/0")),
                ]))
        #expect(action["headers2"] == .fields([.init(name: "Key", value: .withSecrets([.secret("one")]))]))
        let limits = try #require(ServiceLimits(fields(action["limits2"])))
        #expect(limits.cache == .seconds(30 * 86400))
        #expect(limits.perSecond == 0.5 && limits.timeLimit == .seconds(20) && limits.longestAnswer == 1000)
    }

    private func fields(_ value: ActionValue?) -> [Action.Argument] {
        if case .fields(let fields)? = value { fields } else { [] }
    }

    @Test("a service that says nothing of it has the usual limits")
    func hasDefaults() throws {
        let set = try language(json(#""service":["two"],"with":{"code":"1"}"#))
        #expect(set.resolve(Codes.text).actions.first?["limits"] == nil)
        let limits = ServiceLimits()
        #expect(limits.cache == .zero && limits.perSecond == 5)
        #expect(limits.timeLimit == .seconds(10) && limits.longestAnswer == 2_097_152)
    }

    @Test("secrets that are known are put in, the others stay as they are")
    func revealsWhatIsKnown() throws {
        let json = file(
            #""services":{"s":{"url":"https://a.example/","headers":{"A":"{secret.a}","B":"{secret.b}"},"results":{}}}"#,
            rules: rule("r", do: #"[{"action":"lookup","service":"s"}]"#))
        let action = try #require(try language(json).resolve(Codes.text).actions.first)
        #expect(
            action.revealingKnown({ $0 == "a" ? "x" : nil })["headers"]
                == .fields([
                    .init(name: "A", value: .text("x"), isSecret: true),
                    .init(name: "B", value: .withSecrets([.secret("b")]), isSecret: true),
                ]))
    }

    @Test("the results are the union of those of each service, and 'found' and 'service' always exist")
    func findsTheUnion() {
        let lookup = #""service":["one","two"],"with":{"code":"1"},"as":"book""#
        for name in ["title|", "year|", "author|", "found", "service"] {
            #expect(mistakes(json(lookup, then: #"{"action":"say","text":"{book.\#(name)}"}"#)) == [])
        }
        for name in ["title", "author", "other|"] {
            #expect(mistakes(json(lookup, then: #"{"action":"say","text":"{book.\#(name)}"}"#)).count == 1)
        }
    }

    static let refused: [(lookup: String, messages: [String])] = [
        (#""service":[]"#, ["'service' must be a list of 1 to 8 services, not of 0"]),
        (
            #""service":["one","one","one","one","one","one","one","one","one"]"#,
            ["'service' must be a list of 1 to 8 services, not of 9"]
        ),
        (#""service":["three",5],"with":{"lang":"1"}"#, ["the name of a service must be a text: write \"5\""]),
        (#""service":["three","three"],"with":{"lang":"1"}"#, ["the service 'three' is listed twice"]),
        (#""service":["three","tow"],"with":{"lang":"1"}"#, ["no rule file has a service 'tow' (did you mean 'two'?)"]),
        (#""service":{}"#, ["'service' is a string or a list of strings, not an object"]),
        (#""service":["one","two"]"#, ["the service 'two' needs 'code': give it in 'with'"]),
        (
            #""service":["two","three"],"with":{}"#,
            [
                "the service 'two' needs 'code': give it in 'with'",
                "the service 'three' needs 'lang': give it in 'with'",
            ]
        ),
        (
            #""service":["one","two"],"with":{"code":"1","cod":"2"}"#,
            ["none of the services uses 'cod' (did you mean 'code'?)"]
        ),
    ]

    @Test("an error is reported", arguments: refused)
    func refuses(_ lookup: String, _ messages: [String]) {
        #expect(mistakes(json(lookup)) == messages)
    }

    static let limits: [(limit: String, message: String?)] = [
        (#""cache":"1h""#, nil), (#""cache":"8760h""#, nil), (#""cache":"365d""#, nil), (#""cache":"007d""#, nil),
        (#""perSecond":0.01"#, nil), (#""perSecond":1000"#, nil), (#""timeLimit":0.1"#, nil), (#""timeLimit":60"#, nil),
        (#""limit":1"#, nil), (#""limit":16777216"#, nil),
        (#""cache":"12""#, "'cache' must be a duration"), (#""cache":12"#, "'cache' must be a duration"),
        (#""cache":"0h""#, "'cache' must be a duration"), (#""cache":"366d""#, "'cache' must be a duration"),
        (#""cache":"8761h""#, "'cache' must be a duration"), (#""cache":"+1h""#, "'cache' must be a duration"),
        (#""cache":"-1h""#, "'cache' must be a duration"), (#""cache":"1.h""#, "'cache' must be a duration"),
        (#""cache":"12 ha""#, "'cache' must be a duration"), (#""cache":"""#, "'cache' must be a duration"),
        (#""cache":"99999999999999999999d""#, "'cache' must be a duration"),
        (#""perSecond":0"#, "'perSecond' is a number"), (#""perSecond":1001"#, "'perSecond' is a number"),
        (#""perSecond":"5""#, "'perSecond' is a number"), (#""perSecond":1e400"#, "not JSON"),
        (#""timeLimit":61"#, "'timeLimit' must be a number of seconds"),
        (#""timeLimit":0"#, "'timeLimit' must be a number of seconds"),
        (#""timeLimit":"10s""#, "'timeLimit' must be a number of seconds"),
        (#""limit":0"#, "'limit' must be a whole number"), (#""limit":1.5"#, "'limit' must be a whole number"),
        (#""limit":16777217"#, "'limit' must be a whole number"), (#""limit":true"#, "'limit' must be a whole number"),
        (#""timeout":5"#, "use \"timeLimit\""), (#""ttl":5"#, "use \"cache\""),
    ]

    @Test("limits are checked where they stand", arguments: limits)
    func checksLimits(_ limit: String, _ message: String?) throws {
        let json = file(
            #""services":{"s":{"url":"https://a.example/","results":{},\#(limit)}}"#,
            rules: rule("r", do: #"[{"action":"lookup","service":"s"}]"#))
        let found = mistakes(json)
        #expect(found.count == (message == nil ? 0 : 1), "\(found)")
        if let message { #expect(found.first?.contains(message) == true, "\(found)") }
    }

    @Test("a test gives the results: the first service answers unless it names another, and lists are lists")
    func isGiven() {
        let then = #"{"action":"say","text":"{book.service} {book.found} {book.title|}"}"#
        let rules =
            Self.services + "," + #"""
                "rules":[{"id":"r","when":{"text":{"exists":true}},"do":[
                  {"action":"lookup","service":["two","one"],"with":{"code":"1"},"as":"book"},\#(then)]}]
                """#
        for (given, text) in [
            (#"{"title":["a","b"]}"#, "two true a,b"), (#"{"service":"one"}"#, "one true "),
            (#"{"found":false}"#, "two false "),
        ] {
            let suite = suite(
                rules: rules,
                test: #"""
                    {"scan":{"text":"x"},"given":{"book":\#(given)},
                     "expect":{"do":[{"service":"two","url2":"https://one.example/?code=1","limits2":{"cache":"30d"}},
                                     {"text":"\#(text)"}]}}
                    """#)
            #expect(suite.messages == [])
            #expect(suite.run().flatMap(\.differences).map(\.actual) == [])
        }
    }
}

@Suite("Parameters of requests")
struct RequestParameterTests {
    private static let request = ActionSignature(
        name: "ask", summary: "",
        parameters: [
            .init("headers", .headers, isRequired: false, summary: ""),
            .init("results", .pointers, isRequired: false, summary: ""),
        ], results: .withPointers(["status"]), effects: [.network])

    private func rules(_ action: String) throws(RuleSetError) -> RuleSet {
        let json = file(rules: rule("r", #"{"text":{"exists":true}}"#, do: "[\(action)]"))
        return try RuleSet(files: [RuleFile(name: "f", text: json)], actions: [Self.request] + ActionSignature.all)
    }

    @Test("headers may contain secrets, pointers name what is found")
    func fillsIn() throws {
        let set = try rules(
            #"""
            {"action":"ask","headers":{"Authorization":"Bearer {secret.k}","X":"{text}"},"results":{"id":"/a~1b"},"as":"it"},
            {"action":"say","text":"{it.status} {it.id|}"}
            """#)
        let action = try #require(set.resolve(Codes.text).actions.first)
        #expect(
            action["headers"]
                == .fields([
                    .init(name: "Authorization", value: .withSecrets([.text("Bearer "), .secret("k")])),
                    .init(name: "X", value: .text("hello, World")),
                ]))
        #expect(action["results"] == .fields([.init(name: "id", value: .text("/a~1b"))]))
    }

    static let refused: [(action: String, message: String)] = [
        (#"{"action":"ask","headers":{"a b":"x"}}"#, "is not a valid name of a header"),
        (
            #"{"action":"ask","headers":{"Host":"x"}}"#,
            "rules cannot set the header 'Host', which belongs to the connection"
        ),
        (#"{"action":"ask","headers":{"a":5}}"#, "'a' must be a text: write \"5\""),
        (#"{"action":"ask","headers":[]}"#, "'headers' is an object, not a list"),
        (#"{"action":"ask","results":{"a":"b"}}"#, "is a JSON Pointer"),
        (#"{"action":"ask","results":{"a b":"/b"}}"#, "letters, digits and '_'"),
        (#"{"action":"ask","results":{"status":"/b"}}"#, "every service has a result 'status'"),
        (#"{"action":"ask","results":{"a":"/{secret.k}"}}"#, "a secret is only allowed in the headers"),
        (#"{"action":"ask","results":"/a"}"#, "'results' is an object, not a string"),
        (#"{"action":"ask","as":"it"},{"action":"say","text":"{it.found|}"}"#, "'it' has no result 'found'"),
        (
            #"{"action":"ask","as":"it","optional":true},{"action":"say","text":"{it.status}"}"#,
            "'it.status' may be absent"
        ),
    ]

    @Test("an error is reported", arguments: refused)
    func refuses(_ action: String, _ message: String) {
        let error = #expect(throws: RuleSetError.self) { _ = try rules(action) }
        #expect(error?.issues.count == 1)
        #expect(error?.issues.first?.message.contains(message) == true, "\(String(describing: error))")
    }
}
