internal import BeelineSymbols
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
        let domain: String?
    }

    private static let places = LentObjects((0..<4096).map { _ in Place() })

    /// Names of hosts are shorter; what is longer is not kept.
    private static let longest = 253

    /// The registrable domain of a host.
    ///
    /// - Parameter find: finds it where it is not known.
    static func domain(of host: UnsafeBufferPointer<UInt8>, _ find: () -> String?) -> String? {
        guard host.count <= longest else { return find() }
        var hash: UInt = 0
        for byte in host { hash = hash &* 31 &+ UInt(byte) }
        return places.withObject(at: Int(hash % UInt(places.count))) { place in
            let known = place.entry.withLock { entry -> String?? in
                guard let entry, entry.host.elementsEqual(host) else { return nil }
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
