internal import BeelineSymbols
internal import Glibc
internal import Synchronization

/// The registrable domains of the hosts that were asked for last. A stream has the same few hosts again and again, and to
/// search the list for one takes as long as all else that is done about a link.
///
/// Each host has one place, which its bytes tell; a later one takes the place of an earlier one, so that it stays small,
/// whatever comes.
enum DomainMemory {
    private final class Place: Sendable {
        let entry = Mutex<Entry?>(nil)
    }

    private struct Entry {
        let host: [UInt8]
        /// Where the domain stands in the host; no text, which all cores would count who holds.
        let domain: Range<Int>?
    }

    private static let places = UncountedReferences((0..<4096).map { _ in Place() })

    /// Where the registrable domain of a host stands in it.
    ///
    /// - Parameter find: finds it where it is not known.
    static func domain(in host: UnsafeBufferPointer<UInt8>, _ find: () -> Range<Int>?) -> Range<Int>? {
        guard host.count <= Host.longestName, let start = host.baseAddress else { return find() }
        var hash: UInt = 0
        for byte in host { hash = hash &* 31 &+ UInt(byte) }
        return places.withObject(at: Int(hash % UInt(places.count))) { place in
            let known = place.entry.withLock { entry -> Range<Int>?? in
                guard let entry, entry.host.count == host.count, memcmp(entry.host, start, host.count) == 0 else {
                    return nil
                }
                return entry.domain
            }
            if let known { return known }
            let found = find()
            let entry = Entry(host: Array(host), domain: found)
            place.entry.withLock { $0 = entry }
            return found
        }
    }
}
