internal import BeelineSymbols

/// A point on the Earth, in degrees of WGS 84.
public struct GeoCoordinates: Hashable, Sendable {
    /// Degrees north, −90…90.
    public let latitude: DecimalNumber
    /// Degrees east, −180…180.
    public let longitude: DecimalNumber

    /// Nil when there is no such point.
    public init?(latitude: DecimalNumber, longitude: DecimalNumber) {
        guard let point = try? GeoCoordinates(checking: latitude, longitude) else { return nil }
        self = point
    }

    init(checking latitude: DecimalNumber, _ longitude: DecimalNumber) throws(Refusal) {
        self.latitude = try Self.checked(latitude, "latitude", limit: 90)
        self.longitude = try Self.checked(longitude, "longitude", limit: 180)
    }

    private static func checked(
        _ degrees: DecimalNumber, _ name: String, limit: Int32
    ) throws(Refusal) -> DecimalNumber {
        if degrees > DecimalNumber(limit) { throw .malformed("\(name) \(degrees) is beyond \(limit)") }
        if degrees < DecimalNumber(-limit) { throw .malformed("\(name) \(degrees) is beyond -\(limit)") }
        return degrees
    }

    /// Reads `latitude,longitude`, and what is left of it between further commas.
    static func read(
        _ bytes: ArraySlice<UInt8>
    ) throws(Refusal) -> (point: GeoCoordinates, rest: [ArraySlice<UInt8>]) {
        let parts = bytes.split(separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw .malformed("there are no two numbers with a comma between them") }
        let point = try GeoCoordinates(
            checking: try number(parts[0], "latitude"), try number(parts[1], "longitude"))
        return (point, Array(parts.dropFirst(2)))
    }

    /// A sign, digits, and a point with digits behind it. Decimals beyond the fifteenth are dropped; they are smaller
    /// than an atom.
    static func number(_ bytes: ArraySlice<UInt8>, _ name: String) throws(Refusal) -> DecimalNumber {
        let bytes = bytes.withoutBlanks
        let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        let whole = bytes[..<point].count(where: \.isASCIIDigit)
        let kept = bytes[point...].prefix(1 + max(0, min(15, 18 - whole)))
        guard bytes[point...].dropFirst(kept.count).allSatisfy(\.isASCIIDigit),
            let number = DecimalNumber(String(decoding: bytes[..<point] + kept, as: UTF8.self))
        else { throw .malformed("the \(name) is not a number") }
        return number
    }
}

extension GeoCoordinates: CustomStringConvertible {
    /// As in a `geo` URI: `40.7,-73.9`.
    public var description: String { "\(latitude),\(longitude)" }
}

extension GeoCoordinates {
    /// Reads `40.7;-73.9` (vCard 3.0, iCalendar) and `geo:40.7,-73.9` (vCard 4.0); nil when it is neither.
    ///
    /// - Parameter allowsComma: whether a comma may separate them without `geo:` too. Writers of vCard 2.1 do not agree
    ///   about the order then.
    init?(_ value: ArraySlice<UInt8>, allowsComma: Bool) {
        let value = value.withoutBlanks
        let isURI = value.beginsWithWord("GEO:")
        let pair = (isURI ? value.dropFirst(4) : value).prefix { !isURI || $0 != UInt8(ascii: ";") }
        let parts = pair.split(maxSplits: 3, omittingEmptySubsequences: false) {
            isURI ? $0 == UInt8(ascii: ",") : $0 == UInt8(ascii: ";") || allowsComma && $0 == UInt8(ascii: ",")
        }
        guard parts.count == 2 || isURI && parts.count == 3, parts[0].count < 24, parts[1].count < 24,
            let latitude = DecimalNumber(String(decoding: parts[0].withoutEscapedEnd, as: UTF8.self)),
            let longitude = DecimalNumber(String(decoding: parts[1].withoutEscapedEnd, as: UTF8.self))
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension ArraySlice<UInt8> {
    /// Without blanks, and without the backslash that some write before the comma or semicolon behind it.
    fileprivate var withoutEscapedEnd: ArraySlice<UInt8> {
        (last == UInt8(ascii: "\\") ? dropLast() : self).withoutBlanks
    }
}
