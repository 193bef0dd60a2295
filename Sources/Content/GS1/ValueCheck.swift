internal import BeelineSymbols

/// A check of a part of a value, by its name in the GS1 Barcode Syntax Dictionary. Each check relies on an earlier one:
/// the characters are of the set of the part.
enum ValueCheck: String, Hashable, Sendable, CaseIterable {
    case csum, csumalpha, gcppos1, gcppos2
    case yymmd0, yymmdd, yyyymmdd, hh, mi, ss, hhmi
    case iso3166, iso3166999, iso3166alpha2, iso4217, iso5218, iban
    case latitude, longitude
    case yesno, hyphen, importeridx, packagetype, mediatype, winding
    case nonzero, zero, nozeroprefix, hasnondigit
    case pieceoftotal, posinseqslash, pcenc
    case couponcode, couponposoffer

    /// Whether hardly any text passes it by chance.
    var isStrict: Bool { [.csum, .csumalpha, .couponcode, .couponposoffer].contains(self) }
    var isOfDay: Bool { self == .yymmd0 || self == .yymmdd || self == .yyyymmdd }

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
        case .iso5218: CodeCheck.oneOf(value, "0129", "it must be 0, 1, 2 or 9 (sex)")
        case .iban: KeyCheck.iban(value)
        case .latitude: CodeCheck.atMost(value, 1_800_000_000, "the latitude is beyond the poles")
        case .longitude: CodeCheck.atMost(value, 3_600_000_000, "the longitude is beyond 180 degrees")
        case .yesno: CodeCheck.oneOf(value, "01", "it must be 0 (no) or 1 (yes)")
        case .hyphen: CodeCheck.oneOf(value, "-", "only a hyphen, for negative values, is allowed at its end")
        case .importeridx: CodeCheck.importer(value)
        case .packagetype: CodeCheck.package(value)
        case .mediatype: CodeCheck.media(value)
        case .winding: CodeCheck.oneOf(value, "019", "it must be 0, 1 or 9 (winding direction)")
        case .nonzero: value.contains { $0 != UInt8(ascii: "0") } ? nil : "a part must not be zero"
        case .zero: value.contains { $0 != UInt8(ascii: "0") } ? "the first digit must be 0" : nil
        case .nozeroprefix: value.count > 1 && value.first == UInt8(ascii: "0") ? "it must not begin with 0" : nil
        case .hasnondigit: value.allSatisfy(\.isASCIIDigit) ? "at least one character must not be a digit" : nil
        case .pieceoftotal: CodeCheck.piece(value)
        case .posinseqslash: CodeCheck.position(value)
        case .pcenc: CodeCheck.percents(value)
        case .couponcode: CouponCheck.code(value)
        case .couponposoffer: CouponCheck.positiveOffer(value)
        }
    }
}

/// Checks of codes from lists, and of small numbers.
enum CodeCheck {
    static func country(_ value: ArraySlice<UInt8>) -> String? {
        CountryCodes.letters(value) == nil ? "there is no country \(shown(value)) in ISO 3166" : nil
    }

    static func countryLetters(_ value: ArraySlice<UInt8>) -> String? {
        CountryCodes.has(letters: value) ? nil : "there is no country \(shown(value)) in ISO 3166"
    }

    static func currency(_ value: ArraySlice<UInt8>) -> String? {
        CurrencyCodes.letters(value) == nil ? "there is no currency \(shown(value)) in ISO 4217" : nil
    }

    /// A single character out of some.
    static func oneOf(_ value: ArraySlice<UInt8>, _ allowed: String, _ problem: String) -> String? {
        guard value.count == 1, let byte = value.first, allowed.utf8.contains(byte) else { return problem }
        return nil
    }

    static func atMost(_ value: ArraySlice<UInt8>, _ greatest: UInt64, _ problem: String) -> String? {
        guard let (number, _) = Digits.parse(value), number <= greatest else { return problem }
        return nil
    }

    /// The index of an importer in the European system for tobacco: a character of set 64.
    static func importer(_ value: ArraySlice<UInt8>) -> String? {
        let isRight = value.count == 1 && value.first != UInt8(ascii: "=") && ElementCharacters.set64.allows(value)
        return isRight ? nil : "an importer must be a letter, a digit, - or _"
    }

    /// A code of UN/ECE Recommendation 21, or of the list of GS1 that adds to it; both have one to three characters.
    /// The lists grow every year, so their shape is checked and not whether a code is among them.
    static func package(_ value: ArraySlice<UInt8>) -> String? {
        let isRight = (1...3).contains(value.count) && value.allSatisfy { $0.isASCIIDigit || $0.isASCIICapital }
        return isRight ? nil : "it is not the code of a package type"
    }

    /// An AIDC media type: 01…10 have a meaning, 80…99 one inside of a country.
    static func media(_ value: ArraySlice<UInt8>) -> String? {
        guard let (number, _) = Digits.parse(value), (1...10).contains(number) || (80...99).contains(number) else {
            return "there is no media type \(shown(value))"
        }
        return nil
    }

    /// The number of a piece and the count of pieces, two digits each.
    static func piece(_ value: ArraySlice<UInt8>) -> String? {
        guard let (number, count) = Digits.parse(value), count == 4 else { return "it is not the piece of a total" }
        let (piece, total) = (number / 100, number % 100)
        if piece == 0 || total == 0 { return "there is no piece 0, and no total of 0" }
        return piece <= total ? nil : "it is piece \(piece) of only \(total)"
    }

    /// A place and a count with a slash between them: `1/3`.
    static func position(_ value: ArraySlice<UInt8>) -> String? {
        let parts = value.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let (place, _) = Digits.parse(parts[0]), let (count, _) = Digits.parse(parts[1]) else {
            return "it is not a position in a sequence, such as 1/3"
        }
        guard parts.allSatisfy({ $0.first != UInt8(ascii: "0") }) else { return "a number begins with 0" }
        return place <= count ? nil : "it is number \(place) of only \(count)"
    }

    /// Two hexadecimal digits after each percent sign (RFC 3986, section 2.1).
    static func percents(_ value: ArraySlice<UInt8>) -> String? {
        var rest = value
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit) else {
                return "two hexadecimal digits must follow the percent sign"
            }
        }
        return nil
    }

    private static func shown(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: value.prefix(3), as: UTF8.self)
    }
}

/// Checks of coupon codes of North America.
enum CouponCheck {
    /// AI (8110): North American Coupon Application Guideline Using GS1 DataBar Expanded Symbols.
    static func code(_ value: ArraySlice<UInt8>) -> String? {
        var reader = CouponReader(value)
        reader.sized("the company prefix", by: "0123456", plus: 6)
        reader.skip("the offer code", 6)
        reader.sized("the save value", by: "12345")
        reader.purchase("first")
        if reader.takes("1") {
            reader.one("the code of additional purchase rules", of: "0123")
            reader.purchase("second")
            reader.otherPrefix("second")
        }
        if reader.takes("2") {
            reader.purchase("third")
            reader.otherPrefix("third")
        }
        var expiry: ArraySlice<UInt8>?
        if reader.takes("3") { expiry = reader.date("expiration") }
        if reader.takes("4"), let start = reader.date("start"), let expiry, expiry.lexicographicallyPrecedes(start) {
            reader.fail("the coupon expires before it starts")
        }
        if reader.takes("5") { reader.sized("the serial number", by: "0123456789", plus: 6) }
        if reader.takes("6") { reader.sized("the number of the retailer", by: "1234567", plus: 6) }
        if reader.takes("9") {
            reader.one("the save value code", of: "01256")
            reader.one("the item that the save value applies to", of: "012")
            reader.one("the store coupon flag", of: "0123456789")
            reader.one("the don't multiply flag", of: "01")
        }
        return reader.end()
    }

    /// AI (8112): GS1 AI (8112) Coupon Data Specifications, for a positive offer file.
    static func positiveOffer(_ value: ArraySlice<UInt8>) -> String? {
        var reader = CouponReader(value)
        reader.one("the format", of: "01")
        reader.sized("the number of the funder", by: "0123456", plus: 6)
        reader.skip("the offer code", 6)
        reader.sized("the serial number", by: "0123456789", plus: 6)
        return reader.end()
    }
}

/// Takes a coupon code apart from its start; after the first problem it does nothing more.
private struct CouponReader {
    private var rest: ArraySlice<UInt8>
    private var problem: String?

    init(_ value: ArraySlice<UInt8>) {
        rest = value
        if !value.allSatisfy(\.isASCIIDigit) { problem = "a coupon code has digits only" }
    }

    mutating func fail(_ text: String) {
        if problem == nil { problem = text }
        rest = []
    }

    mutating func one(_ name: String, of digits: String) {
        guard problem == nil else { return }
        guard let digit = rest.popFirst(), digits.utf8.contains(digit) else { return fail("\(name) is wrong") }
    }

    mutating func skip(_ name: String, _ count: Int) {
        guard problem == nil else { return }
        guard rest.count >= count else { return fail("\(name) is cut off") }
        rest = rest.dropFirst(count)
    }

    /// A digit with the length, that many digits, and some more.
    mutating func sized(_ name: String, by digits: String, plus more: Int = 0) {
        guard problem == nil else { return }
        guard let digit = rest.popFirst(), digits.utf8.contains(digit) else {
            return fail("the length of \(name) is wrong")
        }
        skip(name, Int(digit - UInt8(ascii: "0")) + more)
    }

    /// Whether an optional field of that number follows; the number is taken.
    mutating func takes(_ number: String) -> Bool {
        guard problem == nil, let digit = rest.first, number.utf8.contains(digit) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func purchase(_ ordinal: String) {
        sized("the \(ordinal) purchase requirement", by: "12345")
        one("the \(ordinal) purchase requirement code", of: "012349")
        skip("the \(ordinal) purchase family code", 3)
    }

    /// The company prefix of a further purchase; 9 stands for that of the first one.
    mutating func otherPrefix(_ ordinal: String) {
        if !takes("9") { sized("the \(ordinal) company prefix", by: "0123456", plus: 6) }
    }

    mutating func date(_ name: String) -> ArraySlice<UInt8>? {
        let digits = rest.prefix(6)
        skip("the \(name) date", 6)
        guard problem == nil else { return nil }
        if let problem = TimeCheck.day(digits, yearDigits: 2, mayBeZero: false) {
            fail("the \(name) date: \(problem)")
            return nil
        }
        return digits
    }

    func end() -> String? { problem ?? (rest.isEmpty ? nil : "it is longer than a coupon code") }
}

/// Checks of check digits, check characters and company prefixes.
enum KeyCheck {
    /// The check digit at the end (GS1 General Specifications, section 7.9.1).
    static func digit(_ value: ArraySlice<UInt8>) -> String? {
        guard let (number, _) = Digits.parse(value) else { return "it has no check digit" }
        let expected = CheckDigit.gs1(number / 10)
        return number % 10 == expected ? nil : "the check digit is \(number % 10), expected \(expected)"
    }

    /// The two check characters at the end of an alphanumeric key (GS1 General Specifications, section 7.9.5). The
    /// values of the characters in set 82, each times a prime that grows from right to left, modulo 1021; of the ten
    /// bits of that each half is a character of set 32.
    static func pair(_ value: ArraySlice<UInt8>) -> String? {
        guard value.count > 2, value.count - 2 <= primes.count else { return "it has no check characters" }
        var sum = 0
        for (byte, prime) in zip(value.dropLast(2).reversed(), primes) {
            guard let weight = ElementCharacters.set82Places[byte].map(Int.init) else {
                return "it has no check characters"
            }
            sum += weight * prime
        }
        sum %= 1021
        let expected = [set32[sum >> 5], set32[sum & 31]]
        guard value.suffix(2).elementsEqual(expected) else {
            return "the check characters are \(String(decoding: value.suffix(2), as: UTF8.self)), "
                + "expected \(String(decoding: expected, as: UTF8.self))"
        }
        return nil
    }

    /// Whether a GS1 Company Prefix, of four digits at least, may begin there. Only GS1 knows which are assigned.
    static func prefix(_ value: ArraySlice<UInt8>, at offset: Int) -> String? {
        let digits = value.dropFirst(offset).prefix(4)
        return digits.count == 4 && digits.allSatisfy(\.isASCIIDigit)
            ? nil : "it does not begin with a GS1 Company Prefix"
    }

    /// An International Bank Account Number (ISO 13616): country, check digits modulo 97 (ISO 7064).
    static func iban(_ value: ArraySlice<UInt8>) -> String? {
        let bytes = Array(value)
        guard bytes.count > 4, bytes.count <= 34, CodeCheck.countryLetters(bytes[0..<2]) == nil,
            bytes[2].isASCIIDigit, bytes[3].isASCIIDigit
        else { return "it is not an IBAN" }
        guard bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIICapital }) else { return "it is not an IBAN" }
        return Mod97.remainder(bytes[4...] + bytes[..<4]) == 1 ? nil : "the check digits of the IBAN are wrong"
    }

    private static let set32 = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)

    /// As many as the longest value has characters.
    private static let primes: [Int] = {
        var primes: [Int] = []
        var candidate = 2
        while primes.count < 97 {
            if !primes.contains(where: { candidate.isMultiple(of: $0) }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }()
}

enum TimeCheck {
    /// A day, with the last two digits or all four of its year, or 00 for the whole month where that may be. Which
    /// century two digits mean depends on when they are read. 29 February is taken when the year can be divided by
    /// four; of the years that two digits stand for between 1950 and 2099 all such are leap years.
    static func day(_ value: ArraySlice<UInt8>, yearDigits: Int, mayBeZero: Bool) -> String? {
        let digits = value.prefix(yearDigits + 4)
        guard digits.count == yearDigits + 4, let (number, _) = Digits.parse(digits) else { return "it is not a date" }
        let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
        guard (1...12).contains(month) else { return "there is no month \(Digits.text(UInt64(month), count: 2))" }
        if day == 0, mayBeZero { return nil }
        let last = CalendarDate.days(in: month, of: yearDigits == 2 ? 2000 + year : year)
        guard day >= 1, day <= last else {
            return
                "there is no day \(Digits.text(UInt64(day), count: 2)) in month \(Digits.text(UInt64(month), count: 2))"
        }
        return nil
    }

    static func part(_ value: ArraySlice<UInt8>, _ name: String, below end: UInt64) -> String? {
        guard let (number, count) = Digits.parse(value), count == 2, number < end else {
            return "there is no \(name) \(String(decoding: value.prefix(2), as: UTF8.self))"
        }
        return nil
    }
}

/// The characters that a component may have (GS1 General Specifications, section 7.11).
package enum ElementCharacters: String, Hashable, Sendable {
    /// Digits.
    case numeric = "N"
    /// Letters, digits and twenty punctuation marks.
    case set82 = "X"
    /// Capitals, digits, `#`, `-` and `/`.
    case set39 = "Y"
    /// Letters, digits, `-` and `_`, and `=` at the end: Base64 that is safe in file names.
    case set64 = "Z"
}

extension ElementCharacters {
    /// Set 82, in the order that counts for check characters.
    fileprivate static let set82Places = Alphabet(
        ##"!"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"##)

    func allows(_ text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .numeric: text.allSatisfy(\.isASCIIDigit)
        case .set82: text.allSatisfy { Self.set82Places[$0] != nil }
        case .set39:
            text.allSatisfy {
                $0.isASCIIDigit || $0.isASCIICapital || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "/")
            }
        case .set64: Self.isOf64(text)
        }
    }

    /// Signs of set 64, and up to two of `=` until the count is divisible by three (GS1 Barcode Syntax Dictionary).
    private static func isOf64(_ text: ArraySlice<UInt8>) -> Bool {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return padding <= 2 && (padding == 0 || text.count.isMultiple(of: 3))
            && text.dropLast(padding).allSatisfy { isOf64($0) }
    }

    private static func isOf64(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
