import Beeline
import BeelineSupport
import BeelineSymbols

/// Answers as text for people: the input, then for each code its content and, last, its actions.
struct TextOutput {
    private let options: TextOptions
    private(set) var text = TerminalText()

    init(_ options: TextOptions) { self.options = options }

    /// - Parameter heading: the line above the answer. Default: the input.
    mutating func append(_ answer: Answer, heading: String? = nil) {
        append(options.shown(heading ?? answer.input.text), .input)
        text += "\n"
        switch answer.outcome {
        case .failure(let error): line("error", error.message, .error)
        case .success(let results):
            // Pages that could not be read may have codes.
            if results.isEmpty, answer.isRead { line("nothing", "no code was found") }
            let isDiagnosed = answer.image?.pages.contains { $0.diagnosis != nil } ?? false
            for (place, result) in results.enumerated() {
                if place > 0 { text += "\n" }
                let isTyped = heading == nil && result.resolution.symbol.sighting == nil
                append(result, isTyped: isTyped, namesDecoder: isDiagnosed)
            }
            append(answer.image, without: answer.pagesWithoutCode)
        }
    }

    /// Writes the failures, the diagnoses and the lost passes of an image, some of whose pages have no code.
    private mutating func append(_ image: Answer.ImageReport?, without pages: [DecodedPage]) {
        guard let image else { return }
        for page in image.pages {
            guard let failure = page.failure else { continue }
            line("error", page.number.pagePrefix + failure.description, .error)
        }
        for page in pages {
            guard let diagnosis = page.diagnosis else { continue }
            for finding in diagnosis.findings {
                line("why", page.number.pagePrefix + finding.sentence(options.effort), .warning)
            }
            line("tried", page.number.pagePrefix + diagnosis.tried.joined(separator: ", "))
        }
        for loss in image.losses { line("lost", loss.page.pagePrefix + loss.sentence, .warning) }
    }

    private mutating func append(_ result: CodeResult, isTyped: Bool, namesDecoder: Bool) {
        let resolution = result.resolution
        let symbol = resolution.symbol
        // The text of a typed code is in the heading.
        if !isTyped {
            let addOn = symbol.addOn.map { " + \($0)" } ?? ""
            let label = symbol.symbology == .unknown ? "code" : symbol.symbology.title
            let times = symbol.times.map { " \($0)" } ?? ""
            line(label, (symbol.text ?? "\(symbol.bytes.count) bytes") + addOn + times)
        } else if symbol.symbology != .unknown {
            line(symbol.symbology.title, "")
        }
        if isTyped, let addOn = symbol.addOn { line("addOn", addOn) }
        if let page = symbol.sighting?.page { line("page", "\(page)") }
        if namesDecoder, let decoder = symbol.sighting?.decoder { line("read by", decoder) }
        line("kind", resolution.kindName, .kind)
        let given = result.shownGivenFields
        for (name, value) in result.shownFields(includesParts: false) {
            // A field of the same name that a kind of a rule file defines replaces it.
            guard !given.contains(where: { $0.name == name }) else { continue }
            switch value {
            case .text(let value):
                if !isTyped || value != symbol.text { line(name, value) }
            case .boolean(let truth):
                if truth { line(name, "yes") }
            case .list(let elements): line(name, elements.map(\.description).joined(separator: ", "))
            case .number, .date: line(name, value.description)
            }
        }
        for field in given { line(field.name, field.value.description) }
        if result.withholds {
            line(
                "withheld",
                result.withheldFields.joined(separator: ", ")
                    + "; --show-secrets shows " + (result.withheldFields.count == 1 ? "it" : "them"))
        }
        if let joined = resolution.reading.joinedTo { line("joinedTo", "code \(joined + 1) of this image") }
        for warning in resolution.reading.warnings { line("warning", result.shown(warning.description), .warning) }
        // The verdict on a link that an action opens is written with the action.
        var opened: [String] = []
        for (action, outcome) in result.presentActions {
            if let url = action.url { opened.append(url) }
            // In the planned action, secrets of other codes are not hidden.
            if let index = outcome?.actionIndex, let url = resolution.actions[index].url { opened.append(url) }
        }
        let others = resolution.links.filter { !opened.contains(result.shown($0)) }
        if let verdict = resolution.linkVerdict(on: others) { append(verdict) }
        if let rule = resolution.rule {
            line("rule", rule.title.map { "\(rule.id)  \($0)" } ?? rule.id)
        } else {
            let adding = result.addingRules.joined(separator: ", ")
            if adding.isEmpty { line("rule", "no rule matched") } else { line("added", adding) }
        }
        for (action, outcome) in result.actions { append(action, outcome, of: result) }
        if let explanation = result.explanation {
            text += "\n"
            text += ExplanationText(options: options).text(explanation)
        }
    }

    /// Writes whether a link may be opened, and the reasons why it is denied or needs confirmation.
    private mutating func append(_ verdict: LinkVerdict) {
        let role: Style.Role? =
            switch verdict.decision {
            case .allow: nil
            case .ask: .warning
            case .deny: .error
            }
        line("link", verdict.decision.rawValue, role)
        for reason in verdict.reasons {
            let isDenied = reason.decision == .deny
            line(isDenied ? "danger" : "caution", reason.description, isDenied ? .error : .warning)
        }
    }

    private mutating func append(_ action: Action, _ outcome: Outcome?, of result: CodeResult) {
        var verdict: LinkVerdict?
        if !(outcome?.wasLeftOut ?? false) {
            if let problem = action.problem { line("warning", "\(action.name): \(problem)", .warning) }
            verdict = action.shownLinkVerdict
            if let verdict { append(verdict) }
        }
        let rows = ActionRows(action, outcome, linkDecision: verdict?.decision).rows
        for row in rows { line(row.label, row.value, row.role) }
    }

    /// Writes a label and its value, aligned with all others.
    private mutating func line(_ label: String, _ value: String, _ role: Style.Role? = nil) {
        text += "  "
        append(label, .label)
        if !value.isEmpty {
            let width = 11
            let labelWidth = label.utf8.span.isASCII ? label.utf8.count : label.count
            text += .blanks(max(1, width - labelWidth))
            append(options.shown(value), role)
        }
        text += "\n"
    }

    private mutating func append(_ part: String, _ role: Style.Role?) {
        if options.style.isColored, let role { text += options.style.paint("\(part)", role) } else { text.append(part) }
    }
}

extension Symbol {
    /// `× 12`; nil for a code that its image has once.
    var times: String? { sighting.flatMap { $0.copies > 1 ? "× \($0.copies)" : nil } }
}

extension Diagnosis.Finding {
    /// Why no code could be read with this effort, and the remedy, in a sentence without a full stop.
    func sentence(_ effort: DecodeEffort) -> String {
        switch kind {
        case .tooSmall:
            "\(subject("something like a code")) is too small to be read"
                + (value.map { ", it has \(decimal($0)) pixels per module" } ?? "")
                + ": move closer, or scan at \(enlargement) the resolution"
        case .blurred:
            "\(subject("the picture", at: "what looks like a code")) is blurred"
                + (value.map { ", its edges are spread over \(decimal($0)) pixels" } ?? "")
                + ": focus, hold still, or clean the lens"
        case .lowContrast:
            "\(subject("the picture", at: "what looks like a code")) has little contrast"
                + (value.map { ", light and dark differ by \(decimal($0)) of 255" } ?? "")
                + ": use more light, and avoid reflections"
        case .quietZoneCut:
            "\(subject("a code")) is too close to the edge of the picture"
                + (value.map { ", there are \(decimal($0)) modules of space" } ?? "")
                + ": leave a margin around it, as wide as some of its bars"
        case .inverted:
            "\(subject("a code")) has light bars on a dark ground"
                + (effort == .fast ? ": try --effort normal" : ", and cannot be read: print it dark on light")
        case .unreadable:
            "\(subject("a code")) was found, but cannot be read; it may be damaged, covered or overexposed: "
                + "flatten it, avoid reflections, take the picture again"
        case .noCode:
            "nothing looks like a code: make sure that the whole code is in the picture and sharp"
                + (effort == .max ? "" : ", or try --effort max")
        }
    }

    /// The width of the smallest module that decoders can read, in pixels.
    private static let leastModule = 1.5

    /// The subject of the sentence, with its place where that is known.
    private func subject(_ whole: String, at part: String? = nil) -> String {
        guard let center = outline?.center else { return whole }
        return "\(part ?? whole) at \(center.x),\(center.y)"
    }

    /// The factor by which the resolution should be increased.
    private var enlargement: String {
        guard let value, value.isFinite, value > 0.1 else { return "a multiple of" }
        let factor = max(2, Int((Self.leastModule / value).rounded(.up)))
        return factor == 2 ? "twice" : "\(factor) times"
    }
}

extension LostPass {
    /// Which pass was lost, and why, in a sentence without a full stop.
    var sentence: String { "the pass '\(pass)' did not finish, so its codes may be missing: \(reason)" }
}

extension Optional<Int> {
    /// The beginning of a sentence about a page; empty for an image with one page.
    var pagePrefix: String { map { "page \($0): " } ?? "" }
}

/// The lines about an action: whether it would be done, was done, or was left out, and its values.
struct ActionRows {
    struct Row {
        let label: String
        let value: String
        let role: Style.Role?
    }

    private(set) var rows: [Row] = []

    /// Without an outcome: the action was not tried. The decision is the verdict on its links, if it has any.
    init(_ action: Action, _ outcome: Outcome?, linkDecision decision: Decision?) {
        add(action, outcome, decision)
        if outcome == nil, action.requiresConfirmation { add("asks", Self.requirement, .warning) }
    }

    /// Why an action needs confirmation, whatever the policy allows.
    static let requirement = "its rule requires confirmation"

    private mutating func add(_ action: Action, _ outcome: Outcome?, _ decision: Decision?) {
        let name = action.name
        if let outcome, outcome.wasLeftOut {
            // Its values do not apply.
            let isSkipped = outcome.status == .skipped
            add(name, "\(isSkipped ? "skipped" : "not needed"): \(outcome.message)", isSkipped ? .error : nil)
            return
        }
        // An alternative is done only where the action before it is not.
        let isOtherwise = outcome == nil && action.isOtherwise
        let isCertain = !isOtherwise && (outcome != nil || action.awaitedResults.isEmpty)
        if action.refuses, isCertain, let message = action["message"] {
            add("refused", message.description, .error)
            guard let outcome, outcome.status != .done else { return }
            add(outcome)
            return
        }
        let services = Self.services(of: action)
        let values = services.first ?? Self.values(of: action)
        let waits =
            action.awaitedResults.isEmpty
            ? nil : "for the results of '\(action.awaitedResults.joined(separator: "', '"))'"
        let label = isOtherwise ? "otherwise" : name
        if outcome == nil, values.isEmpty, let waits {
            add(label, isOtherwise ? "\(name) waits \(waits)" : "waits \(waits)")
            return
        }
        var words = [values]
        if isOtherwise {
            words.insert(name, at: 0)
        } else if outcome == nil {
            let intention = Self.intention(name)
            let isNever = action.problem != nil || decision == .deny
            words.insert(isNever ? intention.replacing("would ", with: "would not ") : intention, at: 0)
        }
        let role: Style.Role? = action.url == nil ? nil : .link
        add(label, words.filter { !$0.isEmpty }.joined(separator: " "), role)
        for service in services.dropFirst() { add("or", service, role) }
        if let waits { add("waits", waits) }
        if let outcome { add(outcome) }
    }

    private mutating func add(_ label: String, _ value: String, _ role: Style.Role? = nil) {
        rows.append(Row(label: label, value: value, role: role))
    }

    private mutating func add(_ outcome: Outcome) {
        let role: Style.Role = outcome.status == .done ? .success : outcome.status == .kept ? .warning : .error
        add(outcome.status.rawValue, outcome.message, role)
    }

    /// The services that are asked one after the other, each with its URL; empty where there are none.
    private static func services(of action: Action) -> [String] {
        var services: [String] = []
        for place in 0..<ServiceParameter.mostServices {
            guard let service = action[ServiceParameter.service.name(at: place)] else { break }
            let url = action[ServiceParameter.url.name(at: place)]
            services.append([service.description, url?.description].compactMap(\.self).joined(separator: " "))
        }
        return services
    }

    /// The values of the parameters on one line, with their names where there are several.
    private static func values(of action: Action) -> String {
        let hasNames = action.arguments.count > 1
        return action.arguments.map { argument in
            // What is sent, byte for byte.
            if argument.name == "json" {
                return "json=\(String(decoding: argument.value.jsonBytes, as: UTF8.self))"
            }
            guard case .fields(let fields) = argument.value else {
                return hasNames ? "\(argument.name)=\(argument.value)" : argument.value.description
            }
            // An empty field says nothing to a person.
            return fields.filter { $0.value.description != "" }.map { field in
                "\(hasNames ? "\(argument.name)." : "")\(field.name)=\(field.value)"
            }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What an action would do, in words; empty for one that changes nothing.
    static func intention(_ action: String) -> String {
        switch action {
        case "emit", ActionSignature.refuse: ""
        case ActionSignature.openURL: "would open"
        case "copy": "would copy"
        case "notify": "would show"
        case "sound": "would play"
        case "run-program": "would run"
        case "connect-wifi": "would join"
        case "save-contact", "save-event": "would save"
        case "lookup": "would ask"
        case "http-request", "publish": "would send"
        case "record": "would record"
        case "set": "would set"
        case "count": "would count"
        // An action of a plugin.
        default: "would be done"
        }
    }
}
