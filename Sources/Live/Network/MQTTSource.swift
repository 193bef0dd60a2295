internal import BeelinePlugins
internal import BeelineSupport
internal import BeelineSymbols

/// Codes that scanners send to a topic of an MQTT broker: `mqtt://broker.example/shop/+/code`. A message is the code,
/// or a JSON object that describes it. With a JSON Pointer behind a `#` it is any JSON, in which the pointer leads to
/// either: `mqtt://broker.example/shop/fx9600#/data/idHex`.
package struct MQTTSource: CodeSource {
    package let name: String
    var broker: MQTTBroker
    private let topic: String
    private let pointer: JSONPointer?

    /// How long the broker may take to answer.
    private static let patience = Duration.seconds(15)

    /// - Parameter url: `mqtt://[USER[:PASSWORD]@]HOST[:PORT]/TOPIC[#POINTER]`, or `mqtts://…`. The topic may have `+`
    ///   and `#`; other special characters are percent-encoded.
    package init(_ url: String) throws(SourceError) {
        let parts: MQTTURL
        do throws(MQTTURL.Malformed) { parts = try MQTTURL(url) } catch { throw .unusable(error.description) }
        guard let topic = parts.topic else {
            throw .unusable("the topic is missing: \(parts.broker.name)/TOPIC, or /%23 for all topics")
        }
        if let problem = MQTTTopic.problem(subscribing: topic) { throw .unusable(problem) }
        do throws(JSONPointer.Malformed) {
            pointer = try parts.fragment.map { (text) throws(JSONPointer.Malformed) in try JSONPointer(text) }
        } catch {
            throw .unusable("after the topic: \(error)")
        }
        (broker, self.topic) = (parts.broker, topic)
        name = parts.name
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        do throws(MQTTError) {
            let deadline = ContinuousClock.now + Self.patience
            let connection = try MQTTConnection(to: broker, until: deadline, stop: output.stopSignal)
            try connection.subscribe(to: topic, until: deadline, stop: output.stopSignal)
            output.reportConnection()
            while !output.isStopped, let message = try connection.message(stop: output.stopSignal) {
                // A retained message is an old scan.
                if !message.isRetained { take(message, output) }
            }
            connection.disconnect()
        } catch {
            guard !output.isStopped else { return }
            switch error {
            case .noLibrary, .notAuthorized, .refused, .topicRefused, .insecure: throw .unusable(error.description)
            case .outOfMemory, .notReached, .tooSlow: throw .lost(error.description)
            }
        }
    }

    private func take(_ message: MQTTMessage, _ output: SourceOutput) {
        do throws(SourceProblem) {
            // An empty message deletes a retained one.
            if let symbol = try ScannerMessage.symbol(message.payload, at: pointer, isTooLong: message.isTooLong) {
                output.send(symbol)
            }
        } catch {
            var problem = error
            problem.message = "\(message.topic): \(error.message)"
            output.report(problem)
        }
    }
}

/// Reads the message that a scanner sends for a code.
enum ScannerMessage {
    /// The code; nil for an empty message. A message that is a JSON object with `text` or `bytes` is read as `resolve
    /// --input json` reads it; any other is the code itself, without the line end that some send along. A pointer leads
    /// to the code in a message of JSON: a text, a whole number or such an object. Where `isTooLong`, the message was
    /// longer than the limit, and is missing.
    static func symbol(
        _ bytes: [UInt8], at pointer: JSONPointer?, isTooLong: Bool = false
    ) throws(SourceProblem) -> Symbol? {
        guard !isTooLong else {
            throw SourceProblem(
                code: "message-too-long",
                message: "a message is longer than \(MQTTConnection.longestPayload) bytes, and was skipped")
        }
        guard !bytes.isEmpty else { return nil }
        guard let pointer else {
            if let object = object(bytes) { return try symbol(object, bytes) }
            return ScannerLines.code(bytes[...])
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes, options: .allowDuplicateNames)
        } catch {
            throw SourceProblem(code: "bad-input", message: "not JSON: \(error.message)", inputBytes: bytes)
        }
        switch pointer.value(in: json) {
        case .string(let text)?: return ScannerLines.code(Array(text.utf8)[...])
        case .integer(let number)?: return ScannerLines.code(Array(String(number).utf8)[...])
        case .object(let members)?: return try symbol(.object(members), bytes)
        case nil, .null?:
            throw SourceProblem(
                code: "bad-input", message: "there is no value at the JSON Pointer of the source", inputBytes: bytes)
        case let other?:
            throw SourceProblem(
                code: "bad-input",
                message: "the value at the JSON Pointer of the source must be a text, not \(other.typeName)",
                inputBytes: bytes)
        }
    }

    private static func object(_ bytes: [UInt8]) -> JSONValue? {
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
            let json = try? JSONValue(parsing: bytes, options: .allowDuplicateNames),
            json["text"] != nil || json["bytes"] != nil
        else { return nil }
        return json
    }

    private static func symbol(_ object: JSONValue, _ bytes: [UInt8]) throws(SourceProblem) -> Symbol {
        do throws(SymbolFormatError) {
            return try Symbol(json: object).guessingText
        } catch {
            throw SourceProblem(code: "bad-input", message: "\(error)", inputBytes: bytes)
        }
    }
}

extension SourceProblem {
    /// A problem with input, with its beginning.
    init(code: String, message: String, inputBytes: some Collection<UInt8>) {
        self.init(
            code: code, message: message,
            input: String(decoding: inputBytes.prefix(1_000), as: UTF8.self).shortened(to: 200))
    }
}
