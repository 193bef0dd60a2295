internal import Glibc

/// An open file that closes itself.
package struct OpenFile: ~Copyable {
    /// Lent to system calls; never closed by the borrower.
    package let descriptor: Int32
    private let path: String

    /// Opens a file for reading; a folder is `.isFolder`. A FIFO without a writer reads as empty instead of blocking
    /// for ever, and the descriptor is not inherited by programs that are started.
    package init(path: String) throws(FileError) { self.init(taking: try openForReading(path), path: path) }

    /// Opens a regular file for reading; what is neither that nor a folder is `.notRegular`. FIFOs and devices are not
    /// opened: devices may act on that already.
    package init(regular path: String) throws(FileError) {
        try requireRegularFile(path)
        let descriptor = try openForReading(path)
        // Something else may have taken its place.
        guard isRegularFile(descriptor) else {
            close(descriptor)
            throw FileError(path: path, reason: .notRegular)
        }
        self.init(taking: descriptor, path: path)
    }

    /// Takes over an open descriptor; `path` names it in errors.
    package init(taking descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Everything from the position to the end, at most `limit` bytes: `.tooLong` as soon as one more is there.
    package func readAll(limit: Int) throws(FileError) -> [UInt8] {
        try readToEnd(of: descriptor, path: path, limit: limit)
    }
}

/// Opens a file for reading, for callers that hand the descriptor on; they close it.
package func openForReading(_ path: String) throws(FileError) -> Int32 {
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    var status = stat()
    let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    if isFolder {
        close(descriptor)
        throw FileError(path: path, reason: .isFolder)
    }
    // Opening must not block; reading may.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return descriptor
}

/// The whole content of the file at `path`. One that is longer than the limit in bytes is refused, not cut.
package func readFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path: path)
    return try file.readAll(limit: limit)
}

/// The same, which can be cancelled as `readToEnd` can.
package func readFile(_ path: String, limit: Int, cancellation: Cancellation?) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path: path)
    // So a FIFO that has never had a writer is at its end, which reading reports and waiting does not.
    if cancellation != nil { _ = fcntl(file.descriptor, F_SETFL, fcntl(file.descriptor, F_GETFL) | O_NONBLOCK) }
    return try readToEnd(of: file.descriptor, path: path, limit: limit, cancellation: cancellation)
}

/// The same for a regular file only, such as settings: a FIFO may block for ever, reading a device may act on it.
package func readRegularFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try OpenFile(regular: path).readAll(limit: limit)
}

/// The whole content of a regular file that lies below one of some folders, which are as `absolutePath` gives them,
/// wherever symbolic links on the way to it lead; nil when it lies elsewhere.
package func readFile(_ path: String, below folders: [String], limit: Int) throws(FileError) -> [UInt8]? {
    let file = try OpenFile(regular: path)
    // Of the open file, which cannot be replaced by another one.
    guard let found = linkTarget("/proc/self/fd/\(file.descriptor)") else { throw FileError(path: path, errno: errno) }
    guard folders.contains(where: { found.hasPrefix($0 == "/" ? "/" : "\($0)/") }) else { return nil }
    return try file.readAll(limit: limit)
}

/// Everything that `descriptor`, which errors call `path`, yields until its end: `.tooLong` as soon as a byte beyond
/// the limit is there. The cancellation ends reading early, also from a pipe from which nothing comes; what was read
/// until then is returned.
package func readToEnd(
    of descriptor: Int32, path: String, limit: Int, cancellation: Cancellation? = nil
) throws(FileError) -> [UInt8] {
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let size = isRegular ? Int(status.st_size) : 0
    guard size <= limit else { throw FileError(path: path, reason: .tooLong(limit: limit)) }
    var bytes: [UInt8] = []
    // One byte more than the file claims to have, so that its end shows with the second read.
    var room = max(size + 1, 1 << 16)
    var mustWait = !isRegular && fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
    while true {
        if let cancellation {
            if mustWait { waitToRead(descriptor, unless: cancellation) }
            if cancellation.isCancelled { return bytes }
        }
        let chunk: [UInt8]
        do throws(FileError) {
            chunk = try readOnce(from: descriptor, path: path, atMost: min(room - 1, limit - bytes.count) + 1)
        } catch {
            guard error.reason == .system(EAGAIN), cancellation != nil, !mustWait else { throw error }
            mustWait = true
            continue
        }
        if chunk.isEmpty { return bytes }
        if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
        if bytes.count > limit { throw FileError(path: path, reason: .tooLong(limit: limit)) }
        room = max(1 << 16, bytes.count)
    }
}

/// Blocks until something can be read, the end included.
private func waitToRead(_ descriptor: Int32, unless cancellation: Cancellation) {
    let lookAgain = Duration.milliseconds(50)
    var awaited = [Awaited.reading(descriptor)]
    while !awaited[0].isReady, !cancellation.isCancelled { wait(for: &awaited, until: .now + lookAgain) }
}

/// What one `read` yields, at most `room` bytes; empty at the end.
package func readOnce(from descriptor: Int32, path: String, atMost room: Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        var answer = 0
        repeat { answer = read(descriptor, buffer.baseAddress, room) } while answer < 0 && errno == EINTR
        if answer < 0 { failure = errno }
        count = max(answer, 0)
    }
    guard failure == 0 else { throw FileError(path: path, errno: failure) }
    return chunk
}

/// The whole content of a file that only its owner can read and write. `.notPrivate` for a file of others, one that
/// they can read or write, and what is not a file.
package func readPrivateFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard !isFolder(path) else { throw FileError(path: path, reason: .notPrivate("it is not a regular file")) }
    let file = try OpenFile(path: path)
    var status = stat()
    // Of the open file, which cannot be replaced by another one.
    guard fstat(file.descriptor, &status) == 0 else { throw FileError(path: path, errno: errno) }
    let problem: String? =
        if status.st_mode & S_IFMT != S_IFREG {
            "it is not a regular file"
        } else if status.st_uid != geteuid() {
            "it belongs to another user; create your own"
        } else if status.st_mode & 0o077 != 0 {
            "other users can read or write it; run: chmod 600 \(path)"
        } else {
            nil
        }
    if let problem { throw FileError(path: path, reason: .notPrivate(problem)) }
    return try file.readAll(limit: limit)
}
