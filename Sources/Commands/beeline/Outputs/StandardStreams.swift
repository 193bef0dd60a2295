import BeelineSupport
import BeelineSymbols
import Glibc

/// Standard output. A reader that went away ends the work quietly; anything else that keeps it from being written is an
/// error.
enum StandardOutput {
    /// Writes what a person reads.
    static func write(_ text: TerminalText) throws(OutputError) { try write(data: text.bytes) }

    /// Writes what programs read: JSON, CSV, pictures, pages and scripts.
    static func write(data bytes: [UInt8]) throws(OutputError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) {
            try writeAll(bytes, to: STDOUT_FILENO, path: "standard output")
        } catch {
            throw error.reason == .system(EPIPE) ? .readerGone : .unwritable(error.description)
        }
    }

    static func write(data text: String) throws(OutputError) { try write(data: Array(text.utf8)) }
}

/// Why output could not be written.
enum OutputError: Error, Hashable, Sendable {
    case readerGone
    case unwritable(String)
}

/// Standard error, for what is not part of the output.
enum StandardError {
    static func write(_ text: TerminalText) {
        // When even errors cannot be written, there is no place left for this one.
        try? writeAll(text.bytes, to: STDERR_FILENO, path: "standard error")
    }

    static func warn(_ text: String) { write("beeline: warning: \(text)\n") }
}
