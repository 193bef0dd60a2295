internal import BeelineSupport

/// The command line by which FFmpeg gives the pictures of an input.
struct FFmpegCommand: Hashable, Sendable {
    var arguments: [String]
    /// What it can reach.
    var profile: ConfinedProgram.Profile
    /// What FFmpeg reads on its standard input: a script with the address of a stream, which the command line, that all
    /// users of the system see, must not show. Empty: nothing.
    var script: String

    /// How long a server may be silent.
    static let patience = Duration.seconds(15)

    private static let start = ["-nostdin", "-hide_banner", "-v", "error"]
    /// Without buffers in which pictures grow old.
    private static let fresh = ["-fflags", "nobuffer", "-flags", "low_delay"]
    /// Each picture once, as it comes: FFmpeg would repeat and drop some to keep a rate. Sound is not read.
    private static let output = [
        "-map", "0:v:0", "-an", "-sn", "-dn", "-fps_mode", "passthrough", "-vf", "format=gray", "-f", "yuv4mpegpipe",
        "pipe:1",
    ]

    /// What a camera is asked for, the best first. MJPEG: without it USB has no room for so many pictures of that size.
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
        // At the speed at which it is shown: else only its end would be seen.
        self.init(
            // Decoders that work on several pictures at once delay two of them.
            .video(path),
            ["-re", "-flags", "low_delay", "-protocol_whitelist", "file,pipe", "-i", "file:\(path)"])
    }

    /// - Parameter display: as X11 names it: `:0`.
    init(screen display: String) {
        let authority = environmentVariable("XAUTHORITY") ?? userHome().map { "\($0)/.Xauthority" }
        self.init(
            .screen(authority: authority.flatMap { $0.hasPrefix("/") ? $0 : nil }),
            Self.fresh + ["-f", "x11grab", "-framerate", "10", "-draw_mouse", "0", "-i", display])
    }

    /// - Parameters:
    ///   - listens: whether a sender is waited for at the address.
    init(stream address: String, listens: Bool = false) {
        let scheme = String(address.prefix { $0 != ":" })
        let options: [(String, String)]
        let protocols: String
        switch scheme {
        case "rtsp" where listens:
            (options, protocols) = ([("rtsp_flags", "listen")], "pipe,rtsp,rtp,tcp,udp")
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
