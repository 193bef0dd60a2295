internal import BeelineSymbols

/// A boarding pass as airlines print it (IATA Resolution 792, Bar Coded Boarding Pass).
///
///     let pass = BoardingPass("M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100", scanned: today)
///     pass?.name               // "LUC DESMARAIS"
///     pass?.legs[0].flight     // "AC834"
public struct BoardingPass: Hashable, Sendable {
    /// The passenger's name in the order in which one says it. A title such as MR is part of the given name.
    public let name: String
    /// What stands before the slash; nil when there is no slash.
    public let familyName: String?
    /// What stands behind the slash; nil when there is nothing.
    public let givenName: String?
    /// Whether the ticket is an electronic one.
    public let isElectronicTicket: Bool
    /// When the pass was issued; nil when it does not say.
    public let issued: CalendarDate?
    /// The numbers on the tags of the baggage, 13 or 10 digits: airline, first number, and how many follow it.
    public let bagTags: [String]
    /// The flights: 1…4, in the order of the journey.
    public let legs: [Leg]
    /// The signature or whatever an airline put behind the `^`; nobody checked it. Nil when there is none.
    public let security: String?

    /// One flight.
    public struct Leg: Hashable, Sendable {
        /// The airline's number of the booking (PNR).
        public let bookingReference: String?
        /// The airport where it starts, three letters of IATA.
        public let from: String
        /// The airport where it ends, three letters of IATA.
        public let to: String
        /// The airline, two or three characters of IATA or ICAO.
        public let carrier: String
        /// The number of the flight without leading zeros, with its letter if it has one.
        public let number: String
        /// The day; the code has no year, so it is the first such day since the pass was issued, or where that is not known
        /// the one nearest to the scan.
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

        /// Airline and number: `AC834`.
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
        if halves.count == 2, let family = halves.first, let given = halves.last {
            familyName = family.isEmpty ? nil : family
            givenName = given.isEmpty ? nil : given
            self.name = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
        } else {
            (familyName, givenName) = (nil, nil)
            self.name = name
        }
        self.isElectronicTicket = isElectronicTicket
        self.issued = issued
        self.bagTags = bagTags
        self.legs = legs
        self.security = security
    }
}

extension BoardingPass: CustomStringConvertible {
    /// `LUC DESMARAIS AC834 YUL-FRA`
    public var description: String {
        ([name] + legs.map { "\($0.flight) \($0.from)-\($0.to)" }).joined(separator: " ")
    }
}
