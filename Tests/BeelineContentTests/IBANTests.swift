import BeelineContent
import BeelineSymbols
import Testing

@Suite("IBANs and references, against python-stdnum")
struct IBANTests {
    @Test("hundreds of IBANs of all countries, right and wrong")
    func agreesOnIBANs() throws {
        let lines = try Fixture.lines(of: "payments.tsv").filter { $0[0] == "iban" }
        #expect(Set(lines.map { $0[1].prefix(2) }).count >= 85)
        for line in lines { #expect(((try? IBAN(line[1])) != nil) == (line[2] == "valid"), "\(line[1])") }
    }

    @Test("creditor references and those of QR-bills")
    func agreesOnReferences() throws {
        for line in try Fixture.lines(of: "payments.tsv") where line[0] == "rf" || line[0] == "esr" {
            let code =
                line[0] == "rf"
                ? SEPATests.code([10: line[1]]) : SwissQRBillTests.code([29: line[1]])
            let kind = ContentParser.reading(of: Symbol(.qr, code)).content.kind
            #expect((kind == .payment) == (line[2] == "valid"), "\(line[1])")
        }
    }

    @Test("what is wrong is said")
    func explains() {
        #expect(throws: IBANError.wrongCheckDigits(found: "12", expected: "89")) { try IBAN("DE12370400440532013000") }
        #expect(throws: IBANError.wrongLength(found: 21, expected: 22)) { try IBAN("DE8937040044053201300") }
        #expect(throws: IBANError.unknownCountry("US")) { try IBAN("US89370400440532013000") }
        #expect(throws: IBANError.wrongStructure("DE")) { try IBAN("DE0537040044053201300A") }
        for text in [
            "", "DE", "DE8", "89DE", "DEX9370400440532013000", "DE89é", String(repeating: "1", count: 100_000),
        ] {
            #expect(throws: IBANError.wrongForm) { try IBAN(text) }
        }
    }

    @Test("an operand of a condition must be an IBAN without blanks")
    func refusesOperands() {
        let form = Field.iban.definition.form
        #expect(form.problem(with: "DE89370400440532013000") == nil)
        #expect(form.problem(with: "de89 3704 0044 0532 0130 00") == .spelledOtherwise("DE89370400440532013000"))
        #expect(form.problem(with: "DE88370400440532013000") == .notOfForm("an IBAN with its check digits"))
    }
}
