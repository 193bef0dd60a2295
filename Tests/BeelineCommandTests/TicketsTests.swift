import Foundation
import TestPrograms
import Testing

@Suite("Tickets with numbers that no one can guess")
struct TicketsTests {
    private func tickets(
        _ words: [String], input: String = "", in folder: DrawnFolder
    ) async throws -> ProgramRun {
        try await beeline(
            ["tickets"] + words, input: Array(input.utf8), environment: ["XDG_DATA_HOME": folder.path("data")],
            folder: folder.path)
    }

    /// Of a list with the columns number and name.
    private func numbers(_ list: String) -> [String] {
        list.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
    }

    /// ISO 7064, MOD 37,36, written from the standard in another language.
    private static let check = """
        import sys
        alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for line in sys.stdin.read().split():
            product = 36
            for character in line[:-1]:
                product = (product + alphabet.index(character)) % 36 or 36
                product = product * 2 % 37
            print((product + alphabet.index(line[-1])) % 36 == 1)
        """

    @Test("numbers are random, different and checkable, and their codes are read by another reader")
    func makes() async throws {
        let folder = try DrawnFolder()
        let result = try await tickets(["25", "--prefix", "SPRING", "-o", "spring"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.hasPrefix("spring.csv: 25 tickets\nspring.pdf: 2 pages\nOne of 10^20 guesses "))
        #expect(try folder.names() == ["spring.csv", "spring.pdf"])
        let numbers = numbers(try folder.text("spring.csv"))
        #expect(numbers.count == 25 && Set(numbers).count == 25)
        #expect(numbers.allSatisfy { $0.wholeMatch(of: /SPRING[0-9A-HJKMNP-TV-Z]{16}/) != nil })
        let checks = try await run(
            "python3", ["-c", Self.check], input: Array(numbers.joined(separator: "\n").utf8)
        ).lines
        #expect(checks == numbers.map { _ in "True" })
        // zbarimg sees one code or another only at one of several sizes.
        var read = Set(try await folder.read("spring.pdf"))
        for resolution in ["150", "300"] where read.count < numbers.count {
            #expect(
                try await run(
                    "pdftoppm", ["-r", resolution, "-gray", "spring.pdf", "p\(resolution)"], folder: folder.path
                )
                .status == 0)
            let pages = try folder.names().filter { $0.hasPrefix("p\(resolution)") }
            read.formUnion(try await run("zbarimg", ["--quiet", "--raw"] + pages, folder: folder.path).lines)
        }
        #expect(read == Set(numbers))
        let text = try await run("pdftotext", ["spring.pdf", "-"], folder: folder.path).output
        let first = numbers[0].dropFirst(6)
        let groups = stride(from: 0, to: 16, by: 4).map { first.dropFirst($0).prefix(4) }
        #expect(text.contains("SPRING " + groups.joined(separator: " ")))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("spring.csv"))[.posixPermissions]
        #expect((mode as? Int) == 0o600)
        // Another run makes other numbers.
        let other = try await tickets(["25", "--prefix", "SPRING", "-o", "-"], in: folder)
        #expect(other.status == 0 && Set(self.numbers(other.output)).isDisjoint(with: numbers))
    }

    @Test("characters are equally frequent at each place")
    func isRandom() async throws {
        let folder = try DrawnFolder()
        let result = try await tickets(["20000", "--prefix", "A", "-o", "-"], in: folder)
        let numbers = numbers(result.output).map { Array($0.utf8) }
        #expect(numbers.count == 20_000 && Set(numbers).count == 20_000)
        for place in 1...15 {
            var counts: [UInt8: Int] = [:]
            for number in numbers { counts[number[place], default: 0] += 1 }
            // Numbers with fewer than five digits are not made: a digit comes 814 times, a letter 539 times, and their
            // standard deviations are below 29.
            let isEven = counts.allSatisfy { byte, count in
                (byte < UInt8(ascii: "A") ? 680...950 : 410...670).contains(count)
            }
            #expect(counts.count == 32 && isEven, "\(place): \(counts)")
        }
    }

    @Test("the rules of the page admit each ticket once, also typed, and no other number")
    func admits() async throws {
        let folder = try DrawnFolder()
        try folder.write("names.txt", "Anna \"Ä\" Müller\n\nBen, Okafor\r\n")
        let made = try await tickets(["--names", "names.txt", "--prefix", "SPRING"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try folder.names().contains("tickets.pdf"))
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        let imported = try await beeline(
            ["catalog", "import", "guests", folder.path("tickets.csv")], environment: environment)
        #expect(imported.status == 0 && imported.output == "guests: 2 rows: name\n", "\(imported.errors)")
        #expect(imported.errors.isEmpty)
        let numbers = numbers(try folder.text("tickets.csv"))
        var wrong = Array(numbers[1])
        wrong[8] = wrong[8] == "7" ? "8" : "7"
        let foreign = try await tickets(["1", "--prefix", "AUTUMN", "-o", "-"], in: folder)
        let unsold = try await tickets(["1", "--prefix", "SPRING", "-o", "-"], in: folder)
        let typed = numbers[1].lowercased().enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + String($1) }
        let codes =
            [numbers[0], numbers[0], String(wrong), typed.joined()] + self.numbers(foreign.output)
            + self.numbers(unsold.output)
        let result = try await beeline(
            ["resolve", "--no-defaults", "--rules", "Examples/Desk/tickets/numbers.json", "--run", "--format", "csv"]
                + ["--columns", "rule,emit.welcome", "--"] + codes,
            environment: environment, folder: Project.folder)
        #expect(
            result.lines == [
                "rule,emit.welcome", "ticket.admit,\"Anna \"\"Ä\"\" Müller\"", "ticket.again,", "ticket.none,",
                "ticket.admit,\"Ben, Okafor\"", "ticket.otherEvent,", "ticket.unknown,",
            ], "\(result.output)\(result.errors)")
    }

    @Test("existing files are not replaced, and nothing is half written", arguments: ["tickets.csv", "tickets.pdf"])
    func keeps(_ file: String) async throws {
        let folder = try DrawnFolder()
        try folder.write(file, "sold")
        let result = try await tickets(["3"], in: folder)
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("\(file): it already exists, and tickets in it may be sold"), "\(result.errors)")
        #expect(try folder.names() == [file] && folder.text(file) == "sold")
    }

    @Test(
        "what cannot be made is refused, and nothing is written",
        arguments: [
            (["0"], "'0' is not a number of tickets from 1 to 20000"), (["20001"], "from 1 to 20000"),
            (["-o", "x", "3.5"], "from 1 to 20000"), (["99999999999999999999"], "from 1 to 20000"),
            ([], "missing argument"),
            (["3", "--prefix", "spring"], "is not 1 to 12 capitals and digits"), (["3", "--prefix", ""], "1 to 12"),
            (["3", "--prefix", "SPRING-26"], "1 to 12"), (["3", "--prefix", "ABCDEFGHIJKLM"], "1 to 12"),
            (["3", "--sheet", "L7161", "--start", "19"], "there is no label 19"),
            (["3", "--sheet", "60x60"], "larger labels"),
            (["3", "--names", "x"], "unexpected argument"), (["--names", "missing.txt"], "no such file"),
            (["3", "-o", "no/folder/x"], "no/folder/x"),
        ] as [([String], String)])
    func refused(_ words: [String], _ message: String) async throws {
        let folder = try DrawnFolder()
        let result = try await tickets(words, in: folder)
        #expect(result.status >= 2 && result.output.isEmpty && result.errors.contains(message), "\(result.errors)")
        #expect(try folder.names().isEmpty)
    }
}
