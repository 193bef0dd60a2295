internal import BeelineActions
internal import BeelineContent
package import BeelinePlugins
internal import BeelineRules
internal import BeelineSupport

/// What a person reads of a code at a glance: what became of it, and the line that says what it is.
///
/// CSV and the page take both from here. The page has the words for them in several languages.
package struct Summary: Sendable {
    /// What became of a code, from the most serious to the least.
    package enum State: String, CaseIterable, Sendable {
        /// An action that its rule needs was not done.
        case failed
        /// A rule refuses it, the policy or a person refused an action, or its link is never opened.
        case refused
        /// A person should look at it: its link is doubtful, it has a warning, or it has expired.
        case caution
        /// An action is kept until it can be sent.
        case kept
        case ok
        /// It is read, and nothing was done.
        case info
        /// No rule matched.
        case none
    }

    /// The line that says what was scanned.
    package enum Headline: Hashable, Sendable {
        /// What a rule or a service says of it.
        case said(String)
        /// When it has expired, by a rule that says so.
        case expired(String)
        /// The field that names it best.
        case field(String, FieldValue)
        case place(latitude: FieldValue, longitude: FieldValue)
        /// The title of the rule, for a code that is not for people.
        case rule(id: String, title: String?)
        /// The code itself; nil for bytes.
        case code(String?)
    }

    package let state: State
    /// Whether something was done, other than to show what the code says.
    package let isDone: Bool
    package let headline: Headline
    /// The title of the rule that matched.
    private let title: String?

    package init(_ result: CodeResult) {
        let told = Self.told(of: result)
        let expired = told.first { $0.name == "expired" && !$0.value.description.isEmpty }?.value.description
        isDone = result.outcomes?.contains { $0.status == .done && $0.action.name != "emit" } ?? false
        state = Self.state(of: result, hasExpired: expired != nil)
        headline = Self.headline(of: result, told, expired: expired)
        title = result.resolution.rule?.title
    }

    private static func state(of result: CodeResult, hasExpired: Bool) -> State {
        let tried = (result.outcomes ?? []).map { ($0.action.name, $0.status, $0.action.isOptional) }
        let state = State(
            of: tried, isRefused: result.refusal != nil, decision: decision(of: result),
            isDoubtful: hasExpired || !result.resolution.reading.warnings.isEmpty)
        if let state { return state }
        guard result.resolution.isMatched else {
            return result.actions.contains { $0.action.name == "emit" && isKnown($0.action, $0.outcome) }
                ? .info : .none
        }
        return tried.contains { $0.1 == .done && !$0.2 } ? .ok : .info
    }

    /// The strictest verdict on the links of the code and of its actions. Where a rule asks, it is at least `ask` until
    /// the action is done.
    private static func decision(of result: CodeResult) -> Decision? {
        result.actions.reduce(result.resolution.linkVerdict?.decision) { strictest, present in
            guard let verdict = present.action.shownLinkVerdict else { return strictest }
            let asks = present.action.requiresConfirmation && present.outcome?.status != .done
            return max(strictest ?? .allow, verdict.decision, asks ? .ask : .allow)
        }
    }

    /// Whether what an action says is known: it does not wait for the results of others, nor is it in for another one
    /// that may be done.
    private static func isKnown(_ action: Action, _ outcome: Outcome?) -> Bool {
        if let outcome { return !outcome.wasLeftOut }
        return action.awaitedResults.isEmpty && !action.isOtherwise && action.problem == nil
    }

    /// What rules and services say of a code, each field once: the last value counts.
    private static func told(of result: CodeResult) -> [Action.Argument] {
        var told: [Action.Argument] = []
        for (action, outcome) in result.actions where isKnown(action, outcome) {
            var fields: [Action.Argument] = []
            if case .fields(let own)? = action["fields"] { fields = own }
            for field in fields + (outcome?.results ?? []) {
                if let place = told.firstIndex(where: { $0.name == field.name }) {
                    told[place] = field
                } else {
                    told.append(field)
                }
            }
        }
        return told
    }

    private static func headline(
        of result: CodeResult, _ told: [Action.Argument], expired: String?
    ) -> Headline {
        let named = ["message", "title", "name"].compactMap { name in told.first { $0.name == name }?.value.words }
        if let words = ([result.refusal].compactMap(\.self) + named).first(where: { !$0.isEmpty }) {
            return .said(words)
        }
        if let expired { return .expired(expired) }
        let resolution = result.resolution
        let (kind, fields) = (resolution.kindName, result.shownGivenFields + result.shownFields(includesParts: true))
        func field(_ name: String) -> FieldValue? {
            fields.first { $0.name == name && !$0.value.description.isEmpty }?.value
        }
        for name in best[kind] ?? [] {
            if let value = field(name) { return .field(name, value) }
        }
        if kind == Kind.geo.rawValue, let latitude = field("latitude"), let longitude = field("longitude") {
            return .place(latitude: latitude, longitude: longitude)
        }
        // A kind of a rule file, such as a ticket: what its rule says first of it.
        if best[kind] == nil, kind != Kind.text.rawValue,
            let first = told.lazy.compactMap(\.value.word).first(where: { !$0.isEmpty })
        {
            return .said(first)
        }
        if kind == Kind.json.rawValue, let rule = resolution.rule { return .rule(id: rule.id, title: rule.title) }
        return .code(resolution.symbol.text)
    }

    /// The fields that name a thing best, by kind; all others are named by what the code says.
    private static let best: [String: [String]] = [
        "isbn": ["hyphenated", "isbn13"], "ismn": ["hyphenated", "ismn"], "issn": ["issn"],
        "product": ["gtin13", "gtin12", "gtin8", "gtin14"], "gs1": ["gtin13", "gtin14", "sscc", "bracketed"],
        "url": ["host"], "wifi": ["ssid"], "contact": ["name", "organization"], "event": ["summary"],
        "email": ["email"], "phone": ["phone"], "sms": ["phones"], "geo": ["label"],
        "otp": ["issuer", "accountName"], "payment": ["payee", "iban"], "boardingPass": ["flight", "name"],
        "vin": ["vin"], "parcel": ["number"], "medicine": ["number"], "driverLicense": ["name"],
        "paymentSlip": ["payee"], "libraryLabel": ["number"],
    ]
}

extension ActionValue {
    /// The text, where it is one.
    fileprivate var words: String? {
        switch self {
        case .text(let text), .url(let text): text
        default: nil
        }
    }

    /// A single value in words.
    fileprivate var word: String? {
        switch self {
        case .text, .url, .number, .boolean, .withSecrets: description
        case .list, .fields, .array, .null: nil
        }
    }
}

extension Summary.State {
    /// What became of a recorded scan.
    package init(of entry: HistoryEntry) {
        let tried = entry.outcomes.compactMap { outcome in
            Outcome.Status(rawValue: outcome.status).map { (outcome.action, $0, false) }
        }
        self = Self(of: tried, isRefused: tried.contains { $0.0 == "refuse" && $0.1 == .done }) ?? .info
    }

    /// What tried actions lead to, each with whether it is optional, and the verdict on links; nil where nothing was done
    /// and nothing is wrong.
    fileprivate init?(
        of outcomes: [(action: String, status: Outcome.Status, isOptional: Bool)], isRefused: Bool,
        decision: Decision? = nil, isDoubtful: Bool = false
    ) {
        // A link that the desk must not or cannot open by itself is not a failure: the person opens it.
        let tried = outcomes.filter { $0.action != ActionSignature.openURL }
        if isRefused {
            self = .refused
        } else if tried.contains(where: { [.failed, .timedOut].contains($0.status) && !$0.isOptional }) {
            self = .failed
        } else if decision == .deny || tried.contains(where: { $0.status == .notAllowed }) {
            self = .refused
        } else if decision == .ask || isDoubtful {
            self = .caution
        } else if tried.contains(where: { $0.status == .kept }) {
            self = .kept
        } else if outcomes.contains(where: { $0.status == .done && $0.action != "emit" }) {
            self = .ok
        } else {
            return nil
        }
    }
}

extension Summary {
    /// The headline in English; empty for bytes.
    package var text: String {
        switch headline {
        case .said(let text): text
        case .expired(let date): "Expired \(date)"
        case .field(_, let value): value.description
        case .place(let latitude, let longitude): "\(latitude), \(longitude)"
        case .rule(let id, let title): title ?? id
        case .code(let text): text ?? ""
        }
    }

    /// Writes the member `summary` of a result.
    func write(to json: inout JSONWriter) {
        json.object("summary") { json in
            json.member("state", state.rawValue)
            if isDone { json.member("done", true) }
            if let title { json.member("title", title) }
            json.object("headline") { json in
                switch headline {
                case .said(let text): json.member("said", text)
                case .expired(let date): json.member("expired", date)
                case .field(let name, let value):
                    json.member("field", name)
                    json.name("value")
                    value.write(to: &json)
                case .place(let latitude, let longitude):
                    json.name("latitude")
                    latitude.write(to: &json)
                    json.name("longitude")
                    longitude.write(to: &json)
                case .rule(let id, let title):
                    json.member("rule", id)
                    if let title { json.member("title", title) }
                case .code(let text):
                    if let text { json.member("code", text) }
                }
            }
        }
    }
}
