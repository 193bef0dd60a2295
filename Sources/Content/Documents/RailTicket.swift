internal import BeelineSymbols

/// A railway ticket, as its Aztec code contains it (UIC 918.3; ERA TAP TSI, technical document B.12).
///
/// The signature was not verified: it needs the keys of the railways. The properties are what the code says,
/// unverified.
public struct RailTicket: Hashable, Sendable {
    /// The railway that issued it, four digits (RICS): `1080` is Deutsche Bahn.
    public let railway: String
    /// The number of the ticket or of the order; nil where the railway gives none.
    public internal(set) var ticketNumber: String?
    /// The day on which it was sold; nil where the ticket does not have it.
    public internal(set) var issued: CalendarDate?
    /// Two letters of ISO 639.
    public internal(set) var language: String?
    /// The first day on which it may be used; nil where the ticket does not have it.
    public internal(set) var validFrom: CalendarDate?
    /// The last day on which it may be used; nil where the ticket does not have it.
    public internal(set) var validTo: CalendarDate?
    /// The name of the station where the journey begins, as printed; nil where the ticket does not have it.
    public internal(set) var fromStation: String?
    /// The name of the station where the journey ends, as printed; nil where the ticket does not have it.
    public internal(set) var toStation: String?
    /// The passenger's whole name, as the ticket writes it; nil where it has none, or only its two parts.
    public internal(set) var name: String?
    /// The passenger's given name; nil where the ticket does not have it by itself.
    public internal(set) var givenName: String?
    /// The passenger's family name; nil where the ticket does not have it by itself.
    public internal(set) var familyName: String?
    /// `1` or `2`.
    public internal(set) var travelClass: String?
    /// The names of the records in it, in their order: `U_HEAD`.
    public internal(set) var records: [String] = []

    init(railway: String) { self.railway = railway }
}

extension RailTicket: CustomStringConvertible {
    /// In one line: `1080 ABCDEF Berlin - Hamburg`.
    public var description: String {
        let way = fromStation.flatMap { from in toStation.map { "\(from) - \($0)" } }
        return [railway, ticketNumber, way].compactMap(\.self).joined(separator: " ")
    }
}

extension RailTicket: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .railway: .text(railway)
        case .ticketNumber: ticketNumber.map(FieldValue.text)
        case .issued: issued.map(FieldValue.date)
        case .language: language.map(FieldValue.text)
        case .validFrom: validFrom.map(FieldValue.date)
        case .validTo: validTo.map(FieldValue.date)
        case .fromStation: fromStation.map(FieldValue.text)
        case .toStation: toStation.map(FieldValue.text)
        case .name: name.map(FieldValue.text)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .travelClass: travelClass.map(FieldValue.text)
        case .signatureVerified: .boolean(false)
        case .ticketRecords: .list(unlessEmpty: records)
        default: nil
        }
    }
}

/// Rail tickets of UIC 918.3: a header with a signature, and records that are packed by zlib.
enum RailTicketParser {
    static let parser = KindParser("railTicket", openings: ["#ut0", "oti0"]) { symbol, text, _ in
        // What looks like a blank at its end is a byte of it.
        verdict(bytes(of: symbol, symbol.text ?? text))
    }

    /// The verdict on a symbol whose bytes are not text, or only a guessed text; nil where it is not a ticket.
    static func verdict(ofRaw symbol: Symbol) -> Verdict? {
        let bytes = symbol.bytes
        return openings.contains { bytes.starts(with: $0) } ? verdict(bytes) : nil
    }

    private static func verdict(_ bytes: [UInt8]) -> Verdict {
        Verdict(.railTicket, Content.railTicket) { doubts throws(Refusal) in try read(bytes, &doubts) }
    }

    private static let openings = [Array("#UT0".utf8), Array("OTI0".utf8)]

    /// The bytes of a symbol. A text by a scanner that takes each byte for a character has them as characters.
    private static func bytes(of symbol: Symbol, _ text: String) -> [UInt8] {
        if symbol.hasRawBytes { return symbol.bytes }
        let scalars = text.unicodeScalars
        return scalars.allSatisfy { $0.value < 0x100 } ? scalars.map { UInt8($0.value) } : symbol.bytes
    }

    /// The largest Aztec code contains 1,914 bytes; what they stand for is a ticket's text.
    private static let mostUnpacked = 1 << 16
    private static let mostRecords = 64

    /// - Parameter doubts: gets what is wrong with records; the others are read.
    static func read(_ bytes: [UInt8], _ doubts: inout [String]) throws(Refusal) -> RailTicket {
        guard bytes.starts(with: "#UT".utf8) || bytes.starts(with: "OTI".utf8) else { throw .otherKind }
        var header = RecordBytes(bytes[3...])
        guard let version = header.number(2), let railway = header.digits(4) else { throw .otherKind }
        guard version == 1 || version == 2 else { throw .malformed("the version must be 01 or 02, not \(version)") }
        // The key's number, and the signature (DSA).
        _ = header.take(5)
        guard header.take(version == 1 ? 50 : 64) != nil, let size = header.number(4), let packed = header.take(size)
        else { throw .malformed("the code is cut off") }
        let records: [UInt8]
        do throws(Unpacking.Problem) {
            records = try Unpacking.zlib(packed, atMost: mostUnpacked)
        } catch {
            switch error {
            case .broken: throw .malformed("its data cannot be unpacked (zlib)")
            case .tooLarge: throw .malformed("its data unpack to more than \(mostUnpacked) bytes")
            case .noLibrary(let name): throw .unreadable("its data cannot be unpacked: the system has no \(name)")
            }
        }
        return try ticket(of: railway, records, &doubts)
    }

    private static func ticket(
        of signer: String, _ bytes: [UInt8], _ doubts: inout [String]
    ) throws(Refusal) -> RailTicket {
        var rest = RecordBytes(bytes[...])
        var found: [Record] = []
        while !rest.isEmpty, found.count < mostRecords {
            guard let name = rest.text(6), let version = rest.number(2), let size = rest.number(4), size >= 12,
                let content = rest.take(size - 12)
            else {
                guard !found.isEmpty else { throw .malformed("its data are not records") }
                doubts.append("its data end within a record")
                break
            }
            found.append(Record(name: name, version: version, content: content))
        }
        guard !found.isEmpty else { throw .malformed("it has no records") }
        let head = found.first { $0.name == "U_HEAD" }.map { RecordBytes($0.content) }
        var ticket = RailTicket(railway: head?.copy(4).flatMap(RecordBytes.digits) ?? signer)
        ticket.records = found.map(\.name)
        for record in found {
            switch record.name {
            case "U_HEAD": read(head: record, into: &ticket)
            case "U_TLAY": TicketLayout(record)?.write(to: &ticket)
            case "0080BL": GermanTicketRecord.read(record, into: &ticket)
            case "0080VU": GermanTransitRecord.read(record, into: &ticket)
            default: continue
            }
        }
        return ticket
    }

    /// Issuer, number, day and time of issue, flags, two languages.
    private static func read(head: Record, into ticket: inout RailTicket) {
        var bytes = RecordBytes(head.content)
        _ = bytes.take(4)
        ticket.ticketNumber = bytes.text(20)
        ticket.issued = bytes.day()
        _ = bytes.take(4 + 1)
        ticket.language = bytes.text(2).flatMap { text in
            text.utf8.allSatisfy(\.isASCIILetter) && text.utf8.count == 2 ? text.asciiLowercased : nil
        }
    }

    struct Record {
        let name: String
        let version: Int
        let content: ArraySlice<UInt8>
    }
}

/// Bytes that are taken from the front, in fields of fixed sizes.
struct RecordBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The first bytes, which stay.
    func copy(_ count: Int) -> ArraySlice<UInt8>? { rest.count >= count ? rest.prefix(count) : nil }

    /// A number in ASCII digits.
    mutating func number(_ count: Int) -> Int? {
        take(count).flatMap { Digits.parse($0) }.map { Int($0.value) }
    }

    mutating func digits(_ count: Int) -> String? { take(count).flatMap(Self.digits) }

    static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.allSatisfy(\.isASCIIDigit) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// A text without the blanks around it; nil where nothing is left.
    mutating func text(_ count: Int) -> String? { take(count).flatMap(Self.text) }

    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let isBlank = { (byte: UInt8) in byte <= 0x20 || byte == UInt8(ascii: "*") }
        let first = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? first
        guard first < end else { return nil }
        let text = bytes[first..<end]
        // The documents ask for UTF-8, and some railways write ISO 8859-1.
        let written =
            String(validating: text, as: UTF8.self)
            ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
        return written.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value } ? nil : written
    }

    /// A day of eight digits, the day of the month first.
    mutating func day() -> CalendarDate? {
        guard let bytes = take(8), let number = Digits.parse(bytes)?.value else { return nil }
        return CalendarDate(year: Int(number % 10_000), month: Int(number / 10_000 % 100), day: Int(number / 1_000_000))
    }

    /// A number of bytes, the greatest first.
    mutating func binary(_ count: Int) -> UInt64? { take(count)?.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// The layout of a ticket (`U_TLAY`): texts at places on a page. Only the places of the layout RCT2 are known.
struct TicketLayout {
    private var rows: [[Unicode.Scalar]]
    private var hasOtherName = false

    private static let (height, width) = (15, 72)
    private static let mostFields = 512

    /// Nil for layouts other than RCT2.
    init?(_ record: RailTicketParser.Record) {
        var bytes = RecordBytes(record.content)
        guard record.version == 1, bytes.text(4) == "RCT2", let count = bytes.number(4) else { return nil }
        rows = Array(repeating: Array(repeating: " ", count: Self.width), count: Self.height)
        for _ in 0..<min(count, Self.mostFields) {
            guard let row = bytes.number(2), let column = bytes.number(2), let height = bytes.number(2),
                let width = bytes.number(2), bytes.take(1) != nil, let size = bytes.number(4),
                let text = bytes.take(size)
            else { return }
            // In some layouts a sentence begins where the name is.
            if row == 0, 52..<71 ~= column, column != 52 || height > 1 || width > 20 { hasOtherName = true }
            write(text, row, column, width)
        }
    }

    private mutating func write(_ text: ArraySlice<UInt8>, _ row: Int, _ column: Int, _ width: Int) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() where row + offset < Self.height {
            let scalars =
                String(validating: line, as: UTF8.self).map { Array($0.unicodeScalars) }
                ?? line.map { Unicode.Scalar($0) }
            for (index, scalar) in scalars.prefix(width == 0 ? Self.width : width).enumerated()
            where column + index < Self.width {
                rows[row + offset][column + index] = scalar
            }
        }
    }

    /// What is in a row; nil where nothing is.
    private func text(_ row: Int, _ columns: Range<Int>) -> String? {
        RecordBytes.text(Array(String(String.UnicodeScalarView(rows[row][columns])).utf8)[...])
    }

    /// Adds the values that the ticket does not have yet.
    func write(to ticket: inout RailTicket) {
        if !hasOtherName, let words = text(0, 52..<71)?.split(separator: " "), Self.isName(words) {
            ticket.name = ticket.name ?? words.joined(separator: " ")
        }
        ticket.fromStation = ticket.fromStation ?? text(6, 12..<30)
        ticket.toStation = ticket.toStation ?? text(6, 34..<51)
        ticket.travelClass = ticket.travelClass ?? text(6, 66..<71).flatMap { ["1", "2"].contains($0) ? $0 : nil }
        let days = text(3, 1..<49).map(Self.days) ?? []
        ticket.validFrom = ticket.validFrom ?? days.first
        ticket.validTo = ticket.validTo ?? (days.count > 1 ? days[1] : nil)
    }

    /// Whether the words are a name, not a sentence: each begins with a capital, except particles.
    private static func isName(_ words: [Substring]) -> Bool {
        words.allSatisfy { word in
            !(word.first?.isLowercase ?? true) || particles.contains(String(word)) || words.count == 1
        } && !(words.last?.hasSuffix("-") ?? true) && !(words.last?.hasSuffix(":") ?? true)
    }

    private static let particles: Set = [
        "von", "van", "vom", "zu", "zum", "zur", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "du",
        "des",
        "la", "le", "el", "al", "bin", "ibn", "ten", "ter", "und", "y", "e", "of",
    ]

    /// The days in a text: `01.12.2026 - 02.12.2026`.
    private static func days(in text: String) -> [CalendarDate] {
        text.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "/")) }.compactMap { word in
            let parts = word.split { $0 == "." || $0 == "/" }.compactMap { Int($0) }
            guard parts.count == 3, parts[2] >= 2000 else { return nil }
            return CalendarDate(year: parts[2], month: parts[1], day: parts[0])
        }
    }
}

/// The record of Deutsche Bahn: orders with their days, and numbered texts.
enum GermanTicketRecord {
    private static let mostTexts = 128

    static func read(_ record: RailTicketParser.Record, into ticket: inout RailTicket) {
        guard record.version == 2 || record.version == 3 else { return }
        var bytes = RecordBytes(record.content)
        guard bytes.take(2) != nil, let orders = bytes.number(1) else { return }
        for order in 0..<orders {
            if record.version == 2, bytes.take(22) == nil { return }
            let (first, last) = (bytes.day(), bytes.day())
            guard bytes.take(record.version == 2 ? 8 : 10) != nil else { return }
            if order == 0 { (ticket.validFrom, ticket.validTo) = (first, last) }
        }
        guard bytes.number(2) != nil else { return }
        for _ in 0..<mostTexts {
            guard bytes.take(1)?.first == UInt8(ascii: "S"), let number = bytes.number(3), let size = bytes.number(4),
                let content = bytes.take(size)
            else { return }
            guard let text = RecordBytes.text(content) else { continue }
            switch number {
            case 14: ticket.travelClass = ["S1": "1", "S2": "2"][text] ?? ticket.travelClass
            case 15: ticket.fromStation = text
            case 16: ticket.toStation = text
            case 23: ticket.name = text
            case 28: readName(text, into: &ticket)
            case 31: ticket.validFrom = day(text) ?? ticket.validFrom
            case 32: ticket.validTo = day(text) ?? ticket.validTo
            default: continue
            }
        }
    }

    /// Given and family name, with `#` between them.
    private static func readName(_ text: String, into ticket: inout RailTicket) {
        let halves = text.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty else { return }
        (ticket.givenName, ticket.familyName) = (halves[0], halves[1])
        ticket.name = "\(halves[0]) \(halves[1])"
    }

    /// `31.12.2026`
    private static func day(_ text: String) -> CalendarDate? {
        let parts = text.split(separator: ".").compactMap { Int($0) }
        return parts.count == 3 ? CalendarDate(year: parts[2], month: parts[1], day: parts[0]) : nil
    }
}

/// The record of German transit networks (VDV-KA) within a ticket: the days on which it is valid.
enum GermanTransitRecord {
    static func read(_ record: RailTicketParser.Record, into ticket: inout RailTicket) {
        var bytes = RecordBytes(record.content)
        // Terminal and its key module, persons; then the number of tickets.
        guard bytes.take(6) != nil, let count = bytes.binary(1), count > 0 else { return }
        // Number and owner of the right, product and its owner.
        guard bytes.take(10) != nil, let from = bytes.binary(4), let to = bytes.binary(4) else { return }
        ticket.validFrom = ticket.validFrom ?? day(from)
        ticket.validTo = ticket.validTo ?? day(to)
    }

    /// The day in a time of 32 bits: years since 1990 (7), month (4), day (5), and the time of the day.
    private static func day(_ time: UInt64) -> CalendarDate? {
        CalendarDate(year: 1990 + Int(time >> 25), month: Int(time >> 21 & 15), day: Int(time >> 16 & 31))
    }
}
