import Beeline
import BeelineSupport
import BeelineSymbols
import Dispatch
import Glibc
import Synchronization

/// The images that a command line names.
enum ImageList {
    /// An image: its name in output, and what to open.
    struct Entry: Sendable {
        let name: String
        var isStandardInput = false
        /// Why it cannot be opened, if that is known.
        var problem: InputError?
    }

    /// The images of the operands (files, `-`, with `recursive` folders) and of a list of names, each ended by a NUL.
    static func entries(operands: [String], recursive: Bool, list: String?) throws(FileError) -> [Entry] {
        var entries: [Entry] = []
        for operand in operands {
            if operand == "-" {
                entries.append(Entry(name: "-", isStandardInput: true))
            } else if isFolder(operand) {
                let problem = InputError(
                    code: "cannot-open", message: "it is a folder; use --recursive to scan the files in it")
                let found = recursive ? images(in: operand) : [Entry(name: operand, problem: problem)]
                if found.isEmpty { StandardError.write("beeline: \(operand): the folder has no files\n") }
                entries += found
            } else {
                // Swift's strings have this mark instead of bytes that are not UTF-8.
                let isMangled = operand.unicodeScalars.contains("\u{FFFD}") && !exists(operand)
                entries.append(Entry(name: operand, problem: isMangled ? badName : nil))
            }
        }
        guard let list else { return entries }
        return entries + self.entries(named: try InputFile(list).read(limit: longestList))
    }

    /// Files by their names, which NULs separate.
    static func entries(named bytes: [UInt8]) -> [Entry] {
        bytes.split(separator: 0).map { bytes in
            guard let name = String(validating: bytes, as: UTF8.self) else {
                return Entry(name: String(decoding: bytes, as: UTF8.self), problem: badName)
            }
            return Entry(name: name)
        }
    }

    private static let longestList = 1 << 30

    private static let badName = InputError(code: "cannot-open", message: "its name is not UTF-8; rename it")

    /// The files below a folder, by name. A folder that cannot be read is an entry with the reason.
    private static func images(in folder: String) -> [Entry] {
        do throws(FileError) {
            var entries: [Entry] = []
            for name in try fileNames(in: folder, suffix: "") {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                // Links to folders are not followed: they may form a cycle.
                if isFolder(path, followingLinks: false) {
                    entries += images(in: path)
                } else if name.unicodeScalars.contains("\u{FFFD}"), !exists(path) {
                    // A name that is not UTF-8 was changed, so the file is not found.
                    entries.append(Entry(name: path, problem: badName))
                } else if isRegularFile(path) {
                    // Pipes and devices in a folder are skipped.
                    entries.append(Entry(name: path))
                }
            }
            return entries
        } catch {
            let problem = InputError(code: "cannot-open", message: error.message)
            return [Entry(name: folder, problem: problem)]
        }
    }
}

/// Images whose names arrive on standard input, each ended by a NUL. The wait blocks a thread of its own queue.
final class IncomingNames: Sendable {
    private struct State {
        /// The beginning of a name whose end has not arrived yet.
        var rest: [UInt8] = []
        var isOver = false
        /// The caller that waits for the next names.
        var waiter: CheckedContinuation<Result<[ImageList.Entry], FileError>?, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "beeline.names")

    /// The longest name, in bytes. No path is longer than 4,096 bytes; a longer name means input without NULs.
    private static let longestName = 1 << 16

    /// The next names, at least one; nil at the end, and when the task is cancelled. One caller at a time.
    func next() async -> Result<[ImageList.Entry], FileError>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let waits = state.withLock { state in
                    guard !state.isOver, !state.isCancelled else { return false }
                    state.waiter = waiter
                    return true
                }
                guard waits else { return waiter.resume(returning: nil) }
                queue.async { self.answer(self.read()) }
            }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
            answer(nil)
        }
    }

    /// Resumes the waiter with the first answer: the names, or nil after a cancellation.
    private func answer(_ names: Result<[ImageList.Entry], FileError>?) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: names)
    }

    private func read() -> Result<[ImageList.Entry], FileError>? {
        let path = "standard input"
        while true {
            let chunk: [UInt8]
            do throws(FileError) {
                chunk = try readOnce(from: STDIN_FILENO, path: path, atMost: Self.longestName)
            } catch {
                state.withLock { $0.isOver = true }
                return .failure(error)
            }
            let names = state.withLock { state -> [UInt8]? in
                state.rest += chunk
                // The last name may have no end of its own.
                let end = chunk.isEmpty ? state.rest.count : state.rest.lastIndex(of: 0) ?? 0
                let names = Array(state.rest[..<end])
                state.rest.removeFirst(end)
                state.isOver = chunk.isEmpty
                guard state.rest.count <= Self.longestName else {
                    state.isOver = true
                    return nil
                }
                return names
            }
            guard let names else {
                return .failure(FileError(path: path, reason: .tooLong(limit: Self.longestName)))
            }
            let entries = ImageList.entries(named: names)
            if !entries.isEmpty { return .success(entries) }
            if chunk.isEmpty { return nil }
        }
    }
}
