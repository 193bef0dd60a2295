internal import BeelineContent

/// What a guard has found out about the hosts of the links before this one: a stream has the same few again and again.
///
/// It only saves time. Without it every verdict is the same.
public struct SeenHosts: Sendable {
    private var reasons: [String: [LinkReason]] = [:]
    /// The last link: a code and what its rule opens are often the same.
    private var last: (url: String, verdict: LinkVerdict)?

    /// Then it begins anew, so that no stream of ever new hosts fills the memory.
    private static let most = 4096

    public init() {}

    fileprivate mutating func verdict(on url: String, _ find: (inout SeenHosts) -> [LinkReason]) -> LinkVerdict {
        if let last, last.url == url { return last.verdict }
        let verdict = LinkVerdict(reasons: find(&self))
        last = (url, verdict)
        return verdict
    }

    /// The reasons for caution with the host of a link.
    ///
    /// - Parameter find: finds them where the host was not seen before.
    fileprivate mutating func reasons(
        ofHost address: WebAddress, _ find: (WebAddress) -> [LinkReason]
    ) -> [LinkReason] {
        let host = address.hostName
        if let known = reasons[host] { return known }
        let found = find(address)
        if reasons.count >= Self.most { reasons.removeAll(keepingCapacity: true) }
        reasons[host] = found
        return found
    }
}

extension LinkGuard {
    /// The verdict on one of many URLs.
    ///
    /// - Parameter seen: what this guard has found out about the hosts of the others.
    public func verdict(on url: String, _ seen: inout SeenHosts) -> LinkVerdict {
        seen.verdict(on: url) { seen in reasons(url) { seen.reasons(ofHost: $0, reasons(ofHost:)) } }
    }
}
