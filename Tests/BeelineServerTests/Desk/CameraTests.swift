import BeelineLive
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct CameraTests {
    /// Sees in each picture what the picture is called: lines of `symbology text`.
    private struct Reader: BarcodeDecoder {
        var numbers = Box<[Int?]>(Mutex([]))
        /// Waited for before a picture called `wait` is answered.
        var gate = Box<CheckedContinuation<Void, Never>?>(Mutex(nil))

        func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
            guard case .bytes(let bytes) = image else { throw .cannotOpen("no bytes") }
            let text = String(decoding: bytes, as: UTF8.self)
            numbers.value.withLock { $0.append(options.frame) }
            if text == "bad" { throw .unreadableImage("no picture") }
            if text == "wait" { await withCheckedContinuation { waiting in gate.value.withLock { $0 = waiting } } }
            let symbols = text.split(separator: "\n").map(String.init).filter { $0.contains(" ") }.map { line in
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                return Symbol(Symbology.named(parts[0]).0, parts[1])
            }
            return Decoding(symbols: symbols, pages: [DecodedPage(width: 640, height: 480)])
        }
    }

    private static let fast = {
        var options = DecodeOptions()
        options.effort = .fast
        return options
    }()

    private func frame(
        _ test: TestDesk, _ picture: String, session: String = "s", _ options: DecodeOptions = fast,
        by caller: Caller = .local
    ) async throws -> JSONValue {
        let answer = try await test.desk.frame(
            session: session, image: Array(picture.utf8), options: options, by: caller)
        return try JSONValue(parsing: answer)
    }

    private func texts(_ list: JSONValue?) -> [String?] { list?.array?.map { $0["text"]?.string } ?? [] }

    @Test func `a code counts as a scan when enough pictures agree, and once`() async throws {
        let test = try TestDesk(decoder: Reader())
        let first = try await frame(test, "ean_13 9784873119045\nqr a")
        #expect(first["width"]?.integer == 640)
        #expect(first["height"]?.integer == 480)
        #expect(texts(first["symbols"]) == ["9784873119045", "a"])
        #expect(texts(first["scans"]) == ["a"])
        let second = try await frame(test, "ean_13 9784873119045\nqr a")
        #expect(texts(second["scans"]) == ["9784873119045"])
        #expect(texts(try await frame(test, "ean_13 9784873119045\nqr a")["scans"]) == [])
        #expect(texts(try await frame(test, "qr a", session: "another")["scans"]) == ["a"])
        #expect(!FileManager.default.fileExists(atPath: "\(test.path)/history.db"), "nothing is recorded")
    }

    @Test func `pictures are numbered, so that passes are shared out`() async throws {
        let reader = Reader()
        let test = try TestDesk(decoder: reader)
        for picture in ["", "", "qr a", "qr a", ""] { _ = try await frame(test, picture) }
        #expect(reader.numbers.value.withLock { $0 } == [0, 1, 2, 2, 3])
        _ = try await frame(test, "", DecodeOptions())
        #expect(reader.numbers.value.withLock { $0.last } == .some(nil))
    }

    @Test func `a second picture is refused while the first is at work`() async throws {
        let reader = Reader()
        let test = try TestDesk(decoder: reader)
        async let slow = frame(test, "wait")
        let waiting = try await until { reader.gate.value.withLock { $0 } }
        let error = await #expect(throws: Problem.self) { _ = try await frame(test, "qr a") }
        #expect(error?.status == 409 && error?.code == "busy")
        #expect(texts(try await frame(test, "qr a", session: "another")["scans"]) == ["a"])
        waiting.resume()
        _ = try await slow
        #expect(texts(try await frame(test, "qr a")["scans"]) == ["a"])
    }

    /// How long no picture comes, and whether the code is a scan again, before pictures without it and after them.
    private static let pauses: [(pause: Duration, empty: Int, isAgain: Bool)] = [
        (.milliseconds(100), 0, false), (.seconds(3), 0, false), (.seconds(3_600), 0, false), (.seconds(3), 2, false),
        (.milliseconds(400), 6, true), (.seconds(3), 5, true),
    ]

    @Test(arguments: pauses)
    func `a code is out of view when pictures show that, and not while there are none`(
        pause: Duration, empty: Int, isAgain: Bool
    ) throws {
        let sessions = CameraSessions { $0.text.map { MemoryKey(identity: $0) } }
        let name = CameraSessions.Name(caller: "local", session: "s")
        var time = ContinuousClock.now
        func see(_ symbols: [Symbol], after duration: Duration) throws -> Int {
            time += duration
            _ = try sessions.begin(name, at: time)
            return sessions.end(name, Decoding(symbols: symbols), at: time).count
        }
        let code = [Symbol(.qr, "a")]
        #expect(try see(code, after: .zero) == 1)
        for _ in 0..<empty { #expect(try see([], after: pause) == 0) }
        #expect(try see(code, after: pause) == (isAgain ? 1 : 0))
    }

    /// Codes by the left edge of a square of 100 × 100 in a picture of 1000 × 500 whose part from 300 to 700 counts, and
    /// which of them count: at once, and when none was in the part for a second.
    private static let places: [(lefts: [Int], atOnce: [Int], later: [Int])] = [
        ([450], [450], [450]), ([250], [250], [250]), ([199], [], [199]), ([0, 850], [], [850]),
        ([0, 450], [450], [450]),
        ([690, 10], [690], [690]),
    ]

    @Test(arguments: places)
    func `codes in the part that counts are scans, and the nearest one while there is none`(
        lefts: [Int], atOnce: [Int], later: [Int]
    ) throws {
        let symbols = lefts.map { left in
            let corners = [(left, 200), (left + 100, 200), (left + 100, 300), (left, 300)].map {
                Point(x: $0.0, y: $0.1)
            }
            let outline = Outline(
                topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
            return Symbol(.qr, "\(left)", sighting: Sighting(outline: outline, decoder: "test"))
        }
        let decoding = Decoding(symbols: symbols, pages: [DecodedPage(width: 1000, height: 500)])
        let part = CameraSessions.Wish(part: .fraction(x: 0.3, y: 0, width: 0.4, height: 1))
        let sessions = CameraSessions { $0.text.map { MemoryKey(identity: $0) } }
        let name = CameraSessions.Name(caller: "local", session: "s")
        var time = ContinuousClock.now
        func see() throws -> [String?] {
            _ = try sessions.begin(name, at: time)
            defer { time += .milliseconds(250) }
            return sessions.end(name, decoding, part, at: time).map(\.symbol.text)
        }
        #expect(try see() == atOnce.map(String.init))
        var all = atOnce.map(String.init)
        for _ in 0..<4 { all += try see().compactMap(\.self) }
        #expect(all == later.map(String.init))
    }

    @Test func `a picture that cannot be read leaves the camera in use`() async throws {
        let test = try TestDesk(decoder: Reader())
        let error = await #expect(throws: Problem.self) { _ = try await frame(test, "bad") }
        #expect(error?.status == 422)
        #expect(texts(try await frame(test, "qr a")["scans"]) == ["a"])
    }

    @Test func `sixty-four cameras may be in use`() async throws {
        let test = try TestDesk(decoder: Reader())
        for number in 0..<64 { _ = try await frame(test, "", session: "\(number)") }
        let error = await #expect(throws: Problem.self) { _ = try await frame(test, "", session: "one more") }
        #expect(error?.code == "too-many-cameras")
        _ = try await frame(test, "", session: "0")
    }

    @Test func `a telephone that opens many cameras ends its oldest, and none of others`() async throws {
        let test = try TestDesk(decoder: Reader())
        let (anna, ben) = (try test.phone("Anna"), try test.phone("Ben"))
        #expect(texts(try await frame(test, "qr a", session: "0", by: ben)["scans"]) == ["a"])
        for number in 0..<100 {
            #expect(texts(try await frame(test, "qr a", session: "\(number)", by: anna)["scans"]) == ["a"])
        }
        // These continue, and a code that they have seen is not a new scan.
        #expect(texts(try await frame(test, "qr a", session: "99", by: anna)["scans"]) == [])
        #expect(texts(try await frame(test, "qr a", session: "96", by: anna)["scans"]) == [])
        #expect(texts(try await frame(test, "qr a", session: "0", by: ben)["scans"]) == [])
        // This one starts again.
        #expect(texts(try await frame(test, "qr a", session: "95", by: anna)["scans"]) == ["a"])
    }

    @Test(arguments: ["", String(repeating: "x", count: 65)])
    func `a session has a name`(_ name: String) async throws {
        let test = try TestDesk(decoder: Reader())
        let error = await #expect(throws: Problem.self) { _ = try await frame(test, "", session: name) }
        #expect(error?.code == "bad-session")
    }

    @Test func `a password is not shown, and is sent to the page that scans it`() async throws {
        let test = try TestDesk(decoder: Reader())
        let code = "WIFI:T:WPA;S:shop;P:sesame-street;;"
        let answer = try await frame(test, "qr \(code)")
        #expect(texts(answer["symbols"]) != [code])
        #expect(texts(answer["scans"]) == [code])
    }
}
