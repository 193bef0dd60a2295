internal import BeelineSymbols

/// A Vehicle Identification Number (ISO 3779) with the check digit of North America (49 CFR 565).
///
///     let vin = VIN("1M8GDM9AXKP042788")
///     vin?.manufacturer   // "1M8"
///     vin?.serial         // "042788"
public struct VIN: Hashable, Sendable {
    /// The 17 characters, in capitals.
    public let text: String

    /// Reads a VIN; nil when the text is none. Small letters do not matter.
    public init?(_ text: String) {
        guard text.utf8.count == 17 else { return nil }
        let bytes = text.utf8.map { $0.asciiUppercased }
        guard VINParser.check(bytes[...]) == .right else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter checked: 17 characters that were found right.
    init(checked: ArraySlice<UInt8>) { text = String(decoding: checked, as: UTF8.self) }

    /// The World Manufacturer Identifier (ISO 3780): the first 3 characters.
    ///
    /// A third character of 9 says that the maker is a small one, whom the twelfth to fourteenth character name.
    public var manufacturer: String { part(0, 3) }

    /// The Vehicle Descriptor Section: the next 6, with the check digit.
    public var modelCode: String { part(3, 9) }

    /// The letter or digit for the model year, which comes again after 30 years.
    public var modelYearCode: String { part(9, 10) }

    /// The letter or digit by which the maker names the plant.
    public var plantCode: String { part(10, 11) }

    /// The last 6 characters.
    public var serial: String { part(11, 17) }

    private func part(_ start: Int, _ end: Int) -> String { String(text.prefix(end).dropFirst(start)) }
}

extension VIN: CustomStringConvertible {
    public var description: String { text }
}
