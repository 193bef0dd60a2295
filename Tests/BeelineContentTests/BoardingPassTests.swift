import BeelineContent
import BeelineSymbols
import Testing

@Suite("Boarding passes")
struct BoardingPassTests {
    static let plain = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"

    /// A variable part with its size before it.
    static func sized(_ text: String) -> String {
        let digits = String(text.utf8.count, radix: 16, uppercase: true)
        return (digits.count == 1 ? "0" : "") + digits + text
    }

    /// Two flights, the first with all that it can have.
    static func full(issue: String = "6225", leg: String = "326") -> String {
        let unique = sized("1WW\(issue)BAC 0014123456002" + "0014123456003")
        let first = sized("0141234567890 1AC AC 1234567890123    20K") + "LX58Z"
        let second = sized("0140987654321 1LH AC 1234567890123    2PC") + "WQ"
        return "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 \(leg)J001A0025 1" + sized(">6" + unique + first)
            + "DEF456 FRAGVALH 3664A327C012C0002 1" + sized(second) + "^108GIWVC5EH"
    }

    static let samples = [
        FieldSample(
            "of one flight; the parser of another program wants a signature behind it", .pdf417, plain,
            [
                .name: "LUC DESMARAIS", .familyName: "DESMARAIS", .givenName: "LUC", .bookingReference: "ABC123",
                .from: "YUL", .to: "FRA", .carrier: "AC", .flight: "AC834", .date: "2026-11-22", .cabin: "J",
                .seat: "1A", .sequence: "25", .legs: "1", .flights: "AC834", .airports: "YUL,FRA", .ticketNumber: nil,
                .frequentFlyer: nil, .bagTags: nil,
            ]),
        FieldSample("with an empty signature", plain + "^100", [.flight: "AC834", .seat: "1A"]),
        FieldSample(
            "of two flights with all that there can be", .aztec, full(),
            [
                .flights: "AC834,LH3664A", .airports: "YUL,FRA,GVA", .legs: "2", .ticketNumber: "0141234567890",
                .frequentFlyer: "AC 1234567890123", .bagTags: "0014123456002,0014123456003", .date: "2026-11-22",
            ]),
        FieldSample("issued last year for this spring", full(issue: "5360", leg: "012"), [.date: "2026-01-12"]),
        FieldSample("issued ten months ago", full(issue: "6020", leg: "021"), [.date: "2026-01-21"]),
        FieldSample("of January, scanned in November", plain.replacing("326J", with: "012J"), [.date: "2027-01-12"]),
        FieldSample(
            "of the last day of a leap year, of which the last one is nearer", plain.replacing("326J", with: "366J"),
            [.date: "2024-12-31"]),
        FieldSample(
            "of a year long past, which is the last that ends with the digit",
            "M1ACKERMANN/JUSTIN DAVEJPYKJI SINNRTJL 0712 336Y025C0231 348>3180 O9335BJL 01315361700012900174601118720 JL AA "
                + "34DGH32             3",
            [.date: "2019-12-02", .flight: "JL712"]),
        FieldSample(
            "issued tomorrow, where it is tomorrow already", full(issue: "6326", leg: "326"), [.date: "2026-11-22"]),
        FieldSample(
            "issued the day after tomorrow ten years ago", full(issue: "6327", leg: "329"), [.date: "2016-11-24"]),
        FieldSample("issued on the last day of a leap year", full(issue: "4366", leg: "001"), [.date: "2025-01-01"]),
        FieldSample("with a day that no year has soon after its issue", full(issue: "5360", leg: "366"), [.date: nil]),
        FieldSample("without a day", plain.replacing("326J", with: "   J"), [.date: nil, .cabin: "J"]),
        FieldSample("in Code 128", .code128, plain, [.flight: "AC834"]),
        FieldSample(
            "with the title of the passenger", plain.replacing("DESMARAIS/LUC   ", with: "DESMARAIS/LUC MR"),
            [.name: "LUC MR DESMARAIS", .givenName: "LUC MR"]),
        FieldSample(
            "with a name without slash", plain.replacing("DESMARAIS/LUC", with: "DESMARAIS    "),
            [.name: "DESMARAIS", .familyName: nil, .givenName: nil]),
        FieldSample(
            "of a low-cost airline with a signature only",
            "M1SMITH/JOHN          EK1R2TQ STNDUBFR 0123 015Y014C0078 15C>5181OO6015BFR              2A0000000000000 FR"
                + "                          8^108MEYCIQDQ",
            [.flight: "FR123", .seat: "14C", .date: "2026-01-15", .ticketNumber: nil]),
        FieldSample(
            "with the blanks at its end lost",
            "M1SMITH/JOHN          EK1R2TQ STNDUBFR 0123 015Y014C0078 10C>518", [.flight: "FR123"]),
        FieldSample("of an infant without seat", plain.replacing("001A", with: "INF "), [.seat: "INF"]),
        FieldSample(
            "with an airline of three letters", plain.replacing("AC 0834", with: "ACA0834"), [.flight: "ACA834"]),
    ]

    static let doubted = [
        DoubtedSample(
            "a signature that is not as long as it says", plain + "^164MEYCIQDQ", [.flight: "AC834"],
            warnings: "signature"),
        DoubtedSample("a signature without a size", plain + "^1", [.flight: "AC834"], warnings: "signature"),
    ]

    static let refused = [
        Refused(
            "with a part of the first of two flights that is longer than what holds it",
            full().replacing("290141234567890", with: "FF0141234567890"), "flight 1: its conditional part"),
        Refused("a rifle", "M1 Garand", ""),
        Refused("a motorway", "M1 motorway from London to Leeds, closed near Luton until Friday", ""),
        Refused("a medicine list", "M1EUROPEAN MEDICINES EABC1234567890", ""),
        Refused("two letters", "M1", ""),
        Refused("in small letters", plain.lowercased(), ""),
        Refused("of five flights", "M5" + plain.dropFirst(2), ""),
        Refused("cut in the flight", String(plain.prefix(50)), "flight 1 is cut"),
        Refused("cut before the size", String(plain.prefix(58)), "flight 1 is cut"),
        Refused("with one flight of two", "M2" + plain.dropFirst(2), "flight 2 is cut"),
        Refused("with an impossible day", plain.replacing("326J", with: "367J"), "the day must be"),
        Refused("with letters for a day", plain.replacing("326J", with: "NOVJ"), "the day must be"),
        Refused("without a flight number", plain.replacing("0834", with: "    "), "the number must be digits"),
        Refused("without an airline", plain.replacing("FRAAC ", with: "FRA   "), "an airline must be"),
        Refused("with a size that is no number", plain.dropLast(2) + "GG", "flight 1 is cut"),
        Refused("with more behind its end", plain + "and more", "there is more"),
        Refused(
            "of a second flight to nowhere", full().replacing("FRAGVALH", with: "FRA123LH"), "flight 2: an airport"),
    ]

    @Test("of every make are read", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .boardingPass) }

    @Test("with a signature that was cut are read, with a warning", arguments: doubted)
    func doubts(_ sample: DoubtedSample) { sample.check(kind: .boardingPass) }

    @Test("what only looks like one is text, with a warning where it looks much like it", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .boardingPass) }

    @Test("a pass tells each flight, and the signature that nobody checked")
    func tellsFlights() throws {
        let pass = try #require(BoardingPass(Self.full(), scanned: scanDate))
        #expect(pass.legs.map(\.flight) == ["AC834", "LH3664A"])
        #expect(pass.legs.map(\.ticketNumber) == ["0141234567890", "0140987654321"])
        #expect(pass.legs.map(\.date?.description) == ["2026-11-22", "2026-11-23"])
        #expect(pass.issued?.description == "2026-08-13")
        #expect(pass.security == "GIWVC5EH")
        #expect(pass.isElectronicTicket)
        #expect(BoardingPass("M1", scanned: scanDate) == nil)
    }
}
