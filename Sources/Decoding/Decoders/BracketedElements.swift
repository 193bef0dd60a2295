/// GS1 element strings as people write them, `(01)09501101530003(10)ABC`, in the form that symbols carry.
///
/// ZXing 1.4 reports DataBar Expanded only so.
enum BracketedElements {
    /// The elements one after another, with GS (0x1D) behind each of variable length but the last; nil when the text
    /// does not begin like bracketed elements.
    ///
    ///     BracketedElements.plain("(10)ABC(21)5")   // "10ABC\u{1D}215"
    static func plain(_ bytes: [UInt8]) -> [UInt8]? {
        guard identifier(in: bytes, at: 0) != nil else { return nil }
        var plain: [UInt8] = []
        var isOpen = false
        var index = 0
        while index < bytes.count {
            if let digits = identifier(in: bytes, at: index) {
                if isOpen { plain.append(0x1D) }
                plain += digits
                isOpen = !isPredefined(digits)
                index += digits.count + 2
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return plain
    }

    /// The application identifier in brackets that begins at an index: two to four digits.
    private static func identifier(in bytes: [UInt8], at start: Int) -> ArraySlice<UInt8>? {
        guard bytes[start...].first == UInt8(ascii: "(") else { return nil }
        let digits = bytes[(start + 1)...].prefix { (0x30...0x39).contains($0) }
        guard (2...4).contains(digits.count), digits.endIndex < bytes.count,
            bytes[digits.endIndex] == UInt8(ascii: ")")
        else { return nil }
        return digits
    }

    /// Whether the length of an element is known by its first two digits, so that nothing ends it: GS1 General
    /// Specifications, figure 7.8.5-2.
    private static func isPredefined(_ digits: ArraySlice<UInt8>) -> Bool {
        let start = digits.prefix(2).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
        return (0...4).contains(start) || (11...20).contains(start) || (31...36).contains(start) || start == 41
    }
}
