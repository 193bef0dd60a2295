/// The names on a licence, which each version of the standard has in other elements.
struct DriverLicenseName {
    var given: String?
    var middle: String?
    var family: String?
    /// All of it, as one says it.
    var full: String?

    init(_ elements: DriverLicenseElements) {
        family = elements["DCS"] ?? elements["DAB"]
        // Of several names each is parted from the next by a comma.
        given = elements["DAC"].map(Self.withoutCommas)
        middle = elements["DAD"].map(Self.withoutCommas)
        var suffix = elements["DCU"] ?? elements["DAE"]
        // Versions 2 and 3 have all given names in one, with commas or blanks between them.
        if given == nil, let names = elements["DCT"] {
            let parts = names.split { $0 == "," || $0 == " " }
            given = parts.first.map(String.init)
            if middle == nil, parts.count > 1 { middle = parts.dropFirst().joined(separator: " ") }
        }
        // Version 1 may have LAST,FIRST,MIDDLE,SUFFIX only; without commas nobody knows which name is which.
        if family == nil, given == nil, let names = elements["DAA"] {
            let parts = names.split(maxSplits: 8, omittingEmptySubsequences: false) { $0 == "," || $0 == "@" }
                .map(Self.trimmed)
            guard parts.count > 1 else {
                full = names
                return
            }
            let part = { (index: Int) in parts.count > index && !parts[index].isEmpty ? parts[index] : nil }
            (family, given, middle, suffix) = (part(0), part(1), part(2), part(3) ?? suffix)
        }
        let names = [given, middle, family, suffix].compactMap(\.self)
        full = names.isEmpty ? nil : names.joined(separator: " ")
    }

    private static func withoutCommas(_ names: String) -> String {
        names.contains(",") ? names.split { $0 == "," || $0 == " " }.joined(separator: " ") : names
    }

    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " || $0 == "," }
        return String(rest[..<(rest.lastIndex { $0 != " " }.map(rest.index(after:)) ?? rest.startIndex)])
    }
}
