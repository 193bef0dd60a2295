package import BeelineSupport
package import BeelineSymbols

extension DecodeError {
    /// Writes the error as the object that a worker's answers have: `{"code":"unreadable-image","detail":"…"}`.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code)
            json.member("detail", detail)
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    init?(json: JSONValue) {
        guard let code = json["code"]?.string, let detail = json["detail"]?.string else { return nil }
        let candidates: [DecodeError] = [
            .cannotOpen(detail), .unreadableImage(detail), .tooLarge(detail), .decoderDied(detail),
            .timedOut(seconds: Int(detail) ?? 0), .unavailable(detail),
        ]
        guard let error = candidates.first(where: { $0.code == code }) else { return nil }
        self = error
    }

    /// What the case holds, as text.
    private var detail: String {
        switch self {
        case .cannotOpen(let text), .unreadableImage(let text), .tooLarge(let text), .decoderDied(let text),
            .unavailable(let text):
            text
        case .timedOut(let seconds): String(seconds)
        }
    }
}
