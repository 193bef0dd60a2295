internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

struct RuleReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    /// A rule, and its id, which is known even where the rest is wrong. Nil, and logged, when not even an id is there.
    func rule(_ value: JSONValue, at path: JSONPath) -> (id: String, rule: CompiledRule?)? {
        guard let object = ObjectReader(value, .rule, at: path, log) else { return nil }
        let id = object.requiredText("id", of: "a rule")
        if let id, !Self.isID(id) {
            log.error("an id must be letters, digits, '.', '-' and '_': '\(id)'", at: path.member("id"))
        }

        vocabulary.beginRule(in: log.file)
        let context = RuleContext(vocabulary, log: log, actions: object["do"])
        let condition = object["when"].flatMap {
            ConditionReader(context: context).condition($0, at: path.member("when"))
        }
        if object["when"] == nil { log.error("a rule needs 'when'; {} matches every code", at: path) }

        if object["do"] == nil { log.error("a rule needs 'do'; [] matches and does nothing", at: path) }
        let reader = ActionReader(context: context, scope: condition?.scope)
        let actions = object.list("do").compactMap { reader.action($0.value, at: $0.path) }
        if !log.file.isBundled { LostActions.report(actions, log) }
        let rule = Rule(
            id: id ?? "", title: object.text("title"), file: log.file.name, continues: object.flag("continue"),
            isSwitchedOff: condition?.condition.isSwitchedOff ?? false, distrust: vocabulary.distrust)
        guard let id else { return nil }
        let compiled = condition.map {
            CompiledRule(
                rule, when: $0, slotCount: context.slotCount, actions: actions.flatMap(\.templates),
                memoryUse: context.memoryUse)
        }
        return (id, compiled)
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { RuleName.isCharacter($0) || ".-".utf8.contains($0) }
    }
}
