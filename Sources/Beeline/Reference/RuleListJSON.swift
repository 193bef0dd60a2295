package import BeelineRules
internal import BeelineSupport

/// The rules in the order in which they are asked, for programs.
package enum RuleListJSON {
    /// - Parameter rules: as `RuleSet.kindsOfRules` gives them.
    package static func document(_ rules: [(rule: Rule, kinds: [String])]) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", ResultJSON.version)
            json.member("rules", rules) { json, entry in
                json.member("rule", entry.rule.id)
                json.member("title", entry.rule.title)
                json.member("file", entry.rule.file)
                json.member("continue", entry.rule.continues)
                json.member("off", entry.rule.isSwitchedOff)
                json.member("kinds", entry.kinds)
            }
        }
    }
}
