import BeelineContent
import BeelineRules
import BeelineSymbols

extension ActionSignature {
    /// Stand-ins for plugins, of which the rules know no more than this.
    static let openURL = ActionSignature(
        name: "open-url", summary: "", parameters: [.init("url", .url, summary: "")], effects: [.network])
    static let emit = ActionSignature(
        name: "emit", summary: "", parameters: [.init("fields", .fields, summary: "")], effects: [])
    static let say = ActionSignature(
        name: "say", summary: "",
        parameters: [.init("text", .text, summary: ""), .init("title", .text, isRequired: false, summary: "")],
        effects: [.local])

    static let all = [openURL, emit, say]
}

/// Rules from the text of one file.
func ruleSet(_ json: String, constants: ConstantSettings = .init()) throws(RuleSetError) -> RuleSet {
    try RuleSet(files: [RuleFile(name: "f", text: json)], actions: ActionSignature.all, constants: constants)
}

/// One rule `r` that takes what `when` says, and does what `actions` say; both JSON.
func oneRule(when: String = "{}", do actions: String = "[]", constants: String = "{}") -> String {
    #"{"version":1,"constants":\#(constants),"rules":[{"id":"r","when":\#(when),"do":\#(actions)}]}"#
}

/// The errors of a file, as `line:column message`; empty when it is right.
func errors(_ json: String, constants: ConstantSettings = .init()) -> [RuleIssue] {
    do throws(RuleSetError) {
        _ = try ruleSet(json, constants: constants)
        return []
    } catch {
        return error.issues.filter { $0.severity == .error }
    }
}

func reading(_ text: String, _ symbology: Symbology = .unknown, addOn: String? = nil) -> Reading {
    ContentParser.reading(of: Symbol(symbology, text, addOn: addOn))
}

extension RuleSet {
    /// What should be done about a code that is scanned on 2026-11-21, at noon.
    func resolve(_ reading: Reading) -> Resolution { resolve(reading, scan: .noon) }
}

extension Scan {
    static let noon = Scan("2026-11-21T12:00") ?? Scan(date: CalendarDate(year: 2026, dayOfYear: 325))
}
