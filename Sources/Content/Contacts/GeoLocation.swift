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
    /// The uncertainty in metres.
    public let uncertainty: DecimalNumber?
    /// What the place is called, or what to look for.
    public let label: String?
}

extension GeoLocation {
    /// Reads a `geo` URI; nil when the text is not one.
    public init?(_ text: String) {
        guard let location = try? GeoParser.read(text) else { return nil }
        self = location
    }
}

extension GeoLocation: CustomStringConvertible {
    /// Coordinates and, in quotes, the label: `40.7127,-74.0059 "City Hall"`.
    public var description: String {
        [coordinates?.description, label.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
    }
}

extension GeoLocation: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .latitude: coordinates.map { .number($0.latitude) }
        case .longitude: coordinates.map { .number($0.longitude) }
        case .altitude: altitude.map(FieldValue.number)
        case .uncertainty: uncertainty.map(FieldValue.number)
        case .label: label.map(FieldValue.text)
        default: nil
        }
    }
}

/// `geo:latitude,longitude` (RFC 5870), with the query that Android added to it.
enum GeoParser {
    private static let longest = 1 << 14

    static func read(_ text: String) throws(Refusal) -> GeoLocation {
        guard let all = try Refusal.bytes(text, atMost: longest).dropping(keyword: "GEO:") else {
            throw .malformed("it does not begin with geo:")
        }
        let bytes = all.prefix { $0 != UInt8(ascii: "#") }
        let queryStart = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = bytes[..<queryStart]
        let parametersStart = path.firstIndex(of: UInt8(ascii: ";")) ?? queryStart
        let (point, rest) = try GeoCoordinates.read(path[..<parametersStart])
        guard rest.count <= 1 else { throw .malformed("there are more than three numbers") }
        let altitude = try rest.first.map { bytes throws(Refusal) in try GeoCoordinates.number(bytes, "altitude")
        }
        let uncertainty = try uncertainty(path[parametersStart...])
        guard let query = query(bytes[queryStart...].dropFirst()) else {
            return GeoLocation(coordinates: point, altitude: altitude, uncertainty: uncertainty, label: nil)
        }
        let sought = Sought(query)
        let isNowhere = point.latitude == DecimalNumber(0) && point.longitude == DecimalNumber(0)
        let isElsewhere = isNowhere || sought.point != nil && sought.point != point
        return GeoLocation(
            coordinates: sought.point ?? (isNowhere ? nil : point), altitude: isElsewhere ? nil : altitude,
            uncertainty: uncertainty, label: sought.label)
    }

    /// The `u` of the parameters; also looks at `crs`.
    private static func uncertainty(_ parameters: ArraySlice<UInt8>) throws(Refusal) -> DecimalNumber? {
        var uncertainty: DecimalNumber?
        for parameter in parameters.split(separator: UInt8(ascii: ";")) {
            if let system = parameter.dropping(keyword: "CRS="), !system.isWGS84 {
                throw .malformed("the coordinate system is not WGS 84")
            }
            if let metres = parameter.dropping(keyword: "U="), uncertainty == nil {
                let number = try GeoCoordinates.number(metres, "uncertainty")
                guard number >= DecimalNumber(0) else { throw .malformed("the uncertainty is negative") }
                uncertainty = number
            }
        }
        return uncertainty
    }

    private static func query(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for (name, value) in QueryParameters(bytes) where name == "q" {
            let text = Array(PercentEncoding.text(value, plusIsBlank: true).utf8)[...].withoutBlanks
            return text.isEmpty ? nil : text
        }
        return nil
    }

    /// What `q` says: `latitude,longitude(name)`, `latitude,longitude`, or a name.
    private struct Sought {
        let point: GeoCoordinates?
        let label: String?

        init(_ text: ArraySlice<UInt8>) {
            let bracket = text.last == UInt8(ascii: ")") ? text.firstIndex(of: UInt8(ascii: "(")) : nil
            let coordinates = text[..<(bracket ?? text.endIndex)].withoutBlanks
            if let (point, rest) = try? GeoCoordinates.read(coordinates), rest.isEmpty {
                self.point = point
                let name = bracket.map { text[$0...].dropFirst().dropLast().withoutBlanks } ?? []
                label = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            } else {
                point = nil
                label = String(decoding: text, as: UTF8.self)
            }
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isWGS84: Bool { count == 5 && dropping(keyword: "WGS84") != nil }
}

/// A point on the Earth, in degrees of WGS 84.
public struct GeoCoordinates: Hashable, Sendable {
    /// Degrees north, −90…90.
    public let latitude: DecimalNumber
    /// Degrees east, −180…180.
    public let longitude: DecimalNumber

    /// Nil where one of them is out of its range.
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
    static func read(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> (point: GeoCoordinates, rest: [ArraySlice<UInt8>]) {
        let parts = bytes.split(separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw .malformed("it does not have two numbers separated by a comma") }
        let point = try GeoCoordinates(checking: try number(parts[0], "latitude"), try number(parts[1], "longitude"))
        return (point, Array(parts.dropFirst(2)))
    }

    /// A sign, digits, and a point with digits after it. Decimals after the fifteenth, less than an atom, are dropped.
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
    /// `40.7127,-74.0059`.
    public var description: String { "\(latitude),\(longitude)" }
}

extension GeoCoordinates {
    /// Reads `40.7;-73.9` (vCard 3.0, iCalendar) and `geo:40.7,-73.9` (vCard 4.0); nil when it is neither. A comma may
    /// be allowed without `geo:` too: writers of vCard 2.1 do not agree about the order then.
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
    /// Without blanks, and without the backslash that some write before the comma or semicolon after it.
    fileprivate var withoutEscapedEnd: ArraySlice<UInt8> {
        (last == UInt8(ascii: "\\") ? dropLast() : self).withoutBlanks
    }
}
