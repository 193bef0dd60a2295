internal import Glibc

/// A descriptor to wait for.
package struct Awaited {
    fileprivate var entry: pollfd

    /// - Parameter descriptor: nil is never ready.
    package static func reading(_ descriptor: Int32?) -> Awaited {
        Awaited(entry: pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    }

    package static func writing(_ descriptor: Int32?) -> Awaited {
        Awaited(entry: pollfd(fd: descriptor ?? -1, events: Int16(POLLOUT), revents: 0))
    }

    /// Whether reading or writing would not wait, be it that there is an error to hear of.
    package var isReady: Bool { entry.revents != 0 }
}

/// Blocks this thread until one of the descriptors is ready, or until the deadline.
///
/// - Parameter deadline: nil waits for ever.
package func wait(for awaited: inout [Awaited], until deadline: ContinuousClock.Instant?) {
    for index in awaited.indices { awaited[index].entry.revents = 0 }
    let count = nfds_t(awaited.count)
    awaited.withUnsafeMutableBufferPointer { buffer in
        buffer.withMemoryRebound(to: pollfd.self) { entries in
            // A signal ends the wait early, with nothing ready; whoever waits looks at the time itself and waits again.
            _ = poll(entries.baseAddress, count, milliseconds(until: deadline))
        }
    }
}

/// The time until then as `poll` wants it: -1 is for ever. Rounded up, lest the wait ends just before the deadline
/// again and again.
private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(.zero, deadline - .now).components
    let thousandths = (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(left.seconds, 1_000_000) * 1000 + thousandths)
}
