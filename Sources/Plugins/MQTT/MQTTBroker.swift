internal import BeelineContent
package import BeelineSupport

/// The address of an MQTT broker, with the user.
///
///     let broker = try MQTTBroker("mqtts://till:hunter2@broker.example")
///     broker.name   // "mqtts://broker.example:8883"
package struct MQTTBroker: Hashable, Sendable {
    package var host: String
    package var port: UInt16
    /// Whether the connection uses TLS, with a checked certificate.
    package var isEncrypted: Bool
    package var user: String?
    package var password: String?
    /// A PEM file with the authorities whose certificates are trusted. Nil, the default: those of the system.
    package var authorities: String?

    /// The broker of a URL without topic and fragment.
    package init(_ url: String) throws(MQTTURL.Malformed) {
        let parts = try MQTTURL(url)
        guard parts.topic == nil, parts.fragment == nil else { throw .withTopic }
        self = parts.broker
    }

    fileprivate init(_ place: HostAndPort, isEncrypted: Bool) {
        (host, self.isEncrypted) = (place.host, isEncrypted)
        port = place.port ?? (isEncrypted ? 8883 : 1883)
    }

    /// The name in messages and output, without user and password.
    package var name: String { "\(isEncrypted ? "mqtts" : "mqtt")://\(HostAndPort(host: host, port: port))" }
}

/// A URL of a broker, and of a topic there: `mqtt://[USER[:PASSWORD]@]HOST[:PORT][/TOPIC][#FRAGMENT]`. The topic and
/// the fragment are percent-encoded: a `#` of the topic is written `%23`, except for one that ends the URL.
package struct MQTTURL: Hashable, Sendable {
    package let broker: MQTTBroker
    /// The URL without user and password.
    package let name: String
    /// Nil where there is none.
    package let topic: String?
    package let fragment: String?

    package init(_ url: String) throws(Malformed) {
        let isEncrypted: Bool
        var rest: Substring
        if let behind = Self.behind("mqtt://", in: url) {
            (rest, isEncrypted) = (behind, false)
        } else if let behind = Self.behind("mqtts://", in: url) {
            (rest, isEncrypted) = (behind, true)
        } else {
            throw .otherScheme
        }
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") } ?? rest.endIndex
        var authority = rest[..<end]
        rest = rest[end...]
        var user: String?
        var password: String?
        // The last one, as a password may contain others.
        if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
            let words = authority[..<at].utf8.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            user = try Self.decoded(words[0])
            password = try words.count == 2 ? Self.decoded(words[1]) : nil
            authority = authority[authority.utf8.index(after: at)...]
        }
        let place: HostAndPort
        do throws(HostAndPort.Malformed) { place = try HostAndPort(authority) } catch { throw .badPlace(error) }
        guard !place.host.isEmpty else { throw .noHost }
        var broker = MQTTBroker(place, isEncrypted: isEncrypted)
        (broker.user, broker.password) = (user, password)
        self.broker = broker
        name = broker.name + rest

        // An empty fragment means nothing, so a final wildcard need not be encoded.
        let endsInWildcard = rest.utf8.elementsEqual("/#".utf8) || rest.hasSuffix("/#")
        let mark = endsInWildcard ? nil : rest.utf8.firstIndex(of: UInt8(ascii: "#"))
        let path = rest[..<(mark ?? rest.endIndex)].utf8.dropFirst()
        topic = try path.isEmpty ? nil : Self.decoded(path)
        if let mark {
            guard path.last != UInt8(ascii: "/") else { throw .bareWildcard }
            fragment = try Self.decoded(rest[rest.utf8.index(after: mark)...].utf8)
        } else {
            fragment = nil
        }
    }

    private static func behind(_ scheme: String, in url: String) -> Substring? {
        guard url.utf8.count >= scheme.utf8.count else { return nil }
        let end = url.utf8.index(url.startIndex, offsetBy: scheme.utf8.count)
        return url[..<end].lowercased() == scheme ? url[end...] : nil
    }

    private static func decoded(_ part: some Sequence<UInt8>) throws(Malformed) -> String {
        let bytes = PercentEncoding.bytes(Array(part)[...])
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }

    /// Why a URL is not one of a broker. No text cites the URL, which may contain a password.
    package enum Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        case otherScheme
        case badPlace(HostAndPort.Malformed)
        case noHost
        case notText
        case withTopic
        case bareWildcard

        package var description: String {
            switch self {
            case .otherScheme: "a broker must be written mqtt://HOST or mqtts://HOST"
            case .badPlace(let problem): problem.description
            case .noHost: "it has no host"
            case .notText: "its percent-encoding is not UTF-8 text"
            case .withTopic: "a broker ends with its host and port; give the topic separately"
            case .bareWildcard: "write %23 for a '#' of the topic that is not at its end"
            }
        }
    }
}

/// Checks MQTT topics (MQTT 3.1.1, section 4.7).
package enum MQTTTopic {
    /// Why messages cannot be sent to a topic; nil when they can.
    package static func problem(publishing topic: String) -> String? {
        if let problem = basicProblem(topic) { return problem }
        return topic.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
            ? "a topic for sending must not have + or #" : nil
    }

    /// Why a filter is not valid; nil when it is. A level may be `+`, and the last one `#`.
    package static func problem(subscribing filter: String) -> String? {
        if let problem = basicProblem(filter) { return problem }
        let levels = filter.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() where level.count > 1 || index < levels.count - 1 {
            let isWildcard = level.elementsEqual("+".utf8)
            if level.contains(UInt8(ascii: "#")) { return "# must be the whole last level of a topic" }
            if !isWildcard, level.contains(UInt8(ascii: "+")) { return "+ must be a whole level of a topic" }
        }
        return nil
    }

    private static func basicProblem(_ topic: String) -> String? {
        if topic.isEmpty { return "the topic is empty" }
        if topic.utf8.count > 65_535 { return "the topic is longer than 65535 bytes" }
        return topic.utf8.contains(0) ? "the topic has a NUL in it" : nil
    }
}
