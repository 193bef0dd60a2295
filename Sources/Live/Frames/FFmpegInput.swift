internal import BeelineContent
internal import BeelineSupport

/// Where FFmpeg gets pictures from.
package enum FFmpegInput: Hashable, Sendable {
    /// A camera, by the path of its device; nil: the first that there is.
    case camera(String?)
    /// A stream at an address: RTSP, or HTTP with MJPEG or whatever else FFmpeg knows.
    case stream(String)
    /// An address of ours at which a sender of RTSP is waited for.
    case listener(String)
    /// A video file.
    case file(String)
    /// The screen of an X server; nil: that of the variable DISPLAY.
    case screen(String?)

    /// What a source stands for that is named as on the command line: `camera`, `camera:DEVICE`, `rtsp://…`,
    /// `rtsps://…`, `http://…`, `https://…`, `rtsp-listen://ADDRESS:PORT/PATH`, `video:FILE`, `screen`,
    /// `screen:DISPLAY`. Nil for others.
    package init?(_ text: String) {
        let (scheme, rest) =
            text.firstIndex(of: ":").map {
                (text[..<$0].lowercased(), String(text[text.index(after: $0)...]))
            } ?? (text.lowercased(), nil)
        switch (scheme, rest) {
        case ("camera", let device): self = .camera(device.flatMap { $0.isEmpty ? nil : $0 })
        case ("screen", let display): self = .screen(display.flatMap { $0.isEmpty ? nil : $0 })
        case ("video", let file?) where !file.isEmpty: self = .file(file)
        case (Self.listening, let rest?) where rest.hasPrefix("//"): self = .listener("rtsp:\(rest)")
        case ("rtsp", let rest?), ("rtsps", let rest?), ("http", let rest?), ("https", let rest?):
            guard rest.hasPrefix("//"), rest.count > 2 else { return nil }
            self = .stream("\(scheme):\(rest)")
        default: return nil
        }
    }

    private static let listening = "rtsp-listen"

    /// How output and messages name it: as on the command line, without a password.
    package var name: String {
        switch self {
        case .camera(let device): device.map { "camera:\($0)" } ?? "camera"
        case .stream(let address): StreamAddress(address).shown
        case .listener(let address): Self.listening + StreamAddress(address).shown.dropFirst("rtsp".count)
        case .file(let path): "video:\(path)"
        case .screen(let display): display.map { "screen:\($0)" } ?? "screen"
        }
    }

    /// Whether it continues for ever, so that its end is a loss.
    var isLive: Bool {
        switch self {
        case .camera, .stream, .listener, .screen: true
        case .file: false
        }
    }
}

/// The address of a stream, and its secrets.
struct StreamAddress: Hashable, Sendable {
    /// The whole of it.
    let text: String

    init(_ text: String) { self.text = text }

    /// The same without a password, for people.
    var shown: String { withoutLinkPasswords(text) }

    /// What is before the host, `user:password`; nil where nothing does.
    private var userInfo: Substring? {
        guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.lastIndex(of: "@").map { authority[..<$0] }
    }

    /// A message of FFmpeg without what it may repeat of the address.
    func masked(_ message: String) -> String {
        var message = message.replacing(text, with: shown)
        if let userInfo, let colon = userInfo.firstIndex(of: ":") {
            let password = String(userInfo[userInfo.index(after: colon)...])
            if !password.isEmpty { message = message.replacing(password, with: "•••") }
        }
        return withoutLinkPasswords(message)
    }
}
