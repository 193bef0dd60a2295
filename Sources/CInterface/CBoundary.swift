internal import CBeeline
internal import Glibc

/// Conversions of everything that comes from C or goes there. Input is checked and copied, and never kept. Output is
/// either memory of `malloc`, which `free` releases, or an engine, to which C has a reference until it frees the
/// engine.
enum CBoundary {
    /// Why an argument from C cannot be used.
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    /// The largest count of paths; more is an error of the caller.
    private static let mostTexts = 10_000

    static func texts(_ first: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(Misuse) -> [String] {
        // A size_t that is too large for an Int is negative.
        guard (0...mostTexts).contains(count) else { throw Misuse(description: "count is more than \(mostTexts)") }
        guard count > 0 else { return [] }
        guard let first else { throw Misuse(description: "files is NULL, and count is \(count)") }
        var texts: [String] = []
        for place in 0..<count {
            guard let text = first[place] else { throw Misuse(description: "files[\(place)] is NULL") }
            guard let path = String(validatingCString: text), !path.isEmpty else {
                throw Misuse(description: "files[\(place)] is empty, or no UTF-8")
            }
            texts.append(path)
        }
        return texts
    }

    /// A text from C, empty for NULL; bytes that are not UTF-8 are replaced.
    static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    /// Bytes from C, valid during the call; nil for a negative count, or NULL with a count.
    static func bytes(_ first: UnsafeRawPointer?, _ count: Int) -> UnsafeBufferPointer<UInt8>? {
        guard count >= 0, first != nil || count == 0 else { return nil }
        return UnsafeBufferPointer(start: first?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A closure that calls the call-back of C.
    static func report(
        _ changed: beeline_changed?, _ context: UnsafeMutableRawPointer?
    ) -> @Sendable (String?) -> Void {
        // The header says that it may be used on another thread, until the engine is freed.
        nonisolated(unsafe) let context = context
        return { problem in
            guard let changed else { return }
            if let problem { problem.withCString { changed(context, $0) } } else { changed(context, nil) }
        }
    }

    /// A copy of a text in memory of `malloc`; nil when no memory is left.
    static func copied(_ text: some Collection<UInt8>) -> UnsafeMutablePointer<CChar>? {
        let count = text.count
        guard let memory = malloc(count + 1) else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count + 1)
        bytes.copyBytes(from: text)
        bytes[count] = 0
        return memory.assumingMemoryBound(to: CChar.self)
    }

    static func free(_ text: UnsafeMutablePointer<CChar>?) { Glibc.free(text) }

    /// The pointer by which C knows an engine: C has a reference to it from now on.
    static func pointer(retaining engine: Engine) -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(engine).toOpaque())
    }

    /// The engine of a pointer that C has.
    static func engine(at pointer: OpaquePointer?) -> Engine? {
        pointer.map { Unmanaged<Engine>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    /// The engine of a pointer that C gives back: C has no reference to it any more.
    static func takeEngine(at pointer: OpaquePointer?) -> Engine? {
        pointer.map { Unmanaged<Engine>.fromOpaque(UnsafeRawPointer($0)).takeRetainedValue() }
    }
}
