import BeelineContent
import BeelineSymbols
import TestPrograms
import Testing

@Suite("PAY by square")
struct PayBySquareTests {
    private static func codes(_ lines: [String]) async throws -> [String] {
        let script = String(decoding: try Fixture.bytes(of: "pay_by_square.py"), as: UTF8.self)
        let made = try await run("/usr/bin/python3", ["-c", script], input: Array(lines.joined(separator: "\n").utf8))
        try #require(made.status == 0, "\(made.errors.suffix(300))")
        return made.lines.map { "\($0)" }
    }

    private static let plain =
        #"0|FV1\t1\t1\t12.5\tEUR\t20261224\t123456789\t0308\t7\t\tFaktúra za čaj\t1\tSK3112000000198742637541\tTATRSKBX\t0\t0"#
    private static let named =
        #"1|\t1\t1\t0\tEUR\t\t\t\t\t/VS1\t\t2\tSK3112000000198742637541\t\tSK3302000000000000012351\t\t0\t0\tJán Novák\tHlavná 1\t811 01 Bratislava"#
    private static let several =
        #"2|\t2\t2\t5\tCZK\t\t9\t\t\t\t\t1\tSK3112000000198742637541\t\t1\t1\t2\tm\t20271231\t0\t1\t7\tEUR\t\t\t\t\t\t\t1\tSK3302000000000000012351\t\t0\t0\tFirma\t\t\tOther"#

    @Test("the table of a code becomes the payment")
    func reads() async throws {
        let codes = try await Self.codes([Self.plain, Self.named, Self.several])
        let readings = codes.map { ContentParser.reading(of: Symbol(.qr, $0)) }
        #expect(readings.map(\.kind) == [.payment, .payment, .payment], "\(readings.map(\.warnings))")
        func values(_ reading: Reading) -> [Field: String] {
            var values: [Field: String] = [:]
            for field in Field.fields(of: .payment) {
                values[field.field] = reading.value(of: field.field)?.description
            }
            return values
        }
        let iban = "SK3112000000198742637541"
        #expect(
            values(readings[0]) == [
                .paymentForm: "pay-by-square", .amount: "12.5", .currency: "EUR", .dueDate: "2026-12-24",
                .reference: "123456789", .information: "/SS7/KS0308", .message: "Faktúra za čaj", .iban: iban,
                .account: iban, .bic: "TATRSKBX", .country: "SK",
            ])
        #expect(
            values(readings[1]) == [
                .paymentForm: "pay-by-square", .currency: "EUR", .reference: "/VS1", .iban: iban, .account: iban,
                .country: "SK", .payee: "Ján Novák", .payeeAddress: "Hlavná 1, 811 01 Bratislava",
            ])
        #expect(values(readings[2])[.payee] == "Firma" && values(readings[2])[.currency] == "CZK")
        #expect(
            readings.flatMap(\.warnings) == [
                .questionable(.payment, "it has 2 accounts; only the first is shown"),
                .questionable(.payment, "it has 2 payments; only the first is shown"),
                .questionable(.payment, "it is a standing order"),
            ])
    }

    @Test("errors in such a code are reported, and another text gets no warning")
    func refuses() async throws {
        let codes = try await Self.codes([
            "\(Self.plain)|crc", Self.plain.replacing("SK31", with: "SK32"), Self.plain.replacing("EUR", with: "EUX"),
            Self.plain.replacing("12.5", with: "abc"), Self.plain.replacing(#"FV1\t1"#, with: #"FV1\t0"#),
            "\(Self.plain)|length",
        ])
        let readings = codes.map { ContentParser.reading(of: Symbol(.qr, $0)) }
        #expect(readings.allSatisfy { $0.kind == .text })
        let reasons = readings.map { reading in
            if case .malformed(.payment, let reason)? = reading.warnings.first { reason } else { "" }
        }
        #expect(reasons[0] == "its check sum (CRC-32) is wrong")
        #expect(reasons[1].contains("check digits"))
        #expect(reasons[2] == "the currency must be one of ISO 4217" && reasons[3] == "the amount must be a number")
        #expect(reasons[4] == "it must have 1 to 64 payments" && reasons[5].isEmpty)
        let text = try #require(codes.first)
        for other in ["00010000000000000000000000000000000000", String(text.dropLast(30)), text.lowercased()] {
            #expect(ContentParser.reading(of: Symbol(.qr, other)).warnings.isEmpty)
        }
    }

    @Test("a changed character never gives a different payment")
    func survives() async throws {
        let text = Array(try #require(try await Self.codes([Self.plain]).first).utf8)
        // The last bytes of a stream of LZMA may be others.
        let right = ContentParser.reading(of: Symbol(.qr, String(decoding: text, as: UTF8.self))).content
        for place in text.indices.dropLast() {
            for byte in "0V9".utf8 where text[place] != byte {
                var changed = text
                changed[place] = byte
                let reading = ContentParser.reading(of: Symbol(.qr, String(decoding: changed, as: UTF8.self)))
                #expect(reading.kind != .payment || reading.content == right, "\(place)")
                #expect(Promises.broken(by: reading, on: scanDate) == [])
            }
        }
    }
}
