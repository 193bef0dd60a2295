internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// Reads the object of `"expect"`.
struct ExpectationReader {
    let signatures: [ActionSignature]
    /// Nil where nobody knows which names there are.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    func expectation(_ value: JSONValue, at path: JSONPath) -> RuleTest.Expectation {
        var expected = RuleTest.Expectation()
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: RuleObject.expectation.keyNames, what: "'expect'")
        else {
            return expected
        }
        if object.all.isEmpty {
            log.error(
                "'expect' has at least one of \(RuleObject.expectation.keyNames.joined(separator: ", "))", at: path)
        }
        expected.rule = rule(object)
        expected.kind = kind(object)
        if let value = object["fields"] { expected.fields = fields(value, at: path.member("fields")) }
        if object["do"] != nil {
            let reader = ExpectedActionReader(signatures: signatures, vocabulary: vocabulary, log: log)
            expected.actions = object.list("do").compactMap { reader.action($0.value, at: $0.path) }
        }
        return expected
    }

    private func rule(_ object: ObjectReader) -> RuleTest.Expectation.TakingRule? {
        switch object["rule"] {
        case nil: return nil
        case .null: return RuleTest.Expectation.TakingRule.none
        case .string(let id):
            let path = object.path.member("rule")
            if let vocabulary {
                if let rule = vocabulary.ruleByID[id] {
                    if rule.continues { log.error("'\(id)' has 'continue', so it takes no code", at: path) }
                } else if vocabulary.rules.disabled.contains(where: { $0.rule.rule.id == id }) {
                    log.error("'\(id)' is switched off by \"disable\", so it takes no code", at: path)
                } else {
                    let hint = log.hint(for: id, in: vocabulary.rules.rules.map(\.id))
                    log.error(
                        "no rule of this file, or of those that it includes, has the id '\(id)'\(hint)", at: path)
                }
            }
            return .rule(id)
        case .some(let value):
            log.error(
                "'rule' is the id of a rule, or null where none takes the code, not \(value.typeName)",
                at: object.path.member("rule"))
            return nil
        }
    }

    private func kind(_ object: ObjectReader) -> String? {
        guard let name = object.text("kind") else { return nil }
        if let kinds = vocabulary?.rules.kinds, kinds.kind(name) == nil {
            let hint = log.hint(for: name, in: kinds.names)
            let known = hint.isEmpty ? "; there are \(kinds.names.joined(separator: ", "))" : hint
            log.error("there is no kind '\(name)'\(known)", at: object.path.member("kind"))
        }
        return name
    }

    private func fields(_ value: JSONValue, at path: JSONPath) -> [RuleTest.Expectation.Field] {
        // 'note' may be a field, so the object is read as it is.
        guard case .object(let members) = value else {
            log.error("'fields' is an object, not \(value.typeName)", at: path)
            return []
        }
        return members.compactMap { member in
            guard let vocabulary else { return nil }
            let path = path.member(member.name)
            let kinds = vocabulary.rules.kinds
            guard
                let name = kinds.ownField(member.name).map(Name.own) ?? FieldName(member.name).map(Name.field)
            else {
                let known = Field.table.map(\.name) + kinds.ownFieldNames
                log.error(
                    "no code has a field '\(member.name)'\(log.hint(for: member.name, in: known))", at: path,
                    .name)
                return nil
            }
            guard name.type.mayBe(member.value) else {
                log.error("'\(name)' is \(name.type.title), and never \(member.value.typeName)", at: path)
                return nil
            }
            return RuleTest.Expectation.Field(name: name, value: member.value)
        }
    }
}

extension FieldType {
    /// Whether a field of the type can have the value; null stands for none at all.
    fileprivate func mayBe(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .null), (.any, .string), (.any, .boolean), (.any, .integer), (.any, .real): true
        case (.text, .string), (.url, .string), (.date, .string), (.time, .string): true
        case (.number, .integer), (.number, .real), (.boolean, .boolean): true
        case (.list, .array(let elements)): elements.allSatisfy { $0.string != nil }
        case (.any, .array): value.isList
        default: false
        }
    }
}
