internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
package import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// The protocol of external plugins: a line of JSON for each request and each answer.
enum PluginProtocol {
    /// The most bytes of a request or an answer.
    static let longestLine = 1 << 20

    /// A request without its beginning, which has its number:
    /// `"action":"shout","rule":"loud","parameters":{"text":"hello"}}` and a line feed. The members always have this
    /// order, so that a script can read a line without a parser.
    static func rest(of action: Action, isSample: Bool, key: String? = nil) -> ArraySlice<UInt8> {
        JSONWriter.line { json in
            json.member("action", action.name)
            json.member("rule", action.rule)
            if isSample { json.member("sample", true) }
            json.member("idempotencyKey", key)
            json.name("parameters")
            action.arguments.write(to: &json)
        }.dropFirst()
    }

    static func append(_ number: Int, _ rest: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"version":1,"id":"#.utf8)
        bytes.append(contentsOf: String(number).utf8)
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: rest)
    }

    enum Line {
        case answer(Int, Result<ActionResult, ExternalPluginError>)
        /// Not an answer; with an excerpt.
        case nonsense(String)
    }

    /// Reads a line, without its line feed. The plugin is named in errors.
    static func line(_ bytes: ArraySlice<UInt8>, from plugin: String) -> Line {
        guard let json = try? JSONValue(parsing: bytes), let id = json["id"]?.integer else {
            return .nonsense(excerpt(bytes))
        }
        let message = json["message"]
        let status = json["status"]?.string
        guard status == "done" || status == "failed", message == nil || message == .null || message?.string != nil
        else {
            return .answer(id, .failure(.nonsense(plugin: plugin, said: excerpt(bytes))))
        }
        let words = cut(message?.string ?? "")
        if status == "failed" { return .answer(id, .failure(.failed(words, mayPass: json["retry"] == .boolean(true)))) }
        switch json["results"] {
        case nil, .null: return .answer(id, .success(ActionResult(message: words)))
        case .object(let members):
            var fields: [Action.Argument] = []
            for member in members where member.value != .null {
                guard let value = ActionValue(member.value) else {
                    return .answer(id, .failure(.nonsense(plugin: plugin, said: excerpt(bytes))))
                }
                fields.append(Action.Argument(name: member.name, value: value))
            }
            return .answer(id, .success(ActionResult(message: words, fields: fields)))
        case .some: return .answer(id, .failure(.nonsense(plugin: plugin, said: excerpt(bytes))))
        }
    }

    private static let longestMessage = 1000

    private static func cut(_ message: String) -> String {
        message.unicodeScalars.count <= longestMessage
            ? message : message.unicodeScalars.prefix(longestMessage).map(String.init).joined() + "…"
    }

    /// The beginning of a line, safe to be shown.
    static func excerpt(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self).withHiddenSpelledOut
        return bytes.count > 200 ? "\(text)…" : text
    }
}

extension ActionValue {
    /// A text, a number, a boolean, or a list of these, which may be empty; nil for any other value.
    fileprivate init?(_ json: JSONValue) {
        if case .array(let elements) = json, elements.isEmpty {
            self = .list([])
        } else if let value = json.fieldValue {
            self = value.actionValue
        } else {
            return nil
        }
    }
}

/// Splits the standard output of a plugin into lines.
struct PluginAnswers {
    /// The number of unexpected lines since its last answer.
    var unwanted = 0
    /// The beginning of an incomplete line.
    private var begun: [UInt8] = []

    private static let mostUnwanted = 1000

    /// Whether the plugin has written too much that is not an answer.
    var isHopeless: Bool { unwanted > Self.mostUnwanted || begun.count > PluginProtocol.longestLine }

    /// Takes bytes, and returns the complete lines.
    mutating func take(_ bytes: UnsafeRawBufferPointer, from plugin: String) -> [PluginProtocol.Line] {
        guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
            begun.append(contentsOf: bytes)
            return []
        }
        begun.append(contentsOf: bytes[..<last])
        let lines = begun.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            PluginProtocol.line($0, from: plugin)
        }
        begun = Array(bytes[(last + 1)...])
        return lines
    }
}

/// Shows the standard error of a plugin under its name, line by line: without the secrets that the plugin received,
/// shortened and made safe, and not too many lines a second.
package struct PluginStderr {
    /// Shows a line, which has no line feed.
    package typealias Show = @Sendable (String) -> Void

    private let name: String
    private let secrets: DisclosedSecrets
    private let show: Show
    private var line: [UInt8] = []
    private var isCut = false
    private var window = ContinuousClock.now
    private var shown = 0
    private var hidden = 0
    private var heard = 0

    /// The most bytes of a line that are shown.
    private static let longestLine = 500
    /// The most bytes of a line that are searched for secrets before it is cut.
    private static let longestHeard = 8192
    private static let mostLines = 50
    /// The most bytes that are read a second. A plugin that writes more has to wait.
    private static let mostBytes = 1 << 18

    init(name: String, secrets: DisclosedSecrets = DisclosedSecrets(), show: @escaping Show) {
        self.name = name
        self.secrets = secrets
        self.show = show
    }

    /// When to read again; nil: now.
    mutating func listensAgain(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if now - window >= .seconds(1) { startWindow(now) }
        return heard < Self.mostBytes ? nil : window + .seconds(1)
    }

    /// When to report the number of skipped lines at the latest; nil when there are none.
    var countsAgain: ContinuousClock.Instant? { hidden > 0 ? window + .seconds(1) : nil }

    private mutating func startWindow(_ now: ContinuousClock.Instant) {
        window = now
        heard = 0
        shown = 0
        tellHidden()
    }

    private mutating func tellHidden() {
        guard hidden > 0 else { return }
        show("\(name): … \(hidden) more \(hidden == 1 ? "line" : "lines")")
        hidden = 0
    }

    mutating func hear(_ bytes: UnsafeRawBufferPointer) {
        heard += bytes.count
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if line.count < Self.longestHeard {
                line.append(byte)
            } else {
                isCut = true
            }
        }
    }

    private mutating func endLine() {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = secrets.masked(String(decoding: line, as: UTF8.self))
        let isLong = isCut || text.utf8.count > Self.longestLine
        say(String(decoding: text.utf8.prefix(Self.longestLine), as: UTF8.self) + (isLong ? "…" : ""))
        line = []
        isCut = false
    }

    /// Shows a message about the plugin, with the same limits.
    mutating func say(_ text: String) {
        guard shown < Self.mostLines else {
            hidden += 1
            return
        }
        shown += 1
        show("\(name): \(secrets.masked(text).withHiddenSpelledOut)")
    }

    /// Shows what is left at the end.
    mutating func end() {
        if !line.isEmpty { endLine() }
        tellHidden()
    }

    /// Shows a line on the standard error of this program.
    static let standardError: Show = { line in
        // If standard error cannot be written, there is no place to report it.
        let text: TerminalText = "\(line)\n"
        try? writeAll(text.bytes, to: STDERR_FILENO, path: "standard error")
    }
}

package enum ExternalPluginError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The plugin says so, and perhaps that the action may be sent later.
    case failed(String, mayPass: Bool = false)
    case notStarted(plugin: String, ProgramError)
    case distrusted(plugin: String, String)
    case died(plugin: String, ProgramEnd)
    case hungUp(plugin: String)
    case noAnswer(plugin: String, limit: Duration)
    case stuck(plugin: String)
    case nonsense(plugin: String, said: String)
    case resting(plugin: String, Duration)
    case requestTooLong(plugin: String, limit: Int)
    case ended(plugin: String)

    package var mayPass: Bool {
        switch self {
        case .failed(_, let mayPass): mayPass
        case .died, .hungUp, .noAnswer, .stuck, .resting, .ended: true
        case .notStarted, .distrusted, .nonsense, .requestTooLong: false
        }
    }

    package var pause: Int? {
        if case .resting(_, let time) = self { max(1, Int(time.components.seconds)) } else { nil }
    }

    package var description: String {
        switch self {
        case .failed(let message, _): message.isEmpty ? "the plugin failed without a reason" : message
        case .notStarted(let plugin, let error): "the plugin \(plugin) was not started: \(error)"
        case .distrusted(let plugin, let reason): "the plugin \(plugin) was not started: \(reason)"
        case .died(let plugin, let end): "the plugin \(plugin) ended with \(end) before it answered"
        case .hungUp(let plugin): "the plugin \(plugin) closed its input or output before it answered"
        case .noAnswer(let plugin, let limit):
            "the plugin \(plugin) did not answer within \(limit); a program that buffers its output must flush it "
                + "after each answer"
        case .stuck(let plugin): "the plugin \(plugin) did not answer another request, and was ended"
        case .nonsense(let plugin, let said): "the plugin \(plugin) sent an invalid answer: \(said)"
        case .resting(let plugin, let time):
            "the plugin \(plugin) has ended too often; it is started again in \(max(1, time.components.seconds)) "
                + "seconds"
        case .requestTooLong(let plugin, let limit):
            "the plugin \(plugin) got a request that is too long: more than \(limit) bytes"
        case .ended(let plugin): "the plugin \(plugin) was ended"
        }
    }
}
