internal import BeelineActions
internal import BeelineSupport
internal import Glibc

/// The terminal that the program belongs to, for what is written past all redirections.
struct ControllingTerminal: Sendable {
    private let path: String
    /// How long to wait for a terminal that takes nothing.
    private let patience: Duration

    init(path: String = "/dev/tty", patience: Duration = .seconds(5)) {
        self.path = path
        self.patience = patience
    }

    /// Whether there is one.
    var isThere: Bool {
        guard let file = try? open() else { return false }
        return isTerminal(file)
    }

    /// Writes all of it. A terminal that is held up (Ctrl-S) is waited for, without blocking a thread.
    ///
    /// - Throws: `FileError`, `CancellationError`.
    func write(_ bytes: [UInt8]) async throws {
        let file = try open()
        guard isTerminal(file) else { throw FileError(path: path, errno: ENOTTY) }
        let deadline = ContinuousClock.now + patience
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN, .now < deadline {
                try await Task.sleep(for: .milliseconds(20))
            } else if errno != EINTR {
                throw FileError(path: path, errno: errno)
            }
        }
    }

    private func open() throws(FileError) -> OpenFile {
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
        return OpenFile(taking: descriptor, path: path)
    }

    private func isTerminal(_ file: borrowing OpenFile) -> Bool { isatty(file.descriptor) != 0 }
}
