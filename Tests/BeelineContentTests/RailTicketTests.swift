import BeelineContent
import BeelineSymbols
import Testing

@Suite("Rail tickets")
struct RailTicketTests {
    /// A ticket whose records are in a stream of zlib that does not make them smaller (RFC 1950, RFC 1951 3.2.4).
    static func code(_ records: [UInt8], version: String = "01", size: Int? = nil) -> [UInt8] {
        let length = UInt16(records.count)
        var stream: [UInt8] = [0x78, 0x01, 0x01, UInt8(length & 0xFF), UInt8(length >> 8)]
        stream += [UInt8(~length & 0xFF), UInt8(~length >> 8)] + records
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in records { (low, high) = ((low + UInt32(byte)) % 65521, (high + low + UInt32(byte)) % 65521) }
        stream += [UInt8(high >> 8), UInt8(high & 0xFF), UInt8(low >> 8), UInt8(low & 0xFF)]
        return header(version) + digits(size ?? stream.count, 4) + stream
    }

    static func header(_ version: String) -> [UInt8] {
        Array("#UT\(version)108000001".utf8) + Array(repeating: 0xA5, count: version == "01" ? 50 : 64)
    }

    static func digits(_ number: Int, _ count: Int) -> [UInt8] {
        let text = String(number)
        return Array((String(repeating: "0", count: count - text.count) + text).utf8)
    }

    static func record(_ name: String, version: Int = 1, _ content: String) -> [UInt8] {
        Array(name.utf8) + digits(version, 2) + digits(content.utf8.count + 12, 4) + Array(content.utf8)
    }

    static let head = record("U_HEAD", "1080ABCDEF-1            0112202609300DEEN")

    static func field(_ row: Int, _ column: Int, _ width: Int, _ text: String) -> String {
        String(
            decoding: digits(row, 2) + digits(column, 2) + digits(1, 2) + digits(width, 2) + Array("0".utf8)
                + digits(text.utf8.count, 4) + Array(text.utf8), as: UTF8.self)
    }

    static func layout(_ fields: [String]) -> [UInt8] {
        record("U_TLAY", "RCT2" + String(decoding: digits(fields.count, 4), as: UTF8.self) + fields.joined())
    }

    static func order(_ version: Int, _ texts: [(Int, String)]) -> [UInt8] {
        let certificate =
            version == 2
            ? String(repeating: "0", count: 22) + "011220260212202600000001" : "01122026021220261234567890"
        let parts = texts.map { number, text in
            "S" + String(decoding: digits(number, 3) + digits(text.utf8.count, 4), as: UTF8.self) + text
        }
        return record(
            "0080BL", version: version,
            "021" + certificate + String(decoding: digits(texts.count, 2), as: UTF8.self) + parts.joined())
    }

    private static func reading(_ bytes: [UInt8]) -> Reading { ContentParser.reading(of: Symbol(.aztec, bytes: bytes)) }

    private func fields(_ bytes: [UInt8]) -> [Field: String] {
        let reading = Self.reading(bytes)
        #expect(reading.kind == .railTicket, "\(reading.warnings)")
        var fields: [Field: String] = [:]
        for field in Field.fields(of: .railTicket) { fields[field.field] = reading.value(of: field.field)?.description }
        return fields
    }

    @Test("the main record says who issued it, when, and in which language", arguments: ["01", "02"])
    func readsHead(version: String) {
        let fields = fields(Self.code(Self.head, version: version))
        #expect(
            fields == [
                .railway: "1080", .ticketNumber: "ABCDEF-1", .issued: "2026-12-01", .language: "de",
                .signatureVerified: "false", .ticketRecords: "U_HEAD",
            ])
    }

    @Test("rules have a text of it, though its bytes are not text")
    func hasText() {
        let reading = Self.reading(Self.code(Self.head))
        #expect(reading.value(of: .text) == .text("1080 ABCDEF-1"))
        #expect(reading.has(.text) && reading.has(.compact))
        #expect(reading.symbol.text == nil)
    }

    @Test("the layout RCT2 has its texts at known places")
    func readsLayout() {
        let layout = Self.layout([
            Self.field(0, 18, 33, "FAHRKARTE"), Self.field(0, 52, 19, "MÜLLER ERIKA"),
            Self.field(3, 1, 48, "01.12.2026 - 02.12.2026"), Self.field(6, 1, 5, "01.12"),
            Self.field(6, 13, 17, "WIEN"), Self.field(6, 34, 17, "SALZBURG"), Self.field(6, 66, 5, "2"),
            Self.field(7, 13, 17, "*"), Self.field(14, 70, 40, "beyond the page"), Self.field(99, 99, 99, "x"),
        ])
        let fields = fields(Self.code(Self.head + layout))
        #expect(fields[.name] == "MÜLLER ERIKA" && fields[.travelClass] == "2")
        #expect(fields[.fromStation] == "WIEN" && fields[.toStation] == "SALZBURG")
        #expect(fields[.validFrom] == "2026-12-01" && fields[.validTo] == "2026-12-02")
    }

    @Test("the record of Deutsche Bahn has days, stations, class and name", arguments: [2, 3])
    func readsOrder(version: Int) {
        let plain = fields(Self.code(Self.head + Self.order(version, [])))
        #expect(plain[.validFrom] == "2026-12-01" && plain[.validTo] == "2026-12-02" && plain[.name] == nil)
        let texts = [
            (1, "Sparpreis"), (14, "S1"), (15, "Köln"), (16, "München"), (23, "M. Mustermann"),
            (28, "Max#Mustermann"), (31, "03.12.2026"), (32, "04.12.2026"),
        ]
        let all = fields(Self.code(Self.head + Self.order(version, texts)))
        #expect(all[.fromStation] == "Köln" && all[.toStation] == "München" && all[.travelClass] == "1")
        #expect(all[.name] == "Max Mustermann" && all[.givenName] == "Max" && all[.familyName] == "Mustermann")
        #expect(all[.validFrom] == "2026-12-03" && all[.validTo] == "2026-12-04")
    }

    @Test("the record of transit networks has days in 32 bits")
    func readsTransit() {
        func time(_ year: Int, _ month: Int, _ day: Int) -> [UInt8] {
            let bits = UInt32((year - 1990) << 25 | month << 21 | day << 16)
            return [UInt8(bits >> 24), UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        }
        let content =
            [0, 1, 0, 0, 2, 1, 1] + Array(repeating: UInt8(0), count: 10) + time(2026, 12, 1)
            + time(2026, 12, 31)
        let record = Array("0080VU01".utf8) + Self.digits(content.count + 12, 4) + content
        let fields = fields(Self.code(Self.head + record))
        #expect(fields[.validFrom] == "2026-12-01" && fields[.validTo] == "2026-12-31")
        #expect(fields[.ticketRecords] == "U_HEAD,0080VU")
    }

    @Test("a scanner that makes a character of each byte gives the same ticket")
    func readsLatin1() {
        let bytes = Self.code(Self.head)
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let expected = Self.reading(bytes).content
        #expect(ContentParser.reading(of: Symbol(.aztec, text)).content == expected)
        let guessed = Symbol(.aztec, bytes: bytes) { _ in (text, "ISO-8859-1") }
        let reading = ContentParser.reading(of: guessed)
        #expect(reading.content == expected && reading.warnings.isEmpty)
    }

    static let broken: [(String, [UInt8], String)] = [
        ("another version", code(head, version: "09"), "the version must be 01 or 02, not 9"),
        ("cut", Array(code(head).dropLast(9)), "the code is cut off"),
        ("a size beyond its end", code(head, size: 900), "the code is cut off"),
        ("no stream", header("01") + digits(6, 4) + Array("abcdef".utf8), "its data cannot be unpacked (zlib)"),
        ("a stream that ends early", code(head, size: 20), "its data cannot be unpacked (zlib)"),
        ("no records", code([]), "it has no records"),
        ("no record", code(Array("abc".utf8)), "its data are not records"),
        ("a bomb", bomb, "its data unpack to more than 65536 bytes"),
    ]

    /// 258 zeros in each eight codes of two bits or so: a stream of zeros, as zlib makes it of a megabyte.
    private static let bomb: [UInt8] = {
        // Final block with fixed codes: a literal 0, and then pairs of length 258 and distance 1.
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        for _ in 0..<4_000 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        bits += [0, 0, 0, 0, 0, 0, 0]
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bits.count, by: 8) {
            stream.append(bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 })
        }
        return header("01") + digits(stream.count, 4) + stream
    }()

    @Test("an invalid ticket is reported", arguments: broken)
    func refuses(_ what: String, _ bytes: [UInt8], _ reason: String) {
        let reading = Self.reading(bytes)
        #expect(reading.kind == .binary || reading.kind == .text)
        #expect(reading.warnings == [.malformed(.railTicket, reason)], "\(what)")
    }

    @Test("a record that is cut gives a warning, and those before it are read")
    func tellsOfCutRecord() {
        let reading = Self.reading(Self.code(Self.head + Array("U_TLAY010099RCT2".utf8)))
        #expect(reading.warnings == [.questionable(.railTicket, "its data end within a record")])
        #expect(reading.value(of: .ticketNumber)?.description == "ABCDEF-1")
    }

    @Test("a ticket that is changed at any byte is read or refused, and keeps its promises")
    func survives() {
        let whole =
            Self.head + Self.order(3, [(15, "Berlin"), (28, "Max#M")]) + Self.layout([Self.field(6, 13, 17, "X")])
        for place in whole.indices {
            for byte: UInt8 in [0x00, 0x20, 0x39, 0x58, 0xFF] {
                var records = whole
                records[place] = byte
                let reading = Self.reading(Self.code(records))
                #expect(Promises.broken(by: reading, on: scanDate) == [])
            }
            let cut = Self.reading(Self.code(Array(whole[..<place])))
            #expect(Promises.broken(by: cut, on: scanDate) == [])
        }
    }
}
