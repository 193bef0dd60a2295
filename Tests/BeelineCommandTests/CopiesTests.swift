import Foundation
import TestPrograms
import Testing

@Suite("Codes that are in an image several times")
struct CopiesTests {
    /// A picture with three copies of an EAN-13 and one QR code.
    private func shelf() async throws -> (worker: FakeWorker, image: String) {
        let worker = try await FakeWorker.make()
        let places = [10, 110, 210].map { "[[\($0),50],[\($0 + 80),50],[\($0 + 80),150],[\($0),150]]" }
        let copies = FakeAnswer.symbol("4006381333931", symbology: "ean_13")
            .replacing(#","decoder""#, with: #","outlines":[\#(places.joined(separator: ","))],"copies":3,"decoder""#)
        let image = try worker.image("shelf.png", FakeAnswer.image([copies, FakeAnswer.symbol("Row 7")]))
        return (worker, image)
    }

    @Test("the code alone is a line, with --copies one for each of them")
    func lines() async throws {
        let (worker, image) = try await shelf()
        let codes = try await worker.beeline("scan", "--format", "code", image)
        #expect(codes.lines == ["4006381333931", "Row 7"])
        let copies = try await worker.beeline("scan", "--format", "code", "--copies", image)
        #expect(copies.lines == ["4006381333931", "4006381333931", "4006381333931", "Row 7"])
        let wrong = try await worker.beeline("scan", "--copies", image)
        #expect(wrong.status == 2 && wrong.errors.contains("'--copies' is for --format code only"))
    }

    @Test("what is read no code of is on standard error, and not among the codes")
    func failures() async throws {
        let (worker, image) = try await shelf()
        let run = try await worker.beeline("scan", "--format", "code", worker.path("missing.png"), image)
        #expect(run.status == 3 && run.lines == ["4006381333931", "Row 7"])
        #expect(run.errors.contains("missing.png: "))
        let secret = try worker.image("wifi.png", FakeAnswer.image([FakeAnswer.symbol("WIFI:T:WPA;S:A;P:sesame;;")]))
        #expect(try await !worker.beeline("scan", "--format", "code", secret).output.contains("sesame"))
    }

    @Test("their number is in text, in a column, in conditions and in templates")
    func numbers() async throws {
        let (worker, image) = try await shelf()
        #expect(try await worker.beeline("scan", image).output.contains("4006381333931 × 3\n"))
        let rules = Project.folder + "/Examples/Rules/shelf-photo.json"
        let table = try await worker.beeline(
            "scan", "--no-defaults", "--rules", rules, "--format", "csv", "--columns",
            "text,copies,emit.packs,emit.order,rule", image)
        #expect(
            table.lines == [
                "text,copies,emit.packs,emit.order,rule", "4006381333931,3,3,,shelf.count", "Row 7,1,,,",
            ])
    }

    @Test("an annotated picture outlines each of them")
    func outlines() async throws {
        let (worker, image) = try await shelf()
        #expect(try await worker.beeline("scan", "--annotate", "out.svg", image).status == 0)
        let drawing = try worker.read("out.svg")
        #expect(drawing.components(separatedBy: "class=\"outline ").count == 5)
        #expect(drawing.contains("4006381333931 × 3"))
    }

    @Test("another program says how many there are")
    func input() async throws {
        let line = #"{"text":"4006381333931","symbology":"ean_13","copies":12}"#
        let words = ["resolve", "-", "--input", "json", "--format"]
        let table = try await beeline(words + ["csv", "--columns", "text,copies"], input: Array(line.utf8))
        #expect(table.lines == ["text,copies", "4006381333931,12"])
        let answer = try await beeline(words + ["json"], input: Array(line.utf8))
        #expect(answer.output.contains(#""aim":"]E0","copies":12}"#) || answer.output.contains(#""copies":12}"#))
    }
}
