internal import BeelineSymbols
internal import BeelineWorkers
internal import Glibc

/// The memory that is shared with who started this worker: it has the note of the pass that is under way, and keeps it when
/// the worker dies.
struct NotePage {
    private let memory: UnsafeMutableRawBufferPointer

    /// Nil where the descriptor is no such memory.
    ///
    /// - Parameter descriptor: a file of `PassNote.room` bytes; it may be closed afterwards.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == PassNote.room,
            let start = mmap(nil, PassNote.room, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            start != MAP_FAILED
        else { return nil }
        memory = UnsafeMutableRawBufferPointer(start: start, count: PassNote.room)
    }

    /// Notes the pass that begins now.
    func write(_ note: PassNote) {
        let line = note.line
        guard let first = line.first, line.count < PassNote.memoryMark else { return }
        // Half a note is none.
        memory[0] = 0
        for index in 1..<line.count { memory[index] = line[index] }
        memory[0] = first
    }

    /// Notes that no pass is under way.
    func clear() { memory[0] = 0 }

    /// Where it is written that the worker dies for want of memory.
    var memoryMark: UnsafeMutablePointer<UInt8>? {
        memory.baseAddress.map { ($0 + PassNote.memoryMark).assumingMemoryBound(to: UInt8.self) }
    }
}
