import BeelineSymbols
import TestPictures
import TestPrograms
import Testing

@testable import BeelineDecoding

@Suite("What may be wrong")
struct DiagnosisTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let drawn: CodeRegionTests.Drawn
        let first: Diagnosis.Kind
        /// What the figure is within; nil where there is none.
        let value: ClosedRange<Double>?
        /// From four pixels a module on white.
        let degrade: @Sendable (GrayImage) -> GrayImage
    }

    private static func all(
        _ what: String, _ kinds: [CodeRegion.Kind], _ first: Diagnosis.Kind, _ value: ClosedRange<Double>?,
        _ degrade: @escaping @Sendable (GrayImage) -> GrayImage
    ) -> [Case] {
        CodeRegionTests.few.filter { kinds.contains($0.kind) }.map {
            Case(testDescription: "\($0.type) \(what)", drawn: $0, first: first, value: value, degrade: degrade)
        }
    }

    private static let every = CodeRegion.Kind.allCases

    static let cases: [Case] =
        all("of 0.8 pixels a module", [.linear], .tooSmall, 0.7...1.2) { $0.shrunk(by: 0.2) }
        + all("of 1 pixel a module", [.pdf417, .dataMatrix], .tooSmall, 0.8...1.2) { $0.shrunk(by: 0.25) }
        + all("of 1.2 pixels a module", [.qr, .pdf417], .tooSmall, 1...1.4) { $0.shrunk(by: 0.3) }
        + all("a little out of focus", [.linear], .blurred, 3...9) { $0.blurred(2) }
        + all("out of focus", every, .blurred, 4...16) { $0.blurred(3) }
        + all("far out of focus", every, .blurred, 6...40) { $0.blurred(6) }
        + all("nearly gray", every, .lowContrast, 4...9.5) { $0.faded(to: 8) }
        + all("as it was drawn", every, .unreadable, nil) { $0 }
        + all("in the grain of a camera", every, .unreadable, nil) { $0.faded(to: 90).grained(6) }

    @Test("a code that was spoilt on purpose gets the right finding first, with its figure", arguments: cases)
    func finds(_ spoilt: Case) async throws {
        let image = spoilt.degrade(try await CodeRegionTests.sheet(spoilt.drawn))
        let findings = Diagnoser().findings(in: image)
        let first = try #require(findings.first)
        #expect(first.kind == spoilt.first, "\(findings)")
        if let range = spoilt.value {
            #expect(range.contains(try #require(first.value)))
        } else {
            #expect(first.value == nil)
        }
    }

    @Test(
        "a code at the edge of the picture has its quiet zone cut",
        arguments: CodeRegionTests.few.filter { $0.kind == .linear })
    func findsCut(_ drawn: CodeRegionTests.Drawn) async throws {
        let sheet = try await CodeRegionTests.sheet(drawn)
        let ink = try #require(sheet.dark)
        let cut = sheet.columns((ink.columns.lowerBound - 2)..<sheet.width)
        let findings = Diagnoser().findings(in: cut)
        #expect(findings.first?.kind == .quietZoneCut, "\(findings)")
        #expect((0...0.9).contains(try #require(findings.first?.value)))
        // With half of what the standard asks, that comes second.
        let short = sheet.columns((ink.columns.lowerBound - 16)..<sheet.width)
        #expect(Diagnoser().findings(in: short).map(\.kind) == [.unreadable, .quietZoneCut])
    }

    @Test("where nothing is, there is no code", arguments: CodeRegionTests.odd.indices)
    func findsNoCode(_ index: Int) {
        #expect(Diagnoser().findings(in: CodeRegionTests.odd[index]).last?.kind == .noCode)
    }

    @Test("a diagnosis lists the tried steps on request, and causes only where nothing was found")
    func saysWhatWasTried() async throws {
        let code = try PNGWriter.png(of: try await CodeRegionTests.sheet(CodeRegionTests.drawn[0]))
        let spoilt = try await CodeRegionTests.sheet(CodeRegionTests.drawn[0]).blurred(6)
        var options = DecodeOptions()
        let quiet = try LocalDecoder().decode(now: .bytes(code), options)
        #expect(quiet.pages.map(\.diagnosis) == [nil])
        options.diagnoses = true
        let read = try LocalDecoder().decode(now: .bytes(code), options)
        #expect(read.symbols.count == 1)
        #expect(read.pages[0].diagnosis?.findings == [])
        #expect(read.pages[0].diagnosis?.tried.isEmpty == false)
        let missed = try LocalDecoder().decode(now: .bytes(try PNGWriter.png(of: spoilt)), options)
        #expect(missed.symbols.isEmpty)
        #expect(missed.pages[0].diagnosis?.findings.first?.kind == .blurred)
        options.without = [PageReader.diagnosing]
        let survived = try LocalDecoder().decode(now: .bytes(try PNGWriter.png(of: spoilt)), options)
        #expect(survived.pages[0].diagnosis?.findings == [])
    }

    @Test("only the part that is looked at is diagnosed, and places count from the corner of the page")
    func keepsToRegion() async throws {
        let code = try await CodeRegionTests.sheet(CodeRegionTests.drawn[0]).blurred(4)
        let page = GrayImage.white(width: code.width + 400, height: code.height).with(code, x: 400, y: 0)
        var options = DecodeOptions()
        options.diagnoses = true
        func findings(x: Double) throws -> [Diagnosis.Finding] {
            options.region = ImageRegion(
                x: .fraction(x), y: .pixels(0), width: .fraction(1 - x), height: .fraction(1))
            let answer = try LocalDecoder().decode(now: .bytes(try PNGWriter.png(of: page)), options)
            return answer.pages[0].diagnosis?.findings ?? []
        }
        let outline = try #require(try findings(x: 0.2).first?.outline)
        #expect(outline.columns.lowerBound > 400)
        options.region = nil
        options.region = ImageRegion(x: .pixels(0), y: .pixels(0), width: .pixels(390), height: .fraction(1))
        let beside = try LocalDecoder().decode(now: .bytes(try PNGWriter.png(of: page)), options)
        #expect(beside.pages[0].diagnosis?.findings == [Diagnosis.Finding(.noCode)])
    }

    @Test(
        "a preview is made when a side is asked for, and bounded",
        arguments: [(1, 1), (50, 50), (0, 1), (-3, 1), (.max, 1000)])
    func makesPreviews(_ side: Int, _ expected: Int) throws {
        let page = try PNGWriter.png(of: .white(width: 1000, height: 500))
        var options = DecodeOptions()
        #expect(try LocalDecoder().decode(now: .bytes(page), options).pages[0].preview == nil)
        options.previewSide = side
        let preview = try #require(try LocalDecoder().decode(now: .bytes(page), options).pages[0].preview)
        #expect(try GrayImage(decoding: preview).width == expected)
    }
}
