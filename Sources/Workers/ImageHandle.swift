internal import BeelineSupport
internal import BeelineSymbols
internal import CLinux
internal import Dispatch
internal import Glibc

/// An open image file to pass to workers, one after the other. It closes only a file that it has opened itself.
struct ImageHandle: ~Copyable {
    /// Lent to workers.
    let descriptor: Int32
    private let isOwned: Bool
    /// Where its bytes begin.
    private let start: off_t

    /// Opens an image. A pipe may take as long as the limit until its end.
    init(_ source: ImageSource, timeLimit: Duration) async throws(DecodeError) {
        let file: (descriptor: Int32, isOwned: Bool)
        switch source {
        case .descriptor(let descriptor): file = (descriptor, false)
        case .bytes(let bytes):
            let memory = bytes.withUnsafeBytes { beeline_memory_file($0.baseAddress, $0.count) }
            guard memory >= 0 else { throw .cannotOpen(String(cString: strerror(-memory))) }
            file = (memory, true)
        case .file(let path):
            do throws(FileError) {
                file = (try openForReading(path), true)
            } catch {
                throw .cannotOpen(error.message)
            }
        }
        let position = lseek(file.descriptor, 0, SEEK_CUR)
        if position >= 0 {
            (descriptor, isOwned) = file
            start = position
        } else {
            defer { if file.isOwned { close(file.descriptor) } }
            // A pipe can be read only once, and waits for its writer: neither is for a worker.
            descriptor = try await PipeCopy(pipe: file.descriptor, isOurs: file.isOwned)
                .make(timeLimit: timeLimit)
            isOwned = true
            start = 0
        }
    }

    deinit { if isOwned { close(descriptor) } }

    /// Goes back to the start for another worker: their descriptors share one position.
    func rewind() { lseek(descriptor, start, SEEK_SET) }
}

/// Copies the content of a pipe into a file in memory.
private struct PipeCopy: Sendable {
    let pipe: Int32
    let isOurs: Bool

    /// One byte more than an image file may have; the worker then reports the limit.
    private static let longest = 256 << 20 + 1

    /// - Returns: the file, which the caller closes.
    func make(timeLimit: Duration) async throws(DecodeError) -> Int32 {
        let cancellation: WakeUp
        do throws(ProgramError) {
            cancellation = try WakeUp(for: "a pipe")
        } catch {
            throw .cannotOpen("\(error)")
        }
        let result: Result<Int32, DecodeError> = await withTaskCancellationHandler {
            await DispatchQueue(label: "beeline.pipe").perform { makeNow(timeLimit: timeLimit, unless: cancellation) }
        } onCancel: {
            cancellation()
        }
        return try result.get()
    }

    private func makeNow(timeLimit: Duration, unless cancellation: WakeUp) -> Result<Int32, DecodeError> {
        let deadline = ContinuousClock.now + timeLimit
        let copy = beeline_memory_file(nil, 0)
        guard copy >= 0 else { return .failure(.cannotOpen(String(cString: strerror(-copy)))) }
        // A pipe that has never had a writer is at its end, which reading reports and waiting does not. One that is
        // lent is shared with others, for whom reading continues to wait.
        if isOurs { _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK) }
        var mustWait = !isOurs
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var length = 0
        while length < Self.longest {
            var awaited = [Awaited.reading(pipe), .reading(cancellation.descriptor.number)]
            while mustWait, !awaited.contains(where: \.isReady), .now < deadline {
                wait(for: &awaited, until: deadline)
            }
            if awaited[1].isReady {
                close(copy)
                return .failure(.cancelled)
            }
            if mustWait, !awaited[0].isReady {
                close(copy)
                return .failure(.cannotOpen("its writer was not finished after \(timeLimit.wholeSeconds) s"))
            }
            let count = read(pipe, &chunk, min(chunk.count, Self.longest - length))
            if count < 0, errno == EINTR || errno == EAGAIN {
                mustWait = true
                continue
            }
            guard count >= 0, count == 0 || write(copy, chunk, count) == count else {
                let reason = String(cString: strerror(errno))
                close(copy)
                return .failure(.cannotOpen(reason))
            }
            if count == 0 { break }
            length += count
        }
        lseek(copy, 0, SEEK_SET)
        return .success(copy)
    }
}
