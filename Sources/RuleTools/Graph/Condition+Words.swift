internal import BeelineRules

extension Condition {
    /// The whole condition in words for people, on one line: `isbn10 is there and (price < 10 or restricted is false)`.
    ///
    /// A very long one is cut.
    func words(_ table: KindTable) -> String {
        var text = ""
        append(to: &text, table)
        return text
    }

    private static let longest = 2_000

    private func append(to text: inout String, _ table: KindTable) {
        guard text.utf8.count < Self.longest else { return }
        switch self {
        case .all(let conditions) where conditions.count != 1: join(conditions, "and", to: &text, table)
        case .any(let conditions) where conditions.count != 1: join(conditions, "or", to: &text, table)
        case .all(let conditions), .any(let conditions): conditions[0].append(to: &text, table)
        case .not(let condition):
            text += "not ("
            condition.append(to: &text, table)
            text += ")"
        case .kind, .symbology, .test: text += title(table)
        }
    }

    private func join(_ conditions: [Condition], _ word: String, to text: inout String, _ table: KindTable) {
        guard !conditions.isEmpty else {
            text += word == "and" ? "always" : "never"
            return
        }
        for (index, condition) in conditions.enumerated() {
            guard text.utf8.count < Self.longest else { return }
            if index > 0 { text += " \(word) " }
            // `and` within `or`, and the other way around, would be doubtful without.
            guard condition.isList(of: word == "and" ? "or" : "and") else {
                condition.append(to: &text, table)
                continue
            }
            text += "("
            condition.append(to: &text, table)
            text += ")"
        }
    }

    /// Whether it is written as several conditions with that word between them.
    private func isList(of word: String) -> Bool {
        switch self {
        case .all(let conditions):
            conditions.count > 1 && word == "and" || conditions.count == 1 && conditions[0].isList(of: word)
        case .any(let conditions):
            conditions.count > 1 && word == "or" || conditions.count == 1 && conditions[0].isList(of: word)
        case .not, .kind, .symbology, .test: false
        }
    }
}
