import Foundation
import TestPrograms
import Testing

@Suite("Scanning files")
struct ScanTests {
    /// Of each answer the input, the text of its first symbol, and the code and message of its error.
    private func rows(
        _ arguments: [String], input: [UInt8] = [], folder: String? = nil
    ) async throws -> [[String]] {
        let result = try await beeline(["scan", "--format", "json"] + arguments, input: input, folder: folder)
        return try result.objects().map { object in
            let symbol = (object["results"] as? [[String: Any]])?.first?["symbol"] as? [String: Any]
            let error = object["error"] as? [String: String]
            return [
                object["input"] as? String ?? "", symbol?["text"] as? String ?? "",
                error.map { "\($0["code"] ?? ""): \($0["message"] ?? "")" } ?? "",
            ]
        }
    }

    private static let poster = "https://example.com/spring-concert?from=poster"

    @Test("the pictures in Examples read as expected.tsv says", arguments: ExamplePicture.all)
    func examples(_ picture: ExamplePicture) async throws {
        let result = try await beeline("scan", "--format", "json", "Examples/\(picture.file)")
        let results = try #require(try result.objects().first?["results"] as? [[String: Any]])
        let symbols = results.compactMap { $0["symbol"] as? [String: Any] }
        #expect(symbols.map { $0["symbology"] as? String } == [picture.symbology])
        #expect(symbols.map { $0["text"] as? String } == [picture.text])
        #expect(symbols.map { $0["addOn"] as? String } == [picture.addOn])
    }

    @Test("standard input is one picture")
    func standardInput() async throws {
        let rows = try await rows(["-"], input: try Project.read("Examples/poster.webp"))
        #expect(rows == [["-", Self.poster, ""]])
    }

    @Test("a picture is known by its content, whatever it is called")
    func anyName() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("poster.jpg.txt", try Project.read("Examples/poster.webp"))
        #expect(try await rows([path]) == [[path, Self.poster, ""]])
    }

    @Test("a folder is scanned with --recursive, by name, and not through links that lead back")
    func recursive() async throws {
        let folder = try TemporaryFolder()
        let poster = try Project.read("Examples/poster.webp")
        for name in ["b.webp", "a/2.webp", "a/1.webp", "a/.hidden.webp", ".git/x.webp", "c/empty"] {
            try folder.write("shelf/\(name)", name.hasSuffix("empty") ? [] : poster)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path("shelf/a/loop"), withDestinationPath: "..")
        try FileManager.default.createSymbolicLink(atPath: folder.path("shelf/d.webp"), withDestinationPath: "b.webp")
        for words in [["--recursive", "shelf"], ["-r", "shelf/"]] {
            let rows = try await rows(words, folder: folder.path)
            try #require(rows.count == 5)
            #expect(
                rows.map { $0[0] } == [
                    "shelf/a/1.webp", "shelf/a/2.webp", "shelf/b.webp", "shelf/c/empty", "shelf/d.webp",
                ])
            #expect(rows[3][2].hasPrefix("unreadable-image: "))
        }
        let rows = try await rows(["shelf", "shelf/b.webp"], folder: folder.path)
        try #require(rows.map { $0[1] } == ["", Self.poster])
        #expect(rows[0][2].contains("--recursive"))
    }

    @Test("a name that is not UTF-8 is an error, in a list and in a folder")
    func badName() async throws {
        let folder = try TemporaryFolder()
        let result = try await bash(
            "mkdir shelf; touch $'shelf/\\xff.png'; printf 'shelf/\\xff.png\\0' > list;"
                + "beeline scan --format csv -r shelf; beeline scan --format csv --files0-from list",
            folder: folder.path)
        let errors = result.lines.filter { $0.hasPrefix("shelf/") }
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.contains("\"cannot-open: its name is not UTF-8; rename it\"") }, "\(errors)")
    }

    @Test("a list has names that end with NUL, from a file or standard input")
    func files0() async throws {
        let folder = try TemporaryFolder()
        let odd = try folder.write("line\nfeed \"x\".webp", try Project.read("Examples/poster.webp"))
        let list = Array("Examples/poster.webp\0missing\0\(odd)\0-\0Examples/poster.webp".utf8)
        let path = try folder.write("list", list)
        for (arguments, input) in [(["--files0-from", path], []), (["--files0-from", "-"], list)] {
            let result = try await beeline(["scan", "--format", "json"] + arguments, input: input)
            #expect(
                try result.objects().map { $0["input"] as? String } == [
                    "Examples/poster.webp", "missing", odd, "-", "Examples/poster.webp",
                ])
            #expect(result.status == 3)
        }
        #expect(
            try await rows(["Examples/cd.jpg", "--files0-from", path]).first?[0] == "Examples/cd.jpg")
        #expect(try await rows(["--files0-from", "/dev/null"]).isEmpty)
    }

    @Test("names are read as they arrive, and an answer does not wait for later ones")
    func incomingNames() async throws {
        let folder = try TemporaryFolder()
        // The second name comes in two parts, and only when the first picture has been answered.
        let result = try await bash(
            """
            cd '\(folder.path)' && touch out
            answered() { until [[ $(wc -l < out) == $1 ]]; do sleep 0.1; done; }
            { printf '\(Project.folder)/Examples/cd.jpg\\0\(Project.folder)/Examples/'; answered 1
              printf 'poster.webp\\0'; answered 2; printf missing; } |
                beeline scan --format json --files0-from - > out
            echo $?; cat out
            """)
        #expect(result.lines.first == "3" && result.lines.count == 4, "\(result.output)")
        let names = try result.lines.dropFirst().map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }.map { ($0?["input"] as? String)?.split(separator: "/").last }
        #expect(names == ["cd.jpg", "poster.webp", "missing"])
    }

    @Test("when the output cannot be written, the command reads no further names")
    func readerGoes() async throws {
        let folder = try TemporaryFolder()
        // The pipe has a writer that never closes it.
        let result = try await bash(
            """
            mkfifo '\(folder.path)/names' && exec 5<> '\(folder.path)/names'
            printf 'Examples/cd.jpg\\0' >&5
            beeline scan --format json --files0-from - < '\(folder.path)/names' > /dev/full
            """)
        #expect(result.status == 3)
    }

    @Test("a list without an end for its names is refused")
    func endless() async throws {
        let result = try await bash("yes | beeline scan --format csv --files0-from -")
        #expect(result.status == 3 && result.errors.contains("standard input: longer than the limit"))
    }

    @Test("a truncated picture is an error for itself alone")
    func torn() async throws {
        let folder = try TemporaryFolder()
        for picture in ExamplePicture.all {
            let bytes = try Project.read("Examples/\(picture.file)")
            let path = try folder.write(picture.file, Array(bytes.prefix(bytes.count / 2)))
            let rows = try await rows([path, "Examples/\(picture.file)"])
            try #require(rows.count == 2)
            #expect(rows[0][2].hasPrefix("unreadable-image: "), "\(rows)")
            #expect(rows[1][1] == picture.text)
        }
    }

    @Test("an endless file is too large, and an empty one is not a picture")
    func devices() async throws {
        let rows = try await rows(["/dev/zero", "/dev/null", "Examples/poster.webp"])
        try #require(rows.count == 3)
        #expect(rows[0][2].hasPrefix("image-too-large: "))
        #expect(rows[1][2].hasPrefix("unreadable-image: "))
        #expect(rows[2][1] == Self.poster)
    }

    @Test("the same file ten times is answered ten times")
    func sameFile() async throws {
        let rows = try await rows(Array(repeating: "Examples/poster.webp", count: 10))
        #expect(rows == Array(repeating: ["Examples/poster.webp", Self.poster, ""], count: 10))
    }
}
