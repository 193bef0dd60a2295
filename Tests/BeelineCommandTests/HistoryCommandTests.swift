import Foundation
import TestPrograms
import Testing

@Suite("beeline history")
struct HistoryCommandTests {
    /// A folder with a history of three codes.
    private func shop() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            "shop.json",
            #"""
            { "version": 1, "rules": [
              { "id": "book", "when": { "kind": "isbn" },
                "do": [{ "action": "emit", "fields": { "isbn": "{isbn13}" } },
                       { "action": "record", "fields": { "title": "Linux, \"the\" book", "hyphenated": "{hyphenated|}" } }] },
              { "id": "rest", "when": {}, "do": [{ "action": "record" }] }] }
            """#)
        for (code, source) in [("9784873119045", "till"), ("a\u{1B}[31mb", ""), ("WIFI:T:WPA;S:Guests;P:sesame;;", "")]
        {
            let options = source.isEmpty ? [] : ["--source", source]
            let result = try await run(
                ["resolve", "--no-defaults", "--rules", "shop.json", "--run", code] + options, in: folder)
            #expect(result.status == 0, "\(result.errors)")
        }
        return folder
    }

    private func run(_ words: [String], in folder: TemporaryFolder, zone: String = "UTC") async throws -> ProgramRun {
        try await beeline(
            words, environment: ["XDG_DATA_HOME": folder.path("data"), "TZ": zone], folder: folder.path)
    }

    @Test("the newest scan is first, with its fields and outcomes; control characters are escaped, passwords hidden")
    func lists() async throws {
        let folder = try await shop()
        let result = try await run(["history"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
        let text = result.lines.map { line in line.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, with: "TIME") }
        #expect(
            text == [
                "     3  TIME  wifi  WIFI:T:WPA;S:Guests;P:•••;;  rest",
                "     2  TIME  text  a\\u{1B}[31mb  rest",
                "     1  TIME  isbn  9784873119045  book",
                "        title  Linux, \"the\" book",
                "        hyphenated  978-4-87311-904-5",
                "        from  till",
                "        done  emit",
            ])
        #expect(
            try await run(["history", "--limit", "1"], in: folder).lines.last
                == "There are more scans; use --limit 10 to see them.")
    }

    struct Selection: Sendable, CustomTestStringConvertible {
        let words: [String]
        var numbers: [String] = []
        var status: Int32 = 0
        var errors = ""
        var testDescription: String { words.joined(separator: " ") }
    }

    static let selections = [
        Selection(words: ["--after", "0"], numbers: ["3", "2", "1"]),
        Selection(words: ["--after", "2"], numbers: ["3"]),
        Selection(words: ["--after", "3"]), Selection(words: ["--after", "99999999"]),
        Selection(words: ["--after", "-1"], status: 2, errors: "the number of a scan"),
        Selection(words: ["--after", "x"], status: 2, errors: "the number of a scan"),
        Selection(words: ["--since", "2 hours"], numbers: ["3", "2", "1"]),
        Selection(words: ["--since", "30 min", "--kind", "isbn"], numbers: ["1"]),
        Selection(words: ["--until", "2 hours"]),
        Selection(words: ["--since", "2 moons"], status: 2, errors: "'2 hours'"),
        Selection(words: ["--kind", "wifi"], numbers: ["3"]), Selection(words: ["--kind", "geo"]),
        Selection(words: ["--kind", "book"], status: 2, errors: "unknown kind of content 'book'"),
        Selection(words: ["--kind", "isbm"], status: 2, errors: "(did you mean 'isbn'?)"),
        Selection(words: ["--rule", "rest"], numbers: ["3", "2"]), Selection(words: ["--rule", "book.amazon"]),
        Selection(words: ["--rule", "bok"], status: 2, errors: "(did you mean 'book'?)"),
        Selection(words: ["--rule", "nothing.like.it"], status: 2, errors: "no scan was recorded by a rule"),
    ]

    @Test("scans are selected by number, time, kind and rule, and a name that nothing has is an error")
    func selects() async throws {
        let folder = try await shop()
        for selection in Self.selections {
            let result = try await run(["history", "--format", "csv", "--columns", "id"] + selection.words, in: folder)
            #expect(result.status == selection.status, "\(selection) \(result.errors)")
            #expect(Array(result.lines.dropFirst()) == selection.numbers, "\(selection)")
            #expect(selection.errors.isEmpty ? result.errors.isEmpty : result.errors.contains(selection.errors))
        }
        let deletion = try await run(["history", "delete", "--yes", "--rule", "bok"], in: folder)
        #expect(deletion.status == 2 && deletion.errors.contains("(did you mean 'book'?)"))
    }

    @Test("typed codes are from standard input, and a history that was emptied has nothing")
    func namesStandardInput() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "r.json", #"{ "version": 1, "rules": [{ "id": "r", "when": {}, "do": [{ "action": "record" }] }] }"#)
        let words = ["live", "-", "--run", "--no-defaults", "--rules", "r.json"]
        let data = ["XDG_DATA_HOME": folder.path("data")]
        #expect(try await beeline(words, input: Array("1\n".utf8), environment: data, folder: folder.path).status == 0)
        #expect(try await run(["history"], in: folder).lines.last == "        from  standard input")
        #expect(try await run(["history", "delete", "--all", "--yes"], in: folder).status == 0)
        #expect(try await run(["history"], in: folder).output.hasPrefix("Nothing has been recorded yet."))
    }

    @Test("the history is one file when the program has ended, which may be copied")
    func closesFile() async throws {
        let folder = try await shop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("data/beeline")) == ["history.db"])
        try FileManager.default.copyItem(atPath: folder.path("data/beeline/history.db"), toPath: folder.path("copy"))
        #expect(try await run(["history", "--file", "copy", "--format", "json"], in: folder).lines.count == 3)
    }

    @Test("a scan that is dated by --at is kept with that moment")
    func keepsMoment() async throws {
        let folder = try await shop()
        let words = ["resolve", "--no-defaults", "--rules", "shop.json", "--run", "old", "--at", "2020-02-03T04:05"]
        #expect(try await run(words, in: folder, zone: "Asia/Tokyo").status == 0)
        let last = try #require(try await run(["history"], in: folder).lines.last)
        #expect(last == "     4  2020-02-02 19:05:00  text  old  rest")
    }

    @Test("numbers without a scan are reported, and the other scans are deleted")
    func tellsOfMissing() async throws {
        let folder = try await shop()
        let result = try await run(["history", "delete", "--yes", "9", "2", "77"], in: folder)
        #expect(result.status == 1)
        #expect(result.output == "1 scan deleted\n")
        #expect(result.errors == "beeline: no scan has the number 9\nbeeline: no scan has the number 77\n")
    }

    @Test("a named file that is not a history is an error, and a missing one is not")
    func namesMissing() async throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "x")
        let cases = [
            ("none.db", "none.db: no such file"), ("", ": no such file"), (folder.path, "it is a folder"),
            ("file/history.db", "no such file"),
        ]
        for (path, message) in cases {
            for words in [["history"], ["history", "delete", "--all", "--yes"]] {
                let result = try await run(words + ["--file", path], in: folder)
                #expect(result.status == 3 && result.output.isEmpty, "\(words) \(path)")
                #expect(result.errors.contains(message), "\(result.errors)")
            }
        }
        let none = try await run(["history"], in: folder)
        #expect(none.status == 0 && none.output.hasPrefix("Nothing has been recorded yet"))
    }

    @Test("JSON has a line for each scan, with fixed member names")
    func json() async throws {
        let folder = try await shop()
        let objects = try await run(["history", "--format", "json"], in: folder).objects()
        #expect(objects.count == 3)
        let book = try #require(objects.last)
        #expect(
            Set(book.keys) == [
                "version", "id", "time", "rule", "symbology", "text", "kind", "number", "source", "outcomes", "fields",
            ])
        #expect(book["number"] as? String == "9784873119045")
        #expect(
            book["fields"] as? [String: String] == ["title": "Linux, \"the\" book", "hyphenated": "978-4-87311-904-5"])
        #expect(book["outcomes"] as? [[String: String]] == [["action": "emit", "status": "done"]])
        let time = try #require(book["time"] as? String)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(abs(try Date(time, strategy: style).timeIntervalSinceNow) < 3_600)
    }

    @Test("CSV has a column for each field, and Python reads it as it was meant")
    func csv() async throws {
        let folder = try await shop()
        let result = try await run(["history", "--format", "csv"], in: folder)
        #expect(
            result.lines.first
                == "id,time,kind,number,symbology,text,bytes,rule,source,desk,input,page,outcomes,title,hyphenated")
        let program = """
            import csv, sys
            for row in csv.DictReader(sys.stdin):
                print(row["id"], row["kind"], repr(row["text"]), row["outcomes"], row["title"], row["hyphenated"])
            """
        let rows = try await TestPrograms.run("python3", ["-c", program], input: result.bytes)
        #expect(
            rows.lines == [
                "3 wifi 'WIFI:T:WPA;S:Guests;P:•••;;'   ", "2 text 'a\\\\u{1B}[31mb'   ",
                "1 isbn '9784873119045' emit done Linux, \"the\" book 978-4-87311-904-5",
            ])
    }

    @Test("a field that was first recorded later gets the last column, and a prefix if a column has its name")
    func ordersFields() async throws {
        let folder = try TemporaryFolder()
        for (fields, code) in [
            (#"{ "shelf": "1", "kind": "used" }"#, "a"), (#"{ "price": "2", "shelf": "3" }"#, "b"),
        ] {
            try folder.write(
                "r.json",
                #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"record","fields":\#(fields)}]}]}"#)
            _ = try await run(["resolve", "--no-defaults", "--rules", "r.json", "--run", code], in: folder)
        }
        let all = try await run(["history", "--format", "csv"], in: folder)
        #expect(all.lines.first?.hasSuffix(",outcomes,shelf,record.kind,price") == true)
        let chosen = ["history", "--format", "csv", "--columns"]
        #expect(
            try await run(chosen + ["text,price,record.kind,kind"], in: folder).lines == [
                "text,price,record.kind,kind", "b,2,,text", "a,,used,text",
            ])
        let misspelt = try await run(chosen + ["text,prise"], in: folder)
        #expect(misspelt.lines == ["text,prise", "b,", "a,"])
        #expect(misspelt.errors.contains("no scan here has a field 'prise' (did you mean 'price'?)"))
    }

    @Test("text is a table of the chosen columns")
    func tables() async throws {
        let folder = try await shop()
        let result = try await run(["history", "--columns", "id,kind,title,text"], in: folder)
        #expect(
            result.lines == [
                "id  kind  title              text", "3   wifi                     WIFI:T:WPA;S:Guests;P:•••;;",
                #"2   text                     a\u{1B}[31mb"#, #"1   isbn  Linux, "the" book  9784873119045"#,
            ])
        #expect(result.errors.isEmpty)
        let limited = try await run(["history", "--columns", "id", "--limit", "1"], in: folder)
        #expect(limited.lines == ["id", "3", "There are more scans; use --limit 10 to see them."])
        let misspelt = try await run(["history", "--columns", "titel"], in: folder)
        #expect(misspelt.errors.contains("no scan here has a field 'titel' (did you mean 'title'?)"))
        #expect(
            try await run(["history", "--columns", "id", "--kind", "geo"], in: folder).output == "Nothing was found.\n")
    }

    @Test(
        "unknown names are refused before anything was recorded too",
        arguments: [
            (["--kind", "isbm"], "did you mean 'isbn'?"), (["--rule", "link.opn"], "did you mean 'link.open'?"),
        ])
    func unknownNames(_ words: [String], _ hint: String) async throws {
        let folder = try TemporaryFolder()
        for command in [["history"], ["history", "delete"], ["history", "search", "x"]] {
            let result = try await run(command + words, in: folder)
            #expect(result.status == 2 && result.errors.contains(hint), "\(command): \(result.errors)")
        }
        let known = try await run(["history", "--kind", "isbn", "--rule", "link.open"], in: folder)
        #expect(known.status == 0 && known.output.hasPrefix("Nothing has been recorded yet."))
    }

    @Test(
        "times in CSV are local, with their offset",
        arguments: [("UTC", "+00:00"), ("Asia/Kolkata", "+05:30"), ("America/St_Johns", "-03:30")])
    func localTimes(_ zone: String, _ offset: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("r.json", #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"record"}]}]}"#)
        let words = ["resolve", "--no-defaults", "--rules", "r.json", "--run", "a", "--at", "2020-02-03T04:05"]
        _ = try await run(words, in: folder, zone: zone)
        let csv = try await run(["history", "--format", "csv", "--columns", "time"], in: folder, zone: zone)
        #expect(csv.lines == ["time", "2020-02-03T04:05:00\(offset)"])
    }

    @Test("is searched and restricted")
    func searches() async throws {
        let folder = try await shop()
        func ids(_ words: String...) async throws -> [Int] {
            try await run(["history"] + words + ["--format", "json"], in: folder).objects().compactMap {
                $0["id"] as? Int
            }
        }
        #expect(try await ids("search", "LINUX") == [1])
        #expect(try await ids("search", "linux", "9784") == [1])
        #expect(try await ids("search", "sesame") == [])
        #expect(try await ids("--kind", "wifi") == [3])
        #expect(try await ids("--rule", "rest", "--limit", "1") == [3])
        #expect(try await ids("--since", "2020-01-01", "--until", "2999-12-31T23:59") == [3, 2, 1])
        #expect(try await ids("--until", "2020-01-01") == [])
        #expect(try await ids("--since", "2999-01-01T00:00") == [])
        #expect(
            try await run(["history", "search", "sesame"], in: folder).output == "Nothing was found.\n")
    }

    @Test(
        "days are those of the local time zone, and the last one is part of it",
        arguments: ["Asia/Tokyo", "America/New_York"])
    func zones(_ zone: String) async throws {
        let folder = try await shop()
        let line = try #require(try await run(["history"], in: folder, zone: zone).lines.first)
        let day = String(try #require(line.firstMatch(of: /\d{4}-\d\d-\d\d/)).output)
        let minute = String(try #require(line.firstMatch(of: /\d\d:\d\d/)).output)
        for option in [
            ["--since", day], ["--until", day], ["--until", "\(day)T\(minute)"], ["--since", "\(day)T\(minute)"],
        ] {
            let result = try await run(["history", "--format", "json"] + option, in: folder, zone: zone)
            #expect(try result.objects().contains { $0["id"] as? Int == 3 }, "\(option)")
        }
    }

    @Test("deletes by number, by time, by rule, and all; never without a question")
    func deletes() async throws {
        let folder = try await shop()
        let refused = try await run(["history", "delete", "2"], in: folder)
        #expect(refused.status == 2 && refused.errors.contains("--yes"))
        #expect(try await run(["history", "delete", "--yes", "2", "99"], in: folder).output == "1 scan deleted\n")
        #expect(try await run(["history", "delete", "--yes", "2"], in: folder).output == "0 scans deleted\n")
        #expect(
            try await run(["history", "delete", "--yes", "--until", "2020-01-01"], in: folder).output
                == "0 scans deleted\n")
        #expect(
            try await run(["history", "delete", "--yes", "--rule", "book"], in: folder).output == "1 scan deleted\n")
        #expect(try await run(["history", "delete", "--yes", "--all"], in: folder).output == "1 scan deleted\n")
        #expect(try await run(["history"], in: folder).output.hasPrefix("Nothing has been recorded yet."))
    }

    @Test(
        "what is asked for wrongly is said, and nothing is touched",
        arguments: [
            ["history", "delete"], ["history", "delete", "--yes"],
            ["history", "delete", "--all", "--kind", "isbn", "--yes"],
            ["history", "delete", "one"], ["history", "delete", "0"], ["history", "serach", "x"],
            ["history", "search"],
            ["history", "search", ""], ["history", "--limit", "0"], ["history", "--limit", "many"],
            ["history", "--since", "tomorrow"],
        ])
    func usage(_ words: [String]) async throws {
        let folder = try TemporaryFolder()
        let result = try await run(words, in: folder)
        #expect(result.status == 2)
        #expect(result.output.isEmpty && !result.errors.isEmpty)
    }

    @Test("without a history there is nothing to list, and no file is created")
    func empty() async throws {
        let folder = try TemporaryFolder()
        let result = try await run(["history"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output.contains("'record'"))
        #expect(try await run(["history", "--format", "json"], in: folder).output.isEmpty)
        #expect(try await run(["history", "delete", "--all", "--yes"], in: folder).output == "0 scans deleted\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
    }

    @Test("another file can be named; a file that is not a history is an error with its remedy")
    func files() async throws {
        let folder = try await shop()
        let path = folder.path("data/beeline/history.db")
        let result = try await beeline("history", "--file", path, "--format", "json")
        #expect(try result.objects().count == 3)
        try folder.write("text", String(repeating: "no history ", count: 100))
        for words in [["history", "--file", "text"], ["history", "delete", "--all", "--yes", "--file", "text"]] {
            let wrong = try await run(words, in: folder)
            #expect(wrong.status == 3 && wrong.output.isEmpty)
            #expect(wrong.errors.hasPrefix("beeline: text: the history is damaged, or not a database; "))
        }
    }

    @Test("an image is kept with its path")
    func image() async throws {
        let folder = try TemporaryFolder()
        try folder.write("shelf.jpg", Project.read("Examples/book.jpg"))
        try folder.write("r.json", #"{"version":1,"rules":[{"id":"a","when":{},"do":[{"action":"record"}]}]}"#)
        let result = try await run(["scan", "--no-defaults", "--rules", "r.json", "--run", "shelf.jpg"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let objects = try await run(["history", "--format", "json"], in: folder).objects()
        #expect(!objects.isEmpty)
        #expect(objects.allSatisfy { $0["input"] as? String == "shelf.jpg" })
    }
}
