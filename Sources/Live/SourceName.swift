internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The names of sources, as users write them: `camera`, `serial:/dev/ttyACM0,9600`, `mqtt://broker/scans`.
package enum SourceName {
    /// A type of source, with the prefix of its names.
    package struct Sort: Sendable {
        /// The prefix of its names: `serial:`; a whole name where nothing need follow: `camera`.
        package let prefix: String
        /// What follows: `DEVICE[,9600]`.
        package let operand: String
        package let summary: String
        /// Whether it gives pictures, which need a decoder.
        fileprivate let isPictures: Bool
        fileprivate let make: @Sendable (Given) throws(SourceError) -> any CodeSource

        fileprivate init(
            _ prefix: String, _ operand: String, _ summary: String, isPictures: Bool = false,
            make: @escaping @Sendable (Given) throws(SourceError) -> any CodeSource
        ) {
            (self.prefix, self.operand, self.summary) = (prefix, operand, summary)
            (self.isPictures, self.make) = (isPictures, make)
        }

        /// Whether a text is the name of a source of this type.
        fileprivate func names(_ text: String) -> Bool {
            if text == prefix { return true }
            let isWhole = !prefix.hasSuffix(":") && !prefix.hasSuffix("/")
            return text.hasPrefix(isWhole ? prefix + ":" : prefix) && prefix != "-"
        }
    }

    /// A parsed name.
    fileprivate struct Given {
        let text: String
        /// What is after the prefix.
        let operand: String
        let settings: SourceSettings
    }

    /// All types of sources, in the order of help.
    package static let sorts: [Sort] = [
        Sort("camera", "[:DEVICE]", "a camera: the first one, or that of DEVICE", isPictures: true, make: ffmpeg),
        Sort("rtsp://", "HOST/PATH", "a camera on a network; rtsps:// is encrypted", isPictures: true, make: ffmpeg),
        Sort(
            "http://", "HOST/PATH", "MJPEG or another video there; https:// is encrypted", isPictures: true,
            make: ffmpeg),
        Sort(
            "rtsp-listen://", "ADDRESS:PORT/PATH", "a camera that sends its video here", isPictures: true, make: ffmpeg),
        Sort("video:", "FILE", "a video file, at its own speed", isPictures: true, make: ffmpeg),
        Sort("screen", "[:DISPLAY]", "what an X11 screen shows", isPictures: true, make: ffmpeg),
        Sort("y4m:", "FILE|-", "video as Y4M, from a file or standard input", isPictures: true) {
            Y4MSource(path: $0.operand)
        },
        Sort("program:", "'COMMAND ARG…'", "a program that writes Y4M, such as rpicam-vid", isPictures: true) {
            given throws(SourceError) in try ProgramSource(command: given.operand)
        },
        Sort("serial:", "DEVICE[,9600]", "a hand scanner on a serial port, USB or Bluetooth") {
            given throws(SourceError) in
            try SerialSource(given.operand)
        },
        Sort("hid:", "DEVICE|VENDOR:PRODUCT", "a hand scanner in HID point-of-sale mode") { given throws(SourceError) in
            try HIDSource(given.operand)
        },
        Sort(
            "keys:", "DEVICE|VENDOR:PRODUCT[,LAYOUT]",
            "a hand scanner that is a keyboard; LAYOUT is us, gb, de, fr or jp"
        ) {
            given throws(SourceError) in try KeyboardSource(given.operand)
        },
        Sort("tcp://", "HOST:PORT", "a scanner on a network that sends lines") { given throws(SourceError) in
            try TCPSource(given.text)
        },
        Sort("tcp-listen://", "[ADDRESS]:PORT", "scanners that connect to this machine") { given throws(SourceError) in
            try TCPListenerSource(given.text)
        },
        Sort("mqtt://", "BROKER[:PORT]/TOPIC[#POINTER]", "messages of a topic; mqtts:// is encrypted") {
            given throws(SourceError) in try MQTTSource(given.text)
        },
        Sort("folder:", "DIR", "pictures that appear in a folder", isPictures: true) { given throws(SourceError) in
            try FolderSource(given.operand)
        },
        Sort("-", "", "a code on each line of standard input, typed or piped") { LinesSource($0.settings.input) },
    ]

    /// Names that mean the same as others.
    private static let synonyms = ["rtsps://": "rtsp://", "https://": "http://", "mqtts://": "mqtt://"]

    private static let ffmpeg: @Sendable (Given) throws(SourceError) -> any CodeSource = { given throws(SourceError) in
        guard let input = FFmpegInput(given.text) else { throw .unusable("the rest is missing") }
        return FFmpegSource(input, camera: given.settings.camera)
    }

    /// The source that a text names, also one without its prefix that is known by its form: `/dev/ttyUSB0`,
    /// `192.168.1.5:9100`, `inbox/`. The error has the valid names.
    package static func entry(
        _ text: String, _ settings: SourceSettings = SourceSettings()
    ) throws(SourceNameError) -> StationEntry {
        let (sort, text) = try sort(of: text)
        let operand = String(text.dropFirst(sort.prefix.count))
        var entry: StationEntry
        do throws(SourceError) {
            entry = StationEntry(try sort.make(Given(text: text, operand: operand, settings: settings)), settings)
        } catch {
            throw SourceNameError(description: "'\(withoutLinkPasswords(text))': \(error.reason)")
        }
        entry.needsDecoder = sort.isPictures
        entry.readsStandardInput = sort.prefix == "-" || operand == "-"
        return entry
    }

    /// The type of a source, and its name in full.
    private static func sort(of text: String) throws(SourceNameError) -> (Sort, String) {
        let known = synonyms.first { text.hasPrefix($0.key) }?.value ?? text
        if let sort = sorts.first(where: { $0.names(known) }) { return (sort, text) }
        var message = "'\(withoutLinkPasswords(text))' names no source"
        switch SourceForm(text) {
        case .source(let name):
            if let sort = sorts.first(where: { $0.names(name) }) { return (sort, name) }
        case .hint(let hint): throw SourceNameError(description: "\(message); \(hint)")
        case nil: break
        }
        let words = sorts.map { String($0.prefix.prefix { $0 != ":" }) }
        message += Spelling.hint(for: String(text.prefix { $0 != ":" }), in: words)
        message += "; 'beeline live --help' lists them, 'beeline live --list' what is connected"
        throw SourceNameError(description: message)
    }
}

/// Why a text names no source that can be used.
package struct SourceNameError: Error, Hashable, CustomStringConvertible {
    package let description: String
}

/// A source of a station, with its settings.
package struct StationEntry: Sendable {
    package var source: any CodeSource
    package var settings: SourceSettings
    /// The name in output and rules. Default: that of the source.
    package var name: String
    /// Whether it gives pictures.
    package var needsDecoder = false
    package var readsStandardInput = false

    package init(_ source: any CodeSource, _ settings: SourceSettings = SourceSettings()) {
        (self.source, self.settings, name) = (source, settings, source.name)
    }
}
