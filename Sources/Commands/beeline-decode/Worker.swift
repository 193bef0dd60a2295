internal import BeelineDecoding
internal import BeelineSupport
internal import BeelineSymbols
internal import BeelineWorkers
internal import CLinux
internal import Glibc

/// Serves one socket until the other side closes it: one answer for each request with its descriptor.
struct Worker {
    let socket: Int32
    /// The page for the notes of passes; nil where the caller needs none.
    let notes: NotePage?

    /// - Returns: the exit status: 0 when the other side closed the socket.
    func run(_ greeting: WorkerGreeting) -> Int32 {
        guard send(greeting.line) else { return 1 }
        var buffer = [UInt8](repeating: 0, count: DecodeRequest.longestLine)
        while true {
            var line: ArraySlice<UInt8> = []
            var image: Int32 = -1
            while line.last != UInt8(ascii: "\n") {
                var descriptor: Int32 = -1
                let count = beeline_receive(socket, &buffer, buffer.count, &descriptor)
                if count == 0, line.isEmpty { return 0 }
                guard count > 0, line.count + count <= buffer.count else { return 1 }
                // The descriptor arrives with the first byte.
                if line.isEmpty { image = descriptor } else if descriptor >= 0 { return 1 }
                line += buffer[..<count]
            }
            guard image >= 0, let request = DecodeRequest(line: line) else { return 1 }
            Confinement.allow(seconds: request.seconds)
            let answer = answer(to: .descriptor(image), request.options, seconds: request.seconds).line
            Confinement.allow(seconds: 0)
            close(image)
            // The image is done.
            notes?.clear()
            guard send(answer) else { return 1 }
        }
    }

    /// - Parameter seconds: the time after which this process ends. No pass is begun in the second half of it.
    func answer(to source: ImageSource, _ options: DecodeOptions, seconds: Int) -> DecodeAnswer {
        // Everything before the first pass is reading.
        notes?.write(PassNote(pass: PassNote.reading))
        let cancellation = Cancellation()
        do throws(DecodeError) {
            return .decoding(
                try LocalDecoder().decode(
                    now: source, options, patience: .seconds(seconds / 2), cancellation: cancellation
                ) { note in
                    notes?.write(note)
                    if isAlone { cancellation.cancel() }
                })
        } catch {
            return .failure(error)
        }
    }

    /// Whether the caller has gone, such as by a signal that did not reach this process.
    private var isAlone: Bool {
        guard notes != nil else { return false }
        var awaited = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&awaited, 1, 0) > 0 && Int32(awaited.revents) & POLLHUP != 0
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { beeline_send(socket, $0, buffer.count, -1) == 0 } ?? true
        }
    }
}

/// Memory that is shared with the caller of this worker. The note of the pass stays there when the worker has died.
struct NotePage {
    private let memory: UnsafeMutableRawBufferPointer

    /// Nil where the descriptor is not a file of `PassNote.room` bytes. It may be closed afterwards.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == PassNote.room,
            let start = mmap(nil, PassNote.room, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        memory = UnsafeMutableRawBufferPointer(start: start, count: PassNote.room)
    }

    func write(_ note: PassNote) {
        let line = note.line
        guard let first = line.first, line.count < PassNote.memoryMark else { return }
        // An incomplete note begins with 0.
        memory[0] = 0
        for index in 1..<line.count { memory[index] = line[index] }
        memory[0] = first
    }

    /// Notes that there is no current pass.
    func clear() { memory[0] = 0 }

    /// The byte that says that the worker has died for lack of memory.
    var memoryMark: UnsafeMutablePointer<UInt8>? {
        memory.baseAddress.map { ($0 + PassNote.memoryMark).assumingMemoryBound(to: UInt8.self) }
    }
}
