package import BeelineContent
public import BeelineRules

/// Why one rule matched a code and the others did not: `json()` has each rule, and whether its conditions were true.
///
///     let explanation = resolver.explain(Symbol(.ean13, "9791034300013"))
///     explanation.resolution.rule?.id   // "book.search"
public struct Explanation: Hashable, Sendable, CustomReflectable {
    /// What `resolve` says of the code.
    public let resolution: Resolution
    /// The kinds of rule files, in the order in which they are tried.
    package let kinds: [KindTrace]
    /// All rules, in the order in which they are asked.
    package let rules: [RuleTrace]
    /// What was recorded and set before; nil where no rule asks for it.
    package let remembered: Remembered?

    /// A dump shows no secret.
    public var customMirror: Mirror {
        let shown = redacted(resolution: resolution)
        return Mirror(
            self,
            children: [
                "resolution": resolution, "kinds": shown.kinds, "rules": shown.rules,
                "remembered": shown.remembered as Any,
            ])
    }

    /// The same explanation with `•••` instead of what the code keeps secret.
    ///
    /// - Parameter resolution: the resolution without secrets.
    public func redacted(resolution: Resolution) -> Explanation {
        let mask = self.resolution.reading.secretMask
        return Explanation(
            resolution: resolution, kinds: kinds.map { $0.redacted(mask) }, rules: rules.map { $0.redacted(mask) },
            remembered: remembered?.redacted(mask))
    }
}

/// How it went with one rule when a code was resolved.
package struct RuleTrace: Hashable, Sendable {
    package let rule: Rule
    package let state: State

    package enum State: Hashable, Sendable {
        /// It takes only codes of other kinds, whose names these are, and so it was not tried.
        case passedOver(takes: [String])
        case failed(ConditionTrace)
        /// Its condition is true; it added its actions, and left the code to the rules after it.
        case added(ConditionTrace, [ActionTrace])
        /// Its condition is true, and it matched the code.
        case took(ConditionTrace, [ActionTrace])
        /// A rule before it had taken the code.
        case notAsked
        /// A rule file switches it off.
        case disabled
    }

    fileprivate func redacted(_ mask: SecretMask) -> RuleTrace {
        RuleTrace(rule: rule, state: state.redacted(mask))
    }
}

/// The result of one action of a rule that matched.
package struct ActionTrace: Hashable, Sendable {
    package let name: String
    /// Whether it is in for the last action before it that does not.
    package let isOtherwise: Bool
    /// The action; nil where it was skipped, because its own condition was false, or that of the action that it
    /// replaces.
    package let action: Action?
    /// The result of its own condition; nil where it has none. One that uses results of other actions was not tried: it
    /// waits for them. Nor was that of an action that replaces a skipped one.
    package let condition: ConditionTrace?

    fileprivate func redacted(_ mask: SecretMask) -> ActionTrace {
        ActionTrace(
            name: name, isOtherwise: isOtherwise, action: action?.redacted.masked(by: mask),
            condition: condition?.redacted(mask))
    }
}

/// How it went with one of the kinds that rule files make of codes.
package struct KindTrace: Hashable, Sendable {
    package let name: String
    package let title: String?
    package let file: String
    package let state: RuleTrace.State
    /// Whether its condition is true, even if the parts or the check characters are wrong.
    package let isNear: Bool

    fileprivate func redacted(_ mask: SecretMask) -> KindTrace {
        KindTrace(name: name, title: title, file: file, state: state.redacted(mask), isNear: isNear)
    }
}

/// How it went with one condition when it was asked of a code.
///
///     ✗ isbn13 begins with "9784"   "9780306406157"
package struct ConditionTrace: Hashable, Sendable, CustomReflectable {
    /// The condition in a few words for people: `isbn13 begins with "9784"`.
    package let title: String
    package let outcome: Outcome
    /// How its parts make it up; nil where it is a test of a name.
    package internal(set) var combination: Combination?
    /// The name that it looks at: `isbn13`; nil for all that is not a test of a name.
    package internal(set) var name: String?
    /// The value of the name; nil where it was absent, or not evaluated.
    package internal(set) var value: FieldValue?
    /// Whether the value, or what was found in it, reveals a secret of the code.
    package internal(set) var isSecret = false
    /// The values of the names in its operands, in their order: `{price}`, `today+7`.
    package internal(set) var operands: [NamedValue] = []
    /// What it has found: the captures of a pattern, the cells of a row. Empty where it is false.
    package internal(set) var findings: [NamedValue] = []
    package internal(set) var parts: [ConditionTrace] = []
    /// The title as anyone may see it; nil: the title itself.
    var safeTitle: String?

    /// Whether a condition is true.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case held
        case failed
        /// Those before it had decided already, or it waits for what an action finds.
        case notAsked = "not-asked"
    }

    /// How a condition is made of others.
    package enum Combination: String, Hashable, Sendable, CaseIterable {
        /// It is true when all of them are; with none, always.
        case all
        /// It is true when one of them is.
        case any
        /// It is true when its one part is not.
        case not
    }

    /// A name and its value.
    package struct NamedValue: Hashable, Sendable {
        /// As rules write it: `isbn13`, `match.price`.
        package let name: String
        /// Nil where it was absent.
        package let value: FieldValue?
        package let isSecret: Bool
    }

    package var holds: Bool { outcome == .held }

    /// A dump shows no secret, as far as the trace itself knows of it.
    package var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "title": safeTitle ?? title, "outcome": outcome, "name": name ?? "",
                "value": isSecret ? Reading.secretMark : value?.description ?? "",
                "operands": isSecret && holds ? [] : operands, "findings": findings, "parts": parts,
            ])
    }

    fileprivate func redacted(_ mask: SecretMask) -> ConditionTrace {
        ConditionTrace(
            title: safeTitle ?? title, outcome: outcome, combination: combination, name: name,
            value: value.map { isSecret ? .secretMark : mask.maskedWhole($0) },
            isSecret: isSecret, operands: isSecret && holds ? [] : operands.map { $0.redacted(mask) },
            findings: findings.map { $0.redacted(mask) }, parts: parts.map { $0.redacted(mask) })
    }
}

extension RuleTrace.State {
    fileprivate func redacted(_ mask: SecretMask) -> RuleTrace.State {
        switch self {
        case .passedOver, .notAsked, .disabled: self
        case .failed(let trace): .failed(trace.redacted(mask))
        case .added(let trace, let actions): .added(trace.redacted(mask), actions.map { $0.redacted(mask) })
        case .took(let trace, let actions): .took(trace.redacted(mask), actions.map { $0.redacted(mask) })
        }
    }
}

extension ConditionTrace.NamedValue {
    fileprivate func redacted(_ mask: SecretMask) -> ConditionTrace.NamedValue {
        .init(name: name, value: value.map { isSecret ? .secretMark : mask.maskedWhole($0) }, isSecret: isSecret)
    }
}

extension FieldValue {
    fileprivate static let secretMark = FieldValue.text(Reading.secretMark)
}

extension ConditionTrace.NamedValue: CustomReflectable {
    /// A dump shows no secret.
    package var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": isSecret ? Reading.secretMark : value?.description ?? ""])
    }
}

/// What was recorded of a code and set for its source before it was scanned, as far as rules ask for it.
///
///     remembered seen 2 times, today 1, first 2026-11-24 18:02, last 2026-11-25 09:10
///                session mode=inventory
package struct Remembered: Hashable, Sendable {
    /// Recordings of the code itself, then those by fields; empty where rules do not ask for any.
    package let recordings: [Recordings]
    /// What is set for the source, sorted by name; nil where rules do not ask for it.
    package let session: [SessionValue]?

    package struct Recordings: Hashable, Sendable {
        /// The field by which rules ask; nil: the code itself.
        package let field: String?
        /// Nil where nothing is remembered of such a code: it contains a secret, or lacks the field.
        package let seen: Seen?
    }

    package struct SessionValue: Hashable, Sendable {
        package let name: String
        package let value: FieldValue
    }

    /// The same with `•••` instead of what the code keeps secret.
    func redacted(_ mask: SecretMask) -> Remembered {
        Remembered(
            recordings: recordings.map { .init(field: $0.field, seen: $0.seen?.redacted(mask)) },
            session: session?.map { .init(name: $0.name, value: mask.maskedWhole($0.value)) })
    }
}

extension Seen {
    fileprivate func redacted(_ mask: SecretMask) -> Seen {
        var redacted = self
        redacted.source = source.map { mask.maskedWhole($0) }
        return redacted
    }
}

extension EvaluationContext {
    /// What is remembered of the code; nil where rules do not ask for it.
    func remembered(for use: MemoryUse) -> Remembered? {
        guard !use.isNone else { return nil }
        var recordings: [Remembered.Recordings] = []
        if use.asksSeen { recordings.append(.init(field: nil, seen: seen(by: nil))) }
        for field in use.fields { recordings.append(.init(field: field.description, seen: seen(by: field))) }
        var values: [Remembered.SessionValue]?
        if use.asksSession {
            values = session.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
        }
        return Remembered(recordings: recordings, session: values)
    }
}
