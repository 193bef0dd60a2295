internal import BeelineSymbols

/// GS1 element strings: Application Identifiers and their values, each of which keeps its rules.
///
///     let elements = try ElementString(parsing: "(01)09521234543213(10)ABC", scannedOn: today)
///     elements["10"]        // "ABC"
///     elements.digitalLink  // "https://id.gs1.org/01/09521234543213/10/ABC"
///
/// GS1 General Specifications, section 3; GS1 Digital Link Standard: URI Syntax.
public struct ElementString: Hashable, Sendable {
    /// The elements in their order, none twice and never none.
    public let elements: [Element]

    /// The link that it was read from; nil when it was read from anything but a Digital Link.
    public let address: WebAddress?

    /// The year in which it was read, which says what century its dates are of.
    let year: Int

    /// An Application Identifier and its value.
    public struct Element: Hashable, Sendable {
        public let identifier: ApplicationIdentifier
        public let value: String

        init(_ identifier: ApplicationIdentifier, _ value: String) {
            self.identifier = identifier
            self.value = value
        }
    }

    /// Reads any of the three forms: what a GS1 symbol holds, with the separator U+001D and with or without an AIM
    /// identifier before it; text with brackets; a Digital Link with `http` or `https`.
    ///
    ///     try ElementString(parsing: "]C1010952123454321310ABC", scannedOn: today)
    ///     try ElementString(parsing: "(10)ABC", scannedOn: today, requiresCompanions: false)
    ///
    /// - Parameters:
    ///   - date: when it was read; the dates in it have no century.
    ///   - requiresCompanions: whether what an element needs on the same item must be there too. It may be in another
    ///     symbol.
    /// - Throws: `GS1Problem`, the first one of the text.
    public init(
        parsing text: String, scannedOn date: CalendarDate, requiresCompanions: Bool = true
    ) throws(GS1Problem) {
        let bytes = Array(text.utf8.prefix(Self.longest + 1))
        guard bytes.count <= Self.longest else {
            throw GS1Problem(identifier: "", position: 1, reason: .unknownIdentifier)
        }
        if bytes.first == UInt8(ascii: "(") {
            try self.init(BracketedReader.read(bytes), year: date.year, requiresCompanions: requiresCompanions)
        } else if let start = DigitalLinkReader.pathStart(bytes) {
            let link = try DigitalLinkReader.read(bytes, pathStart: start)
            guard let address = WebAddress(text) else {
                throw GS1Problem(identifier: "", position: 1, reason: .unknownIdentifier)
            }
            try self.init(link, address: address, year: date.year, requiresCompanions: requiresCompanions)
        } else {
            let aim = AIMIdentifier(String(decoding: bytes.prefix(3), as: UTF8.self))
            let start = aim.map { $0.isGS1 ? 3 : 0 } ?? 0
            try self.init(RawReader.read(bytes, from: start), year: date.year, requiresCompanions: requiresCompanions)
        }
    }

    /// Longer texts are not read; no symbology holds as much.
    static let longest = 1 << 14

    /// Elements whose values are right each for itself.
    init(
        _ found: [FoundElement], address: WebAddress? = nil, year: Int, requiresCompanions: Bool
    ) throws(GS1Problem) {
        let found = try Companions.unrepeated(found)
        if requiresCompanions, let problem = Companions.missing(found) { throw problem }
        if let problem = Companions.excluded(found) { throw problem }
        elements = found.map { Element($0.identifier, $0.value) }
        self.address = address
        self.year = year
    }

    /// The value of an Application Identifier; nil where the element string does not have it.
    public subscript(identifier: String) -> String? {
        guard let wanted = ApplicationIdentifier(identifier) else { return nil }
        return elements.first { $0.identifier == wanted }?.value
    }
}

extension ElementString: CustomStringConvertible {
    /// With brackets.
    public var description: String { bracketed }
}

/// An element as it stands in a text.
struct FoundElement {
    let identifier: ApplicationIdentifier
    let value: String
    /// The number of its first character in the text, counted from 1.
    let position: Int

    /// - Throws: the rule that the value breaks.
    init(_ identifier: ApplicationIdentifier, _ value: ArraySlice<UInt8>, position: Int) throws(GS1Problem) {
        if let reason = identifier.problem(with: value) {
            throw GS1Problem(identifier: identifier.code, position: position, reason: reason)
        }
        self.identifier = identifier
        self.value = String(decoding: value, as: UTF8.self)
        self.position = position
    }

    func problem(_ reason: GS1Problem.Reason) -> GS1Problem {
        GS1Problem(identifier: identifier.code, position: position, reason: reason)
    }
}
