import Foundation
import TestPrograms
import Testing

@Suite struct LiveTests {
    @Test func `each line of standard input is a code, with its meaning`() async throws {
        let result = try await beeline("live", "-", "--format", "json", input: "9784873119045\n\n]E04006381333931\r\n")
        #expect(result.status == 0)
        let lines = try result.objects()
        #expect(lines.map { $0["event"] as? String } == ["connected", nil, nil, "ended"])
        #expect(lines.compactMap { $0["input"] as? String } == ["9784873119045", "4006381333931"])
        #expect(lines.allSatisfy { $0["source"] as? String == "-" })
        #expect(lines.allSatisfy { ($0["at"] as? String)?.wholeMatch(of: Self.moment) != nil })
    }

    @Test(arguments: [
        ("tsv", "EAN-13\t9784873119045\r\n\nqr\ta\\tb\nno tab\nqr\tlast", ["9784873119045", "a\tb", "last"]),
        (
            "json", #"{"text":"9784873119045","symbology":"EAN-13"}"# + "\n{\n" + #"{"text":"a\tb","symbology":"qr"}"#,
            ["9784873119045", "a\tb"]
        ),
    ])
    func `a line of a program says what its code is, and one that cannot be read is left out`(
        _ format: String, _ input: String, _ texts: [String]
    ) async throws {
        let result = try await beeline("live", "-", "--input", format, "--format", "json", input: input)
        #expect(result.status == 3)
        let lines = try result.objects()
        #expect(lines.count { $0["event"] as? String == "problem" && $0["code"] as? String == "bad-input" } == 1)
        let symbols = lines.flatMap { $0["results"] as? [[String: Any]] ?? [] }.compactMap {
            $0["symbol"] as? [String: Any]
        }
        #expect(symbols.map { $0["text"] as? String } == texts)
        #expect(symbols.first?["symbology"] as? String == "ean_13")
    }

    @Test func `a line of a program that is too long is left out, and the next one is read`() async throws {
        let long = String(repeating: "x", count: 1 << 20)
        let result = try await beeline(
            "live", "-", "--input", "tsv", "--format", "json", input: "qr\t\(long)\nqr\t1\n")
        let lines = try result.objects()
        #expect(lines.compactMap { $0["code"] as? String } == ["line-too-long"])
        #expect(lines.compactMap { $0["results"] as? [[String: Any]] }.count == 1)
    }

    @Test func `CSV has a head and a row for each code`() async throws {
        let result = try await beeline(
            "live", "-", "--format", "csv", "--columns", "input,text,kind,status", input: "9784873119045\nhello\n")
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "input,text,kind,status", "9784873119045,9784873119045,isbn,planned", "hello,hello,text,shown",
            ])
    }

    @Test(arguments: [
        ["live", "--once", "video:/no/such.mp4"], ["live", "video:/no/such.mp4"], ["live", "y4m:/no/such.y4m"],
        ["live", "--once", "/no/such.mkv"],
    ])
    func `a video that is missing ends the command`(words: [String]) async throws {
        let result = try await beeline(words)
        #expect(result.status == 3)
        #expect((result.output + result.errors).contains("no such file"), "\(result.output)\(result.errors)")
    }

    private static var moment: Regex<Substring> { /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/ }

    @Test func `text has the time and the title of the code, and does not mention standard input`() async throws {
        let result = try await beeline("live", "-", input: "9784873119045\n")
        #expect(result.lines.first?.wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
        #expect(result.lines.contains("  code       9784873119045"))
        #expect(result.lines.contains("  rule       book.amazon  Open the book on Amazon"))
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [
        (["--format", "code"], "WIFI:T:WPA;S:x;P:•••;;\n"),
        (["--format", "code", "--show-secrets"], "WIFI:T:WPA;S:x;P:secret123;;\n"),
    ])
    func `a code is printed alone, without its secret`(_ options: [String], _ output: String) async throws {
        let result = try await beeline(["live", "-"] + options, input: Array("WIFI:T:WPA;S:x;P:secret123;;\n".utf8))
        #expect(result.output == output)
    }

    @Test(arguments: ["text", "json"]) func `no format shows a secret`(_ format: String) async throws {
        let result = try await beeline(
            "live", "-", "--format", format,
            input: "WIFI:T:WPA;S:x;P:secret123;;\nnsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5\n")
        #expect(!(result.output + result.errors).contains("secret123"))
        #expect(!(result.output + result.errors).contains("nsec1vl029"))
    }

    @Test(arguments: [
        (["--once"], ["1"]), (["--count", "2"], ["1", "2"]), (["--repeat", "never"], ["1", "2", "3"]),
        ([], ["1", "2", "1", "3"]), (["--repeat", "60"], ["1", "2", "3"]), (["--pause", "60"], ["1"]),
    ])
    func `options say what counts as a scan, and when it is enough`(_ options: [String], _ codes: [String]) async throws
    {
        let result = try await beeline(["live", "-", "--format", "code"] + options, input: Array("1\n2\n1\n3\n".utf8))
        #expect(result.lines == codes)
    }

    @Test func `--once ends after its time where no source is there`() async throws {
        let folder = try TemporaryFolder()
        let result = try await beeline(
            "live", "serial:\(folder.path("none"))", "--once", "--for", "0.3", folder: folder.path)
        #expect(result.status == 3 && result.errors.contains("is not available"), "\(result.errors)")
    }

    @Test func `it ends after its time although its source continues`() async throws {
        let folder = try TemporaryFolder()
        let line = "mkfifo in; exec 3<>in; echo 2 >&3; beeline live - --format code --for 0.3 <&3"
        let result = try await bash(line, folder: folder.path)
        #expect(result.status == 0)
        #expect(result.lines == ["2"])
    }

    @Test func `the second of two sources that cannot be used does not keep the first from its work`() async throws {
        let result = try await beeline(
            "live", "-", "y4m:/nonexistent/video.y4m", "--format", "json", "--for", "5", input: "9784873119045\n")
        let lines = try result.objects()
        #expect(lines.compactMap { $0["input"] as? String } == ["9784873119045"])
        #expect(lines.contains { ["lost", "failed"].contains($0["event"] as? String) })
        #expect(result.status == 3)
    }

    @Test func `codes that were scanned before SIGTERM are performed and recorded`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "r.json", #"{"version":1,"rules":[{"id":"a","when":{},"do":[{"action":"record"}]}]}"#)
        // The signal comes once the program has printed the first code; the others wait in the pipe.
        let line = """
            mkfifo in
            beeline live - --run --format code --rules r.json --no-defaults < in > out & pid=$!
            exec 3> in
            for n in 1 2 3 4 5; do echo $n >&3; done
            until [ "$(wc -l < out)" = 5 ]; do :; done
            kill -TERM $pid; wait $pid; echo "status $?"
            beeline history --format json
            """
        let result = try await bash(line, environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
        #expect(result.lines.first == "status 0")
        #expect(result.lines.count == 6)
    }

    @Test(arguments: [
        ([], ["https://example.com/left", "https://example.com/right"]),
        (["--roi", "0,0,50%,1.0"], ["https://example.com/left"]),
        (["--roi", "360,0,360,360"], ["https://example.com/right"]),
        // Between the two.
        (["--zoom", "8"], []), (["--only", "ean_13"], []),
    ])
    func `a video shows codes, in the part that is looked at`(_ options: [String], _ codes: [String]) async throws {
        let folder = try TemporaryFolder()
        let made = try await bash(Self.film, folder: folder.path)
        try #require(made.status == 0, "\(made.errors)")
        for source in [
            "y4m:\(folder.path("film.y4m"))", "video:\(folder.path("film.y4m"))",
            "program:cat \(folder.path("film.y4m"))",
        ] {
            let result = try await beeline(["live", source, "--format", "json"] + options)
            let lines = try result.objects()
            #expect(lines.compactMap { $0["input"] as? String }.sorted() == codes, "\(source)")
            #expect(lines.compactMap { $0["frames"] as? Int }.allSatisfy { $0 == 1 })
            #expect(lines.last?["event"] as? String == "ended")
        }
    }

    /// Two QR codes beside each other, for a second.
    private static let film = """
        beeline draw https://example.com/left -o left.png && beeline draw https://example.com/right -o right.png &&
        ffmpeg -nostdin -v error -loop 1 -i left.png -loop 1 -i right.png -filter_complex \
            '[0]scale=300:300,pad=360:360:30:30:white[l];[1]scale=300:300,pad=360:360:30:30:white[r];[l][r]hstack' \
            -t 1 -r 10 -pix_fmt yuv420p film.y4m
        """

    @Test func `the list has the connected devices, or what to do`() async throws {
        let result = try await beeline("live", "--list")
        #expect(result.status == 0)
        for title in ["Cameras", "Scanners", "Serial ports", "Keyboards"] { #expect(result.lines.contains(title)) }
        #expect(try await beeline("live", "--list", "--format", "json").objects().allSatisfy { $0["source"] is String })
    }
}
