internal import BeelineContent
internal import BeelineSymbols
import Synchronization

/// The verdicts of a guard on the links before this one: a stream has the same hosts again and again.
///
/// It only saves time. Without it every verdict is the same. Threads share it and none waits: a thread that finds a part in
/// use works the verdict out.
final class SeenLinks: Sendable {
    /// Some of the hosts. There are several parts, so that threads seldom meet in one.
    private final class Part: Sendable {
        /// By scheme and host, as `https://example.com`.
        let origins = Mutex<[String: Origin]>([:])
    }

    private struct Origin {
        let facts: HostFacts
        /// The verdict on links that have nothing behind the host which could change it; nil while there was none.
        var plain: LinkVerdict?
        /// The last link: a code and what its rule opens are often the same.
        var last: (url: String, verdict: LinkVerdict)
    }

    private let parts = (0..<16).map { _ in Part() }

    /// Then a part begins anew, so that no stream of ever new hosts fills the memory.
    private static let most = 1 << 11

    /// The verdict on a URL.
    ///
    /// - Parameter judge: works it out, given what is known about the host; nil where nothing is.
    func verdict(on url: String, judge: (HostFacts?) -> (LinkVerdict, HostFacts?)) -> LinkVerdict {
        guard let origin = OriginOfLink(url) else { return judge(nil).0 }
        let part = parts[origin.number % parts.count]
        let known = part.origins.withLockIfAvailable { $0[origin.text] } ?? nil
        if let known {
            if origin.isPlain, let plain = known.plain { return plain }
            if known.last.url == url { return known.last.verdict }
        }
        let (verdict, facts) = judge(known?.facts)
        guard let facts else { return verdict }
        let plain = origin.isPlain && facts.redirectingPages.isEmpty ? verdict : known?.plain
        part.origins.withLockIfAvailable { origins in
            if origins.count >= Self.most { origins.removeAll(keepingCapacity: true) }
            origins[origin.text] = Origin(facts: facts, plain: plain, last: (url, verdict))
        }
        return verdict
    }
}

/// The scheme and the host of a link of the Web that has neither user nor port.
private struct OriginOfLink {
    /// As `https://example.com`.
    let text: String
    /// Whether nothing behind the host can be a reason for caution except the page that it names: there is no dot, no `@`
    /// and no escape.
    let isPlain: Bool
    /// The same for the same host, and most often another one for another.
    let number: Int

    init?(_ url: String) {
        let bytes = url.utf8.span
        guard bytes.count <= Self.longest else { return nil }
        let start = url.hasPrefix("https://") ? 8 : url.hasPrefix("http://") ? 7 : bytes.count
        var end = start
        var number = 0
        while end < bytes.count, Self.isOfHost(bytes[end]) {
            number += Int(bytes[end])
            end += 1
        }
        guard end > start else { return nil }
        if end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { return nil }
        var isPlain = true
        for index in end..<bytes.count where !Self.isPlain(bytes[index]) { isPlain = false }
        guard let text = String(url.utf8.prefix(end)) else { return nil }
        (self.text, self.isPlain, self.number) = (text, isPlain, number)
    }

    /// Longer links are looked at whole.
    private static let longest = 2048

    private static func isOfHost(_ byte: UInt8) -> Bool {
        byte.isASCIILetter && !byte.isASCIICapital || byte.isASCIIDigit || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        if byte.isASCIILetter || byte.isASCIIDigit { return true }
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "+"):
            return true
        default: return false
        }
    }
}
