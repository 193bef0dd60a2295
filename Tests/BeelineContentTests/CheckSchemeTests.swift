import BeelineContent
import TestPrograms
import Testing

@Suite("Check schemes")
struct CheckSchemeTests {
    struct Number: CustomTestStringConvertible, Sendable {
        let scheme: CheckScheme
        let text: String
        var weights: [Int] = []
        var testDescription: String { "\(scheme.rawValue) \(text)" }

        init(_ scheme: CheckScheme, _ text: String, weights: [Int] = []) {
            (self.scheme, self.text, self.weights) = (scheme, text, weights)
        }
    }

    /// From the standards, from what carriers and makers publish, and from things.
    static let numbers = [
        Number(.gs1Price, "28759"), Number(.gs1Price, "146856"), Number(.gs1, "9783161484100"),
        Number(.gs1, "340123450000000000"), Number(.luhn, "49927398716"),
        Number(.luhn, "4111111111111111"), Number(.mod11, "0306406152", weights: [10, 9, 8, 7, 6, 5, 4, 3, 2]),
        Number(.mod11, "097522980X", weights: [10, 9, 8, 7, 6, 5, 4, 3, 2]),
        Number(.iso7064Mod11And2, "0000000218250097"), Number(.iso7064Mod11And2, "000000021694233X"),
        Number(.iso7064Mod37And2, "G123489654321Y"), Number(.iso7064Mod37And36, "A12425GABC1234002M"),
        Number(.iso7064Mod11And10, "07945"), Number(.iso7064Mod11And10, "86095742719"),
        Number(.iso7064Mod97And10, "213800KUD8LAJWSQ9D15"), Number(.iso7064Mod97And10, "F50EOCWSQFAUVO9Q8Z97"),
        Number(.mod43, "CODE39W"), Number(.mod103, "PJJ123CW"),
        Number(.mod10, "12345672", weights: [7, 1, 3, 7, 1, 3, 7]), Number(.ups, "1Z5R89390357567127"),
        Number(.ups, "1Z879E930346834440"),
        Number(.ups, "1Z8V92A70367203024"), Number(.s10, "473124829"), Number(.s10, "123456785"),
        Number(.fedex, "986578788855"), Number(.fedex, "477179081230"), Number(.fedex, "00790535312317"),
        Number(.mod7, "123456782"), Number(.mod7, "400123456784"), Number(.aic, "012345676"),
        Number(.aic, "034208013"),
        Number(.pzn, "04132750"), Number(.pzn, "01580241"), Number(.hibc, "+A123BJC5D6E71G"),
        Number(.vin, "1M8GDM9AXKP042788"), Number(.library, "29085000123453"), Number(.imei, "490154203237518"),
        Number(.mrz, "L898902C36"), Number(.mrz, "7408122"), Number(.mrz, "ZE184226B<<<<<1"),
        Number(.mrz, "L898902C3674081221204159ZE184226B<<<<<10"), Number(.mrz, "<<<<<<<<<<<<<<0"),
        Number(.codiceFiscale, "RSSMRA85T10A562S"), Number(.codiceFiscale, "RCCMNL83SMUD969P"),
        Number(.curp, "HEGG560427MVZRRL04"), Number(.curp, "BOXW310820HNERXN09"),
        Number(.base58check, "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"),
        Number(.base58check, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"), Number(.xrp, "rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh"),
    ]

    @Test("a number of each scheme is right", arguments: numbers)
    func isRight(_ number: Number) {
        #expect(number.scheme.result(of: number.text, weights: number.weights) == .right)
    }

    @Test("every scheme has a number here, and a title")
    func hasAll() {
        #expect(Set(Self.numbers.map(\.scheme)) == Set(CheckScheme.allCases))
        #expect(CheckScheme.allCases.allSatisfy { !$0.title.isEmpty })
    }

    @Test("with any other digit or letter at its end it is wrong, and the right one is expected", arguments: numbers)
    func saysWhatIsExpected(_ number: Number) throws {
        // The check digit of a VIN is in its middle.
        guard number.scheme != .vin else { return }
        let last = try #require(number.text.last)
        let others =
            switch number.scheme {
            case .codiceFiscale: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            // Without 0, which Base58 does not have.
            case .base58check, .xrp: "123456789"
            default: "0123456789"
            }
        for digit in others where digit != last {
            let result = number.scheme.result(of: number.text.dropLast() + String(digit), weights: number.weights)
            guard case .wrong(let found, let expected) = result else {
                Issue.record("\(digit): \(result)")
                continue
            }
            #expect(found.last == digit)
            #expect(number.text.hasSuffix(expected))
        }
    }

    @Test(
        "texts that no number of the scheme can be are told apart from wrong ones",
        arguments: [
            Number(.gs1, ""), Number(.gs1, "5"), Number(.gs1, "97831614841O0"), Number(.luhn, "4992 7398 716"),
            Number(.mod11, "030640615", weights: [10, 9, 8, 7, 6, 5, 4, 3, 2]), Number(.ups, "1Z5R8939035756712"),
            Number(.ups, "2Z5R89390357567127"), Number(.s10, "12345678"), Number(.fedex, "9865787888556"),
            Number(.mod7, "12345678A"), Number(.aic, "12345676"), Number(.aic, "A12345676"),
            Number(.pzn, "041327501"), Number(.pzn, "00000030"), Number(.hibc, "A123BJC5D6E71G"),
            Number(.iso7064Mod37And36, "a12425gabc1234002m"), Number(.mod43, "Code 39W"),
            Number(.vin, "WVWZZZ1JZ3W38675"), Number(.library, "2908500012345"), Number(.imei, "49015420323751"),
            Number(.mrz, "L898902c36"), Number(.mrz, "L898902C3X"), Number(.codiceFiscale, "RSSMRA85T10A562"),
            Number(.codiceFiscale, "RSSMRA85T10A5625"), Number(.curp, "HEGG560427MVZRRL4"),
            Number(.base58check, "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDe0"), Number(.xrp, "rrrr"),
            Number(.luhn, String(repeating: "0", count: 300)), Number(.gs1, "٩٧٨٣١٦١٤٨٤١٠٠"),
        ])
    func tellsOthers(_ number: Number) {
        #expect(number.scheme.result(of: number.text, weights: number.weights) == .other)
    }

    @Test("a field of a machine-readable zone without data may have a filler as its check digit, and no other field")
    func fillsEmpty() {
        #expect(CheckScheme.mrz.result(of: "<<<<<<<<<<<<<<<") == .right)
        #expect(CheckScheme.mrz.result(of: "<<<<<<<<<<<<<<1") == .wrong(found: "1", expected: "0"))
        #expect(CheckScheme.mrz.result(of: "ZE184226B<<<<<<") == .wrong(found: "<", expected: "1"))
    }

    @Test("20,000 random numbers of each scheme that python-stdnum knows have the check characters that it says")
    func agreesWithPythonStdnum() async throws {
        let script = try Fixture.bytes(of: "stdnum_checks.py")
        let made = try await run("/usr/bin/python3", ["-", "20000"], input: script)
        try #require(made.status == 0, "\(made.errors.suffix(300))")
        var counts: [CheckScheme: Int] = [:]
        for line in made.lines {
            let columns = line.split(separator: "\t")
            let scheme = try #require(CheckScheme(rawValue: String(columns[0])))
            counts[scheme, default: 0] += 1
            let result = scheme.result(of: String(columns[1]))
            if result != .right { Issue.record("\(line): \(result)") }
        }
        #expect(counts.count == 9)
        #expect(counts.values.allSatisfy { $0 == 20_000 })
    }
}
