internal import CLinux
internal import Glibc

/// Wakes a thread that waits for descriptors.
///
/// Any thread may call it; the one that waits has `descriptor` among those that it waits for.
package final class WakeUp: Sendable {
    package let descriptor: Descriptor

    /// - Throws: `ProgramError.notStarted` when there are no more descriptors.
    package init(for program: String) throws(ProgramError) {
        let event = beeline_event()
        guard event >= 0 else { throw .notStarted(program: program, errno: -event) }
        descriptor = Descriptor(taking: event)
    }

    package func callAsFunction() {
        var one: UInt64 = 1
        // Full means that it was called before and not heard yet, which is as good.
        _ = write(descriptor.number, &one, 8)
    }

    /// It was heard: the next wait does wait.
    package func reset() {
        var count: UInt64 = 0
        _ = read(descriptor.number, &count, 8)
    }
}
