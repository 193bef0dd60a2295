internal import Glibc

/// What a guard has found out about the hosts of the links before this one: a stream has the same few again and again.
public struct SeenHosts: Sendable {
    /// What there is to say of a host, for those that took a closer look.
    private var reasons: [String: [LinkReason]] = [:]
    /// How links begin that have an ordinary host, up to the slash behind it, each in the place that its bytes tell; a later
    /// one takes the place of an earlier one.
    private var beginnings: [[UInt8]] = []

    /// Then it begins anew, so that no stream of ever new hosts fills the memory.
    private static let most = 1024
    /// No name that DNS knows is longer.
    private static let longest = 253

    public init() {}

    /// The reasons for caution with a host.
    ///
    /// - Parameter find: finds them where the host was not seen before.
    mutating func reasons(of host: String, _ find: () -> [LinkReason]) -> [LinkReason] {
        guard host.utf8.count <= Self.longest else { return find() }
        if let known = reasons[host] { return known }
        let found = find()
        if reasons.count >= Self.most { reasons.removeAll(keepingCapacity: true) }
        reasons[host] = found
        return found
    }

    /// Where the host of a link ends, if it is known to be an ordinary one; behind it is a slash.
    func endOfOrdinaryHost(_ url: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !beginnings.isEmpty, url.count > 8, let start = url.baseAddress,
            let slash = memchr(start + 8, Int32(UInt8(ascii: "/")), url.count - 8)
        else { return nil }
        let end = UnsafeRawPointer(slash) - UnsafeRawPointer(start)
        let place = Self.place(url, end: end)
        guard beginnings[place].count == end + 1, memcmp(beginnings[place], start, end + 1) == 0 else { return nil }
        return end
    }

    /// Remembers an ordinary host.
    ///
    /// - Parameter end: where it ends in the link.
    mutating func addOrdinaryHost(_ url: UnsafeBufferPointer<UInt8>, end: Int) {
        guard 8..<Self.longest ~= end, end < url.count, url[end] == UInt8(ascii: "/") else { return }
        if beginnings.isEmpty { beginnings = Array(repeating: [], count: Self.places) }
        beginnings[Self.place(url, end: end)] = Array(url[...end])
    }

    private static let places = 64

    /// - Parameter end: 8 at least.
    private static func place(_ url: UnsafeBufferPointer<UInt8>, end: Int) -> Int {
        (end &* 7 &+ Int(url[end / 2 + 4]) &* 5 &+ Int(url[end - 5]) &* 3 &+ Int(url[end - 1])) & (places - 1)
    }
}
