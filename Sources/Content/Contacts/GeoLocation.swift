internal import BeelineSymbols

/// A place on the Earth: where it is, or what to look for.
///
///     let place = GeoLocation("geo:40.7127,-74.0059,10;u=35?q=City%20Hall")
///     place?.coordinates?.latitude   // 40.7127
///     place?.label                   // "City Hall"
public struct GeoLocation: Hashable, Sendable {
    /// Where it is; nil when the code names a place to look for (`geo:0,0?q=…`).
    public let coordinates: GeoCoordinates?
    /// Metres above the ellipsoid of WGS 84.
    public let altitude: DecimalNumber?
    /// How many metres it may be off.
    public let uncertainty: DecimalNumber?
    /// What the place is called, or what to look for.
    public let label: String?

    /// Reads a `geo` URI; nil when the text is none.
    public init?(_ text: String) {
        guard let location = try? GeoParser.read(text) else { return nil }
        self = location
    }

    init(coordinates: GeoCoordinates?, altitude: DecimalNumber?, uncertainty: DecimalNumber?, label: String?) {
        self.coordinates = coordinates
        self.altitude = altitude
        self.uncertainty = uncertainty
        self.label = label
    }
}

extension GeoLocation: CustomStringConvertible {
    /// Coordinates and, in quotes, the label: `40.7127,-74.0059 "City Hall"`.
    public var description: String {
        [coordinates?.description, label.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
    }
}
