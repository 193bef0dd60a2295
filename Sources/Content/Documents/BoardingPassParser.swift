internal import BeelineSymbols

/// Boarding passes (IATA Resolution 792, attachment B): items of fixed size, one behind the other.
enum BoardingPassParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.boardingPass, Content.boardingPass) { (doubts: inout [String]) throws(Refusal) in
            try read(text, context.date, &doubts)
        }
    }

    /// More does not fit: four flights with parts of 255 characters, and 255 of signature.
    private static let longest = 2048

    /// - Parameter doubts: gets what is wrong about the signature.
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
            legs.append(try leg(number, of: count, &items, &issue, scan))
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
        _ number: Int, of count: Int, _ items: inout BoardingPassItems, _ issue: inout Issue, _ scan: CalendarDate
    ) throws(Refusal) -> BoardingPass.Leg {
        guard var fixed = items.part(34), let status = items.take(1), let size = items.hexadecimal() else {
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

        // Blanks at the end of the last part are lost where texts are trimmed.
        guard var conditional = items.part(size, mayBeShort: number == count) else {
            throw .malformed("flight \(number): its variable part is cut")
        }
        if number == 1 { try issue.read(&conditional, scan, mayBeShort: count == 1) }
        let details = try Details(&conditional, number, mayBeShort: number == count)
        return BoardingPass.Leg(
            bookingReference: booking.isEmpty ? nil : booking, from: from, to: to, carrier: carrier, number: flight,
            date: dayOfYear.flatMap { day in issue.date.map { $0.next(day) } ?? scan.nearest(day) },
            cabin: cabin.isEmpty ? nil : cabin, seat: Self.withoutZeros(seat), sequence: Self.withoutZeros(sequence),
            status: status.first == 0x20 ? nil : String(decoding: status, as: UTF8.self),
            ticketNumber: details.ticketNumber, frequentFlyer: details.frequentFlyer)
    }

    /// What all flights share, in the conditional part of the first one.
    private struct Issue {
        var date: CalendarDate?
        var bagTags: [String] = []

        mutating func read(
            _ part: inout BoardingPassItems, _ scan: CalendarDate, mayBeShort: Bool
        ) throws(Refusal) {
            guard part.rest.first == UInt8(ascii: ">") else { return }
            _ = part.take(2)
            guard let size = part.hexadecimal(), var unique = part.part(size, mayBeShort: mayBeShort) else {
                throw .malformed("the part behind > is cut")
            }
            _ = unique.take(3)
            let day = unique.text(4)
            if day.utf8.count == 4, let number = Digits.parse(day.utf8) {
                date = scan.last(Int(number.value % 1000), yearDigit: Int(number.value / 1000))
            }
            _ = unique.take(4)
            while let tag = unique.take(13) {
                let digits = tag.filter { $0 != 0x20 }
                if digits.count == 13 || digits.count == 10, digits.allSatisfy(\.isASCIIDigit) {
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
            // Some airlines put what is theirs here without the size that should stand before it.
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
            if !flyer.isEmpty { frequentFlyer = airline.isEmpty ? flyer : "\(airline) \(flyer)" }
        }
    }

    /// `^`, a type, a size, and so many characters; some airlines write a wrong size.
    private static func security(
        _ items: inout BoardingPassItems, _ doubts: inout [String]
    ) throws(Refusal) -> String? {
        guard let first = items.rest.first(where: { $0 != 0x20 }) else { return nil }
        guard first == UInt8(ascii: "^") else { throw .malformed("there is more behind the last flight") }
        let rest = items.rest.drop { $0 == 0x20 }
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

    /// Nil for an open ticket.
    private static func day(_ text: String, _ number: Int) throws(Refusal) -> Int? {
        if text.isEmpty { return nil }
        guard text.utf8.count == 3, let day = Digits.parse(text.utf8)?.value, day <= 366 else {
            throw .malformed("flight \(number): the day must be 001…366")
        }
        return day == 0 ? nil : Int(day)
    }

    /// Nil when nothing is left.
    private static func withoutZeros(_ text: String) -> String? {
        let rest = text.drop { $0 == "0" }
        return rest.isEmpty ? nil : String(rest)
    }
}
