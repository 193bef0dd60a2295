internal import BeelineActions
internal import BeelineSymbols

/// What has a terminal put a text on the clipboard: the control sequence OSC 52 of xterm, which most terminals know.
///
/// The text is in Base64, so nothing in it can be a sequence of its own.
struct ClipboardSequence {
    let bytes: [UInt8]

    /// What stands between a program and the terminal, and hands on only what is wrapped for it.
    enum Wrapping: Hashable, Sendable, CaseIterable {
        case none
        case tmux
        case screen
    }

    /// How many bytes a text may have: terminals take sequences of at most 100,000.
    static let limit = 74_000

    /// GNU Screen takes no longer strings than 768 bytes, with what begins and ends them.
    private static let screenChunk = 700

    /// Nil when the text is too long.
    init?(_ text: String, wrapping: Wrapping) {
        guard text.utf8.count <= Self.limit else { return nil }
        let sequence = "\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{7}"
        switch wrapping {
        case .none: bytes = Array(sequence.utf8)
        case .tmux:
            // Its own escape characters are doubled.
            bytes = Array("\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\".utf8)
        case .screen:
            let sequence = Array(sequence.utf8)
            bytes = stride(from: 0, to: sequence.count, by: Self.screenChunk).flatMap { start in
                Array("\u{1B}P".utf8) + sequence[start..<min(start + Self.screenChunk, sequence.count)]
                    + Array("\u{1B}\\".utf8)
            }
        }
    }
}
