import BeelineContent
import BeelineSymbols

/// Values that keep the rules of an Application Identifier, made by what the table says of its components.
enum ValidValue {
    /// One of the least length and one of the greatest, where the checks leave a choice.
    static func extremes(of identifier: ApplicationIdentifier) -> [String] {
        let required = identifier.components.filter { !$0.isOptional }
        return [
            required.map { part($0, length: $0.minimumLength) }.joined(),
            identifier.components.map { part($0, length: $0.maximumLength) }.joined(),
        ]
    }

    /// One of any length.
    static func random(of identifier: ApplicationIdentifier, using generator: inout some RandomNumberGenerator)
        -> String
    {
        var value = ""
        for component in identifier.components {
            if component.isOptional, Bool.random(using: &generator) { break }
            let length = Int.random(in: component.minimumLength...component.maximumLength, using: &generator)
            value += part(component, length: length, start: Int.random(in: 0..<82, using: &generator))
        }
        return value
    }

    private static let set82 = Array(
        ##"!"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"##)

    private static func part(
        _ component: ApplicationIdentifier.Component, length: Int, start: Int = 0
    ) -> String {
        let checks = component.checks
        if let fixed = checks.lazy.compactMap({ fixedValues[$0] }).first { return fixed }
        if checks.contains("csumalpha") {
            let length = max(length, 8)
            return withPair("1987" + filled(component.characters, length - 6, start))
        }
        let isKey = checks.contains("gcppos1") || checks.contains("gcppos2")
        let length = isKey ? max(length, 4) : length
        let head = isKey ? "19876" : checks.contains("nozeroprefix") || checks.contains("nonzero") ? "7" : ""
        let isChecked = checks.contains("csum")
        let body =
            head.prefix(length) + filled(component.characters, max(0, length - head.count - (isChecked ? 1 : 0)), start)
        guard isChecked else { return String(body) }
        let number = body.utf8.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 0x30) }
        return body + "\(CheckDigit.gs1(number))"
    }

    private static func filled(_ characters: ElementCharacters, _ count: Int, _ start: Int) -> String {
        let alphabet: [Character] =
            switch characters {
            case .numeric: Array("0123456789")
            // A percent sign would have to be followed by two hexadecimal digits in some values.
            case .set82: set82.filter { $0 != "%" }
            case .set39: Array("#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            case .set64: Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
            }
        return String((0..<count).map { alphabet[(start + $0) % alphabet.count] })
    }

    /// With the two check characters of an alphanumeric key.
    private static func withPair(_ body: String) -> String {
        let primes = (2..<500).filter { number in !(2..<number).contains { number % $0 == 0 } }
        let set32 = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        let sum = zip(body.reversed(), primes).reduce(0) { $0 + (set82.firstIndex(of: $1.0) ?? 0) * $1.1 } % 1021
        return body + String([set32[sum / 32], set32[sum % 32]])
    }

    /// Where a check leaves little choice.
    private static let fixedValues = [
        "yymmd0": "270200", "yymmdd": "240229", "yyyymmdd": "19991231", "hh": "23", "mi": "59", "ss": "00",
        "hhmi": "2359", "iso3166": "276", "iso3166999": "999", "iso3166alpha2": "DE", "iso4217": "978", "iso5218": "9",
        "iban": "DE89370400440532013000", "latitude": "1800000000", "longitude": "3600000000", "yesno": "1",
        "hyphen": "-", "importeridx": "_", "packagetype": "PX", "mediatype": "80", "winding": "9", "zero": "0",
        "pieceoftotal": "0303", "posinseqslash": "1/3", "pcenc": "Caf%C3%A9+7",
        "couponcode": "106141416543213150110120", "couponposoffer": "001234561234560123456",
    ]
}

/// Numbers that look random and are the same each time.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
