import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("How an image was read is part of the answer")
struct DecodingOutputTests {
    private static let book = FakeAnswer.symbol("9784873119045", symbology: "ean_13", page: 1)
    private static let unreadable =
        #"{"page":2,"width":0,"height":0,"error":{"code":"unreadable-image","detail":"torn"}}"#

    @Test("a page that cannot be read hides no other page, and is an error", arguments: ["json", "csv", "text"])
    func pages(_ format: String) async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image("a", FakeAnswer.image([Self.book], pages: [FakeAnswer.page(1), Self.unreadable]))
        let columns = format == "csv" ? ["--columns", CSVTests.columns.joined(separator: ",")] : []
        let result = try await worker.beeline(["scan", "--format", format, image] + columns)
        #expect(result.status == 3)
        #expect(result.errors.isEmpty)
        switch format {
        case "json":
            let object = try #require(try result.objects().first)
            #expect((object["results"] as? [Any])?.count == 1)
            #expect(object["error"] == nil)
            let errors = try #require(object["errors"] as? [[String: Any]])
            try #require(errors.count == 1)
            #expect(errors[0]["page"] as? Int == 2)
            #expect(errors[0]["code"] as? String == "unreadable-image")
            #expect(errors[0]["message"] as? String == "torn")
        case "csv":
            try #require(result.lines.count == 3)
            #expect(result.lines[1].hasPrefix("\(image),1,ean_13,9784873119045,,isbn,"))
            #expect(result.lines[2] == "\(image),2,,,,,,,,unreadable-image: torn")
        default:
            #expect(result.lines.contains("  page       1"))
            #expect(result.lines.contains("  error      page 2: torn"))
        }
    }

    @Test("where no page can be read, it is not said that no code was found")
    func noPage() async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image("a", FakeAnswer.image([], pages: [Self.unreadable]))
        let result = try await worker.beeline("scan", image)
        #expect(result.status == 3)
        #expect(result.lines == [image, "  error      page 2: torn"])
        #expect(try await worker.beeline("scan", "--format", "csv", image).lines.count == 2)
    }

    @Test("results that were lost with a crashed decoder are reported", arguments: ["json", "csv", "text"])
    func losses(_ format: String) async throws {
        let worker = try await FakeWorker.make()
        let losses =
            #","losses":[{"pass":"zxing.linear","reason":"signal 6 (Aborted)"},{"pass":"x","page":2,"reason":"y"}]"#
        let image = try worker.image("a", FakeAnswer.image([Self.book], pages: [FakeAnswer.page(1)], losses: losses))
        let columns = format == "csv" ? ["--columns", "input,page,status,error"] : []
        let result = try await worker.beeline(["scan", "--format", format, image] + columns)
        #expect(result.status == 0)
        let sentence =
            "the pass 'zxing.linear' did not finish, so its codes may be missing: signal 6 (Aborted)"
        switch format {
        case "json":
            let lost = try #require(try result.objects().first?["lost"] as? [[String: Any]])
            try #require(lost.count == 2)
            #expect(lost[0] as NSDictionary == ["pass": "zxing.linear", "reason": "signal 6 (Aborted)"])
            #expect(lost[1] as NSDictionary == ["pass": "x", "page": 2, "reason": "y"])
        case "csv": #expect(result.lines.contains("\(image),,pass-lost,\"pass-lost: \(sentence)\""))
        default: #expect(result.lines.contains("  lost       \(sentence)"))
        }
    }

    private static let diagnosis = """
        ,"diagnosis":{"tried":["read","zbar","zxing.linear"],"findings":[
          {"kind":"too-small","value":0.8,"outline":[[100,30],[140,30],[140,50],[100,50]]},{"kind":"blurred","value":4.25}]}
        """

    @Test("--diagnose prints what was tried, and what to do")
    func diagnosis() async throws {
        let worker = try await FakeWorker.make()
        let page = FakeAnswer.page(more: Self.diagnosis.replacing("\n", with: ""))
        let image = try worker.image("a", FakeAnswer.image([], pages: [page]))
        let text = try await worker.beeline("scan", "--diagnose", image)
        #expect(text.status == 1)
        #expect(
            text.lines == [
                image, "  nothing    no code was found",
                "  why        something like a code at 120,40 is too small to be read, it has 0.8 pixels per module: "
                    + "move closer, or scan at twice the resolution",
                "  why        the picture is blurred, its edges are spread over 4.3 pixels: "
                    + "focus, hold still, or clean the lens",
                "  tried      read, zbar, zxing.linear",
            ])
        let object = try await worker.beeline("scan", "--diagnose", "--format", "json", image).objects().first
        let pages = try #require(object?["diagnosis"] as? [[String: Any]])
        #expect(
            pages as NSArray == [
                [
                    "width": 400, "height": 300, "tried": ["read", "zbar", "zxing.linear"],
                    "findings": [
                        [
                            "kind": "too-small", "value": 0.8,
                            "outline": [[100, 30], [140, 30], [140, 50], [100, 50]],
                        ] as [String: Any], ["kind": "blurred", "value": 4.25],
                    ],
                ] as [String: Any]
            ])
    }

    @Test("with --diagnose a code says what read it")
    func namesDecoders() async throws {
        let worker = try await FakeWorker.make()
        let page = FakeAnswer.page(1, more: #","diagnosis":{"tried":["read"],"findings":[]}"#)
        let image = try worker.image("a", FakeAnswer.image([Self.book], pages: [page]))
        #expect(try await worker.beeline("scan", "--diagnose", image).lines.contains("  read by    fake"))
        #expect(try await worker.beeline("scan", image).lines.contains("  read by    fake") == false)
    }

    @Test("each kind of finding is one clear sentence with a remedy", arguments: Diagnosis.Kind.allCases)
    func sentences(_ kind: Diagnosis.Kind) {
        let outline = Outline(
            topLeft: Point(x: 10, y: 20), topRight: Point(x: 30, y: 20), bottomRight: Point(x: 30, y: 40),
            bottomLeft: Point(x: 10, y: 40))
        for value in [nil, 0, 0.5, 3.26, 1e300, -.infinity, .nan] as [Double?] {
            for place in [nil, outline] {
                let sentence = Diagnosis.Finding(kind, outline: place, value: value).sentence(.normal)
                #expect(sentence.contains(": ") && !sentence.hasSuffix("."))
                #expect(sentence.contains("20,30") == (place != nil && kind != .noCode))
                #expect(!sentence.contains("inf") && !sentence.contains("nan"))
            }
        }
        #expect(Diagnosis.Finding(.noCode).sentence(.max).contains("--effort") == false)
    }
}
