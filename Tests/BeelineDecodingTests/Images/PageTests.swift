import BeelineDecoding
import Testing

@Suite("Files of several pictures")
struct PageTests {
    /// A page of a fixture, as `pages.txt` has it.
    struct Page: Sendable, CustomTestStringConvertible {
        let file: String
        let number: Int
        let width: Int
        let height: Int
        let tolerance: Int
        var testDescription: String { "\(file), page \(number)" }
    }

    static let all: [Page] = {
        let list = (try? Fixture.load("pages.txt")) ?? []
        return String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { Int($0) }
            guard numbers.count == 4 else { return nil }
            return Page(
                file: String(words[0]), number: numbers[0], width: numbers[1], height: numbers[2], tolerance: numbers[3]
            )
        }
    }()

    static let files = Set(all.map(\.file)).sorted()

    /// Every page of a file, as far as the limits go.
    static func pages(_ bytes: [UInt8], limits: ImageLimits = .default) -> [ImagePage] {
        var pages: [ImagePage] = []
        ImagePage.forEach(in: bytes, limits: limits) { page in
            pages.append(page)
            return true
        }
        return pages
    }

    @Test("there are such files of five formats")
    func fixturesAreThere() {
        #expect(Self.all.count == 36)
        #expect(Set(Self.files.map { $0.split(separator: ".").last }) == ["tif", "gif", "webp", "heic", "png"])
    }

    @Test("each page gives the grays that another program reads", arguments: all)
    func givesGrays(_ expected: Page) throws {
        let pages = Self.pages(try Fixture.named(expected.file).bytes)
        let page = try #require(pages.first { $0.number == expected.number })
        let image = try page.picture.get()
        #expect(image.width == expected.width && image.height == expected.height)
        let grays = try Fixture.load("\(expected.file).\(expected.number).gray")
        try #require(image.pixels.count == grays.count)
        let differences = zip(image.pixels, grays).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= expected.tolerance)
    }

    @Test("there are the pages that there should be, in their order", arguments: files)
    func givesAllPages(_ file: String) throws {
        let numbers = Self.pages(try Fixture.named(file).bytes).map(\.number)
        #expect(numbers == Self.all.filter { $0.file == file }.map(\.number))
    }

    @Test("a file of one picture has one page, which has no number", arguments: Fixture.all)
    func givesOnePage(_ fixture: Fixture) throws {
        guard !Self.files.contains(fixture.name) else { return }
        let pages = Self.pages(fixture.bytes)
        #expect(pages.map(\.number) == [nil])
        #expect(try pages.first?.picture.get() == GrayImage(decoding: fixture.bytes))
    }

    @Test("a caller that has seen enough gets no more", arguments: files)
    func stops(_ file: String) throws {
        var count = 0
        ImagePage.forEach(in: try Fixture.named(file).bytes) { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test("pages beyond the limit are reported, and those before are read", arguments: files)
    func limitsPages(_ file: String) throws {
        let pages = Self.pages(try Fixture.named(file).bytes, limits: ImageLimits(maxPages: 1))
        #expect(pages.map(\.number) == [1, 2])
        #expect(throws: Never.self) { try pages.first?.picture.get() }
        #expect(throws: ImageError.tooManyPages(limit: 1)) { try pages.last?.picture.get() }
    }

    struct Failure: Error, Equatable {}

    @Test("an error of the caller's own comes out, and ends the reading")
    func throwsOn() throws {
        let bytes = try Fixture.named("pages.tif").bytes
        var count = 0
        #expect(throws: Failure()) {
            try ImagePage.forEach(in: bytes) { _ throws(Failure) in
                count += 1
                throw Failure()
            }
        }
        #expect(count == 1)
    }

    @Test("a file that is not an image is one page with the error")
    func givesErrors() {
        #expect(Self.pages([]).map { try? $0.picture.get() } == [nil])
        #expect(throws: ImageError.unknownFormat(nil)) { try Self.pages(Array("hello".utf8)).first?.picture.get() }
    }
}
