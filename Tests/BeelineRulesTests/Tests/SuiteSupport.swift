import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

extension ActionSignature {
    /// Stand-ins for the plugins that ask services and keep what was scanned.
    static let lookup = ActionSignature(
        name: "lookup", summary: "",
        parameters: [
            .init("service", .service, summary: ""), .init("with", .serviceValues, isRequired: false, summary: ""),
        ], results: .ofService, effects: [.network])
    static let record = ActionSignature(
        name: "record", summary: "", parameters: [.init("fields", .fields, summary: "")], effects: [.local])
}

/// The tests of a file that lies nowhere; others that it includes are by name.
func suite(_ json: String, including others: [String: String] = [:]) -> RuleTestSuite {
    RuleTestSuite(
        file: RuleFile(name: "f", text: json), actions: ActionSignature.all + [.lookup, .record],
        reader: RuleFileReader { name, _ throws(RuleFileProblem) in
            guard let text = others[name] else { throw RuleFileProblem("no such file") }
            return RuleFile(name: name, text: text)
        })
}

/// A file with one test, whose rules are those of `rules`.
func suite(rules: String, test: String) -> RuleTestSuite {
    suite(#"{"version":1,\#(rules),"tests":[\#(test)]}"#)
}

extension RuleTestSuite {
    /// `line:column message` of each mistake.
    var messages: [String] {
        (fileErrors + issues).map { "\($0.position.map(\.description) ?? "?") \($0.message)" }
    }
}
