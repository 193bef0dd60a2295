import BeelineContent
import BeelineDrawing
import BeelineRules
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline tickets`: makes numbers that no one can guess, as a list for the desk and as sheets to print.
enum TicketsCommand {
    /// As many labels as a sheet can have.
    private static let most = 20_000

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let names = try names(arguments)
        let count = try names?.count ?? count(arguments)
        let prefix = try arguments.parsed(.ticketPrefix, as: "1 to 12 capitals and digits", TicketNumber.prefix)
        let name = arguments[.ticketOutput] ?? "tickets"
        let layout = try SheetLayout(arguments)
        let start = try arguments.count(.drawStart) ?? 1
        let numbers = TicketNumber.make(count, prefix: prefix ?? "TICKET")
        let list = list(numbers, names)
        guard name != "-" else {
            try StandardOutput.write(data: list)
            return .success
        }
        try UsageError.requireFolder(of: name)
        let files = ["\(name).csv", "\(name).pdf"]
        // Tickets that may be sold already would be lost.
        for file in files where isTaken(file) {
            StandardError.write(
                "beeline: \(file): it already exists, and tickets in it may be sold; use another --output\n")
            return .unreadable
        }
        let reader = try arguments.drawingReader(size: nil)
        let pages: Int
        do throws(DrawingError) {
            let sheet = try LabelSheet(labels(numbers, names), on: layout, start: start)
            try verify(sheet, count, by: reader)
            for warning in sheet.warningTexts { StandardError.warn(warning) }
            pages = sheet.pageCount
            let pdf = try sheet.pdf()
            do { try makeNewFiles([(files[0], list), (files[1], pdf)]) } catch {
                StandardError.write("beeline: \(error); nothing was written\n")
                return .unreadable
            }
        } catch {
            StandardError.write("beeline: \(error.words); nothing was written\n")
            return error.status
        }
        let word = ShellWord.of(files[0])
        try StandardOutput.write(
            """
            \(files[0]): \(counted(count, "ticket"))
            \(files[1]): \(counted(pages, "page"))
            One of 10^\(TicketNumber.guesses(count)) guesses is one of these tickets. Keep the files secret, and import the list:
              beeline catalog import guests \(word)

            """)
        return .success
    }

    private static func count(_ arguments: Arguments) throws(UsageError) -> Int {
        let word = try arguments.operands(1...1)[0]
        guard word.utf8.allSatisfy(\.isASCIIDigit), let count = Int(word), (1...most).contains(count) else {
            throw .badTicketCount(word, most: most)
        }
        return count
    }

    /// The names of the guests, one a line; nil without a file of names.
    private static func names(_ arguments: Arguments) throws -> [String]? {
        guard let path = arguments[.ticketNames] else { return nil }
        _ = try arguments.operands(0...0)
        let file = InputFile(path)
        let bytes = try file.read(limit: 4 << 20)
        let text: TableText
        do throws(TableText.Problem) { text = try TableText(bytes) } catch {
            throw ConfigurationError("\(file.name): \(error.message)")
        }
        if let remark = text.remark { StandardError.warn("\(file.name): \(remark)") }
        let list = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? text.bytes.dropFirst(3) : text.bytes[...]
        let names = list.split(separator: UInt8(ascii: "\n"))
            .map { CatalogKeyForm.trimmed(String(decoding: $0, as: UTF8.self)) }.filter { !$0.isEmpty }
        guard (1...most).contains(names.count) else { throw UsageError.badTicketCount("\(names.count)", most: most) }
        return names
    }

    private static func list(_ numbers: [TicketNumber], _ names: [String]?) -> [UInt8] {
        var csv = CSVWriter(CSVForm(isRaw: true))
        for row in [["number", "name"]] + numbers.enumerated().map({ [$1.text, names?[$0] ?? ""] }) {
            for cell in row { csv.cell(cell) }
            csv.endRow()
        }
        return csv.bytes
    }

    private static func labels(_ numbers: [TicketNumber], _ names: [String]?) -> [Label] {
        numbers.enumerated().map { index, number in
            Label(
                number.text, format: .qr, lines: [number.spoken] + (names.map { [$0[index]] } ?? []),
                place: "ticket \(index + 1)")
        }
    }

    private static func verify(_ sheet: LabelSheet, _ count: Int, by reader: DecodingPool?) throws(DrawingError) {
        guard let reader else { return }
        let progress = ProgressLine(total: count, noun: "tickets read back")
        defer { progress.end() }
        try runBlocking(closing: reader) { () async throws(DrawingError) in
            try await sheet.verify(by: reader) { progress.show(done: $0) }
        }
    }
}

/// A number that no one can guess: a prefix, fifteen characters at random, and a check character over all before it
/// (ISO 7064, MOD 37,36; `mod37-36` in rules).
struct TicketNumber: Hashable {
    let text: String

    /// Digits and letters that are not confused when they are read aloud or typed: no I, L, O and U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let randomLength = 15
    /// A text with fewer digits is not read again as people type numbers, with blanks and in small letters.
    private static let leastDigits = 5
    /// Of the 75 bits of 15 characters, those of numbers with enough digits: these are more than half of all.
    private static let bits = 74.0

    static func prefix(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return isPlain && (1...12).contains(text.utf8.count) ? text : nil
    }

    /// Different numbers, from the system's generator for keys.
    static func make(_ count: Int, prefix: String) -> [TicketNumber] {
        var generator = SystemRandomNumberGenerator()
        var seen: Set<TicketNumber> = []
        var numbers: [TicketNumber] = []
        while numbers.count < count {
            let body = (0..<randomLength).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            guard body.count(where: \.isASCIIDigit) >= leastDigits,
                let number = TicketNumber(prefix + String(decoding: body, as: UTF8.self)),
                seen.insert(number).inserted
            else { continue }
            numbers.append(number)
        }
        return numbers
    }

    /// - Parameter body: the number without its check character; nil where that would be one that is confused.
    private init?(_ body: String) {
        let check =
            switch CheckScheme.iso7064Mod37And36.result(of: body + "0") {
            case .right: "0"
            case .wrong(_, let expected): expected
            case .other: ""
            }
        guard let byte = check.utf8.first, Self.alphabet.contains(byte) else { return nil }
        text = body + check
    }

    /// In groups, for people: `SPRING 7KQ2 M9XW 4TRC 8PHB`.
    var spoken: String {
        let random = Array(text.suffix(Self.randomLength + 1))
        let groups = stride(from: 0, to: random.count, by: 4).map { String(random[$0..<$0 + 4]) }
        return ([String(text.dropLast(random.count))] + groups).joined(separator: " ")
    }

    /// How many guesses one of so many tickets needs, as a power of ten.
    static func guesses(_ count: Int) -> Int { Int(log10(pow(2, bits) / Double(count))) }
}
