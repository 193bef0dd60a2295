import Beeline
import BeelineContent
import BeelineSymbols

/// An explanation as text for people: each rule that was tried, with its conditions, their results, the tested values.
struct ExplanationText {
    let options: TextOptions

    private var style: Style { options.style }
    private var listsAll: Bool { options.listsAll }

    func text(_ explanation: Explanation) -> TerminalText {
        let kind = explanation.resolution.content.kind.rawValue
        var lines = explanation.kinds.map { text($0, codeKind: kind) }
        lines += explanation.rules.map { text($0, codeKind: explanation.resolution.kindName) }
        if !listsAll {
            let count = explanation.kinds.count { if case .failed = $0.state { !isShown($0) } else { false } }
            if count > 0 {
                lines.insert(
                    "  \(mark(.failed)) \(counted(count, "form")) of bundled kinds did not match; --all shows them\n",
                    at: 0)
            }
            lines += passedOver(explanation.rules)
            lines.append(notAsked(explanation))
        }
        return remembered(explanation) + lines.joined()
    }

    /// The recorded scans and session values that rules use: a line for the code, for each field, for the session.
    private func remembered(_ explanation: Explanation) -> TerminalText {
        guard let remembered = explanation.remembered else { return "" }
        var parts = remembered.recordings.map { recordings in
            let name = recordings.field.map { "\($0) " } ?? ""
            return name + (recordings.seen.map(self.recordings) ?? "not remembered: " + Self.reason(recordings))
        }
        if let session = remembered.session {
            let values = session.map { "\($0.name)=\(word($0.value))" }.joined(separator: " ")
            parts.append("session " + (values.isEmpty ? "empty" : values))
        }
        let label = style.paint("remembered", .label)
        return parts.enumerated().map { place, part in
            let margin: TerminalText = place == 0 ? "  \(label) " : .blanks(13)
            return "\(margin)\(guarded(part).shortened(to: 400))\n"
        }.joined()
    }

    private func recordings(_ seen: Seen) -> String {
        guard seen.count > 0 else { return "never seen" }
        var parts = ["seen \(counted(seen.count, "time"))", "today \(seen.today)"]
        if let first = seen.first { parts.append("first \(first)") }
        if let last = seen.last { parts.append("last \(last)") }
        if let source = seen.source { parts.append("by \(word(.text(source)))") }
        return parts.joined(separator: ", ")
    }

    /// A value, in quotation marks unless it is one word.
    private func word(_ value: FieldValue) -> String {
        if case .text(let text) = value, RuleName.isValid(text) { text.shortened(to: 60) } else { shown(value) }
    }

    private static func reason(_ recordings: Remembered.Recordings) -> String {
        recordings.field == nil ? "the code contains a secret" : "the code does not have it, or it is secret"
    }

    /// Whether the output shows why the code is not of a kind: of the many bundled kinds, only of those that nearly
    /// match.
    private func isShown(_ trace: KindTrace) -> Bool { listsAll || trace.isNear || !RuleFile.isBundled(trace.file) }

    private func text(_ trace: KindTrace, codeKind: String) -> TerminalText {
        func head(_ outcome: ConditionTrace.Outcome, _ remark: String) -> TerminalText {
            self.head(outcome, "kind \(trace.name)", title: trace.title, file: trace.file, remark: remark)
        }
        switch trace.state {
        case .took(let condition, _), .added(let condition, _):
            return head(.held, "is its kind") + conditions(condition)
        case .failed(let condition): return isShown(trace) ? head(.failed, "") + conditions(condition) : ""
        case .passedOver(let kinds):
            return listsAll ? head(.notAsked, "kind is \(codeKind); this needs \(Self.few(kinds))") : ""
        case .notAsked, .disabled: return listsAll ? head(.notAsked, "not tried") : ""
        }
    }

    private func text(_ trace: RuleTrace, codeKind: String) -> TerminalText {
        func head(_ outcome: ConditionTrace.Outcome, _ remark: String) -> TerminalText {
            self.head(outcome, trace.rule.id, title: trace.rule.title, file: trace.rule.file, remark: remark)
        }
        switch trace.state {
        case .took(let condition, let actions):
            return head(.held, "matched") + conditions(condition) + actions.map(text).joined()
        case .added(let condition, let actions):
            return head(.held, "adds its actions and continues") + conditions(condition) + actions.map(text).joined()
        case .failed(let condition): return head(.failed, "") + conditions(condition)
        case .passedOver(let kinds):
            return listsAll ? head(.notAsked, "kind is \(codeKind); this rule is for \(Self.few(kinds))") : ""
        case .notAsked: return listsAll ? head(.notAsked, "not tried") : ""
        case .disabled: return listsAll ? head(.notAsked, "switched off by \"disable\"") : ""
        }
    }

    private func head(
        _ outcome: ConditionTrace.Outcome, _ name: String, title: String?, file: String, remark: String
    ) -> TerminalText {
        let title: TerminalText = title.map { "  \(guarded($0))" } ?? ""
        let place = style.paint("  (\(guarded(file)))", .label)
        let remark: TerminalText = remark.isEmpty ? "" : ": \(guarded(remark))"
        return "  \(mark(outcome)) \(style.paint("\(guarded(name))", .input))\(title)\(place)\(remark)\n"
    }

    private func text(_ action: ActionTrace) -> TerminalText {
        let remark =
            if let needs = action.action?.awaitedResults, !needs.isEmpty {
                ": waits for the results of '\(needs.joined(separator: "', '"))'"
            } else {
                action.action == nil ? ": left out" : ""
            }
        let condition = action.condition.map { conditions($0, indent: 8) } ?? ""
        let otherwise = action.isOtherwise ? "otherwise " : ""
        return "      → \(guarded(otherwise + action.name + remark))\n\(condition)"
    }

    /// A line for each file with rules that are only for other kinds.
    private func passedOver(_ rules: [RuleTrace]) -> [TerminalText] {
        var files: [(name: String, count: Int, kinds: [String])] = []
        for trace in rules {
            guard case .passedOver(let kinds) = trace.state else { continue }
            let index = files.firstIndex { $0.name == trace.rule.file } ?? files.count
            if index == files.count { files.append((trace.rule.file, 0, [])) }
            files[index].count += 1
            files[index].kinds += kinds.filter { !files[index].kinds.contains($0) }
        }
        return files.map { file in
            let rules = counted(file.count, "rule")
            let verb = file.count == 1 ? "takes" : "take"
            let kinds = file.kinds.isEmpty ? "no kind" : "other kinds: \(Self.few(file.kinds))"
            return "  \(mark(.notAsked)) \(rules) of \(guarded(file.name)) \(verb) \(guarded(kinds))\n"
        }
    }

    private func notAsked(_ explanation: Explanation) -> TerminalText {
        let count = explanation.rules.count { $0.state == .notAsked }
        guard count > 0 else { return "" }
        let rules = count == 1 ? "1 more rule was" : "\(count) more rules were"
        return "  \(mark(.notAsked)) \(rules) not tried\n"
    }

    /// The first names of a list, and how many more there are.
    static func few(_ names: [String], most: Int = 6) -> String {
        guard names.count > most else { return names.joined(separator: ", ") }
        return names.prefix(most - 1).joined(separator: ", ") + " and \(names.count - most + 1) more"
    }

    private struct Row {
        let depth: Int
        /// Nil for a value that a condition has found.
        let outcome: ConditionTrace.Outcome?
        /// Escaped, so that its width is known.
        let title: String
        let value: String
        var width: Int { depth * 2 + title.count }
    }

    private func conditions(_ trace: ConditionTrace, indent: Int = 6) -> TerminalText {
        let rows = trace.conjuncts.flatMap { self.rows($0, depth: 0) }
        let width = min(44, rows.filter { !$0.value.isEmpty }.map(\.width).max() ?? 0)
        return rows.map { row in
            let gap = TerminalText.blanks(max(2, width - row.width + 2))
            let value: TerminalText = row.value.isEmpty ? "" : "\(gap)\(row.value)"
            let margin = TerminalText.blanks(indent + row.depth * 2)
            return "\(margin)\(row.outcome.map(mark) ?? " ") \(row.title)\(value)\n"
        }.joined()
    }

    private func rows(_ trace: ConditionTrace, depth: Int) -> [Row] {
        let isLooked = trace.name != nil && trace.outcome != .notAsked
        var value = isLooked ? shown(trace.value) : ""
        if !trace.operands.isEmpty {
            let operands = trace.operands.map { "\($0.name) = \(shown($0.value))" }.joined(separator: ", ")
            value += " (\(operands.shortened(to: 80)))"
        }
        let parts = trace.combination == .all ? trace.parts.flatMap(\.conjuncts) : trace.parts
        let title = guarded(trace.title).shortened(to: 80)
        return [Row(depth: depth, outcome: trace.outcome, title: title, value: guarded(value))]
            + trace.findings.prefix(Self.mostFindings).map {
                Row(depth: depth + 1, outcome: nil, title: guarded($0.name), value: shown($0.value))
            } + parts.flatMap { rows($0, depth: depth + 1) }
    }

    /// The number of cells of a row that are shown; a catalogue may have hundreds of columns.
    private static let mostFindings = 12

    private func mark(_ outcome: ConditionTrace.Outcome) -> TerminalText {
        switch outcome {
        case .held: style.paint("✓", .kind)
        case .failed: style.paint("✗", .error)
        case .notAsked: style.paint("·", .label)
        }
    }

    /// A text without hidden characters and passwords. To be shortened afterwards: half a password is not recognised.
    private func guarded(_ text: String) -> String {
        let text = text.withHiddenSpelledOut
        return options.showsSecrets ? text : withoutLinkPasswords(text)
    }

    /// A short form of a value that is safe for a terminal.
    private func shown(_ value: FieldValue?) -> String {
        switch value {
        case nil: "absent"
        case .text(Reading.secretMark): Reading.secretMark
        case .text(let text): "\"\(guarded(text).shortened(to: 60))\""
        case .list(let elements): elements.map(shown).joined(separator: ", ").shortened(to: 60)
        case .number, .boolean, .date: value?.description ?? ""
        }
    }

    private func shown(_ element: FieldValue) -> String {
        if case .text(let text) = element { "\"\(guarded(text))\"" } else { element.description }
    }
}

extension ConditionTrace {
    /// The conditions that must all be true, however deeply they are nested.
    fileprivate var conjuncts: [ConditionTrace] {
        combination == .all && !parts.isEmpty ? parts.flatMap(\.conjuncts) : [self]
    }
}
