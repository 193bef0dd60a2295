import Beeline
import BeelineSymbols

/// What people read of an action: whether it would be done, was done, or was left out, and with what.
struct ActionRows {
    struct Row {
        let label: String
        let value: String
        let role: Style.Role?
    }

    private(set) var rows: [Row] = []

    /// - Parameters:
    ///   - outcome: the result of it; nil where it was not tried.
    ///   - decision: what to think of its links; nil where it has none.
    init(_ action: borrowing Action, _ outcome: Outcome?, linkDecision decision: Decision?) {
        add(action, outcome, decision)
        if outcome == nil, action.asks { add("asks", Self.requirement, .warning) }
    }

    /// Why the user is asked about an action, whatever the policy allows.
    static let requirement = "its rule requires confirmation"

    private mutating func add(_ action: borrowing Action, _ outcome: Outcome?, _ decision: Decision?) {
        let name = action.name
        if let outcome, outcome.wasLeftOut {
            // What it would have said is not so.
            let isSkipped = outcome.status == .skipped
            add(name, "\(isSkipped ? "skipped" : "not needed"): \(outcome.message)", isSkipped ? .error : nil)
            return
        }
        // What is in for another action is done only where that one is not.
        let isOtherwise = outcome == nil && action.isOtherwise
        let isCertain = !isOtherwise && (outcome != nil || action.needs.isEmpty)
        if action.refuses, isCertain, let message = action["message"] {
            add("refused", message.description, .error)
            guard let outcome, outcome.status != .done else { return }
            add(outcome)
            return
        }
        let services = Self.services(of: action)
        let values = services.first ?? Self.values(of: action)
        let waits = action.needs.isEmpty ? nil : "for the results of '\(action.needs.joined(separator: "', '"))'"
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
        add(outcome.status.rawValue, outcome.message, outcome.status == .done ? .success : .error)
    }

    /// The services that are asked one after the other, each with its URL; empty where none are. How they are asked is
    /// in their descriptions for all codes alike.
    private static func services(of action: borrowing Action) -> [String] {
        var services: [String] = []
        for place in 0..<ServiceParameter.mostServices {
            guard let service = action[ServiceParameter.service.name(at: place)] else { break }
            let url = action[ServiceParameter.url.name(at: place)]
            services.append([service.description, url?.description].compactMap(\.self).joined(separator: " "))
        }
        return services
    }

    /// The values of the parameters on one line, with their names where there are several.
    private static func values(of action: borrowing Action) -> String {
        var values: [(name: String, value: ActionValue)] = []
        action.forEachArgument { name, value in values.append((name, value)) }
        let hasNames = values.count > 1
        return values.map { name, value in
            guard case .fields(let fields) = value else {
                return hasNames ? "\(name)=\(value)" : value.description
            }
            // An empty field says nothing to a person.
            return fields.filter { $0.value.description != "" }.map { field in
                "\(hasNames ? "\(name)." : "")\(field.name)=\(field.value)"
            }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What is said of an action that was not performed; empty for one that changes nothing.
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
