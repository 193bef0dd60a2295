import BeelineContent
import BeelineSymbols
import Testing

@Suite("Places")
struct GeoTests {
    private static func geo(
        _ text: String, _ latitude: String?, _ longitude: String?, _ more: [String: String] = [:], why: String = ""
    ) -> ReadingCase {
        var fields = more
        fields["latitude"] = latitude
        fields["longitude"] = longitude
        return ReadingCase(text, .geo, fields, why)
    }

    static let places = [
        geo("geo:1,2", "1", "2"), geo("GEO:-90,+180.0", "-90", "180.0"), geo("geo:40.7,-73.9", "40.7", "-73.9"),
        geo("geo:40.7,-73.9,100?q=x", "40.7", "-73.9", ["altitude": "100", "label": "x"]),
        geo("geo: 40.7, -73.9 ", "40.7", "-73.9"), geo("geo:31.5,35.5,-430.5", "31.5", "35.5", ["altitude": "-430.5"]),
        geo("geo:66,30;u=6.500;FOo=this%2dthat", "66", "30", ["uncertainty": "6.500"], why: "RFC 5870, section 6.4"),
        geo("geo:48.2010,16.3695,183;crs=WGS84;u=40", "48.2010", "16.3695", ["altitude": "183", "uncertainty": "40"]),
        geo("geo:90,-180;crs=wgs84", "90", "-180"), geo("geo:0,0", "0", "0"),
        geo("geo:40.71277612345678901234,-74.0059", "40.712776123456789", "-74.0059", why: "fifteen decimals are kept"),
        geo("geo:0,0?q=Berlin", nil, nil, ["label": "Berlin"], why: "a search: no place in the sea"),
        geo("geo:0.0,-0?q=1600+Amphitheatre%20Pkwy&z=3", nil, nil, ["label": "1600 Amphitheatre Pkwy"]),
        geo("geo:0,0?q=34.99,-106.61(Treasure%20Island)", "34.99", "-106.61", ["label": "Treasure Island"]),
        geo("geo:0,0?z=4&Q=34.99,-106.61", "34.99", "-106.61"),
        geo("geo:0,0?q=91,0", nil, nil, ["label": "91,0"]), geo("geo:0,0?q=", "0", "0"),
        geo("geo:47.6,-122.3?z=11", "47.6", "-122.3"),
        geo("geo:47.6,-122.3?q=47.61,-122.31(Pier+(old))", "47.61", "-122.31", ["label": "Pier (old)"]),
        geo("geo:1,2?q=a)", "1", "2", ["label": "a)"]), geo("geo:1,2#x", "1", "2"),
    ]

    @Test("degrees are kept as they are written", arguments: places)
    func reads(place: ReadingCase) { place.check() }

    @Test("a note that begins with the same word is text", arguments: ["geo: a word", "geo:a word"])
    func passes(text: String) { ReadingCase(text, .text).check() }

    private static func fault(_ text: String, _ reason: String) -> ReadingCase {
        .malformed(text, "not a place on the Earth: " + reason)
    }

    static let faults = [
        fault("geo:91,0", "latitude 91 is beyond 90"), fault("geo:-90.001,0", "latitude -90.001 is beyond -90"),
        fault("geo:0,180.5", "longitude 180.5 is beyond 180"), fault("geo:0,-181", "longitude -181 is beyond -180"),
        fault("geo:999999999999999999,0", "latitude 999999999999999999 is beyond 90"),
        fault("geo:9999999999999999999,0", "the latitude is not a number"),
        fault("geo:", "it does not have two numbers separated by a comma"),
        fault("geo:1", "it does not have two numbers separated by a comma"),
        fault("geo:1;2", "it does not have two numbers separated by a comma"),
        fault("geo:?q=Berlin", "it does not have two numbers separated by a comma"),
        fault("geo:,", "the latitude is not a number"), fault("geo:1,", "the longitude is not a number"),
        fault("geo:1,2,", "the altitude is not a number"), fault("geo:1,2,3,4", "there are more than three numbers"),
        fault("geo:1.,2", "the latitude is not a number"), fault("geo:1e1,2", "the latitude is not a number"),
        fault("geo:1.2.3,2", "the latitude is not a number"), fault("geo:--1,2", "the latitude is not a number"),
        fault("geo:1.0000000000000000000x,2", "the latitude is not a number"),
        fault("geo:52°,13°", "the latitude is not a number"), fault("geo:１,２", "the latitude is not a number"),
        fault("geo:1,2;crs=nad27", "the coordinate system is not WGS 84"),
        fault("geo:1,2;u=-1", "the uncertainty is negative"), fault("geo:1,2;u=x", "the uncertainty is not a number"),
    ]

    @Test("coordinates outside the Earth's ranges are refused, and the reason is given", arguments: faults)
    func refuses(fault: ReadingCase) {
        let reading = ContentParser.reading(of: Symbol(.qr, fault.text))
        #expect(reading.content.kind != .geo)
        #expect(reading.warnings.map(\.description) == fault.warnings)
    }
}
