package import BeelineRules
package import BeelineSupport

/// Lets one code of a key at a time go through rules and actions, over all programs that share a history.
///
///     let locks = KeyLocks(history: path)
///     let outcomes = try await locks.with(keys) { await performed(code) }
///
/// Each key is a byte of the file `history.db-lock`, whose number is made of the key. The system releases the locks of
/// a program when that ends in any way. Two keys may share a byte: then one waits for the other.
package struct KeyLocks: Sendable {
    /// Of the file.
    private let path: String
    private let patience: Duration

    /// - Parameters:
    ///   - history: the path of the history.
    ///   - patience: how long one waits for another. Default: a minute, in which someone can be asked.
    package init(history: String, patience: Duration = .seconds(60)) {
        // A history that is known by a link is the one that the link leads to.
        path = "\((try? absolutePath(history)) ?? history)-lock"
        self.patience = patience
    }

    /// Does something while no other program has one of the keys.
    ///
    /// - Throws: `KeyLockError`; then nothing was done.
    package func with<Value: Sendable>(
        _ keys: [MemoryKey], _ work: () async -> Value
    ) async throws(KeyLockError) -> Value {
        // In ascending order, so that no two wait for each other.
        let locks = try await locked(Set(keys.map(Self.byte)).sorted())
        let value = await work()
        // The system releases them when the object goes.
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
                    // No thread waits: there may be as many codes as telephones.
                    guard (try? await Task.sleep(for: pause)) != nil else { throw .cancelled }
                    pause = min(pause * 2, .milliseconds(16))
                }
            }
            // Someone may have removed the file meanwhile.
            if !locks.hasMoved { return locks }
        }
    }

    private static func inFile<Value>(_ work: () throws(FileError) -> Value) throws(KeyLockError) -> Value {
        do throws(FileError) { return try work() } catch { throw .file(error) }
    }

    /// The byte of a key, the same in all programs and versions: FNV-1a of its text, without the sign.
    static func byte(_ key: MemoryKey) -> Int64 {
        let hash = key.text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        // The last byte that a file can have is not for a lock of one byte.
        return Int64(hash >> 2)
    }
}

/// Why a code could not have its keys for itself.
package enum KeyLockError: Error, Hashable, Sendable, CustomStringConvertible {
    case file(FileError)
    case busy
    case cancelled

    package var description: String {
        switch self {
        case .file(let error): "\(error); without this file two programs could use the code at once"
        case .busy: "another program is processing this code; scan it again later"
        case .cancelled: "it was cancelled"
        }
    }
}
