internal import BeelineContent
internal import BeelineSupport

/// The FFmpeg command line for the pictures of an input.
struct FFmpegCommand: Hashable, Sendable {
    var arguments: [String]
    /// What FFmpeg has access to.
    var profile: ConfinedProgram.Profile
    /// The standard input of FFmpeg: a script with the address of a stream. The command line must not have the address,
    /// as all users of the system can see it. Empty: nothing.
    var script: String

    /// How long a server may be silent.
    static let patience = Duration.seconds(15)

    private static let start = ["-nostdin", "-hide_banner", "-v", "error"]
    /// Without buffers, which delay pictures.
    private static let fresh = ["-fflags", "nobuffer", "-flags", "low_delay"]
    /// Each picture once: FFmpeg would repeat and drop some to keep a rate. Sound is not read.
    private static let output = [
        "-map", "0:v:0", "-an", "-sn", "-dn", "-fps_mode", "passthrough", "-vf", "format=gray", "-f", "yuv4mpegpipe",
        "pipe:1",
    ]

    /// The modes to request of a camera, the best first. MJPEG, as USB is too slow for such pictures uncompressed.
    enum CameraMode: CaseIterable {
        case wanted
        case largest
        case any

        fileprivate var arguments: [String] {
            switch self {
            case .wanted: ["-input_format", "mjpeg", "-video_size", "1280x720", "-framerate", "30"]
            case .largest: ["-video_size", "1280x720"]
            case .any: []
            }
        }
    }

    /// - Parameter device: its path.
    init(camera device: String, _ mode: CameraMode) {
        self.init(
            .camera(device),
            Self.fresh + ["-f", "v4l2"] + mode.arguments + ["-protocol_whitelist", "file,pipe", "-i", device])
    }

    /// - Parameter path: absolute.
    init(file path: String) {
        // At normal speed: else only its end would be decoded.
        self.init(
            // Decoders that work on several pictures at once delay two of them.
            .video(path),
            ["-re", "-flags", "low_delay", "-protocol_whitelist", "file,pipe", "-i", "file:\(path)"])
    }

    /// - Parameter display: the X11 display: `:0`.
    init(screen display: String) {
        let authority = environmentVariable("XAUTHORITY") ?? userHome().map { "\($0)/.Xauthority" }
        self.init(
            .screen(authority: authority.flatMap { $0.hasPrefix("/") ? $0 : nil }),
            Self.fresh + ["-f", "x11grab", "-framerate", "10", "-draw_mouse", "0", "-i", display])
    }

    /// `listens` is whether to wait for a sender at the address.
    init(stream address: String, listens: Bool = false) {
        let scheme = String(address.prefix { $0 != ":" })
        let options: [(String, String)]
        let protocols: String
        switch scheme {
        case "rtsp" where listens: (options, protocols) = ([("rtsp_flags", "listen")], "pipe,rtsp,rtp,tcp,udp")
        case "rtsp", "rtsps":
            // Over UDP, pictures come in pieces; if some are lost, so is a code in them.
            options = [("rtsp_transport", "tcp"), ("timeout", Self.microseconds)]
            protocols = "pipe,\(scheme),rtp,tcp,tls,http,https"
        default:
            options = [("rw_timeout", Self.microseconds)] + (scheme == "https" ? [("tls_verify", "1")] : [])
            protocols = "pipe,http,https,tcp,tls,crypto"
        }
        let quoted = address.replacing("'", with: #"'\''"#)
        self.init(
            listens ? .listener : .network,
            Self.fresh + ["-protocol_whitelist", protocols, "-f", "concat", "-safe", "0", "-i", "pipe:0"],
            script: "ffconcat version 1.0\nfile '\(quoted)'\n"
                + options.map { "option \($0) \($1)\n" }.joined())
    }

    private init(_ profile: ConfinedProgram.Profile, _ input: [String], script: String = "") {
        self.profile = profile
        arguments = Self.start + input + Self.output
        self.script = script
    }

    private static var microseconds: String { String(patience.components.seconds * 1_000_000) }
}

package enum FFmpegInput: Hashable, Sendable {
    /// A camera, by the path of its device; nil: the first one.
    case camera(String?)
    /// A stream at an address: RTSP, or HTTP with MJPEG or whatever else FFmpeg knows.
    case stream(String)
    /// An address of this machine that waits for a sender of RTSP.
    case listener(String)
    /// A video file.
    case file(String)
    /// The screen of an X server; nil: that of the variable DISPLAY.
    case screen(String?)

    /// Reads the name of a source, as on the command line: `camera`, `camera:DEVICE`, `rtsp://…`, `rtsps://…`,
    /// `http://…`, `https://…`, `rtsp-listen://ADDRESS:PORT/PATH`, `video:FILE`, `screen`, `screen:DISPLAY`. Nil for
    /// others.
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

    /// The name in output and messages: as on the command line, without a password.
    package var name: String {
        switch self {
        case .camera(let device): device.map { "camera:\($0)" } ?? "camera"
        case .stream(let address): StreamAddress(text: address).shown
        case .listener(let address): Self.listening + StreamAddress(text: address).shown.dropFirst("rtsp".count)
        case .file(let path): "video:\(path)"
        case .screen(let display): display.map { "screen:\($0)" } ?? "screen"
        }
    }

    /// Whether it has no end of its own, so that an end is a loss.
    var isLive: Bool {
        switch self {
        case .camera, .stream, .listener, .screen: true
        case .file: false
        }
    }
}

/// The address of a stream, and its secrets.
struct StreamAddress: Hashable, Sendable {
    /// The whole address, with its password.
    let text: String

    /// The address without its password.
    var shown: String { withoutLinkPasswords(text) }

    /// The part before the host, `user:password`; nil where there is none.
    private var userInfo: Substring? {
        guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.lastIndex(of: "@").map { authority[..<$0] }
    }

    /// A message of FFmpeg without the secrets of the address.
    func masked(_ message: String) -> String {
        var message = message.replacing(text, with: shown)
        if let userInfo, let colon = userInfo.firstIndex(of: ":") {
            let password = String(userInfo[userInfo.index(after: colon)...])
            if !password.isEmpty { message = message.replacing(password, with: "•••") }
        }
        return withoutLinkPasswords(message)
    }
}
