internal import BeelineSymbols

extension BoardingPass: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .name: .text(name)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
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

extension KindDefinition {
    static let boardingPass = KindDefinition(
        .boardingPass, "a boarding pass",
        """
        A Bar Coded Boarding Pass (IATA Resolution 792) in any symbology: `M`, the number of flights 1…4, the \
        passenger's name in 20 characters, then for each flight 37 characters and a part whose size they say, and at \
        the end perhaps `^` with a signature, which is not checked. Airports must be three capitals, a flight must have \
        an airline and a number, a day must be 001…366 or left open (blank or 000). All parts of each flight but the last \
        must be as long as their sizes say; at the end of the text and inside of a part items may be missing, as airlines \
        leave them out and blanks get lost. A signature of another size than it says is taken, with a warning.

        The day has no year. It is the first such day since the pass was issued, if it says when, and else the one \
        nearest to the scan. Of the year of issue only the last digit is known: it is the last such year that is not \
        after the scan. A text that looks like a boarding pass but is cut is text, with a warning; other texts that begin \
        with `M1` are left alone.
        """,
        examples: [
            Symbol(.pdf417, "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"),
            Symbol(
                .aztec,
                "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 14C>6181WW6225BAC 0014123456002290141234567890 1AC AC 1234567890123    20KLX58Z"
                    + "DEF456 FRAGVALH 3664 327C012C0002 12D290140987654321 1LH AC 1234567890123    2PCWQ^108GIWVC5EH"),
            Symbol(.qr, "M1DESMARAIS           E       YULFRAAC 0834              100"),
        ])
}
