import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Numbers, dates and times")
struct ComparisonTests {
    /// The book costs 24.95.
    static let numbers: [(String, Bool)] = [
        ("24.95", true), ("24.950", true), ("24.949", false), (#"{"<":24.95}"#, false), (#"{"<":24.9500001}"#, true),
        (#"{"<=":24.95}"#, true), (#"{"<=":24.949999999999}"#, false), (#"{">":24.95}"#, false),
        (#"{">":24.9499999999999}"#, true), (#"{">=":24.950}"#, true), (#"{">=":24.9500000000001}"#, false),
        (#"{">":-1}"#, true), (#"{"<":999999999999999}"#, true), ("[1,24.95]", true), (#"{">":24,"<":25}"#, true),
        (#"{">":24,"<":24.9}"#, false), ("2.495e1", true), (#"{"<":1e2}"#, true),
        (#""{const.exact}""#, true), (#"{"<":"{const.more}"}"#, true), (#"{">=":"{const.more}"}"#, false),
    ]

    @Test("numbers are compared exactly", arguments: numbers)
    func compares(_ test: String, _ holds: Bool) throws {
        let example = Holding(#"{"price":\#(test)}"#, Codes.book, holds)
        #expect(
            try example.answers(constants: #"{"exact":"24.950","more":"25"}"#)
                == [true, true, true].map { $0 == holds })
        let absent = Holding(#"{"price":\#(test)}"#, Codes.plainBook, false)
        #expect(try absent.answers(constants: #"{"exact":"24.950","more":"25"}"#) == [false, false, false])
    }

    @Test("numbers of fifteen digits are distinguished", arguments: [0, 1, 7, 15])
    func fifteenDigits(_ decimals: Int) throws {
        func number(_ digits: String) -> String {
            decimals == 0
                ? digits : decimals == 15 ? "0.\(digits)" : "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
        }
        let code = reading("999999999999998", .qr)
        for (digits, order) in [("999999999999997", ">"), ("999999999999998", "="), ("999999999999999", "<")] {
            let when = """
                {"text":{"matches":"(?P<n>.+)","decimals":{"n":\(decimals)}},
                 "match.n":\(order == "=" ? number(digits) : #"{"\#(order)":\#(number(digits))}"#)}
                """
            #expect(try Holding(when, code, true).answers() == [true, true, true], "\(when)")
        }
    }

    struct Day: Sendable, CustomTestStringConvertible {
        let test: String
        let expiry: String
        let scan: String
        let holds: Bool
        var testDescription: String { "\(expiry) \(test) on \(scan)" }

        init(_ expiry: String, _ test: String, on scan: String, _ holds: Bool) {
            (self.expiry, self.test, self.scan, self.holds) = (expiry, test, scan, holds)
        }
    }

    static let days = [
        Day("261231", #""2026-12-31""#, on: "2026-01-01", true),
        Day("261231", #"["2026-12-30","2026-12-31"]"#, on: "2026-01-01", true),
        Day("261231", #"{"<":"2027-01-01"}"#, on: "2026-01-01", true),
        Day("261231", #"{">=":"2027-01-01"}"#, on: "2026-01-01", false),
        Day("261231", #""today""#, on: "2026-12-31", true),
        Day("261231", #"{"<":"today"}"#, on: "2027-01-01", true),
        Day("261231", #"{"<":"today"}"#, on: "2026-12-31", false),
        Day("270104", #"{"<=":"today+7"}"#, on: "2026-12-28", true),
        Day("270104", #"{"<=":"today+6"}"#, on: "2026-12-28", false),
        Day("270104", #""today+7""#, on: "2026-12-28", true),
        Day("261231", #"{">":"today-2"}"#, on: "2027-01-01", true),
        Day("261231", #"{">":"today-1"}"#, on: "2027-01-01", false),
        Day("280301", #""today+2""#, on: "2028-02-28", true),
        Day("270301", #""today+1""#, on: "2027-02-28", true),
        Day("270301", #"{"<":"today+100000"}"#, on: "2026-02-28", true),
        Day("261231", #"{">":"{scan.date}"}"#, on: "2026-12-30", true),
        Day("261231", #""{scan.date}""#, on: "2026-12-31", true),
        Day("261231", #"{"<=":"{const.day}"}"#, on: "2026-01-01", true),
        Day("270102", #"{"<=":"{const.soon}"}"#, on: "2026-12-30", true),
        Day("270103", #"{"<=":"{const.soon}"}"#, on: "2026-12-30", false),
    ]

    @Test("dates, and days from the day of the scan, over ends of months and years", arguments: days)
    func comparesDays(_ example: Day) throws {
        let scan = try #require(Scan(example.scan))
        let code = ContentParser().reading(of: Codes.expiring(example.expiry).symbol, on: scan.date)
        try #require(FieldName("expiry").flatMap { code.value(of: $0) } != nil)
        let constants = #"{"day":"2026-12-31","soon":"today+3"}"#
        let holding = Holding(#"{"expiry":\#(example.test)}"#, code, example.holds, scan: scan)
        #expect(try holding.answers(constants: constants) == [true, true, true].map { $0 == example.holds })
    }

    static let times: [(String, String, Bool)] = [
        ("21:30", #""21:30""#, true), ("21:30", #"{"<":"21:30"}"#, false), ("21:29", #"{"<":"21:30"}"#, true),
        ("21:30", #"{"<=":"21:30"}"#, true), ("00:00", #"{">=":"00:00"}"#, true), ("23:59", #"{">":"23:58"}"#, true),
        ("09:05", #"["09:04","09:05"]"#, true), ("08:59", #"{">=":"09:00","<":"18:00"}"#, false),
        ("17:59", #"{">=":"09:00","<":"18:00"}"#, true), ("17:59", #"{"<":"{const.close}"}"#, true),
        ("18:00", #"{"<":"{const.close}"}"#, false), ("18:00", #""{const.close}""#, true),
    ]

    @Test("times of the day", arguments: times)
    func comparesTimes(_ time: String, _ test: String, _ holds: Bool) throws {
        let scan = try #require(Scan("2026-11-21T\(time)"))
        let example = Holding(#"{"scan.time":\#(test)}"#, Codes.text, holds, scan: scan)
        #expect(try example.answers(constants: #"{"close":"18:00"}"#) == [true, true, true].map { $0 == holds })
    }

    @Test("the day of the week and the source of a scan")
    func scans() throws {
        let saturday = try #require(Scan("2026-11-21T12:00", source: "till 1"))
        for (when, holds) in [
            (#"{"scan.weekday":"saturday"}"#, true), (#"{"scan.weekday":["monday","sunday"]}"#, false),
            (#"{"scan.source":{"prefix":"till"}}"#, true), (#"{"scan.source":"door"}"#, false),
            (#"{"scan.date":"2026-11-21"}"#, true), (#"{"scan.date":{">":"today"}}"#, false),
        ] {
            #expect(
                try Holding(when, Codes.text, holds, scan: saturday).answers()
                    == [true, true, true].map { $0 == holds })
        }
        #expect(try Holding(#"{"scan.source":{"exists":false}}"#, Codes.text, true).answers() == [true, true, true])
        #expect(try Holding(#"{"scan.source":"till"}"#, Codes.text, false).answers() == [false, false, false])
    }

    static let refused = [
        Refusal(#"{"expiry":"31.12.2026"}"#, "'31.12.2026' is not"),
        Refusal(#"{"expiry":"2026-02-30"}"#, "and '2026-02-30' is not"),
        Refusal(#"{"expiry":"tomorrow"}"#, "and 'tomorrow' is not"),
        Refusal(#"{"expiry":"today+"}"#, "and 'today+' is not"),
        Refusal(#"{"expiry":"today++1"}"#, "and 'today++1' is not"),
        Refusal(#"{"expiry":"today+100001"}"#, "and 'today+100001' is not"),
        Refusal(#"{"expiry":"today 1"}"#, "and 'today 1' is not"), Refusal(#"{"expiry":{"<":20261231}}"#, "is a date"),
        Refusal(#"{"scan.time":"9:30"}"#, "is a time such as 21:30"),
        Refusal(#"{"scan.time":"24:00"}"#, "such as 21:30"),
        Refusal(#"{"scan.time":{"<":"21:30:00"}}"#, "such as 21:30"),
        Refusal(#"{"scan.time":{"<":2130}}"#, "is a time"),
        Refusal(#"{"scan.time":{"prefix":"21"}}"#, "'prefix' is for"),
        Refusal(#"{"price":"{const.word}"}"#, "'price' is a number, and the constant is 'x'"),
        Refusal(#"{"restricted":"{const.word}"}"#, "is true or false, and the constant is 'x'"),
        Refusal(#"{"expiry":"{const.word}"}"#, "is a date such as"),
        Refusal(#"{"price":"{const.long}"}"#, "'price' is a number, and the constant is"),
        Refusal(#"{"price":"{expiry}"}"#, "they are never equal"),
        Refusal(#"{"scan.date":{"<":"{scan.time}"}}"#, "never equal"),
    ]

    @Test("an operand that is not a number, date or time is refused", arguments: refused)
    func refuses(_ example: Refusal) {
        let found = mistakes(oneRule(when: example.json, constants: #"{"word":"x","long":"1234567890123456789"}"#))
        #expect(found.contains { $0.contains(example.message) }, "\(found)")
    }
}
