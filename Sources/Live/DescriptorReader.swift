internal import BeelineSupport
internal import Glibc

/// Reads a descriptor of a source until the source is to stop.
package struct DescriptorReader: ~Copyable {
    private let descriptor: Int32
    private let output: SourceOutput

    /// - Parameter descriptor: lent; it does not block, or it is polled before each read.
    package init(_ descriptor: Int32, for output: SourceOutput) {
        (self.descriptor, self.output) = (descriptor, output)
    }

    /// The result of waiting for input.
    package enum Answer: Equatable {
        /// So many bytes are in the buffer.
        case bytes(Int)
        /// The time is over and nothing came.
        case silence
        /// The other side has ended.
        case ended
        /// The source is to stop.
        case stopped
        /// With the error number: `ENODEV` where a device was unplugged.
        case failed(Int32)
    }

    /// Waits for input and reads what is there, at most as much as fits into the buffer.
    ///
    /// - Parameter deadline: nil waits for ever.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant? = nil
    ) -> Answer {
        while true {
            var awaited = [Awaited.reading(descriptor), .reading(output.stopSignal.descriptor.number)]
            wait(for: &awaited, until: deadline)
            if output.isStopped { return .stopped }
            guard awaited[0].isReady else {
                if let deadline, .now >= deadline { return .silence }
                continue
            }
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno != EINTR, errno != EAGAIN { return .failed(errno) }
        }
    }
}
