import BeelineSymbols
import Testing

@testable import BeelineWorkers

@Suite("A worker's answers")
struct DecodeAnswerTests {
    static let errors: [DecodeError] = [
        .cannotOpen("no such file"), .unreadableImage("a \"quoted\"\nreason\0"), .tooLarge(""),
        .decoderDied("signal 11"), .timedOut(limit: .seconds(30)), .unavailable("é"), .cancelled,
        .nothingReads([.sqCode, .other("SQ,2")]),
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
        case .cancelled: 6
        case .nothingReads: 7
        }
    }

    @Test("every error crosses the pipe, with its values")
    func roundTripsErrors() {
        #expect(Self.errors.map(Self.index) == Array(0...7))
        for error in Self.errors {
            #expect(DecodeAnswer(line: DecodeAnswer.failure(error).line) == .failure(error))
        }
    }

    @Test("no two errors have the same code, and each has a text")
    func tellsErrorsApart() {
        #expect(Set(Self.errors.map(\.code)).count == Self.errors.count)
        #expect(
            DecodeError.timedOut(limit: .seconds(30)).description == "the decoder was stopped after 30 s on this image")
    }

    @Test("symbols cross the pipe in their order")
    func roundTripsSymbols() {
        for symbols in [[], [Symbol(.qr, "b\n"), Symbol(.ean13, "a"), Symbol(.qr, bytes: [0xFF, 0x0A])]] {
            let line = DecodeAnswer.decoding(Decoding(symbols: symbols)).line
            #expect(line.count { $0 == UInt8(ascii: "\n") } == 1, "an answer is one line")
            #expect(line.last == UInt8(ascii: "\n"))
            #expect(DecodeAnswer(line: line) == .decoding(Decoding(symbols: symbols)))
        }
    }

    @Test("pages with all that is known of them, and losses, cross the pipe")
    func roundTripsPages() {
        var failed = DecodedPage(number: 1, width: 0, height: 0)
        failed.failure = .unreadableImage("cut off")
        var tried = DecodedPage(number: 2, width: 1240, height: 1754)
        let outline = Outline(
            topLeft: Point(x: 1, y: 2), topRight: Point(x: 3, y: 4), bottomRight: Point(x: -5, y: 6),
            bottomLeft: Point(x: 7, y: 8))
        tried.diagnosis = Diagnosis(
            tried: ["zbar", "zxing.linear"],
            findings: [
                Diagnosis.Finding(.tooSmall, outline: outline, value: 0.75), Diagnosis.Finding(.blurred, value: 3),
                Diagnosis.Finding(.noCode),
            ])
        tried.preview = [0x89, 0x50, 0, 255, 10]
        var decoding = Decoding(
            symbols: [Symbol(.qr, "a", sighting: Sighting(outline: outline, decoder: "zbar", page: 2))],
            pages: [failed, tried, DecodedPage(width: 3, height: 4)])
        decoding.losses = [
            LostPass(pass: "zxing.linear", page: 2, reason: "signal 6"), LostPass(pass: "zbar", reason: ""),
        ]
        let line = DecodeAnswer.decoding(decoding).line
        #expect(DecodeAnswer(line: line) == .decoding(decoding))
        #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test("a truncated answer is refused")
    func refusesTorn() {
        let line = DecodeAnswer.decoding(Decoding(symbols: [Symbol(.qr, "a")])).line.dropLast()
        for count in 0..<line.count { #expect(DecodeAnswer(line: line.prefix(count)) == nil) }
        #expect(DecodeAnswer(line: line) != nil)
    }

    static let nonsense = [
        "[]", "null", "{}", #"{"symbols":null}"#, #"{"symbols":[1]}"#, #"{"symbols":[{}]}"#, #"{"error":null}"#,
        #"{"symbols":[],"pages":[{"width":1}]}"#, #"{"symbols":[],"pages":[{"width":1,"height":1,"preview":"?"}]}"#,
        #"{"symbols":[],"pages":[{"width":1,"height":1,"error":{}}]}"#, #"{"symbols":[],"losses":[{"pass":"zbar"}]}"#,
        #"{"symbols":[],"pages":[{"width":1,"height":1,"diagnosis":{"tried":[1],"findings":[]}}]}"#,
        #"{"error":{"code":"cannot-open"}}"#, #"{"error":{"code":"no-such-code","detail":""}}"#,
    ]

    @Test("JSON that is something else is not an answer", arguments: nonsense)
    func refuses(line: String) {
        #expect(DecodeAnswer(line: line.utf8) == nil)
    }
}
