internal import CLinux
internal import Glibc

/// An open file, pipe or the like that closes itself.
package struct Descriptor: ~Copyable, Sendable {
    /// Lent to system calls; never closed by the borrower.
    package let number: Int32

    /// Takes over an open descriptor.
    package init(taking number: Int32) { self.number = number }

    deinit { Glibc.close(number) }

    /// The same descriptor, which does not block.
    package consuming func withoutBlocking() -> Descriptor {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        return self
    }
}

extension Optional where Wrapped == Descriptor {
    /// The number of the descriptor; nil when there is none (any more).
    package var number: Int32? {
        switch self {
        case .some(let descriptor): descriptor.number
        case .none: nil
        }
    }
}

package enum ReadAnswer {
    case bytes(Int)
    case nothingYet
    /// Nothing will come any more.
    case over
}

package enum WriteAnswer {
    /// So many bytes are written; perhaps none, when there is no room.
    case written(Int)
    /// There is no reader any more.
    case closed
}

extension Descriptor {
    /// Reads what is there, as much as fits into the buffer, from a descriptor that does not block.
    package func readAvailable(into buffer: UnsafeMutableRawBufferPointer) -> ReadAnswer {
        while true {
            let count = read(number, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .over }
            if errno == EAGAIN { return .nothingYet }
            if errno != EINTR { return .over }
        }
    }

    /// Writes as much as there is room for into a pipe that does not block. A reader that is gone is an answer here,
    /// and never the signal SIGPIPE, which would end this whole program unless it is ignored: that is for the program
    /// to decide, not for a library.
    package func writeAvailable(_ bytes: UnsafeRawBufferPointer) -> WriteAnswer {
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        var maskBefore = sigset_t()
        let isBlocked = pthread_sigmask(SIG_BLOCK, &brokenPipe, &maskBefore) == 0
        let count = write(number, bytes.baseAddress, bytes.count)
        let code = count < 0 ? errno : 0
        if isBlocked {
            if code == EPIPE, sigismember(&maskBefore, SIGPIPE) == 0 {
                // It waits for this thread alone; code that blocked it before may want to see it.
                var atOnce = timespec()
                sigtimedwait(&brokenPipe, nil, &atOnce)
            }
            pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
        }
        switch code {
        case 0: return .written(count)
        case EAGAIN, EINTR: return .written(0)
        default: return .closed
        }
    }
}

/// A pipe: what is written into one end comes out of the other.
package struct Pipe: ~Copyable {
    package let reading: Descriptor
    package let writing: Descriptor

    /// - Throws: `ProgramError.notStarted` when there are no more descriptors; pipes are made for programs.
    package init(for program: String) throws(ProgramError) {
        var ends: (Int32, Int32) = (-1, -1)
        let code = beeline_pipe(&ends.0, &ends.1)
        guard code == 0 else { throw .notStarted(program: program, errno: code) }
        reading = Descriptor(taking: ends.0)
        writing = Descriptor(taking: ends.1)
    }

    /// The end from which is read; the other one is closed.
    package consuming func keepReading() -> Descriptor { reading }

    /// The end into which is written; the other one is closed.
    package consuming func keepWriting() -> Descriptor { writing }
}

/// Wakes a thread, from any other one. The thread to wake waits for `descriptor` among others.
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

    /// Resets it, so that the next wait blocks again.
    package func reset() {
        var count: UInt64 = 0
        _ = read(descriptor.number, &count, 8)
    }
}
