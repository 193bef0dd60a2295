import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@Suite("The formats that are read")
struct FormatsTests {
    private static let capabilities = """
        ,"sandbox":"filter","pdfSandbox":"filter-and-paths","decoders":[
        {"name":"zbar","version":"0.23.92","symbologies":["ean_13","qr_code"]},
        {"name":"zxing","version":"1.4.0","symbologies":["qr_code","aztec"]}],"images":["JPEG","PNG"]
        """.replacing("\n", with: "")

    @Test("each symbology has its decoders, and a missing one has a reason")
    func lists() async throws {
        let worker = try await FakeWorker.make(capabilities: Self.capabilities)
        let result = try await worker.beeline("formats", "--format", "json")
        #expect(result.status == 0, "\(result.errors)")
        let object = try #require(try result.objects().first)
        let read = try #require(object["symbologies"] as? [[String: Any]])
        #expect(
            read as NSArray == [
                ["symbology": "ean_13", "title": "EAN-13", "decoders": ["zbar"]],
                ["symbology": "qr_code", "title": "QR Code", "decoders": ["zbar", "zxing"]],
                ["symbology": "aztec", "title": Symbology.aztec.title, "decoders": ["zxing"]],
            ])
        // The worker does not draw the pages of a PDF: programs on the PATH do.
        #expect(object["images"] as? [String] == ["JPEG", "PNG", "PDF"])
        #expect(object["sandbox"] as? String == "filter")
        #expect(object["pdfSandbox"] as? String == "filter-and-paths")
        let missing = try #require(object["missing"] as? [[String: String]])
        let limited = missing.first { $0["symbology"] == "databar_limited" }
        #expect(limited?["reason"] == "needs ZXing-C++ 2.3, this is 1.4.0")
        #expect(missing.first { $0["image"] == "tiff" }?["reason"] == "needs libtiff")
        #expect(missing.allSatisfy { $0["reason"]?.isEmpty == false })
        // Every symbology is in one of the lists, and in one only.
        let names = read.compactMap { $0["symbology"] as? String } + missing.compactMap { $0["symbology"] }
        #expect(names.sorted() == Symbology.all.filter { $0 != .unknown && !$0.isAddOn }.map(\.name).sorted())

        let text = try await worker.beeline("formats")
        #expect(text.output.contains("0.23.92"))
        #expect(text.output.contains("no files, no network, no programs"))
        #expect(text.output.contains("no files but libraries, fonts and the document"))
        #expect(text.output.contains("needs ZXing-C++ 2.3, this is 1.4.0"))
    }

    @Test("the worker that comes with Beeline reads what its tests read")
    func real() async throws {
        let result = try await beeline("formats", "--format", "json")
        let object = try #require(try result.objects().first)
        let read = try #require(object["symbologies"] as? [[String: Any]]).compactMap { $0["symbology"] as? String }
        #expect(Set(read).isSuperset(of: ["ean_13", "upc_a", "code_128", "qr_code"]))
        #expect(Set(object["images"] as? [String] ?? []).isSuperset(of: ["JPEG", "PNG", "WebP", "PNM", "pkpass"]))
    }

    @Test("without a worker the message says where it was searched for")
    func noWorker() async throws {
        let result = try await beeline("formats", environment: ["BEELINE_DECODE": "/nonexistent/decode"])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("/nonexistent/decode"))
    }
}
