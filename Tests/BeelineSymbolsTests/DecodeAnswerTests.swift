import BeelineSymbols
import Testing

@Suite("A worker's answers")
struct DecodeAnswerTests {
    static let errors: [DecodeError] = [
        .cannotOpen("no such file"), .unreadableImage("a \"quoted\"\nreason\0"), .tooLarge(""),
        .decoderDied("signal 11"), .timedOut(seconds: 30), .unavailable("é"),
    ]

    /// The compiler asks for a new case here as soon as the enumeration has it.
    private static func index(of error: DecodeError) -> Int {
        switch error {
        case .cannotOpen: 0
        case .unreadableImage: 1
        case .tooLarge: 2
        case .decoderDied: 3
        case .timedOut: 4
        case .unavailable: 5
        }
    }

    @Test("every error crosses the pipe, with what it holds")
    func roundTripsErrors() {
        #expect(Self.errors.map(Self.index) == Array(0...5))
        for error in Self.errors {
            #expect(DecodeAnswer(line: DecodeAnswer.failure(error).line) == .failure(error))
        }
    }

    @Test("no two errors have the same code, and each says something")
    func tellsErrorsApart() {
        #expect(Set(Self.errors.map(\.code)).count == Self.errors.count)
        #expect(DecodeError.timedOut(seconds: 30).description == "the decoder was stopped after 30 s on this image")
    }

    @Test("symbols cross the pipe in their order")
    func roundTripsSymbols() {
        for symbols in [[], [Symbol(.qr, "b\n"), Symbol(.ean13, "a"), Symbol(.qr, bytes: [0xFF, 0x0A])]] {
            let line = DecodeAnswer.symbols(symbols).line
            #expect(line.count { $0 == UInt8(ascii: "\n") } == 1, "an answer is one line")
            #expect(line.last == UInt8(ascii: "\n"))
            #expect(DecodeAnswer(line: line) == .symbols(symbols))
        }
    }

    @Test("a torn answer is none")
    func refusesTorn() {
        let line = DecodeAnswer.symbols([Symbol(.qr, "a")]).line.dropLast()
        for count in 0..<line.count { #expect(DecodeAnswer(line: line.prefix(count)) == nil) }
        #expect(DecodeAnswer(line: line) != nil)
    }

    static let nonsense = [
        "[]", "null", "{}", #"{"symbols":null}"#, #"{"symbols":[1]}"#, #"{"symbols":[{}]}"#, #"{"error":null}"#,
        #"{"error":{"code":"cannot-open"}}"#, #"{"error":{"code":"no-such-code","detail":""}}"#,
    ]

    @Test("JSON that is something else is no answer", arguments: nonsense)
    func refuses(line: String) {
        #expect(DecodeAnswer(line: line.utf8) == nil)
    }
}
