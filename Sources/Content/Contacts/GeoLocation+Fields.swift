internal import BeelineSymbols

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

extension KindDefinition {
    static let geo = KindDefinition(
        .geo, "a place on the Earth",
        """
        `geo:` in any case, latitude and longitude in degrees with a comma between them, and the altitude behind another \
        (RFC 5870). `;u=` is the uncertainty; `;crs=` may be `wgs84` only, for degrees of other systems are other places. \
        Numbers are kept as they are written, to fifteen decimals.

        Behind a question mark, `q` is what to look for, as Android has it: a name, or `latitude,longitude(name)`, \
        which is the place then, and what stands before it only what to show of the map. Where the coordinates before it \
        are `0,0`, it alone says where the place is, so `geo:0,0?q=Berlin` has no latitude and \
        no longitude. A latitude beyond 90 or a longitude beyond 180 degrees is no place, and where letters \
        follow `geo:` it is a word of a note.
        """,
        examples: [
            Symbol(.qr, "geo:40.7127,-74.0059"),
            Symbol(.qr, "geo:48.198634,16.371648,183.5;crs=wgs84;u=40?q=Karlskirche"),
            Symbol(.qr, "geo:0,0?q=1600%20Amphitheatre%20Parkway"),
        ])
}
