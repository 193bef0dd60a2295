internal import BeelineSymbols

/// `geo:latitude,longitude` (RFC 5870), with the query that Android added to it.
enum GeoParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.geo, Content.geo) { () throws(Refusal) in try read(text) }
            .passing(notes: Prose.follows(text, needsBlank: false))
    }

    /// Longer texts are no codes of this kind.
    private static let longest = 1 << 14

    static func read(_ text: String) throws(Refusal) -> GeoLocation {
        guard text.utf8.count <= longest else { throw .malformed("more than \(longest) bytes") }
        guard let all = Array(text.utf8)[...].dropping(keyword: "GEO:") else {
            throw .malformed("it begins otherwise than with geo:")
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
                throw .malformed("the coordinate system is another one than WGS 84")
            }
            if let metres = parameter.dropping(keyword: "U="), uncertainty == nil {
                let number = try GeoCoordinates.number(metres, "uncertainty")
                guard number >= DecimalNumber(0) else { throw .malformed("the uncertainty is negative") }
                uncertainty = number
            }
        }
        return uncertainty
    }

    /// The `q` of the query, unless it is empty.
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
