internal import BeelineSymbols

// Values as Codable writes and reads them: as JSON output has them in `content` (Docs/Output.md).

extension Kind: Codable {}

extension Field: Codable {}

extension CalendarDate: Codable {
    /// Writes `"2026-01-31"`.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let date = CalendarDate(text) else { throw decoder.fault("'\(text)' is not a day such as 2026-01-31") }
        self = date
    }
}

extension DecimalNumber: Codable {
    /// Writes a number, `24.95`; a number with more digits than a `Double` can represent is a text.
    public func encode(to encoder: any Encoder) throws {
        if decimals == 0 { return try digits.encode(to: encoder) }
        guard let double = Double(description), DecimalNumber(scientific: "\(double)") == self else {
            return try description.encode(to: encoder)
        }
        try double.encode(to: encoder)
    }

    /// Reads a number, or a text of digits.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text: String
        if let whole = try? value.decode(Int64.self) {
            text = "\(whole)"
        } else if let double = try? value.decode(Double.self) {
            // A whole number has a zero after its point.
            text = double == double.rounded() && double.magnitude < 1e15 ? "\(Int64(double))" : "\(double)"
        } else {
            text = try value.decode(String.self)
        }
        guard let number = DecimalNumber(scientific: text) else { throw decoder.fault("'\(text)' has too many digits") }
        self = number
    }
}

extension PhoneNumber: Codable {
    private enum Key: String, CodingKey {
        case phone, phoneExtension, phoneContext
    }

    /// Writes the fields of a telephone number: `{"phone":"+12125550100","phoneExtension":"22"}`.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(number, forKey: .phone)
        try object.encodeIfPresent(self.extension, forKey: .phoneExtension)
        try object.encodeIfPresent(context, forKey: .phoneContext)
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let number = try object.decode(String.self, forKey: .phone)
        let whole = PhoneNumber(
            number: number, extension: try object.decodeIfPresent(String.self, forKey: .phoneExtension),
            context: try object.decodeIfPresent(String.self, forKey: .phoneContext))
        guard PhoneNumber(whole.uri) == whole else { throw object.fault(.phone, "it is not a telephone number") }
        self = whole
    }
}

extension GeoLocation: Codable {
    private enum Key: String, CodingKey {
        case latitude, longitude, altitude, uncertainty, label
    }

    /// Writes the fields of a place: `{"latitude":40.7127,"longitude":-74.0059,"label":"City Hall"}`.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encodeIfPresent(coordinates?.latitude, forKey: .latitude)
        try object.encodeIfPresent(coordinates?.longitude, forKey: .longitude)
        try object.encodeIfPresent(altitude, forKey: .altitude)
        try object.encodeIfPresent(uncertainty, forKey: .uncertainty)
        try object.encodeIfPresent(label, forKey: .label)
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        var coordinates: GeoCoordinates?
        if let latitude = try object.decodeIfPresent(DecimalNumber.self, forKey: .latitude) {
            let longitude = try object.decode(DecimalNumber.self, forKey: .longitude)
            coordinates = GeoCoordinates(latitude: latitude, longitude: longitude)
            guard coordinates != nil else { throw object.fault(.latitude, "there is no such place") }
        }
        let label = try object.decodeIfPresent(String.self, forKey: .label)
        guard coordinates != nil || label != nil else {
            throw object.fault(.latitude, "neither 'latitude' and 'longitude' nor 'label' are there")
        }
        self.init(
            coordinates: coordinates, altitude: try object.decodeIfPresent(DecimalNumber.self, forKey: .altitude),
            uncertainty: try object.decodeIfPresent(DecimalNumber.self, forKey: .uncertainty), label: label)
    }
}
