import Beeline
import BeelineSupport
import Glibc

/// Standard output. A reader that went away ends the work quietly; anything else that keeps it from being written is
/// told.
enum StandardOutput {
    /// Writes what a person reads.
    ///
    /// - Throws: `OutputError`.
    static func write(_ text: TerminalText) throws(OutputError) { try write(data: text.bytes) }

    /// Writes what programs read: JSON, CSV, pictures, pages and scripts.
    ///
    /// - Throws: `OutputError`.
    static func write(data bytes: [UInt8]) throws(OutputError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) {
            try writeAll(bytes, to: STDOUT_FILENO, path: "standard output")
        } catch {
            throw error.reason == .system(EPIPE) ? .readerGone : .unwritable(error.description)
        }
    }

    /// Writes what programs read: JSON, CSV, pictures, pages and scripts.
    ///
    /// - Throws: `OutputError`.
    static func write(data text: String) throws(OutputError) { try write(data: Array(text.utf8)) }

    /// - Throws: `OutputError`.
    static func write(
        _ answer: Answer, as format: OutputFormat, _ linkGuard: LinkGuard
    ) throws(OutputError) {
        var writer = AnswerWriter(format, linkGuard)
        writer.append(answer)
        try write(data: writer.bytes)
    }
}

/// Why output could not be written.
enum OutputError: Error, Hashable, Sendable {
    case readerGone
    case unwritable(String)
}

/// Standard error, for what is not part of the output.
enum StandardError {
    static func write(_ text: TerminalText) {
        // When even errors cannot be written, nobody is there to tell.
        try? writeAll(text.bytes, to: STDERR_FILENO, path: "standard error")
    }
}
