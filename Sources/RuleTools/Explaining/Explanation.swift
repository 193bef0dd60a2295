package import BeelineContent
public import BeelineRules

/// Why one rule matched a code and the others did not: `json()` has each rule, and whether its conditions were true.
///
///     let explanation = resolver.explain(Symbol(.ean13, "9791034300013"))
///     explanation.resolution.rule?.id   // "book.search"
public struct Explanation: Hashable, Sendable, CustomReflectable {
    /// The resolution of the code.
    public let resolution: Resolution
    /// The kinds of rule files, in the order in which they are tried.
    package let kinds: [KindTrace]
    /// All rules, in the order in which they are tried.
    package let rules: [RuleTrace]
    /// The earlier scans and session values; nil if no rule uses them.
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
    package func redacted(resolution: Resolution) -> Explanation {
        let mask = self.resolution.reading.secretMask
        return Explanation(
            resolution: resolution, kinds: kinds.map { $0.redacted(mask) }, rules: rules.map { $0.redacted(mask) },
            remembered: remembered?.redacted(mask))
    }
}

package struct RuleTrace: Hashable, Sendable {
    package let rule: Rule
    package let state: State

    package enum State: Hashable, Sendable {
        /// It was not tried, because it only matches codes of other kinds, with these names.
        case passedOver(takes: [String])
        case failed(ConditionTrace)
        /// Its condition is true; it added its actions and continued.
        case added(ConditionTrace, [ActionTrace])
        /// Its condition is true, and it matched the code.
        case took(ConditionTrace, [ActionTrace])
        /// It was not tried, because an earlier rule matched.
        case notAsked
        /// A rule file switches it off.
        case disabled
    }

    fileprivate func redacted(_ mask: SecretMask) -> RuleTrace {
        RuleTrace(rule: rule, state: state.redacted(mask))
    }
}

package struct ActionTrace: Hashable, Sendable {
    package let name: String
    /// Whether it is an alternative (`otherwise`) of the last regular action before it.
    package let isOtherwise: Bool
    /// The action; nil where it was skipped, as its own condition was false, or that of the action that it replaces.
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

/// The trace of one condition for a code.
///
///     ✗ isbn13 begins with "9784"   "9780306406157"
package struct ConditionTrace: Hashable, Sendable, CustomReflectable {
    /// The condition in a few words for people: `isbn13 begins with "9784"`.
    package let title: String
    package let outcome: Outcome
    /// How its parts are combined; nil for a test of a name.
    package internal(set) var combination: Combination?
    /// The name that it tests: `isbn13`; nil for a combination.
    package internal(set) var name: String?
    /// The value of the name; nil if it was absent or not evaluated.
    package internal(set) var value: FieldValue?
    /// Whether the value, or what was found in it, reveals a secret of the code.
    package internal(set) var isSecret = false
    /// The values of the names in its operands, in their order: `{price}`, `today+7`.
    package internal(set) var operands: [NamedValue] = []
    /// The captures of a pattern, or the cells of a row. Empty if it is false.
    package internal(set) var findings: [NamedValue] = []
    package internal(set) var parts: [ConditionTrace] = []
    /// The title without secrets; nil for the title itself.
    var safeTitle: String?

    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case held
        case failed
        /// It was not evaluated: earlier parts had decided already, or it waits for results.
        case notAsked = "not-asked"
    }

    /// How a condition is combined from others.
    package enum Combination: String, Hashable, Sendable, CaseIterable {
        /// It is true when all of them are; with none, always.
        case all
        /// It is true when one of them is.
        case any
        /// It is true when its one part is not.
        case not
    }

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

/// The earlier recordings of a code and the session values of its source, as far as rules use them.
///
///     remembered seen 2 times, today 1, first 2026-11-24 18:02, last 2026-11-25 09:10
///                session mode=inventory
package struct Remembered: Hashable, Sendable {
    /// Recordings of the code itself, then those by fields; empty if rules do not use any.
    package let recordings: [Recordings]
    /// The session values, sorted by name; nil if rules do not use them.
    package let session: [SessionValue]?

    package struct Recordings: Hashable, Sendable {
        /// The field of `seen.FIELD`; nil for the code itself.
        package let field: String?
        /// Nil for a code that is not remembered: it contains a secret, or lacks the field.
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
    /// The memory of the code; nil if rules do not use it.
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
