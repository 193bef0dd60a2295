import BeelineSymbols
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImageBatchTests {
    /// Notes how many images it decodes at once; those of one byte cannot be read.
    private final class SlowDecoder: BarcodeDecoder {
        let counts = Mutex<(now: Int, most: Int, all: Int)>((0, 0, 0))

        func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
            defer { counts.withLock { $0.now -= 1 } }
            guard case .bytes(let bytes) = image else { return Decoding() }
            // The first of them are the slowest.
            do { try await Task.sleep(for: .milliseconds(20 - min(20, bytes.count))) } catch { throw .cancelled }
            if bytes.count == 1 { throw .unreadableImage("it is one byte") }
            return Decoding(symbols: [Symbol(.qr, "\(bytes.count)")])
        }
    }

    private static func images(_ count: Int) -> [ImageSource] {
        (1...count).map { .bytes([UInt8](repeating: 0, count: $0)) }
    }

    @Test func `results come in the order of the images, with the errors of those that cannot be read`() async {
        let decoder = SlowDecoder()
        var found: [String] = []
        for await (image, result) in decoder.decodings(of: Self.images(40), atOnce: 4) {
            guard case .bytes(let bytes) = image else { continue }
            switch result {
            case .success(let decoding): found.append("\(bytes.count) \(decoding.symbols[0].text ?? "")")
            case .failure(let error): found.append("\(bytes.count) \(error.code)")
            }
        }
        #expect(found == ["1 unreadable-image"] + (2...40).map { "\($0) \($0)" })
        #expect((2...4).contains(decoder.counts.withLock { $0.most }))
    }

    @Test func `no more is decoded than is asked for, but for those at once`() async {
        let decoder = SlowDecoder()
        for await _ in decoder.decodings(of: Self.images(1_000), atOnce: 3) { break }
        // What was begun ends, as the stream is gone.
        while decoder.counts.withLock({ $0.now }) > 0 { await Task.yield() }
        #expect(decoder.counts.withLock { $0.all } <= 3)
    }

    @Test func `a cancelled task gets no more results`() async {
        let decoder = SlowDecoder()
        let task = Task {
            var count = 0
            for await _ in decoder.decodings(of: Self.images(1_000), atOnce: 2) { count += 1 }
            return count
        }
        while decoder.counts.withLock({ $0.all }) < 5 { await Task.yield() }
        task.cancel()
        #expect(await task.value < 1_000)
    }

    @Test func `gray pixels are a picture, without the bytes after each row`() {
        #expect(
            ImageSource.gray([1, 2, 9, 3, 4, 9], width: 2, height: 2, bytesPerRow: 3)
                == .bytes(Array("P5\n2 2\n255\n".utf8) + [1, 2, 3, 4]))
    }

    @Test(
        arguments: [
            ([], true), ([.qr], true), ([.qr, .dotCode], true), ([.dotCode], false), ([.dotCode, .code11], false),
            // They are read with the symbols that they are beside.
            ([.ean5], true),
        ] as [([Symbology], Bool)])
    func `only what nothing reads is an error`(_ wanted: [Symbology], isRead: Bool) {
        let capabilities = DecoderCapabilities(
            decoders: [.init(name: "a", version: "1", symbologies: [.qr, .ean13])], imageFormats: [])
        let check: Void? = try? capabilities.check(DecodeOptions(only: Set(wanted)))
        #expect((check != nil) == isRead)
    }
}
