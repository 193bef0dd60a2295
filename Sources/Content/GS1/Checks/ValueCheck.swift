internal import BeelineSymbols

/// What a part of a value must pass, by its name in the GS1 Barcode Syntax Dictionary.
///
/// Each check is told what an older one made sure of: that the characters are of the set of the part.
enum ValueCheck: String, Hashable, Sendable, CaseIterable {
    case csum, csumalpha, gcppos1, gcppos2
    case yymmd0, yymmdd, yyyymmdd, hh, mi, ss, hhmi
    case iso3166, iso3166999, iso3166alpha2, iso4217, iso5218, iban
    case latitude, longitude
    case yesno, hyphen, importeridx, packagetype, mediatype, winding
    case nonzero, zero, nozeroprefix, hasnondigit
    case pieceoftotal, posinseqslash, pcenc
    case couponcode, couponposoffer

    /// What is wrong with a part of a value; nil when it passes.
    func problem(with value: ArraySlice<UInt8>) -> String? {
        switch self {
        case .csum: KeyCheck.digit(value)
        case .csumalpha: KeyCheck.pair(value)
        case .gcppos1: KeyCheck.prefix(value, at: 0)
        case .gcppos2: KeyCheck.prefix(value, at: 1)
        case .yymmd0: TimeCheck.day(value, yearDigits: 2, mayBeZero: true)
        case .yymmdd: TimeCheck.day(value, yearDigits: 2, mayBeZero: false)
        case .yyyymmdd: TimeCheck.day(value, yearDigits: 4, mayBeZero: false)
        case .hh: TimeCheck.part(value, "hour", below: 24)
        case .mi: TimeCheck.part(value, "minute", below: 60)
        case .ss: TimeCheck.part(value, "second", below: 60)
        case .hhmi:
            TimeCheck.part(value.prefix(2), "hour", below: 24)
                ?? TimeCheck.part(value.dropFirst(2), "minute", below: 60)
        case .iso3166: CodeCheck.country(value)
        case .iso3166999: value.elementsEqual("999".utf8) ? nil : CodeCheck.country(value)
        case .iso3166alpha2: CodeCheck.countryLetters(value)
        case .iso4217: CodeCheck.currency(value)
        case .iso5218: CodeCheck.oneOf(value, "0129", "0, 1, 2 and 9 stand for a sex")
        case .iban: KeyCheck.iban(value)
        case .latitude: CodeCheck.atMost(value, 1_800_000_000, "the latitude is beyond the poles")
        case .longitude: CodeCheck.atMost(value, 3_600_000_000, "the longitude is beyond 180 degrees")
        case .yesno: CodeCheck.oneOf(value, "01", "only 0 and 1 stand for no and yes")
        case .hyphen: CodeCheck.oneOf(value, "-", "only a hyphen, for below zero, may end it")
        case .importeridx: CodeCheck.importer(value)
        case .packagetype: CodeCheck.package(value)
        case .mediatype: CodeCheck.media(value)
        case .winding: CodeCheck.oneOf(value, "019", "only 0, 1 and 9 stand for a winding")
        case .nonzero: value.contains { $0 != UInt8(ascii: "0") } ? nil : "a part is zero that must not be"
        case .zero: value.contains { $0 != UInt8(ascii: "0") } ? "the first digit must be 0" : nil
        case .nozeroprefix: value.count > 1 && value.first == UInt8(ascii: "0") ? "it must not begin with 0" : nil
        case .hasnondigit: value.allSatisfy(\.isASCIIDigit) ? "not all characters may be digits" : nil
        case .pieceoftotal: CodeCheck.piece(value)
        case .posinseqslash: CodeCheck.position(value)
        case .pcenc: CodeCheck.percents(value)
        case .couponcode: CouponCheck.code(value)
        case .couponposoffer: CouponCheck.positiveOffer(value)
        }
    }
}
