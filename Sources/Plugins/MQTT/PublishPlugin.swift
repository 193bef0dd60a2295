package import BeelineActions
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// `publish`: sends a message to a topic of an MQTT broker, such as for home automation. A code cannot choose the
/// broker or the topic, as a message is a command to its subscribers. The connection is kept between actions.
package struct PublishPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "publish", summary: "Sends a message to a topic of an MQTT broker.",
        parameters: [
            .init(
                "broker", .text, freedom: .fixed,
                summary: "The broker: mqtt://HOST[:PORT], or mqtts://HOST[:PORT] for an encrypted connection."),
            .init("user", .secret, isRequired: false, summary: "The user's name at the broker."),
            .init("password", .secret, isRequired: false, summary: "The user's password: \"{secret.NAME}\"."),
            .init(
                "topic", .text, freedom: .topic,
                summary:
                    "Where the message goes: \"shop/till\", or a topic for each source: \"gate/{scan.source|desk}\"."),
            .init(
                "json", .json, isRequired: false,
                summary: "The message as a JSON object; a value that is only {name} keeps its type, or is left out."),
            .init("text", .text, isRequired: false, summary: "The message as plain text, instead of json."),
            .init(
                "retain", .text, isRequired: false, freedom: .choice(["true", "false"]),
                summary: "`true`: the broker stores it for later subscribers. Default: false."),
            .init(
                "qos", .text, isRequired: false, freedom: .choice(MQTTQuality.allCases.map(\.name)),
                summary: "0: at most once; 1: at least once; 2: exactly once. Default: 1."),
            .init(
                "discovery", .text, isRequired: false, freedom: .fixed,
                summary: "The id of the sensor that Home Assistant creates for the topic: \"till\"."),
        ],
        effects: [.network],
        check: ArgumentCheck { written in
            if let url = written.texts["broker"], let problem = Self.broker(url).problem {
                return .init(problem.description, parameter: "broker")
            }
            if let topic = written.texts["topic"], let problem = MQTTTopic.problem(publishing: topic) {
                return .init(problem, parameter: "topic")
            }
            if let id = written.texts["discovery"], !HomeAssistantSensor.isID(id) {
                return .init(ActionProblem.badID(id).description, parameter: "discovery")
            }
            if written.parameters.contains("password"), !written.parameters.contains("user") {
                return .init(ActionProblem.noUser.description, parameter: "password")
            }
            return switch written.parameters.intersection(["json", "text"]).count {
            case 0: .init(ActionProblem.noMessage.description)
            case 1: nil
            default: .init(ActionProblem.twoMessages.description)
            }
        })

    private let timeLimit: Duration
    private let publishers: MQTTPublishers

    package init() { self.init(timeLimit: .seconds(15)) }

    init(timeLimit: Duration) { (self.timeLimit, publishers) = (timeLimit, MQTTPublishers()) }

    package func timeLimit(for action: Action) -> Duration? { timeLimit + .seconds(5) }

    package func end() async { publishers.end() }

    /// - Throws: `ActionProblem`, which never cites user or password; `CancellationError`.
    package func perform(_ action: Action) async throws -> ActionResult {
        guard let url = Self.text(action["broker"]), let topic = Self.text(action["topic"]) else {
            throw ActionProblem("it has no broker or no topic")
        }
        var broker: MQTTBroker
        switch Self.broker(url) {
        case .success(let known): broker = known
        case .failure(let problem): throw problem
        }
        (broker.user, broker.password) = (try Self.secret(action["user"]), try Self.secret(action["password"]))
        guard broker.password == nil || broker.user != nil else { throw ActionProblem.noUser }
        if let problem = MQTTTopic.problem(publishing: topic) { throw ActionProblem(problem) }
        let fields: [Action.Argument]? = if case .fields(let fields)? = action["json"] { fields } else { nil }
        let message = MQTTMessage(
            topic: topic, payload: try Self.payload(fields, Self.text(action["text"])),
            isRetained: Self.text(action["retain"]) == "true")
        let sensor = try Self.text(action["discovery"]).map { id in
            guard HomeAssistantSensor.isID(id) else { throw ActionProblem.badID(id) }
            return HomeAssistantSensor(id: id, topic: topic, fields: fields?.map(\.name))
        }
        let quality = Self.text(action["qos"]).flatMap(MQTTQuality.init(name:)) ?? .atLeastOnce
        do {
            try await publishers.publisher(for: broker).send(
                MQTTPublisher.Request(
                    message: message, quality: quality, announcement: sensor?.announcement, deadline: .now + timeLimit))
        } catch let error as MQTTError {
            throw ActionProblem("\(broker.name): \(error)", mayPass: error.mayPass)
        }
        return ActionResult(message: "published to \(topic)")
    }

    private static func payload(_ fields: [Action.Argument]?, _ text: String?) throws(ActionProblem) -> [UInt8] {
        let payload: [UInt8]
        switch (fields, text) {
        case (let fields?, nil): payload = ActionValue.fields(fields).jsonBytes
        case (nil, let text?): payload = Array(text.utf8)
        case (nil, nil): throw .noMessage
        case (_?, _?): throw .twoMessages
        }
        guard payload.count <= MQTTConnection.longestPayload else { throw .tooLongMessage }
        return payload
    }

    /// Reads the URL of a broker, without a user: a password does not belong into a rule.
    private static func broker(_ url: String) -> Result<MQTTBroker, ActionProblem> {
        do throws(MQTTURL.Malformed) {
            let broker = try MQTTBroker(url)
            return broker.user == nil ? .success(broker) : .failure(.userInBroker)
        } catch {
            return .failure(ActionProblem(error.description))
        }
    }

    private static func text(_ value: ActionValue?) -> String? {
        if case .text(let text)? = value { text } else { nil }
    }

    private static func secret(_ value: ActionValue?) throws -> String? {
        if case .withSecrets(let parts)? = value {
            // Known secrets are filled in by now.
            for case .secret(let name) in parts { throw MissingSecret(name: name) }
        }
        return text(value).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Result where Failure == ActionProblem {
    fileprivate var problem: ActionProblem? {
        if case .failure(let problem) = self { problem } else { nil }
    }
}

extension MQTTQuality {
    /// As rules write it: `0`, `1` or `2`.
    var name: String { String(rawValue) }

    init?(name: String) { self.init(rawValue: Int32(name) ?? -1) }
}

/// A sensor of Home Assistant that shows the last message of a topic; Home Assistant adds it by itself when it gets the
/// announcement (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery). It is a sensor and no `tag` scanner:
/// for a tag scanner, Home Assistant creates a tag for every code.
struct HomeAssistantSensor: Hashable, Sendable {
    let id: String
    /// Its topic.
    let topic: String
    /// The member names of its messages, where these are JSON objects.
    let fields: [String]?

    /// Whether a text is a valid id for discovery: letters, digits, `_` and `-`.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0) }
    }

    /// The member that the sensor shows: `text` where there is one, else the first.
    private var member: String? { fields.flatMap { $0.contains("text") ? "text" : $0.first } }

    /// The message that announces the sensor to Home Assistant. It is retained, so that a restart does not forget it.
    var announcement: MQTTMessage {
        var json = JSONWriter()
        json.object { json in
            json.member("name", id)
            json.member("unique_id", "beeline_\(id)")
            json.member("state_topic", topic)
            // The same code twice is an update, too.
            json.member("force_update", true)
            json.member("icon", "mdi:barcode-scan")
            if let member {
                // A state has at most 255 characters; a longer one is invalid. The member's name is a string of Jinja.
                let name = member.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
                json.member("value_template", "{{ (value_json['\(name)'] | string)[:255] }}")
                json.member("json_attributes_topic", topic)
            } else {
                json.member("value_template", "{{ value[:255] }}")
            }
            json.object("device") { json in
                json.array("identifiers") { $0.value("beeline") }
                json.member("name", "Beeline")
            }
        }
        return MQTTMessage(topic: "homeassistant/sensor/\(id)/config", payload: json.bytes, isRetained: true)
    }
}

extension ActionProblem {
    fileprivate static let noMessage = ActionProblem("the message is missing; give it in 'json' or 'text'")
    fileprivate static let twoMessages = ActionProblem("it has both 'json' and 'text'; leave one of them out")
    fileprivate static let noUser = ActionProblem("a password needs a user: add \"user\"")
    fileprivate static let tooLongMessage = ActionProblem(
        "the message is longer than \(MQTTConnection.longestPayload) bytes")
    fileprivate static let userInBroker = ActionProblem(
        "give user and password separately: \"user\": \"…\", \"password\": \"{secret.NAME}\"")

    fileprivate static func badID(_ id: String) -> ActionProblem {
        ActionProblem("the id for Home Assistant must be up to 64 letters, digits, '_' and '-': '\(id)'")
    }
}
