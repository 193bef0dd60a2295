import BeelineDecoding
import BeelineSymbols
import TestPictures
import TestPrograms
import Testing

@Suite("Image files of several pages")
struct PagesTests {
    private static let first = "9784873119045"
    private static let second = "4006381333931"

    /// A TIFF of gray pages without compression, each a strip before its directory.
    private static func tiff(_ pages: [GrayImage]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var bytes = Array("II*\0".utf8) + number(0)
        var link = 4
        for page in pages {
            let strip = bytes.count
            bytes += page.pixels
            if bytes.count % 2 == 1 { bytes.append(0) }
            bytes.replaceSubrange(link..<(link + 4), with: number(bytes.count))
            let tags = [
                (256, page.width), (257, page.height), (258, 8), (259, 1), (262, 1), (273, strip), (277, 1),
                (278, page.height), (279, page.pixels.count),
            ]
            bytes += [UInt8(tags.count), 0]
            for (tag, value) in tags { bytes += Array(number(tag)[..<2]) + [4, 0] + number(1) + number(value) }
            link = bytes.count
            bytes += number(0)
        }
        return bytes
    }

    private static func pages() async throws -> [GrayImage] {
        [
            try await Drawing.image("EANX", String(first.dropLast())), .white(width: 200, height: 100),
            try await Drawing.image("EANX", String(second.dropLast())),
        ]
    }

    @Test("each page is read, and each symbol says on which it is")
    func readsPages() async throws {
        let pages = try await Self.pages()
        let decoding = try LocalDecoder().decode(now: .bytes(Self.tiff(pages)))
        #expect(decoding.symbols.map(\.text) == [Self.first, Self.second])
        #expect(decoding.symbols.map(\.sighting?.page) == [1, 3])
        #expect(decoding.pages.map(\.number) == [1, 2, 3])
        #expect(decoding.pages.map(\.width) == pages.map(\.width))
        #expect(decoding.pages.map(\.height) == pages.map(\.height))
    }

    @Test("one page alone has no number")
    func readsOne() async throws {
        let decoding = try LocalDecoder().decode(now: .bytes(Self.tiff(Array(try await Self.pages().prefix(1)))))
        #expect(decoding.symbols.map(\.text) == [Self.first])
        #expect(decoding.symbols.map(\.sighting?.page) == [nil])
        #expect(decoding.pages.map(\.number) == [nil])
    }

    @Test("a page that cannot be read does not cost the others")
    func survivesBadPage() async throws {
        var pages = try await Self.pages()
        pages[1] = .white(width: 600, height: 600)
        let decoding = try LocalDecoder(limits: ImageLimits(maxPixels: 300_000)).decode(now: .bytes(Self.tiff(pages)))
        #expect(decoding.symbols.map(\.text) == [Self.first, Self.second])
        #expect(decoding.pages.map { $0.failure?.code } == [nil, "image-too-large", nil])
    }

    @Test("where no page can be read, there is an error as for any image")
    func refusesBadPages() async throws {
        let bytes = Self.tiff(try await Self.pages())
        #expect {
            try LocalDecoder(limits: ImageLimits(maxPixels: 100)).decode(now: .bytes(bytes))
        } throws: {
            ($0 as? DecodeError)?.code == "image-too-large"
        }
    }

    @Test("once time is over no further page is begun, and the first skipped page is named")
    func stopsInTime() async throws {
        let decoding = try LocalDecoder().decode(now: .bytes(Self.tiff(try await Self.pages())), patience: .seconds(0))
        #expect(decoding.pages.map(\.number) == [1, 2])
        #expect(decoding.pages.map { $0.failure?.code } == [nil, "image-too-large"])
        #expect(decoding.pages.last?.failure?.description.contains("page 2 and what follows was not read") == true)
    }

    @Test("a caller that needs one symbol gets no further page")
    func stops() async throws {
        var options = DecodeOptions()
        options.stopsAtFirst = true
        let decoding = try LocalDecoder().decode(now: .bytes(Self.tiff(try await Self.pages())), options)
        #expect(decoding.symbols.map(\.text) == [Self.first])
        #expect(decoding.pages.count == 1)
    }

    @Test("each pass is noted with its page, and before each page that it is read")
    func notesPages() async throws {
        var notes: [PassNote] = []
        _ = try LocalDecoder().decode(now: .bytes(Self.tiff(try await Self.pages())), patience: nil) {
            notes.append($0)
        }
        #expect(notes.first == PassNote(pass: PassNote.reading))
        let read = notes.indices.filter { notes[$0].pass == PassNote.reading }
        #expect(read.count == 4)
        #expect(Set(notes.filter { $0.pass != PassNote.reading }.map(\.page)) == [1, 2, 3])
    }
}
