import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Texts of digits")
struct DigitsTests {
    @Test("have their value, count and check digit at any length", arguments: 1...18)
    func parses(count: Int) throws {
        for start in 0..<10 {
            let digits = (0..<count).map { UInt8(($0 * 7 + start) % 10) }
            let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
            let number = try #require(Digits.parse(text.utf8))
            #expect(number.value == UInt64(text))
            #expect(number.count == count)
            #expect(Digits.text(number.value, count: count) == text)
            let weighted = digits.dropLast().reversed().enumerated().map { Int($1) * ($0.isMultiple(of: 2) ? 3 : 1) }
            #expect(Int(CheckDigit.gs1(number.value / 10)) == (10 - weighted.reduce(0, +) % 10) % 10)
        }
    }

    @Test("are invalid with other characters in them", arguments: 1...18)
    func refuses(count: Int) {
        for place in 0..<count {
            for byte: UInt8 in [0x00, 0x20, 0x2F, 0x3A, 0x7F] {
                var text = Array("123456789012345678".utf8.prefix(count))
                text[place] = byte
                #expect(Digits.parse(String(decoding: text, as: UTF8.self).utf8) == nil)
            }
        }
    }

    @Test("are invalid if empty, too long or beyond ASCII", arguments: ["", "1234567890123456789", "１２３", "12é"])
    func refuses(_ text: String) {
        #expect(Digits.parse(text.utf8) == nil)
    }
}

@Suite("Members of JSON texts")
struct JSONMemberTests {
    @Test(
        "are found by their names, in which dots may be",
        arguments: [
            ("a.b.c", "inner"), ("a.x", "2"), ("android.app.extra.NAME", "component"), ("android.app.list.1", "y"),
            ("a.b", nil), ("a.b.c.d", nil), ("android.app", nil), ("x.y", "short"), ("x.y.z", "long"),
        ] as [(String, String?)])
    func finds(_ path: String, _ value: String?) throws {
        let document = try #require(
            JSONDocument(
                #"""
                {"a":{"b":{"c":"inner"},"x":2},"a.x":3,"android.app.extra.NAME":"component",
                 "android.app":{"list":["x","y"]},"x":{"y":"short"},"x.y":{"z":"long"}}
                """#))
        #expect(document.value(at: path.split(separator: ".").map(String.init))?.description == value)
    }
}

@Suite("SHA-256")
struct SHA256Tests {
    /// As Python's hashlib gives them.
    static let digests: [(bytes: [UInt8], hex: String)] = [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (Array(repeating: 55, count: 55), "f9e3ac6e56363ff68f01e0642921f38b53a23ee735f35bbfc6fed6c25d10f9ec"),
        (Array(repeating: 56, count: 56), "16d5189ddf169a234580076802cc1130ab264fb05288c507711eed0ea3813609"),
        (Array(repeating: 63, count: 63), "7a0886d9e7c1910452c62a1045761c2e9c20bb9dc23f0eef8940b070438f87b5"),
        (Array(repeating: 64, count: 64), "0baca70e52ced8beea55d8aec7889e8ddd5ee512bb8e331c2f60e99170a3809b"),
        (Array(repeating: 65, count: 65), "836203944f4c0280461ad73d31457c22ba19d1d99e232dc231000085899e00a2"),
        (Array(repeating: 119, count: 119), "5cb9d9eeda0eeba3057bb19aa8593c99781938f5acbb23c33f90bdf475b6ac11"),
        (Array(repeating: 120, count: 120), "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"),
        (Array(repeating: 232, count: 1000), "2ea09528f3fb346b2a355872f0c60b5e6151a1a3a9f301630ebfd496c96b6835"),
        (Array(repeating: 160, count: 100000), "ce5d7c68efe38d91b32ed656b8c8ddb92003d33d53e3709da8f2d403489e597c"),
    ]

    @Test(arguments: digests)
    func agrees(_ bytes: [UInt8], _ hex: String) {
        let digest = SHA256.hash(bytes).map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }
        #expect(digest.joined() == hex)
    }
}

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

    @Test("an error is reported")
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
