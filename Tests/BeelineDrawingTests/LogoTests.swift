import BeelineDecoding
import BeelineDrawing
import TestPrograms
import Testing

@Suite struct LogoTests {
    /// A picture like those of companies: a dark disc with a light letter, on nothing.
    static let logo = Task {
        let folder = try TemporaryFolder()
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="100" \
            fill="#b01030"/><path d="M60 40h20v50h40v-50h20v120h-20v-50h-40v50h-20z" fill="#fff"/></svg>
            """
        let file = try folder.write("logo.svg", svg)
        let result = try await run("rsvg-convert", [file])
        try #require(result.status == 0, "\(result.errors)")
        return result.bytes
    }

    static let url = "https://example.com/a/rather/long/path?with=a&query=of-some-length"

    static func drawing(_ text: String = url, share: Double, isForced: Bool = true) async throws -> Drawing {
        var options = DrawingOptions()
        options.level = .high
        options.logo = try Logo(await logo.value, share: share)
        options.allowsAnyLogo = isForced
        return try Drawing(text, as: .qr, options: options)
    }

    /// Codes of 29, 49 and 73 modules a side, and the smallest one, which has room for five modules only.
    static let texts = ["https://example.com/", url, String(repeating: "0123456789/abcdefg", count: 11), "12345"]

    @Test(
        "a logo of 5 to 40 % is written exactly where a reader that we did not write can read it",
        .timeLimit(.minutes(60)), arguments: texts)
    func agrees(_ text: String) async throws {
        let folder = try TemporaryFolder()
        var written: [Int] = []
        // Many shares give the same modules, and so the same picture. The answers for that are known.
        var last: (picture: [UInt8], isRead: Bool, isWritten: Bool)?
        for percent in 5...40 {
            let share = Double(percent) / 100
            let drawing = try await Self.drawing(text, share: share)
            let picture = try drawing.png(scale: 8)
            if last?.picture != picture {
                let files = try [
                    folder.write("\(percent)-8.png", picture), folder.write("\(percent)-4.png", drawing.png(scale: 4)),
                ]
                last = (picture, try await isRead(text, in: files), await Self.isWritten(text, share: share))
            }
            #expect(last?.isWritten == last?.isRead, "\(percent) %")
            if last?.isWritten == true { written.append(percent) }
        }
        #expect(written.first == 5)
        // In the smallest one no logo covers more than 6 %, whatever is asked for.
        #expect(written.count == 36 || text != "12345" && written.count < 25)
    }

    /// Whether a reader reads the code at its size and at half of it.
    private func isRead(_ text: String, in files: [String]) async throws -> Bool {
        for file in files {
            let byZXing = try await OtherReader.zxingReader.reads(Array(text.utf8), in: file)
            let byZBar = byZXing ? true : try await OtherReader.zbarimg.reads(Array(text.utf8), in: file)
            guard byZBar else { return false }
        }
        return true
    }

    private static func isWritten(_ text: String, share: Double) async -> Bool {
        do {
            _ = try await drawing(text, share: share, isForced: false).png(verifiedBy: LocalDecoder())
            return true
        } catch {
            return false
        }
    }

    @Test("a small code reports that it has no room for so large a logo")
    func smaller() async throws {
        #expect(try await Self.drawing("12345", share: 0.2).warnings == [.logoSmaller(6, asked: 20)])
        #expect(try await Self.drawing(share: 0.2).warnings == [])
    }

    @Test("a logo that the level cannot make up for is refused before anything is drawn")
    func refuses() async throws {
        var options = DrawingOptions()
        options.level = .low
        options.logo = try Logo(await Self.logo.value, share: 0.1)
        let error = try #require(throws: DrawingError.self) { try Drawing(Self.url, as: .qr, options: options) }
        #expect(error.reason == .logo && error.remedy.contains("level H"))
        #expect(throws: DrawingError.self) { try Drawing("x", as: .aztec, options: options) }
        #expect(throws: DrawingError.self) { try Logo(Array("GIF89a".utf8)) }
        #expect(throws: DrawingError.self) { try Logo(Array([UInt8]("\u{89}PNG".utf8).prefix(20))) }
    }

    @Test("round modules and finders are read")
    func round() async throws {
        var options = DrawingOptions()
        options.moduleShape = .round
        options.finderShape = .round
        let drawing = try Drawing("https://example.com/", as: .qr, options: options)
        let folder = try TemporaryFolder()
        let png = try await drawing.png(verifiedBy: LocalDecoder())
        #expect(try await OtherReader.zbarimg.lines([folder.write("a.png", png)]) == ["https://example.com/"])
        let svg = try folder.write("a.svg", drawing.svg())
        _ = try await run("rsvg-convert", ["--zoom=2", "-b", "white", "-o", folder.path("b.png"), svg])
        #expect(try await OtherReader.zbarimg.lines([folder.path("b.png")]) == ["https://example.com/"])
        let pdf = try folder.write("a.pdf", drawing.pdf())
        _ = try await run("pdftoppm", ["-r", "300", "-png", "-singlefile", pdf, folder.path("c")])
        #expect(try await OtherReader.zbarimg.lines([folder.path("c.png")]) == ["https://example.com/"])
    }

    @Test("a code under too large a logo is refused, in every output format")
    func unread() async throws {
        try await Self.drawing(share: 0.1).verify(by: LocalDecoder())
        let covered = try await Self.drawing(share: 0.35)
        await #expect(throws: DrawingError.self) { try await covered.verify(by: LocalDecoder()) }
        await #expect(throws: DrawingError.self) { try await covered.png(verifiedBy: LocalDecoder()) }
    }

    @Test("a logo is in SVG and PDF too, and they are read")
    func vectors() async throws {
        let drawing = try await Self.drawing(share: 0.08)
        let folder = try TemporaryFolder()
        let svg = try folder.write("a.svg", drawing.svg())
        _ = try await run("rsvg-convert", ["--zoom=2", "-o", folder.path("b.png"), svg])
        let pdf = try folder.write("a.pdf", drawing.pdf())
        _ = try await run("pdftoppm", ["-r", "300", "-png", "-singlefile", pdf, folder.path("c")])
        let text = String(decoding: drawing.content, as: UTF8.self)
        #expect(try await OtherReader.zxingReader.lines([folder.path("b.png"), folder.path("c.png")]) == [text, text])
    }
}
