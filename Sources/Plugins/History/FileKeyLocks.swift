internal import BeelineRules
package import BeelineSupport

/// The locks of keys beside a file: each key is a byte of `history.db-lock`, at a hash of the key. The system releases
/// the locks of a program that ends in any way. Two keys may share a byte: then one waits for the other.
struct FileKeyLocks: Sendable {
    private let path: String
    private let patience: Duration

    /// A link to a history has the lock file of its target.
    init(history: String, patience: Duration) {
        path = "\((try? absolutePath(history)) ?? history)-lock"
        self.patience = patience
    }

    /// As `KeyLocks.with`.
    func with<Value: Sendable>(
        _ keys: [MemoryKey], _ work: () async -> Value
    ) async throws(KeyLockError) -> Value {
        // In ascending order, so that no two wait for each other.
        let locks = try await locked(Set(keys.map(\.lock)).sorted())
        let value = await work()
        // The locks are released with the object.
        withExtendedLifetime(locks) {}
        return value
    }

    private func locked(_ bytes: [Int64]) async throws(KeyLockError) -> ByteLocks {
        let end = ContinuousClock.now + patience
        while true {
            let locks = try Self.inFile { () throws(FileError) in try ByteLocks(path: path) }
            for byte in bytes {
                var pause = Duration.milliseconds(1)
                while try !Self.inFile({ () throws(FileError) in try locks.lock(byte: byte) }) {
                    guard .now < end else { throw .busy }
                    // No thread is blocked, as there may be many codes at once.
                    guard (try? await Task.sleep(for: pause)) != nil else { throw .cancelled }
                    pause = min(pause * 2, .milliseconds(16))
                }
            }
            // The file may have been removed meanwhile.
            if !locks.hasMoved { return locks }
        }
    }

    private static func inFile<Value>(_ work: () throws(FileError) -> Value) throws(KeyLockError) -> Value {
        do throws(FileError) { return try work() } catch { throw .file(error) }
    }
}

extension MemoryKey {
    /// The lock of a key, the same in all programs and versions: FNV-1a of its text, without the sign.
    var lock: Int64 {
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        // The last byte of the largest file cannot be locked.
        return Int64(hash >> 2)
    }
}

/// Why the keys of a code could not be locked.
package enum KeyLockError: Error, Hashable, Sendable, CustomStringConvertible {
    case file(FileError)
    case busy
    case cancelled
    /// Why the server cannot be asked.
    case server(String)

    package var description: String {
        switch self {
        case .file(let error): "\(error); without this file two programs could use the code at once"
        case .busy: "another program is processing this code; scan it again later"
        case .server(let text): "\(text); nothing was done"
        case .cancelled: "it was cancelled"
        }
    }
}
