internal import BeelineJSON

/// The answer of a worker to one image, as it crosses a pipe: a line of JSON, `{"symbols":[…]}` or
/// `{"error":{"code":"unreadable-image","detail":"…"}}`.
public enum DecodeAnswer: Hashable, Sendable {
    case symbols([Symbol])
    case failure(DecodeError)

    /// The line, with its line feed.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .symbols(let symbols):
                json.name("symbols")
                json.array { json in
                    for symbol in symbols { symbol.write(to: &json) }
                }
            case .failure(let error):
                json.name("error")
                json.object { json in
                    json.member("code", error.code)
                    json.member("detail", error.detail)
                }
            }
        }
        json.endLine()
        return json.bytes
    }

    /// Reads a line; nil when it is no answer.
    public init?(line: some Collection<UInt8>) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        if let error = json["error"] {
            guard let code = error["code"]?.string, let detail = error["detail"]?.string,
                let failure = DecodeError(code: code, detail: detail)
            else { return nil }
            self = .failure(failure)
        } else {
            guard let list = json["symbols"]?.array else { return nil }
            var symbols: [Symbol] = []
            for element in list {
                guard let symbol = try? Symbol(json: element) else { return nil }
                symbols.append(symbol)
            }
            self = .symbols(symbols)
        }
    }
}

extension DecodeError {
    /// What the case holds, as text.
    fileprivate var detail: String {
        switch self {
        case .cannotOpen(let text), .unreadableImage(let text), .tooLarge(let text), .decoderDied(let text),
            .unavailable(let text):
            text
        case .timedOut(let seconds): String(seconds)
        }
    }

    /// The error of that code; nil where there is none.
    fileprivate init?(code: String, detail: String) {
        let candidates: [DecodeError] = [
            .cannotOpen(detail), .unreadableImage(detail), .tooLarge(detail), .decoderDied(detail),
            .timedOut(seconds: Int(detail) ?? 0), .unavailable(detail),
        ]
        guard let error = candidates.first(where: { $0.code == code }) else { return nil }
        self = error
    }
}
