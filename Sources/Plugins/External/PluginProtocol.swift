internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// What goes to a plugin outside of this program and comes back: lines of JSON.
enum PluginProtocol {
    /// Of a request, and of an answer, in bytes.
    static let longestLine = 1 << 20

    /// A request but for its beginning, which has its number:
    /// `"action":"shout","rule":"loud","parameters":{"text":"hello"}}` and a line feed.
    ///
    /// The members always come in this order, so that a script may take a line apart without a parser.
    ///
    /// - Parameter isSample: whether nothing is to be done, as when a plugin is checked.
    static func rest(of action: Action, isSample: Bool) -> ArraySlice<UInt8> {
        var json = JSONWriter()
        json.object { json in
            json.member("action", action.name)
            json.member("rule", action.rule)
            if isSample {
                json.name("sample")
                json.value(true)
            }
            json.name("parameters")
            action.arguments.write(to: &json)
        }
        json.endLine()
        return json.bytes.dropFirst()
    }

    /// Adds a whole request.
    static func append(_ number: Int, _ rest: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"version":1,"id":"#.utf8)
        bytes.append(contentsOf: String(number).utf8)
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: rest)
    }

    /// What a plugin said in a line.
    enum Line {
        case answer(Int, Result<ActionResult, ExternalPluginError>)
        /// What it said, made short and safe.
        case nonsense(String)
    }

    /// Reads a line, which has no line feed any more.
    ///
    /// - Parameter plugin: its name, for errors.
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
        if status == "failed" { return .answer(id, .failure(.failed(words))) }
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

    /// The beginning of what was said, in one line.
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
