internal import BeelineContent
internal import BeelineSymbols

/// What a guard found out about the hosts of the links before this one: a stream has the same hosts again and again.
struct SeenLinks: Sendable {
    private struct Host {
        let facts: HostFacts
        /// The verdict on links that have nothing after the host which could change it; nil where a page can.
        let plain: LinkVerdict?
    }

    /// By scheme and host, as `https://example.com`.
    private let hosts = SeenValues<Host>()

    /// What is known of a link.
    enum Known {
        case verdict(LinkVerdict)
        /// What its host says about it.
        case host(HostFacts)
        /// What is found out of its host is to be kept.
        case nothing(OriginOfLink)
        /// Nothing is kept of its host.
        case unusual
    }

    func known(of url: String) -> Known {
        let bytes = url.utf8.span
        guard let origin = OriginOfLink(bytes) else { return .unusual }
        return bytes.extracting(first: origin.count).withUnsafeBufferPointer { key in
            hosts.withValue(of: key) { host in
                if origin.isPlain, let verdict = host.plain { .verdict(verdict) } else { .host(host.facts) }
            } ?? .nothing(origin)
        }
    }

    /// Keeps what was found out.
    ///
    /// - Parameters:
    ///   - plain: the verdict on the link that is no more than `start`.
    ///   - start: the scheme and the host, as `https://example.com`.
    func keep(_ facts: HostFacts, plain: LinkVerdict, ofHost start: String) {
        let host = Host(facts: facts, plain: facts.redirectingPages.isEmpty ? plain : nil)
        start.utf8.span.withUnsafeBufferPointer { hosts.keep(host, for: $0) }
    }
}

/// The scheme and the host of a link of the Web that has neither user nor port.
struct OriginOfLink {
    /// How many bytes of the link it is: those of `https://example.com`.
    let count: Int
    /// Whether nothing after the host can be a reason for caution except the page that it names: there is no dot, no
    /// `@` and no escape.
    let isPlain: Bool

    fileprivate init?(_ bytes: Span<UInt8>) {
        guard bytes.count <= Self.longest, let start = Self.startOfHost(bytes) else { return nil }
        var end = start
        let roles = Self.roles.span
        while end < bytes.count, roles[Int(bytes[end])] & Self.host != 0 { end += 1 }
        guard end > start else { return nil }
        if end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { return nil }
        var shared = Self.behindHost
        for index in end..<bytes.count { shared &= roles[Int(bytes[index])] }
        (count, isPlain) = (end, shared != 0)
    }

    private static func startOfHost(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count > 8, EightBytes(bytes, at: 0).word & 0xFFFF_FFFF == httpWord else { return nil }
        let place = bytes[4] == UInt8(ascii: "s") ? 5 : 4
        guard bytes[place] == UInt8(ascii: ":"), bytes[place + 1] == UInt8(ascii: "/"),
            bytes[place + 2] == UInt8(ascii: "/")
        else { return nil }
        return place + 3
    }

    /// `http`, the first byte lowest.
    private static let httpWord: UInt64 = 0x7074_7468

    /// Longer links are looked at whole.
    private static let longest = 2048

    private static let host: UInt8 = 1
    private static let behindHost: UInt8 = 2

    /// For each byte where it may be: in a host, and after it without being a reason for caution.
    private static let roles = (0...0xFF).map { (byte: UInt8) -> UInt8 in
        if byte.isASCIICapital { return behindHost }
        if byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") { return host | behindHost }
        if byte == UInt8(ascii: ".") { return host }
        return "/?=&_+".utf8.contains(byte) ? behindHost : 0
    }
}

/// What the host of a link says about it.
struct HostFacts: Sendable {
    let reasons: [LinkReason]
    /// Whether a page of it that leads on to another link is noticeable: the rules do not trust it.
    let mayLeadOn: Bool
    /// Its pages that are known to lead on to what their links name.
    let redirectingPages: [KnownHosts.RedirectingPage]
}
