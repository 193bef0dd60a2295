import Beeline

/// Answers for people: the input, then for each code what it is and, last, where it leads.
struct TextOutput {
    let style: Style
    private(set) var bytes: [UInt8] = []
    private let explanations: ExplanationText

    /// - Parameter listsAll: whether an explanation lists the rules that were not asked as well.
    init(style: Style, listsAll: Bool = false) {
        self.style = style
        explanations = ExplanationText(style: style, listsAll: listsAll)
    }

    mutating func append(_ answer: Answer) {
        bytes.append(contentsOf: style.paint(visible(answer.input.text), .input).utf8)
        bytes.append(UInt8(ascii: "\n"))
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
        if !isTyped {
            let addOn = symbol.addOn.map { " + \(visible($0))" } ?? ""
            line(symbol.symbology.title, (symbol.text.map(visible) ?? "\(symbol.bytes.count) bytes") + addOn)
        } else if symbol.symbology != .unknown {
            line(symbol.symbology.title, "")
        }
        if isTyped, let addOn = symbol.addOn { line("addOn", visible(addOn)) }
        line("kind", visible(resolution.kindName), .kind)
        let given = result.shownGivenFields
        result.forEachShownField { definitions, index, value in
            guard !definitions[index].isPart else { return }
            // What a kind of a rule file gives stands in its place.
            guard given.isEmpty || !given.contains(where: { $0.name == definitions[index].name }) else { return }
            let name = definitions[index].name
            switch value {
            case .text(let value):
                if !isTyped || value != symbol.text { line(name, visible(value)) }
            case .boolean(let truth):
                if truth { line(name, "yes") }
            case .list(let texts): line(name, visible(texts.joined(separator: ", ")))
            case .number, .date: line(name, visible(value.description))
            }
        }
        for field in given { line(field.name, visible(field.value.description)) }
        if result.withholds {
            line("withheld", result.withheldFields.joined(separator: ", ") + "; --show-secrets shows it")
        }
        if let joined = resolution.reading.joinedTo { line("joinedTo", "code \(joined + 1) of this image") }
        for warning in resolution.reading.warnings { line("warning", visible(warning.description), .warning) }
        if let rule = resolution.rule {
            line("rule", visible(rule.title.map { "\(rule.id)  \($0)" } ?? rule.id))
        } else {
            line("rule", "none took it")
        }
        for (index, action) in resolution.actions.enumerated() {
            append(action, result.outcomes.flatMap { index < $0.count ? $0[index] : nil })
        }
        if let explanation = result.explanation {
            bytes.append(contentsOf: ("\n" + explanations.text(explanation)).utf8)
        }
    }

    private mutating func append(_ planned: Action, _ outcome: Outcome?) {
        let action = outcome?.action ?? planned
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
            case .text, .number, .boolean, .list, .withSecrets: line(action.name, visible(argument.value.description))
            }
        }
        if action.arguments.isEmpty { line(action.name, "") }
        if !action.needs.isEmpty {
            line("waits", "for what '\(action.needs.joined(separator: "', '"))' finds")
        }
        guard let outcome else { return }
        let role: Style.Role? = [.done, .notNeeded].contains(outcome.status) ? nil : .error
        if !(outcome.status == .done && outcome.message.isEmpty) {
            line(outcome.status.rawValue, visible(outcome.message), role)
        }
    }

    /// A label and its value, aligned with all others.
    private mutating func line(_ label: String, _ value: String, _ role: Style.Role? = nil) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: style.paint(label, .label).utf8)
        if !value.isEmpty {
            let width = 11
            for _ in 0..<max(1, width - label.count) { bytes.append(UInt8(ascii: " ")) }
            if let role {
                bytes.append(contentsOf: style.paint(value, role).utf8)
            } else {
                bytes.append(contentsOf: value.utf8)
            }
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
