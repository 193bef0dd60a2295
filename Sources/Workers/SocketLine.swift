internal import Glibc

/// A line that is read from a socket.
enum SocketLine {
    /// With its line feed.
    case line([UInt8])
    case timedOut
    /// The other side is gone, be it in the middle of a line.
    case closed
    /// It is longer than any that makes sense.
    case endless

    /// Waits for a line; blocks this thread.
    ///
    /// - Parameter limit: of its length in bytes.
    init(from socket: Int32, limit: Int, until deadline: ContinuousClock.Instant) {
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while line.count < limit {
            let left = max(.zero, deadline - .now).components
            let milliseconds = left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(clamping: milliseconds))
            if ready == 0 {
                self = .timedOut
                return
            }
            let count = ready < 0 ? -1 : recv(socket, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                self = .closed
                return
            }
            line.append(contentsOf: chunk[..<count])
            if line.last == UInt8(ascii: "\n") {
                self = .line(line)
                return
            }
        }
        self = .endless
    }
}
