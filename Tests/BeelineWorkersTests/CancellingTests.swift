import BeelineSymbols
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

@Suite("Cancelling what workers do", .timeLimit(.minutes(5)))
struct CancellingTests {
    /// A worker that says by a file that it was asked and never answers, and for the second time is the real one.
    private static let hangsOnce =
        #"if [ -e "$MARK" ]; then exec "$REAL"; fi; echo '{"protocol":4}' >&0; read -r request <&0; touch "$MARK"; "#
        + "exec sleep 1000"

    private static let picture = ImageSource.file(Project.file("Examples/book.jpg"))

    @Test func `a task that is cancelled ends, its worker is replaced, and the next image is read`() async throws {
        let workers = try await Workers(Self.hangsOnce)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: .seconds(3600))
        let task = Task { try await pool.decode(Self.picture, options: DecodeOptions()) }
        try await workers.until { workers.isMarked }
        task.cancel()
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        // It gets the one place once the worker has been killed.
        #expect(try await !pool.symbols(in: Self.picture).isEmpty)
        await pool.close()
    }

    @Test func `one that waits for a place ends, and does not keep the place from others`() async throws {
        let workers = try await Workers(Self.hangsOnce)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: .seconds(3600))
        let first = Task { try await pool.decode(Self.picture, options: DecodeOptions()) }
        try await workers.until { workers.isMarked }
        let second = Task { try await pool.decode(Self.picture, options: DecodeOptions()) }
        let third = Task { try await pool.decode(Self.picture, options: DecodeOptions()) }
        second.cancel()
        await #expect(throws: DecodeError.cancelled) { try await second.value }
        first.cancel()
        #expect(try await !third.value.symbols.isEmpty)
        await #expect(throws: DecodeError.cancelled) { try await first.value }
        await pool.close()
    }

    @Test func `a pipe from which nothing comes is left, and does not keep its place`() async throws {
        let pool = try DecodingPool(
            program: Project.program("beeline-decode"), size: 1, timeLimit: .seconds(3600))
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let source = ImageSource.descriptor(ends[0])
        let task = Task { try await pool.decode(source, options: DecodeOptions()) }
        task.cancel()
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        close(ends[0])
        #expect(try await !pool.symbols(in: Self.picture).isEmpty)
        await pool.close()
        close(ends[1])
    }

    @Test func `a program that draws a page is ended`() async throws {
        let workers = try await Workers(#"touch "$MARK"; while :; do sleep 1; done"#)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: .seconds(3600))
        let pdf = ImageSource.bytes(DrawnPDF(pages: [DrawnPDF.ean("9784873119045")]).bytes)
        let task = Task { try await pool.decode(pdf, options: DecodeOptions()) }
        try await workers.until { workers.isMarked }
        task.cancel()
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        try await workers.until { workers.processes.isEmpty }
        await pool.close()
    }
}
