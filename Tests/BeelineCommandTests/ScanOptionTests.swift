import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("What images are looked for, and how")
struct ScanOptionTests {
    struct Region: Sendable, CustomTestStringConvertible {
        let text: String
        let region: ImageRegion
        var testDescription: String { text }

        init(
            _ text: String, _ x: ImageRegion.Length, _ y: ImageRegion.Length, _ width: ImageRegion.Length,
            _ height: ImageRegion.Length
        ) {
            self.text = text
            region = ImageRegion(x: x, y: y, width: width, height: height)
        }
    }

    static let regions = [
        Region("10,20,300,200", .pixels(10), .pixels(20), .pixels(300), .pixels(200)),
        Region("0.1,0.2,0.5,0.5", .fraction(0.1), .fraction(0.2), .fraction(0.5), .fraction(0.5)),
        Region("25%,12.5%,50%,50%", .fraction(0.25), .fraction(0.125), .fraction(0.5), .fraction(0.5)),
        Region("0,0,100%,1.0", .pixels(0), .pixels(0), .fraction(1), .fraction(1)),
        Region("0.1,0,0.9,40", .fraction(0.1), .pixels(0), .fraction(0.9), .pixels(40)),
        Region("9999999,0,2,1.0", .pixels(9_999_999), .pixels(0), .pixels(2), .fraction(1)),
    ]

    @Test("a length with a point or a percent sign is a part, one without is pixels", arguments: regions)
    func readsRegions(_ region: Region) throws {
        #expect(try ImageRegion(region.text) == region.region)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let problem: RegionProblem
        var testDescription: String { text }

        init(_ text: String, _ problem: RegionProblem) {
            self.text = text
            self.problem = problem
        }
    }

    static let mistakes = [
        Mistake("", .notFour(1)), Mistake("1,2,3", .notFour(3)), Mistake("1,2,3,4,5", .notFour(5)),
        Mistake("a,0,5,5", .noNumber("a")), Mistake("0,,5,5", .noNumber("")), Mistake("-1,0,5,5", .noNumber("-1")),
        Mistake("0,0,5,inf", .noNumber("inf")), Mistake("0,0,5,0x1p3", .noNumber("0x1p3")),
        Mistake("0,0,5,1e3", .noNumber("1e3")), Mistake("0,0,5,.5", .noNumber(".5")),
        Mistake("0,0,5,5.", .noNumber("5.")), Mistake("0,0,5,%", .noNumber("%")),
        Mistake("0, 0,5,5", .noNumber(" 0")), Mistake("0,0,5,1.2.3", .noNumber("1.2.3")),
        Mistake("0,0,99999999,5", .noNumber("99999999")), Mistake("0,0,5,5%%", .noNumber("5%%")),
        Mistake("0,0,0,5", .isEmpty("width")), Mistake("0,0,5,0.0", .isEmpty("height")),
        Mistake("0,0,1,0.5", .onePixel), Mistake("0,0,200%,5", .aboveAll("200%")),
        Mistake("0,0,5,1.01", .aboveAll("1.01")),
        Mistake("0.5,0,0.6,5", .reachesOut("x and width", percent: 110)),
        Mistake("0,50%,5,51%", .reachesOut("y and height", percent: 101)),
    ]

    @Test("an invalid region is an error that names the problem", arguments: mistakes)
    func refusesRegions(_ mistake: Mistake) {
        #expect(throws: mistake.problem) { try ImageRegion(mistake.text) }
    }

    @Test("the worker gets the options of the command line")
    func asksWorkers() async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image("a", FakeAnswer.image([]))
        let result = try await worker.beeline(
            "scan", "--effort", "max", "--only", "EAN-13,qr", "--only", "code_128", "--one", "--roi", "10,25%,0.5,200",
            "--diagnose", image)
        #expect(result.status == 1)
        #expect(try await worker.beeline("scan", image).status == 1)
        let requests = try worker.requests()
        try #require(requests.count == 2)
        let options = try #require(requests[0]["options"] as? [String: Any])
        #expect(options["effort"] as? String == "max")
        #expect(Set(options["only"] as? [String] ?? []) == ["ean_13", "qr_code", "code_128"])
        #expect(options["stopsAtFirst"] as? Bool == true)
        #expect(options["diagnoses"] as? Bool == true)
        let region = options["region"] as? [[String: Double]]
        #expect(region == [["pixels": 10], ["fraction": 0.25], ["fraction": 0.5], ["pixels": 200]])
        #expect((requests[1]["options"] as? [String: Any])?.isEmpty == true)
    }

    /// Words, the status, and the lines on standard error.
    static let wishes: [(only: String, status: Int32, errors: [String])] = [
        ("ean_13,qr_code", 1, []),
        (
            "ean_13,databar_limited", 1,
            ["beeline: GS1 DataBar Limited: needs ZXing-C++ 2.3, this is 1.4.0; the other symbologies are read"]
        ),
        (
            "databar_limited,dx_film_edge", 2,
            [
                "beeline: GS1 DataBar Limited: needs ZXing-C++ 2.3, this is 1.4.0",
                "beeline: DX Film Edge: needs ZXing-C++ 2.3, this is 1.4.0",
                "beeline: this installation can read none of the symbologies of --only; 'beeline formats' lists "
                    + "those that it can read",
            ]
        ),
    ]

    @Test("a symbology that no decoder reads is reported before decoding begins", arguments: wishes)
    func tellsWhatIsNotRead(_ wish: (only: String, status: Int32, errors: [String])) async throws {
        let worker = try await FakeWorker.make(
            capabilities: """
                ,"decoders":[{"name":"zbar","version":"0.23.92","symbologies":["ean_13","qr_code"]},\
                {"name":"zxing","version":"1.4.0","symbologies":["qr_code"]}]
                """)
        let image = try worker.image("a", FakeAnswer.image([]))
        let result = try await worker.beeline("scan", "--only", wish.only, "--format", "csv", image)
        #expect(result.status == wish.status)
        #expect(result.errors.split(separator: "\n").map(String.init) == wish.errors)
        #expect(result.output.isEmpty == (wish.status == 2))
    }

    @Test("a live source that looks only for what nothing reads is an error before it is opened")
    func tellsLiveWhatIsNotRead() async throws {
        let worker = try await FakeWorker.make(
            capabilities: #","decoders":[{"name":"zbar","version":"0.23.92","symbologies":["ean_13","qr_code"]}]"#)
        let missing = "beeline: DotCode: no decoder of Beeline reads it"
        let folder = try TemporaryFolder()
        let station = try folder.write(
            "s.json", Array(#"{"sources":[{"source":"y4m:-","name":"shelf","only":["dot_code"]}]}"#.utf8))
        let list = "'beeline formats' lists those that it can read"
        let wishes = [
            (["live", "y4m:-", "--only", "dot_code"], "--only"), (["live", "--station", station], "'shelf'"),
            (["serve", "--station", station], "'shelf'"),
        ]
        for (arguments, asker) in wishes {
            let result = try await worker.beeline(arguments)
            #expect(result.status == 2)
            #expect(
                result.errors
                    == "\(missing)\nbeeline: this installation can read none of the symbologies of \(asker); \(list)\n")
        }
        let some = try await worker.beeline("live", "y4m:-", "--only", "dot_code,qr")
        #expect(some.errors.hasPrefix("\(missing); the other symbologies are read\n"))
    }

    @Test("without the programs that draw the pages of a PDF the message says what to install")
    func needsPoppler() async throws {
        let folder = try TemporaryFolder()
        let document = try folder.write("a.pdf", Array("%PDF-1.4".utf8))
        let result = try await beeline(
            ["scan", "--format", "json", document, Project.file("Examples/grocery.png")],
            environment: ["PATH": "/nonexistent"])
        #expect(result.status == 3)
        let answers = try result.objects()
        #expect(answers.count == 2)
        let error = try #require(answers[0]["error"] as? [String: String])
        #expect(error["message"]?.contains("pdftoppm") == true && error["message"]?.contains("poppler-utils") == true)
        #expect(answers[1]["error"] == nil)
    }

    @Test("--jobs says how many workers there are", arguments: [1, 3])
    func startsWorkers(_ jobs: Int) async throws {
        let worker = try await FakeWorker.make()
        let images = try (0..<24).map { try worker.image("\($0)", "slow " + FakeAnswer.image([])) }
        // Workers append their process number to a file: each is started again.
        let log = worker.path("processes")
        let program = try await TemporaryFolder.script(
            "echo $$ >> '\(log)'; exec '\(worker.environment["BEELINE_DECODE"] ?? "")'")
        let result = try await beeline(
            ["scan", "--jobs", "\(jobs)"] + images, environment: ["BEELINE_DECODE": program.path("worker")])
        #expect(result.status == 1)
        #expect(try worker.read("processes").split(separator: "\n").count == jobs)
    }
}

extension TemporaryFolder {
    /// A folder with a script in it that is called `worker`.
    fileprivate static func script(_ text: String) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        _ = try await folder.writeScript("worker", text)
        return folder
    }
}
