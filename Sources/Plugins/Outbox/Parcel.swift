internal import BeelineContent
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// An action that is kept to be sent. Times are in milliseconds since 1970.
package struct Parcel: Sendable {
    /// Its number in the outbox; 0 for one that is not in it.
    package let id: Int
    /// The same for all attempts.
    let key: String
    /// What is sent to one destination is sent in order.
    package let destination: String
    /// With the names of the user's secrets instead of these.
    package let action: Action
    package let since: Int
    package let until: Int
    package internal(set) var attempts = 0
    /// When it may be sent again.
    package internal(set) var next: Int
    /// Why it was not sent last.
    package internal(set) var reason: String?
    /// Whether it will not be sent.
    package internal(set) var isGivenUp = false

    init(_ action: Action, since: Int, for period: Duration, scan: String?) {
        id = 0
        self.action = action
        destination = Self.destination(of: action)
        (self.since, next) = (since, since)
        until = since + Int(period / .milliseconds(1))
        // A scan that is run again after a crash must not send what it has sent.
        let random = { (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined() }
        let text = "\(scan ?? random())\n\(action.rule)\n\(action.name)\n" + Self.text(of: action.arguments)
        key = SHA256.hash(Array(text.utf8)).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// The host and port of a URL, the URL of a broker, or else the name of the action.
    private static func destination(of action: Action) -> String {
        if let url = action.url, let address = WebAddress(absoluteURL: url) {
            return "\(address.hostName):\(address.port ?? (address.scheme == "http" ? 80 : 443))"
        }
        if case .text(let broker)? = action["broker"] { return broker }
        return action.name
    }

    /// The texts of the columns, in their order.
    var values: [SQLiteValue] {
        [
            SQLiteValue(id), .text(key), .text(destination), .text(action.name), .text(action.rule),
            .text(Self.text(of: action.arguments)), SQLiteValue(since), SQLiteValue(until), SQLiteValue(attempts),
            SQLiteValue(next), SQLiteValue(reason), SQLiteValue(isGivenUp ? 1 : 0),
        ]
    }

    /// Nil for a row that no Beeline has written.
    init?(_ row: borrowing SQLiteStatement.Row) {
        guard let id = row.integer(0), let key = row.text(1), let destination = row.text(2), let name = row.text(3),
            let rule = row.text(4), let since = row.integer(6), let until = row.integer(7),
            let attempts = row.integer(8), let next = row.integer(9), let isGivenUp = row.integer(11),
            let json = row.text(5).flatMap({ try? JSONValue(parsing: Array($0.utf8)) }),
            let arguments = Self.arguments(json)
        else { return nil }
        (self.id, self.key, self.destination) = (id, key, destination)
        action = Action(name: name, rule: rule, arguments: arguments)
        (self.since, self.until, self.attempts, self.next) = (since, until, attempts, next)
        (reason, self.isGivenUp) = (row.text(10), isGivenUp != 0)
    }
}

// The arguments as JSON, each value under the name of its type: `[["url",{"url":"https://…"},false]]`. The last member
// says that it is secret, so that no list shows it.
extension Parcel {
    fileprivate static func text(of arguments: [Action.Argument]) -> String {
        JSONWriter.text(json(arguments))
    }

    private static func json(_ arguments: [Action.Argument]) -> JSONValue {
        .array(arguments.map { .array([.string($0.name), json($0.value), .boolean($0.isSecret)]) })
    }

    private static func json(_ value: ActionValue) -> JSONValue {
        switch value {
        case .text(let text): ["text": .string(text)]
        case .url(let url): ["url": .string(url)]
        case .number(let number): ["number": .string(number.description)]
        case .boolean(let truth): .boolean(truth)
        case .null: .null
        case .list(let elements): ["list": .array(elements.map { json($0.actionValue) })]
        case .array(let elements): ["array": .array(elements.map(json))]
        case .fields(let fields): ["fields": json(fields)]
        case .withSecrets(let parts):
            [
                "parts": .array(
                    parts.map { part -> JSONValue in
                        switch part {
                        case .text(let text): ["text": .string(text)]
                        case .secret(let name): ["secret": .string(name)]
                        }
                    })
            ]
        }
    }

    private static func arguments(_ json: JSONValue) -> [Action.Argument]? {
        all(json.array) { argument in
            guard let parts = argument.array, parts.count == 3, let name = parts[0].string,
                let value = value(parts[1]), case .boolean(let isSecret) = parts[2]
            else { return nil }
            return Action.Argument(name: name, value: value, isSecret: isSecret)
        }
    }

    private static func value(_ json: JSONValue) -> ActionValue? {
        switch json {
        case .null: return .null
        case .boolean(let truth): return .boolean(truth)
        default: break
        }
        if let text = json["text"]?.string { return .text(text) }
        if let url = json["url"]?.string { return .url(url) }
        if let number = json["number"]?.string { return DecimalNumber(number).map(ActionValue.number) }
        if let list = json["list"] { return all(list.array) { value($0)?.fieldValue }.map(ActionValue.list) }
        if let array = json["array"] { return all(array.array, value).map(ActionValue.array) }
        if let fields = json["fields"] { return arguments(fields).map(ActionValue.fields) }
        let parts = all(json["parts"]?.array) { part -> ActionValue.SecretPart? in
            part["text"]?.string.map { .text($0) } ?? part["secret"]?.string.map { .secret($0) }
        }
        return parts.map(ActionValue.withSecrets)
    }

    /// Nil where one of the elements is nil.
    private static func all<Value>(_ elements: [JSONValue]?, _ make: (JSONValue) -> Value?) -> [Value]? {
        guard let elements else { return nil }
        let made = elements.compactMap(make)
        return made.count == elements.count ? made : nil
    }
}
