import Beeline

/// Answers for people: the input, then for each code what it is and, last, where it leads.
struct TextOutput {
    let style: Style
    private var text = ""

    init(style: Style) { self.style = style }

    var bytes: [UInt8] { Array(text.utf8) }

    mutating func append(_ answer: Answer) {
        text += style.paint(visible(answer.input.text), .input) + "\n"
        switch answer.outcome {
        case .failure(let error): line("error", visible(error.message), .error)
        case .success(let results):
            if results.isEmpty { line("nothing", "no code was found") }
            for result in results { append(result, isTyped: result.resolution.symbol.sighting == nil) }
        }
    }

    private mutating func append(_ result: Answer.Resolved, isTyped: Bool) {
        let resolution = result.resolution
        let symbol = resolution.symbol
        // Of a typed code the input says it all.
        if !isTyped || symbol.symbology != .unknown {
            let addOn = symbol.addOn.map { " + \(visible($0))" } ?? ""
            let says = symbol.text.map(visible) ?? "\(symbol.bytes.count) bytes"
            line(symbol.symbology.title, isTyped ? "" : says + addOn)
        }
        if isTyped, let addOn = symbol.addOn { line("addOn", visible(addOn)) }
        line("kind", resolution.content.kind.rawValue, .kind)
        for (definition, value) in result.shownFields where !definition.isPart {
            switch value {
            case .text(let value) where isTyped && value == symbol.text: continue
            case .boolean(false): continue
            case .boolean(true): line(definition.name, "yes")
            case .list(let texts): line(definition.name, visible(texts.joined(separator: ", ")))
            case .text, .number, .date: line(definition.name, visible(value.description))
            }
        }
        if result.withholds {
            line("withheld", result.withheldFields.joined(separator: ", ") + "; --show-secrets shows it")
        }
        if let joined = resolution.reading.joinedTo { line("joinedTo", "code \(joined + 1) of this image") }
        for warning in resolution.reading.warnings { line("warning", visible(warning.description), .warning) }
        if let rule = resolution.rule {
            line("rule", visible(rule.id + (rule.title.map { "  \($0)" } ?? "")))
        } else {
            line("rule", "none took it")
        }
        for (index, action) in resolution.actions.enumerated() {
            append(action, result.outcomes.flatMap { index < $0.count ? $0[index] : nil })
        }
    }

    private mutating func append(_ action: Action, _ outcome: Outcome?) {
        if let problem = action.problem { line("warning", "\(action.name): \(visible(problem))", .warning) }
        let reasons = action.url.map { LinkGuard.verdict(on: $0).reasons } ?? []
        for reason in reasons { line("caution", visible(reason.description), .warning) }
        for argument in action.arguments {
            switch argument.value {
            case .url(let url): line(action.name, visible(url), .link)
            case .fields(let fields):
                // An empty field says nothing to a person.
                let full = fields.filter { $0.value.description != "" }
                line(action.name, visible(full.map { "\($0.name)=\($0.value)" }.joined(separator: " ")))
            case .text, .number, .boolean, .list: line(action.name, visible(argument.value.description))
            }
        }
        if action.arguments.isEmpty { line(action.name, "") }
        guard let outcome else { return }
        let role: Style.Role? = outcome.status == .done ? nil : .error
        if !(outcome.status == .done && outcome.message.isEmpty) {
            line(outcome.status.rawValue, visible(outcome.message), role)
        }
    }

    /// A label and its value, aligned with all others.
    private mutating func line(_ label: String, _ value: String, _ role: Style.Role? = nil) {
        let width = 11
        let gap = String(repeating: " ", count: max(1, width - label.count))
        let painted = role.map { style.paint(value, $0) } ?? value
        text += "  " + style.paint(label, .label) + (value.isEmpty ? "" : gap + painted) + "\n"
    }
}
