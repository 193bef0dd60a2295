import BeelineLive
import BeelineSymbols
import Testing

/// The limit is at the one place that all sources pass.
@Suite
struct LongCodeTests {
    /// A source of a program that uses the library.
    private struct Source: CodeSource {
        let name = "own"
        let symbols: [Symbol]

        func run(_ output: SourceOutput) throws(SourceError) {
            output.reportConnection()
            for symbol in symbols { output.send(symbol) }
        }
    }

    @Test("a code of more than 8 KiB is left out and reported, text or bytes")
    func refuses() async throws {
        let longest = Symbol(.qr, String(repeating: "x", count: 8 << 10))
        let symbols = [
            longest, Symbol(.qr, String(repeating: "x", count: 8 << 10 + 1)),
            Symbol(.qr, String(repeating: "日", count: 3_000)),
            Symbol(.qr, bytes: [UInt8](repeating: 0xFF, count: 8 << 10 + 1).span), Symbol(.qr, "next"),
        ]
        let run = try SourceRun(Source(symbols: symbols))
        let long = SourceRun.Event.problem("code-too-long")
        #expect(
            await run.next(7) == [.connected, .code(longest), long, long, long, .code(Symbol(.qr, "next")), .ended])
    }
}
