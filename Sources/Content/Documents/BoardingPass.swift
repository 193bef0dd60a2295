internal import BeelineSymbols

/// A boarding pass as airlines print it (IATA Resolution 792, Bar Coded Boarding Pass).
///
///     let pass = BoardingPass("M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100", scanned: today)
///     pass?.name               // "LUC DESMARAIS"
///     pass?.legs[0].flight     // "AC834"
public struct BoardingPass: Hashable, Sendable {
    /// The passenger's name in the order in which one says it, without a title.
    public let name: String
    /// What is before the slash; nil when there is no slash.
    public let familyName: String?
    /// The given name after the slash, without a title; nil when there is none.
    public let givenName: String?
    /// The title behind the given name: `MR`; nil when there is none, or no blank is before it.
    public let honorific: String?
    /// Whether the ticket is an electronic one.
    public let isElectronicTicket: Bool
    /// When the pass was issued; nil when it does not say.
    public let issued: CalendarDate?
    /// The numbers on the tags of the baggage, 13 or 10 digits: airline, first number, and how many follow it.
    public let bagTags: [String]
    /// The flights: 1…4, in the order of the journey.
    public let legs: [Leg]
    /// The signature or other data of an airline after the `^`; it is not verified. Nil when there is none.
    public let security: String?

    /// One flight of the journey.
    public struct Leg: Hashable, Sendable {
        /// The airline's number of the booking (PNR).
        public let bookingReference: String?
        /// Where it begins, three letters of IATA.
        public let from: String
        /// Where it ends.
        public let to: String
        /// The airline, two or three characters of IATA or ICAO.
        public let carrier: String
        /// The number of the flight without leading zeros, with its letter if it has one.
        public let number: String
        /// The day; the code has no year, so it is the first such day since the pass was issued, or where that is not
        /// known the one nearest to the scan.
        public let date: CalendarDate?
        /// The compartment, a letter.
        public let cabin: String?
        /// Without leading zeros; `INF` for an infant.
        public let seat: String?
        /// The check-in sequence number, without leading zeros.
        public let sequence: String?
        /// The status of the passenger, one character: `1` is checked in.
        public let status: String?
        /// The number of the ticket, 13 digits: airline and serial number.
        public let ticketNumber: String?
        /// The airline and the number of the frequent flyer: `AC 1234567`.
        public let frequentFlyer: String?
        /// The flight: `AC834`.
        public var flight: String { carrier + number }
    }

    /// Reads the text of a boarding pass; nil when it is none.
    ///
    /// - Parameter date: the day of the scan, from which the year is guessed.
    public init?(_ text: String, scanned date: CalendarDate) {
        var doubts: [String] = []
        guard let pass = try? BoardingPassParser.read(text, date, &doubts) else { return nil }
        self = pass
    }

    /// - Parameter name: as in the code, `DESMARAIS/LUC`.
    init(
        name: String, isElectronicTicket: Bool, issued: CalendarDate?, bagTags: [String], legs: [Leg], security: String?
    ) {
        let halves = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        if halves.count == 2, let family = halves.first, let behind = halves.last {
            let (given, title) = Self.withoutTitle(behind)
            honorific = title
            familyName = family.isEmpty ? nil : family
            givenName = given.isEmpty ? nil : given
            self.name = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
        } else {
            (familyName, givenName, honorific) = (nil, nil, nil)
            self.name = name
        }
        self.isElectronicTicket = isElectronicTicket
        self.issued = issued
        self.bagTags = bagTags
        self.legs = legs
        self.security = security
    }

    /// A given name, and the titles after it, which a blank separates: `MAX MR`.
    private static func withoutTitle(_ name: String) -> (given: String, title: String?) {
        let words = name.split(separator: " ")
        guard let last = words.last, titles.contains(String(last)) else { return (name, nil) }
        let start = (words.lastIndex { !titles.contains(String($0)) } ?? -1) + 1
        return (words[..<start].joined(separator: " "), words[start...].joined(separator: " "))
    }

    private static let titles: Set = ["MR", "MRS", "MS", "MISS", "MSTR", "DR", "PROF", "MME", "MLLE"]
}

extension BoardingPass: CustomStringConvertible {
    /// `LUC DESMARAIS AC834 YUL-FRA`
    public var description: String {
        ([name] + legs.map { "\($0.flight) \($0.from)-\($0.to)" }).joined(separator: " ")
    }
}

extension BoardingPass: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .name: .text(name)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .honorific: honorific.map(FieldValue.text)
        case .legs: .number(DecimalNumber(Int32(legs.count)))
        case .flights: .list(unlessEmpty: legs.map(\.flight))
        case .airports: .list(unlessEmpty: airports)
        case .bagTags: .list(unlessEmpty: bagTags)
        default: legs.first?.value(of: field)
        }
    }

    /// Where the journey goes; where a flight starts elsewhere than the one before it ended, both are in it.
    private var airports: [String] {
        legs.reduce(into: []) { airports, leg in
            if airports.last != leg.from { airports.append(leg.from) }
            airports.append(leg.to)
        }
    }
}

extension BoardingPass.Leg: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .bookingReference: bookingReference.map(FieldValue.text)
        case .from: .text(from)
        case .to: .text(to)
        case .carrier: .text(carrier)
        case .flight: .text(flight)
        case .date: date.map(FieldValue.date)
        case .cabin: cabin.map(FieldValue.text)
        case .seat: seat.map(FieldValue.text)
        case .sequence: sequence.map(FieldValue.text)
        case .ticketNumber: ticketNumber.map(FieldValue.text)
        case .frequentFlyer: frequentFlyer.map(FieldValue.text)
        default: nil
        }
    }
}

/// Boarding passes (IATA Resolution 792, attachment B): items of fixed size, one behind the other.
enum BoardingPassParser {
    /// More does not fit: four flights with parts of 255 characters, and 255 of signature.
    private static let longest = 2048

    /// - Parameter doubts: gets what is wrong about the signature, and about what is before it.
    static func read(_ text: String, _ scan: CalendarDate, _ doubts: inout [String]) throws(Refusal) -> BoardingPass {
        guard text.utf8.count <= longest else { throw .otherKind }
        let bytes = Array(text.utf8)
        guard looksRight(bytes) else { throw .otherKind }
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) || bytes.contains(UInt8(ascii: "^")) else {
            throw .malformed("characters beyond ASCII")
        }
        var items = BoardingPassItems(bytes[...])
        _ = items.take(2)
        let count = Int(bytes[1] & 0x0F)
        let name = items.text(20)
        let isElectronic = items.take(1)?.first == UInt8(ascii: "E")
        var legs: [BoardingPass.Leg] = []
        var issue = Issue()
        for number in 1...count {
            legs.append(try leg(number, of: count, &items, &issue, scan, &doubts))
        }
        let security = try security(&items, &doubts)
        return BoardingPass(
            name: name, isElectronicTicket: isElectronic, issued: issue.date, bagTags: issue.bagTags, legs: legs,
            security: security)
    }

    /// Whether a text begins as boarding passes do, up to the first two airports.
    private static func looksRight(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 36 && bytes[0] == UInt8(ascii: "M") && (0x31...0x34).contains(bytes[1])
            && (bytes[2].isASCIILetter || bytes[2] == UInt8(ascii: "/"))
            && (bytes[22] == UInt8(ascii: "E") || bytes[22] == 0x20)
            && !bytes[2..<22].contains(where: \.isASCIIDigit)
            && bytes[30..<36].allSatisfy { $0.isASCIICapital }
    }

    private static func leg(
        _ number: Int, of count: Int, _ items: inout BoardingPassItems, _ issue: inout Issue, _ scan: CalendarDate,
        _ doubts: inout [String]
    ) throws(Refusal) -> BoardingPass.Leg {
        guard var fixed = items.part(34), let status = items.take(1), var size = items.hexadecimal() else {
            throw .malformed("flight \(number) is cut")
        }
        let (booking, from, to) = (fixed.text(7), fixed.text(3), fixed.text(3))
        let (carrier, flight, day) = (fixed.text(3), fixed.text(5), fixed.text(3))
        let (cabin, seat, sequence) = (fixed.text(1), fixed.text(4), fixed.text(5))
        for airport in [from, to]
        where airport.utf8.count != 3 || !airport.utf8.allSatisfy({ $0.isASCIICapital }) {
            throw .malformed("flight \(number): an airport must be three capitals")
        }
        guard carrier.utf8.count >= 2, carrier.utf8.allSatisfy({ $0.isASCIIDigit || $0.isASCIICapital }) else {
            throw .malformed("flight \(number): an airline must be two or three letters or digits")
        }
        guard let flight = Self.flight(flight) else {
            throw .malformed("flight \(number): the number must be digits, and perhaps a letter")
        }
        let dayOfYear = try Self.day(day, number)
        if !day.isEmpty, day.utf8.count < 3 {
            doubts.append("flight \(number): the day is \(day), without zeros before it")
        }

        // Blanks at the end of the last part are lost where texts are trimmed.
        if size == 0, number == count, items.rest.first == UInt8(ascii: ">") {
            // Some airlines write the part after a size of 00.
            size = items.rest.firstIndex(of: UInt8(ascii: "^")).map { $0 - items.rest.startIndex } ?? items.rest.count
            doubts.append("the size of the variable part is 00, and there is one")
        }
        guard var conditional = items.part(size, mayBeShort: number == count) else {
            throw .malformed("flight \(number): its variable part is truncated")
        }
        if number == 1 { try issue.read(&conditional, scan, mayBeShort: count == 1) }
        let details = try Details(&conditional, number, mayBeShort: number == count)
        return BoardingPass.Leg(
            bookingReference: withoutZeros(booking) == nil ? nil : booking, from: from, to: to, carrier: carrier,
            number: flight,
            date: dayOfYear.flatMap { day in issue.date.map { $0.next(day) } ?? scan.nearest(day) },
            cabin: cabin.isEmpty ? nil : cabin, seat: Self.withoutZeros(seat), sequence: Self.withoutZeros(sequence),
            status: status.first == 0x20 ? nil : String(decoding: status, as: UTF8.self),
            ticketNumber: details.ticketNumber, frequentFlyer: details.frequentFlyer)
    }

    /// What all flights share, in the conditional part of the first one.
    private struct Issue {
        var date: CalendarDate?
        var bagTags: [String] = []

        mutating func read(_ part: inout BoardingPassItems, _ scan: CalendarDate, mayBeShort: Bool) throws(Refusal) {
            guard part.rest.first == UInt8(ascii: ">") else { return }
            _ = part.take(2)
            guard let size = part.hexadecimal(), var unique = part.part(size, mayBeShort: mayBeShort) else {
                throw .malformed("the part after > is truncated")
            }
            _ = unique.take(3)
            let day = unique.text(4)
            if day.utf8.count == 4, let number = Digits.parse(day.utf8) {
                date = scan.last(Int(number.value % 1000), yearDigit: Int(number.value / 1000))
            }
            _ = unique.take(4)
            while let tag = unique.take(13) {
                let digits = tag.filter { $0 != 0x20 }
                if digits.count == 13 || digits.count == 10, digits.allSatisfy(\.isASCIIDigit),
                    digits.contains(where: { $0 != UInt8(ascii: "0") })
                {
                    bagTags.append(String(decoding: digits, as: UTF8.self))
                }
            }
        }
    }

    /// The conditional part that each flight has. Airlines leave out items at its end.
    private struct Details {
        var ticketNumber: String?
        var frequentFlyer: String?

        init(_ part: inout BoardingPassItems, _ number: Int, mayBeShort: Bool) throws(Refusal) {
            // Some airlines put what is theirs here without the size that should be before it.
            guard let size = part.hexadecimal() else { return }
            guard var items = part.part(size, mayBeShort: mayBeShort) else {
                throw .malformed("flight \(number): its conditional part is longer than its variable part")
            }
            let (code, serial) = (items.text(3), items.text(10))
            // Airlines without tickets write zeros.
            if code.utf8.count == 3, serial.utf8.count == 10, serial.utf8.contains(where: { $0 != UInt8(ascii: "0") }),
                (code + serial).utf8.allSatisfy(\.isASCIIDigit)
            {
                ticketNumber = code + serial
            }
            _ = items.take(5)
            let (airline, flyer) = (items.text(3), items.text(16))
            if flyer.utf8.contains(where: { $0 != UInt8(ascii: "0") }) {
                frequentFlyer = airline.isEmpty ? flyer : "\(airline) \(flyer)"
            }
        }
    }

    /// `^`, a type, a size, and so many characters; some airlines write a wrong size.
    private static func security(
        _ items: inout BoardingPassItems, _ doubts: inout [String]
    ) throws(Refusal) -> String? {
        var rest = items.rest.drop { $0 == 0x20 }
        guard let first = rest.first else { return nil }
        if first != UInt8(ascii: "^") {
            // Some airlines count one character too few; all that has a fixed place was right.
            rest = rest.dropFirst().drop { $0 == 0x20 }
            if rest.isEmpty || rest.first == UInt8(ascii: "^") {
                doubts.append("it is one character longer than its sizes say")
            } else {
                // A size that is too small leaves items of the last flight, in capitals as all of them are.
                guard
                    !rest.prefix(while: { $0 != UInt8(ascii: "^") }).contains(where: {
                        $0.isASCIILetter && !$0.isASCIICapital
                    })
                else { throw .malformed("there is data after the last flight") }
                doubts.append("there is data after the last flight, which its sizes do not name")
                rest = rest.drop { $0 != UInt8(ascii: "^") }
            }
            if rest.isEmpty { return nil }
        }
        var head = BoardingPassItems(rest.dropFirst(2))
        if head.hexadecimal() != max(rest.count - 4, 0) { doubts.append("the signature is not as long as it says") }
        return rest.count > 4 ? String(decoding: rest.dropFirst(4), as: UTF8.self) : nil
    }

    private static func flight(_ text: String) -> String? {
        let digits = text.utf8.prefix { $0.isASCIIDigit }
        let suffix = text.utf8.dropFirst(digits.count)
        guard !digits.isEmpty, suffix.count <= 1, suffix.allSatisfy({ $0.isASCIICapital }) else { return nil }
        return withoutZeros(text) ?? "0"
    }

    private static func day(_ text: String, _ number: Int) throws(Refusal) -> Int? {
        if text.isEmpty { return nil }
        guard text.utf8.count <= 3, let day = Digits.parse(text.utf8)?.value, day <= 366 else {
            throw .malformed("flight \(number): the day must be 001…366")
        }
        return day == 0 ? nil : Int(day)
    }

    private static func withoutZeros(_ text: String) -> String? {
        let rest = text.drop { $0 == "0" }
        return rest.isEmpty ? nil : String(rest)
    }
}

/// Items of fixed size, one behind the other.
struct BoardingPassItems {
    private(set) var rest: ArraySlice<UInt8>
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next so many characters; nil when there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The next so many characters without blanks around them; fewer when there are fewer.
    mutating func text(_ count: Int) -> String {
        let item = rest.prefix(count)
        rest = rest.dropFirst(count)
        return String(decoding: item.withoutBlanks, as: UTF8.self)
    }

    mutating func hexadecimal() -> Int? {
        guard let digits = take(2), digits.allSatisfy(\.isASCIIHexDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// The items in the next so many characters; nil when there are fewer, unless they may be short.
    mutating func part(_ count: Int, mayBeShort: Bool = false) -> BoardingPassItems? {
        guard mayBeShort || rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return BoardingPassItems(rest.prefix(count))
    }
}

extension CalendarDate {
    /// Of the days of that number in their year the one that is nearest; nil when the number is not a day of any.
    func nearest(_ dayOfYear: Int) -> CalendarDate? {
        // Leap years are at most eight years apart.
        let days = (-9...9).lazy.map { year + $0 }.filter { year in
            (0...9999).contains(year) && dayOfYear >= 1 && dayOfYear <= (CalendarDate.isLeapYear(year) ? 366 : 365)
        }
        return days.map { CalendarDate(year: $0, dayOfYear: dayOfYear) }
            .min { abs($0.days(since: self)) < abs($1.days(since: self)) }
    }

    /// The last day of that number in a year of that last digit that is at most a day later; nil when there is none. A
    /// day, because it may be tomorrow already where the pass was issued.
    func last(_ dayOfYear: Int, yearDigit: Int) -> CalendarDate? {
        // Leap years of the same last digit are twenty years apart, forty where a century has none.
        (0...41).lazy.map { year + 1 - $0 }.filter { year in
            (0...9999).contains(year) && year % 10 == yearDigit && dayOfYear >= 1
                && dayOfYear <= (CalendarDate.isLeapYear(year) ? 366 : 365)
        }.map { CalendarDate(year: $0, dayOfYear: dayOfYear) }.first { $0.days(since: self) <= 1 }
    }

    /// The first day of that number in its year that is not before this one; nil when there is none within a year.
    func next(_ dayOfYear: Int) -> CalendarDate? {
        (year...year + 1).lazy.filter { $0 <= 9999 && dayOfYear <= (CalendarDate.isLeapYear($0) ? 366 : 365) }
            .map { CalendarDate(year: $0, dayOfYear: dayOfYear) }.first { $0 >= self }
    }
}
