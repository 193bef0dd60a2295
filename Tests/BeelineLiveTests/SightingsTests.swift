import BeelineLive
import BeelineRules
import BeelineSymbols
import Testing

/// Made sequences of readings with given times, and what is to be reported of them.
@Suite struct SightingsTests {
    /// A sequence. Its pictures are `MILLISECONDS CODE…`; a code is a letter that stands for a text, and its place:
    ///
    /// - `Q` to `T` are QR codes, `A` to `D` EAN-13, `X` to `Z` Code 39
    /// - `A@2`: at the second place; without, at the first
    /// - `A+12`: with the add-on 12
    /// - `A*12`: twelve copies of it
    struct Case: CustomTestStringConvertible, Sendable {
        let claim: String
        var repeats: SightingRules.Repeat?
        var pause: Duration = .zero
        let pictures: [String]
        /// `MILLISECONDS CODE`, with a `!` behind where it amends.
        let reports: [String]

        var testDescription: String { claim }
    }

    static let cases = [
        // Agreement
        Case(claim: "a code that corrects errors is believed at once", pictures: ["0 Q"], reports: ["0 Q"]),
        Case(
            claim: "a code with a check digit is believed when two readings agree", pictures: ["0 A", "40 A"],
            reports: ["40 A"]),
        Case(claim: "one reading of a code with a check digit is none", pictures: ["0 A", "40", "80"], reports: []),
        Case(
            claim: "a code without a check digit needs three readings", pictures: ["0 X", "40 X", "80 X"],
            reports: ["80 X"]),
        Case(
            claim: "two readings of a code without a check digit are none", pictures: ["0 X", "40 X", "80"], reports: []
        ),
        Case(
            claim: "readings agree across pictures without the code", pictures: ["0 A", "40", "80", "120 A"],
            reports: ["120 A"]),
        Case(claim: "readings that are a second apart do not agree", pictures: ["0 A", "1000 A"], reports: []),
        Case(
            claim: "three readings must be within one second", pictures: ["0 X", "500 X", "1000 X", "1100 X"],
            reports: ["1100 X"]),
        Case(claim: "a picture that shows a code twice has both read", pictures: ["0 A A@2"], reports: ["0 A"]),
        // Several codes
        Case(
            claim: "several codes in view are several sightings", pictures: ["0 A B@2 Q@3", "40 A B@2 Q@3"],
            reports: ["0 Q", "40 A", "40 B"]),
        Case(
            claim: "codes beside each other that are read in turn do not contradict",
            pictures: ["0 A", "40 B@2", "80 A", "120 B@2"], reports: ["80 A", "120 B"]),
        Case(
            claim: "three codes in view are each reported once", pictures: (0..<30).map { "\($0 * 100) Q R@2 S@3" },
            reports: ["0 Q", "0 R", "0 S"]),
        // Contradiction
        Case(
            claim: "a second of contradiction never yields a code",
            pictures: (0..<25).map { "\($0 * 40) \($0 % 2 == 0 ? "A" : "B")" }, reports: []),
        Case(
            claim: "three readings in turn never yield a code",
            pictures: (0..<25).map { "\($0 * 40) \(["A", "B", "C"][$0 % 3])" }, reports: []),
        Case(
            claim: "after a contradiction nothing is believed for a second",
            pictures: ["0 A", "40 B", "80 A", "120 A", "160 A", "1000 A", "1080 A", "1120 A"],
            reports: ["1080 A"]),
        Case(
            claim: "one false reading of a code that was reported is not reported",
            pictures: ["0 A", "40 A", "80 B", "120 A"], reports: ["40 A"]),
        Case(
            claim: "two false readings in place of a code are not reported",
            pictures: ["0 A", "40 A", "80 B", "120 B", "160 A"], reports: ["40 A"]),
        Case(
            claim: "a code that takes the place of another is believed one reading later",
            pictures: ["0 A", "40 A", "80 B", "120 B", "160 B"], reports: ["40 A", "160 B"]),
        Case(
            claim: "codes that correct errors replace each other at once", pictures: ["0 Q", "40 R", "80 S"],
            reports: ["0 Q", "40 R", "80 S"]),
        Case(
            claim: "bars that are read in a matrix code do not block it", pictures: ["0 A", "40 Q", "80 A", "120 A"],
            reports: ["40 Q"]),
        // Repeat
        Case(
            claim: "a code that stays in view is reported once", pictures: (0..<100).map { "\($0 * 100) Q" },
            reports: ["0 Q"]),
        Case(
            claim: "a code that was out of view for two seconds is reported again", pictures: ["0 Q", "2000 Q"],
            reports: ["0 Q", "2000 Q"]),
        Case(
            claim: "a code that was out of view for less is not", pictures: ["0 Q", "1999 Q", "3998 Q"],
            reports: ["0 Q"]),
        Case(
            claim: "a code with a check digit that comes back needs two readings again",
            pictures: ["0 A", "40 A", "3000 A", "3040 A"], reports: ["40 A", "3040 A"]),
        Case(
            claim: "after a time a code in view is reported again", repeats: .after(.milliseconds(3500)),
            pictures: (0..<10).map { "\($0 * 1000) Q" }, reports: ["0 Q", "4000 Q", "8000 Q"]),
        Case(
            claim: "within that time it is not, in view or not", repeats: .after(.milliseconds(3500)),
            pictures: ["0 Q", "3000 Q", "3499 Q", "3500 Q"], reports: ["0 Q", "3500 Q"]),
        Case(
            claim: "never is never", repeats: .never, pictures: ["0 Q", "10000 Q", "99999 Q", "100000 R"],
            reports: ["0 Q", "100000 R"]),
        Case(
            claim: "always is each time that readings agree", repeats: .always,
            pictures: ["0 Q A@2", "40 Q A@2", "80 Q A@2", "120 Q A@2"],
            reports: ["0 Q", "40 Q", "40 A", "80 Q", "120 Q", "120 A"]),
        // Pause
        Case(
            claim: "a pause keeps back other codes", pause: .seconds(1), pictures: ["0 Q", "500 R@2", "999 R@2"],
            reports: ["0 Q"]),
        Case(
            claim: "a code that is still in view after the pause is reported", pause: .seconds(1),
            pictures: ["0 Q", "500 R@2", "1000 R@2"], reports: ["0 Q", "1000 R"]),
        Case(
            claim: "the codes of one picture are one hit", pause: .seconds(1), pictures: ["0 Q R@2", "40 S@3"],
            reports: ["0 Q", "0 R"]),
        Case(
            claim: "a code that stays in view during the pause is not reported again", pause: .seconds(3),
            pictures: (0..<50).map { "\($0 * 100) Q" }, reports: ["0 Q"]),
        // Add-ons
        Case(
            claim: "an add-on that was read twice comes with the code", pictures: ["0 A+12", "40 A+12"],
            reports: ["40 A+12"]),
        Case(
            claim: "an add-on that comes later amends the report, once",
            pictures: ["0 A", "40 A", "80 A+12", "120 A+12", "160 A+12", "200 A+13", "240 A+13"],
            reports: ["40 A", "120 A+12!"]),
        Case(
            claim: "an add-on that was read once does not amend", pictures: ["0 A", "40 A", "80 A+12", "120 A"],
            reports: ["40 A"]),
        Case(
            claim: "add-ons that differ do not amend", pictures: ["0 A", "40 A", "80 A+12", "120 A+13", "160 A+14"],
            reports: ["40 A"]),
        Case(
            claim: "an add-on that is lost changes nothing", pictures: ["0 A+12", "40 A+12", "80 A", "120 A"],
            reports: ["40 A+12"]),
        Case(
            claim: "an add-on amends within a pause no report", pause: .seconds(1),
            pictures: ["0 A", "40 A", "80 A+12", "120 A+12", "1200 A+12"], reports: ["40 A", "1200 A+12!"]),
    ]

    static let copies = [
        Case(
            claim: "the most copies that were seen at once are reported", pictures: ["0 A*9", "40 A*4"],
            reports: ["40 A*9"]),
        Case(
            claim: "more copies amend the report when their number has stayed for a second",
            pictures: ["0 Q*3", "400 Q*5", "900 Q*12", "1500 Q*11", "1900 Q*10", "3000 Q*12"],
            reports: ["0 Q*3", "1900 Q*12!"]),
        Case(
            claim: "fewer copies do not", pictures: ["0 Q*3", "500 Q*2", "1500 Q", "2500 Q*3"], reports: ["0 Q*3"]),
        Case(
            claim: "copies of a code that comes back are counted again", pictures: ["0 Q*9", "3000 Q*4"],
            reports: ["0 Q*9", "3000 Q*4"]),
        Case(
            claim: "each report has the copies since the one before", repeats: .always,
            pictures: ["0 Q*9", "40 Q*4"], reports: ["0 Q*9", "40 Q*4"]),
    ]

    @Test(arguments: cases + copies) func `readings become reports`(_ made: Case) throws {
        var rules = SightingRules()
        rules.repeats = made.repeats
        rules.pause = made.pause
        var sightings = Sightings(rules)
        let start = ContinuousClock.now
        var reports: [String] = []
        for picture in made.pictures {
            let words = picture.split(separator: " ")
            let time = try #require(Int(words[0]))
            for report in sightings.see(
                try words.dropFirst().map { try Self.symbol($0) }, at: start + .milliseconds(time))
            {
                let addOn = report.symbol.addOn.map { "+\($0)" } ?? ""
                let copies = report.symbol.sighting.map { $0.copies > 1 ? "*\($0.copies)" : "" } ?? ""
                reports.append("\(time) \(report.symbol.text ?? "")\(addOn)\(copies)\(report.amends ? "!" : "")")
            }
        }
        #expect(reports == made.reports)
    }

    /// What a scanner sends, a code each time, and what is reported: the number of the report, and `!` where it amends.
    static let scanned: [(repeats: SightingRules.Repeat?, sent: [String], reports: [String])] = [
        (nil, ["9780306406157", "52495"], ["1 9780306406157", "1 9780306406157+52495!"]),
        (nil, ["036000291452", "12"], ["1 036000291452", "1 036000291452+12!"]),
        (nil, ["9780306406157", "52495", "52495"], ["1 9780306406157", "1 9780306406157+52495!", "2 52495"]),
        (
            nil, ["9780306406157", "9780306406157", "52495"],
            ["1 9780306406157", "2 9780306406157", "2 9780306406157+52495!"]
        ),
        (nil, ["9780306406157", "1234567", "52495"], ["1 9780306406157", "2 1234567", "3 52495"]),
        (nil, ["9780306406157+52495", "52495"], ["1 9780306406157+52495", "2 52495"]),
        (nil, ["52495"], ["1 52495"]),
        (.never, ["9780306406157", "52495", "9780306406157", "52495"], ["1 9780306406157", "1 9780306406157+52495!"]),
    ]

    @Test(arguments: scanned) func `an add-on after its number amends the scan`(
        _ repeats: SightingRules.Repeat?, _ sent: [String], _ expected: [String]
    ) {
        var rules = SightingRules()
        rules.repeats = repeats
        var sightings = Sightings(rules)
        var time = ContinuousClock.now
        var reports: [String] = []
        for code in sent {
            let parts = code.split(separator: "+").map(String.init)
            let symbologies: [Int: Symbology] = [13: .ean13, 12: .upcA, 5: .ean5, 2: .ean2]
            let symbol = Symbol(
                symbologies[parts[0].utf8.count] ?? .code128, parts[0], addOn: parts.count > 1 ? parts[1] : nil)
            if let report = sightings.receive(symbol, at: time) {
                let addOn = report.symbol.addOn.map { "+\($0)" } ?? ""
                reports.append("\(report.number) \(report.symbol.text ?? "")\(addOn)\(report.amends ? "!" : "")")
            }
            time += .seconds(3)
        }
        #expect(reports == expected)
    }

    @Test func `a code that can only be an add-on is not a code on its own`() {
        var sightings = Sightings(SightingRules())
        let now = ContinuousClock.now
        for step in 0..<5 { #expect(sightings.see([Symbol(.ean5, "52495")], at: now + .milliseconds(step)).isEmpty) }
    }

    /// Pictures as in the cases above, with the numbers of the reports, and of what each picture finds out of view.
    static let views: [(claim: String, repeats: SightingRules.Repeat?, pictures: [String], told: [String])] = [
        ("each thing has a number", nil, ["0 Q R"], ["Q1", "R2", "end 1 2"]),
        (
            "a thing that comes back is another sighting", nil, ["0 Q", "2000", "2040 Q"],
            ["Q1", "gone 1", "Q2", "end 2"]
        ),
        ("a thing that is there again at once has not gone", nil, ["0 Q", "1900", "1940 Q", "3900"], ["Q1", "end 1"]),
        ("a repeated report is of the same thing", .after(.seconds(1)), ["0 Q", "1000 Q"], ["Q1", "Q1", "end 1"]),
        (
            "an add-on amends the same thing", nil, ["0 A", "40 A", "80 A+12", "120 A+12", "5000"],
            ["A1", "A1", "gone 1", "end"]
        ),
        (
            "a spelling that was not reported keeps nothing in view", nil, ["0 Q", "1500 q", "2500 q", "6000"],
            ["Q1", "gone 1", "end"]
        ),
        ("what was not reported cannot go", nil, ["0 A", "5000"], ["end"]),
    ]

    @Test(arguments: views)
    func `a thing has a number while it is in view`(
        _ view: (claim: String, repeats: SightingRules.Repeat?, pictures: [String], told: [String])
    ) throws {
        var sightings = Sightings(SightingRules(repeats: view.repeats)) { symbol in
            symbol.text.map { MemoryKey(identity: $0.uppercased()) }
        }
        let start = ContinuousClock.now
        var told: [String] = []
        func note(_ word: String, _ numbers: [Int]) {
            told.append(([word] + numbers.map(String.init)).joined(separator: " "))
        }
        for picture in view.pictures {
            let words = picture.split(separator: " ")
            let symbols = try words.dropFirst().map { try Self.symbol($0) }
            for report in sightings.see(symbols, at: start + .milliseconds(try #require(Int(words[0])))) {
                told.append("\(report.symbol.text ?? "")\(report.number)")
            }
            if !sightings.gone().isEmpty { note("gone", sightings.gone()) }
        }
        note("end", sightings.gone(hasEnded: true))
        #expect(told == view.told, "\(view.claim)")
    }

    @Test func `a report says how many pictures agreed`() {
        var sightings = Sightings(SightingRules())
        let now = ContinuousClock.now
        var reports: [Sightings.Report] = []
        for step in 0..<5 { reports += sightings.see([Symbol(.code39, "A")], at: now + .milliseconds(step)) }
        #expect(reports.map(\.frames) == [3])
    }

    @Test(arguments: [
        (nil as SightingRules.Repeat?, ["0 A", "10 A", "5000 A"]), (.always, ["0 A", "10 A", "5000 A"]),
        (.gone, ["0 A", "5000 A"]), (.after(.seconds(5)), ["0 A", "5000 A"]), (.never, ["0 A"]),
    ])
    func `each scan of a scanner counts, unless repetitions are not wanted`(
        _ repeats: SightingRules.Repeat?, _ expected: [String]
    ) {
        var rules = SightingRules()
        rules.repeats = repeats
        var sightings = Sightings(rules)
        let start = ContinuousClock.now
        var reports: [String] = []
        for time in [0, 10, 5000] where sightings.receive(Symbol(.code39, "A"), at: start + .milliseconds(time)) != nil
        {
            reports.append("\(time) A")
        }
        #expect(reports == expected)
    }

    @Test(arguments: [
        (nil as SightingRules.Repeat?, ["0 A", "10 a", "5000 A"]), (.gone, ["0 A", "5000 A"]), (.never, ["0 A"]),
        (.after(.seconds(6)), ["0 A"]),
    ])
    func `a code in another spelling is the same code`(_ repeats: SightingRules.Repeat?, _ expected: [String]) {
        var rules = SightingRules()
        rules.repeats = repeats
        let identity = { @Sendable (symbol: Symbol) in symbol.text.map { MemoryKey(identity: $0.uppercased()) } }
        var scanner = Sightings(rules, identity: identity)
        var camera = Sightings(rules, identity: identity)
        let start = ContinuousClock.now
        let scans: [(time: Int, symbol: Symbol)] = [
            (0, Symbol(.qr, "A")), (10, Symbol(.dataMatrix, "a")), (5000, Symbol(.qr, "A")),
        ]
        func text(_ scan: (time: Int, symbol: Symbol)) -> String { "\(scan.time) \(scan.symbol.text ?? "")" }
        #expect(
            scans.filter { scanner.receive($0.symbol, at: start + .milliseconds($0.time)) != nil }.map(text) == expected
        )
        // To a camera a code that is in view is one scan.
        let seen = scans.filter { !camera.see([$0.symbol], at: start + .milliseconds($0.time)).isEmpty }
        #expect(seen.map(text) == (repeats == nil ? ["0 A", "5000 A"] : expected))
    }

    @Test func `a pause applies to scanners as well`() {
        var rules = SightingRules()
        rules.pause = .seconds(1)
        var sightings = Sightings(rules)
        let start = ContinuousClock.now
        let times = [(0, "A"), (500, "B"), (1000, "B"), (1500, "A"), (2000, "A")]
        let reports = times.filter { time, text in
            sightings.receive(Symbol(.unknown, text), at: start + .milliseconds(time)) != nil
        }
        #expect(reports.map(\.0) == [0, 1000, 2000])
    }

    @Test func `a hundred thousand codes that are never to be repeated do not heap up`() {
        var rules = SightingRules()
        rules.repeats = .never
        var sightings = Sightings(rules)
        let start = ContinuousClock.now
        for number in 0..<100_000 {
            _ = sightings.receive(Symbol(.unknown, "\(number)"), at: start + .seconds(3 * number))
        }
        // The newest are known, the oldest have been forgotten.
        #expect(sightings.receive(Symbol(.unknown, "99999"), at: start + .seconds(400_000)) == nil)
        #expect(sightings.receive(Symbol(.unknown, "0"), at: start + .seconds(400_000)) != nil)
    }

    private static func symbol(_ word: Substring) throws -> Symbol {
        let letter = try #require(word.first)
        let addOn = word.split(separator: "+").dropFirst().first.map(String.init)
        let copies = word.split(separator: "*").dropFirst().first.flatMap { Int($0) } ?? 1
        let place = word.split(separator: "+")[0].split(separator: "@").dropFirst().first.flatMap { Int($0) } ?? 1
        let symbology: Symbology =
            switch letter {
            case "A"..."D": .ean13
            case "Q"..."T": .qr
            default: .code39
            }
        let left = place * 200
        let outline = Outline(
            topLeft: Point(x: left, y: 50), topRight: Point(x: left + 150, y: 50),
            bottomRight: Point(x: left + 150, y: 150), bottomLeft: Point(x: left, y: 150))
        return Symbol(
            symbology, String(letter), addOn: addOn,
            sighting: Sighting(outline: outline, copies: copies, decoder: "made"))
    }
}
