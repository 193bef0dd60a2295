internal import BeelineActions
internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// What a plugin says on its standard error, shown under its name: line by line, each without what the plugin was told in
/// secret, made short and safe, and not too many of them.
package struct PluginStderr {
    /// Shows a line, which has no line feed.
    package typealias Show = @Sendable (String) -> Void

    private let name: String
    private let told: ToldSecrets
    private let show: Show
    private var line: [UInt8] = []
    private var isCut = false
    private var window = ContinuousClock.now
    private var shown = 0
    private var hidden = 0
    private var heard = 0

    /// How much of a line is shown, in bytes.
    private static let longestLine = 500
    /// How much of a line is looked through for secrets before it is cut, in bytes.
    private static let longestHeard = 8192
    /// In each second.
    private static let mostLines = 50
    /// What is read of it in each second, in bytes. What it says beyond must wait, and it with it.
    private static let mostBytes = 1 << 18

    init(name: String, told: ToldSecrets = ToldSecrets(), show: @escaping Show) {
        self.name = name
        self.told = told
        self.show = show
    }

    /// By when it may be listened to again; nil: now.
    mutating func listensAgain(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if now - window >= .seconds(1) { startWindow(now) }
        return heard < Self.mostBytes ? nil : window + .seconds(1)
    }

    /// When those that were left out are to be counted at the latest; nil when none were.
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
        let text = told.masked(String(decoding: line, as: UTF8.self))
        let isLong = isCut || text.utf8.count > Self.longestLine
        say(String(decoding: text.utf8.prefix(Self.longestLine), as: UTF8.self) + (isLong ? "…" : ""))
        line = []
        isCut = false
    }

    /// Shows a line of the program's own about the plugin, with the same limits.
    mutating func say(_ text: String) {
        guard shown < Self.mostLines else {
            hidden += 1
            return
        }
        shown += 1
        show("\(name): \(told.masked(text).withHiddenSpelledOut)")
    }

    /// Nothing comes any more.
    mutating func end() {
        if !line.isEmpty { endLine() }
        tellHidden()
    }

    /// Shows a line on our own standard error.
    static let standardError: Show = { line in
        // When even that cannot be written, nobody is there to tell.
        let text: TerminalText = "\(line)\n"
        try? writeAll(text.bytes, to: STDERR_FILENO, path: "standard error")
    }
}
