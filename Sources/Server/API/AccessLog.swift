internal import BeelinePlugins
internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// Writes a line for each answered request, without anything secret: no query, no header, no body.
package final class AccessLog: Sendable {
    package enum Format: String, CaseIterable, Hashable, Sendable {
        case text, json
    }

    struct Entry: Sendable {
        var time = Timestamp.now()
        var address: String
        /// The name of the token or of the telephone; nil for others.
        var caller: String?
        var method: String
        var path: String
        var status: Int
        var bytes: Int
        var duration: Duration
    }

    /// The caller closes it.
    private let descriptor: Int32
    private let format: Format
    /// Locked while a line is written, so that lines do not mix.
    private let writing = Mutex(())

    /// - Parameter descriptor: of a file, a pipe or a terminal, which stays open.
    package init(descriptor: Int32, format: Format) { (self.descriptor, self.format) = (descriptor, format) }

    func log(_ entry: Entry) {
        let line = format == .json ? Self.json(entry) : Self.text(entry)
        writing.withLock { _ in
            // A log that cannot be written keeps no request from its answer.
            try? writeAll(line, to: descriptor, path: "the access log")
        }
    }

    private static func json(_ entry: Entry) -> [UInt8] {
        JSONWriter.line { json in
            json.member("time", entry.time)
            json.member("address", entry.address)
            json.member("caller", entry.caller)
            json.member("method", entry.method)
            json.member("path", shown(entry.path))
            json.member("status", entry.status)
            json.member("bytes", entry.bytes)
            json.name("ms")
            json.value(json: milliseconds(entry.duration).utf8)
        }
    }

    private static func text(_ entry: Entry) -> [UInt8] {
        let caller = entry.caller.map { "\"\($0.withHiddenSpelledOut.replacing("\"", with: "'"))\"" } ?? "-"
        let path = shown(entry.path).withHiddenSpelledOut
        let line =
            "\(entry.time) \(entry.address) \(caller) \(entry.method) \(path) \(entry.status) \(entry.bytes) "
            + "\(milliseconds(entry.duration)) ms\n"
        return Array(line.utf8)
    }

    /// The path without what some clients append to it, cut to a length that fits a line.
    private static func shown(_ path: String) -> String {
        let path = path.prefix { $0 != "?" && $0 != "#" }
        return path.utf8.count <= 300 ? String(path) : String(path.prefix(300)) + "…"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\((duration.seconds * 1_000_000).rounded() / 1_000)"
    }
}
