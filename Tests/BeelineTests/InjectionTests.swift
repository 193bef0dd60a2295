import Beeline
import BeelineActions
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Testing

/// For every parameter of every action that comes with the program, a rule is written in each form that the rule language
/// accepts there, and codes are resolved with it that try to be more than text.
@Suite("No action sees another argument than the rule wrote")
struct InjectionTests {
    static let codes = [
        "{isbn13}", "{+url}", "{{text}}", "}{", "{secret.discogs}", "{const.a}", "%", "%s%n", "%0A", "%2F..%2F", "%00",
        "a\nb", "a\r\nSet-Cookie: x", "\n", "\t", "\u{0}", "a\u{0}b", "\"", "'", "\\", "\\\"", "\",\"x\":\"",
        "--option", "-rf",
        "-", "--", "--exec=sh", "$(touch x)", "${HOME}", "$HOME", "`touch x`", "; touch x", "&& touch x", "| touch x",
        "> /tmp/x", "*", "?", "~", "!", "#", "&", "=", "a=b&c=d", "?x=y", "#f", "/", "//", "//evil.example/",
        "https://evil.example/", "@evil.example", ":8080", "../..", "./.", "\u{202E}cod", "\u{200B}",
        "\u{2066}x\u{2069}",
        "\u{1B}[2J", "\u{7F}", "日本語", "é", "e\u{301}", "🐝", "x y", " ", "+", "a+b", "<script>", "]]>",
        "${jndi:ldap://x}",
    ]

    /// A value as a rule writes it, and the expected result for a text.
    private struct Form {
        let json: String
        let expected: @Sendable (String) -> ActionValue?
    }

    private static let forms: [Form] = [
        Form(json: #""{text}""#) { .text($0) },
        Form(json: #""a {text} b{{}}{text}""#) { .text("a \($0) b{}\($0)") },
        Form(json: #"{"one": "{text}", "two": "={text}", "three": "3"}"#) {
            .fields([
                .init(name: "one", value: .text($0)), .init(name: "two", value: .text("=\($0)")),
                .init(name: "three", value: .text("3")),
            ])
        },
        // The names of a card are not the rule's to choose.
        Form(json: #"{"name": "{text}", "organization": "={text}"}"#) {
            .fields([.init(name: "name", value: .text($0)), .init(name: "organization", value: .text("=\($0)"))])
        },
        Form(json: #"{"summary": "{text}", "start": "2026-01-31"}"#) {
            .fields([.init(name: "summary", value: .text($0)), .init(name: "start", value: .text("2026-01-31"))])
        },
        Form(json: #"{"of": {"one": "{text}", "many": ["={text}", 2, null]}}"#) {
            .fields([
                .init(
                    name: "of",
                    value: .fields([
                        .init(name: "one", value: .text($0)),
                        .init(
                            name: "many", value: .array([.text("=\($0)"), .number(DecimalNumber(2)), .null])),
                    ]))
            ])
        },
        Form(json: #"["first", "{text}", "--x={text}"]"#) { .list(["first", .text($0), .text("--x=\($0)")]) },
        // The results of these are compared part by part.
        Form(json: #""https://host.example:8443/a/{text}/b?q={text}#{text}""#) { _ in nil },
        Form(json: #""service""#) { _ in nil },
        Form(json: #"{"q": "{text}"}"#) { _ in nil },
    ]

    /// Values without a code in them, for the parameters that are not looked at.
    private static let constants = [
        #""plain""#, #""https://host.example/""#, #""service""#, #"{"q": "plain"}"#,
        #"["plain"]"#, "true", "1", #""true""#, #""1""#, #""{secret.plain}""#, #""mqtt://broker.example""#,
        #"{"a": "plain"}"#, #""/usr/bin/true""#, #""WPA""#, #""200""#, #""ok""#,
        #""POST""#, #"{"q": "/plain"}"#, #""taken""#, #""today""#,
        #"{"name": "plain"}"#, #"{"summary": "plain", "start": "2026-01-31"}"#,
    ]

    private static func rules(_ action: String, _ values: [String: String]) -> Result<RuleSet, RuleSetError> {
        let members = ["\"action\": \"\(action)\""] + values.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
        let text = """
            { "version": 1,
              "services": { "service": { "url": "https://api.example/v1{?q}", "headers": { "X-Q": "{q}" },
                                         "results": { "title": "/title" } } },
              "rules": [ { "id": "r", "when": { "text": { "exists": true } }, "do": [ { \(members.joined(separator: ", ")) } ] } ] }
            """
        do throws(RuleSetError) {
            let signatures = PluginRegistry.standard.signatures
            return .success(try RuleSet(files: [RuleFile(name: "r.json", text: text)], actions: signatures))
        } catch {
            return .failure(error)
        }
    }

    /// A rule set with an action that has these values, and what it must have beside them; nil when there is none.
    private static func accepted(
        _ signature: ActionSignature, _ looked: [String: String]
    ) -> (rules: RuleSet, values: [String: String])? {
        var values = looked
        // A broker has an address of its own sort, and a password without its user is refused.
        if signature.name == "publish", looked["broker"] == nil { values["broker"] = #""mqtt://broker.example""# }
        if signature.name == "publish", looked["password"] != nil { values["user"] = #""{secret.plain}""# }
        for parameter in signature.parameters where parameter.isRequired && values[parameter.name] == nil {
            let fitting = constants.first { constant in
                var tried = values
                tried[parameter.name] = constant
                guard case .failure(let error) = rules(signature.name, tried) else { return true }
                return !error.issues.contains { "\($0.path)".hasPrefix("rules[0].do[0].\(parameter.name)") }
            }
            if let fitting { values[parameter.name] = fitting }
        }
        if case .success(let set) = rules(signature.name, values) { return (set, values) }
        // What one parameter says may want another one.
        for parameter in signature.parameters where values[parameter.name] == nil {
            for constant in constants {
                var tried = values
                tried[parameter.name] = constant
                if case .success(let set) = rules(signature.name, tried) { return (set, tried) }
            }
        }
        return nil
    }

    @Test("whatever a code says", arguments: PluginRegistry.standard.signatures.map(\.name))
    func keepsArguments(_ name: String) throws {
        let signature = try #require(PluginRegistry.standard[name]?.signature)
        for parameter in signature.parameters {
            var accepted = 0
            for form in Self.forms {
                guard let (set, values) = Self.accepted(signature, [parameter.name: form.json]) else { continue }
                accepted += 1
                for code in Self.codes { try check(set, code, parameter.name, form, values) }
            }
            // A parameter that takes no template of any form is one that codes cannot reach.
            let takesConstant = Self.constants.contains { Self.accepted(signature, [parameter.name: $0]) != nil }
            #expect(accepted > 0 || takesConstant, "\(name): nothing is known that '\(parameter.name)' takes")
        }
    }

    private func check(
        _ set: RuleSet, _ code: String, _ parameter: String, _ form: Form, _ values: [String: String]
    ) throws {
        let scan = Scan.now()
        let reading = ContentParser().reading(of: Symbol(.qr, code), on: scan.date)
        let resolution = set.resolve(reading, scan: scan)
        let action = try #require(resolution.actions.first)
        #expect(resolution.actions.count == 1)
        // The text of a service is beside the text of the rule.
        let names = Set(values.keys).subtracting(["with"])
            .union(values["service"] == nil ? [] : ["url", "headers", "results"])
        if action.problem != nil {
            // Dots that would climb in the path are refused, and so is what would become an option of a program.
            let isOption = action.name == "run-program" && code.hasPrefix("-")
            #expect(code.contains(".") || isOption, "\(code.debugDescription): \(action.problem ?? "")")
            return
        }
        #expect(Set(action.arguments.map(\.name)) == names)
        if let expected = form.expected(code), let value = action[parameter] {
            #expect(isSame(value, expected), "\(parameter): \(code.debugDescription)")
        }
        for argument in action.arguments {
            switch argument.value {
            case .url(let url): try checkURL(url, code)
            case .fields(let fields) where argument.name == "headers" && values["service"] != nil:
                #expect(fields.map(\.name) == ["X-Q"])
            default: break
            }
        }
    }

    /// Letter by letter: Swift takes composed and decomposed letters for the same.
    private func isSame(_ value: ActionValue, _ expected: ActionValue) -> Bool {
        switch (value, expected) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { $0.description.utf8.elementsEqual($1.description.utf8) }
        case (.fields(let left), .fields(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { $0.name == $1.name && isSame($0.value, $1.value) }
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy(isSame)
        // A list of JSON beside one of texts.
        case (.array(let left), .list(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { $0.description.utf8.elementsEqual($1.description.utf8) }
        case (.number(let left), .number(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }

    /// The scheme, the host, the port and the shape are the rule's.
    private func checkURL(_ url: String, _ code: String) throws {
        #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }, "\(url)")
        let address = try #require(WebAddress(absoluteURL: url), "\(url)")
        #expect(address.url == url)
        #expect(address.scheme == "https")
        #expect(address.userInfo == nil)
        switch address.hostName {
        case "host.example" where address.port == 8443:
            let segments = address.path.split(separator: "/", omittingEmptySubsequences: false)
            try #require(segments.count == 4, "\(url)")
            #expect(segments[1] == "a" && segments[3] == "b")
            #expect(decoded(segments[2]).elementsEqual(code.utf8))
            let query = try #require(address.query)
            #expect(query.hasPrefix("q=") && !query.contains("&"))
            #expect(decoded(query.dropFirst(2)).elementsEqual(code.utf8))
            #expect(decoded((address.fragment ?? "")[...]).elementsEqual(code.utf8))
        case "host.example": #expect(url == "https://host.example/")
        default:
            #expect(address.hostName == "api.example" && address.port == nil && address.path == "/v1")
            #expect(!(address.query ?? "").contains("&"))
        }
    }

    private func decoded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
