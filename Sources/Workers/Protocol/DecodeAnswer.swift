internal import BeelineSupport
package import BeelineSymbols

/// The answer of a worker to one image, as it crosses a socket: a line of JSON, `{"symbols":[…],"pages":[…]}` or
/// `{"error":{"code":"unreadable-image","detail":"…"}}`.
package enum DecodeAnswer: Hashable, Sendable {
    case decoding(Decoding)
    case failure(DecodeError)

    /// The line, with its line feed.
    package var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .decoding(let decoding): decoding.writeMembers(to: &json)
            case .failure(let error):
                json.name("error")
                error.write(to: &json)
            }
        }
        json.endLine()
        return json.bytes
    }

    /// Reads a line; nil when it is no answer.
    package init?(line: some Collection<UInt8>) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        if let error = json["error"] {
            guard let failure = DecodeError(json: error) else { return nil }
            self = .failure(failure)
        } else {
            guard let decoding = Decoding(json: json) else { return nil }
            self = .decoding(decoding)
        }
    }
}
