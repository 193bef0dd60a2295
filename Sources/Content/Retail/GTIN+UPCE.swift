extension GTIN {
    /// Reads the digits of a UPC-E: number system (0 or 1), six digits, check digit.
    ///
    /// The six stand for the ten of a UPC-A with its zeros left out; the last of them says where the zeros were
    /// (GS1 General Specifications, section 5.2.2.4). The check digit is that of the UPC-A.
    ///
    ///     try GTIN(upcE: "04252614").gtin12   // "042100005264"
    ///
    /// - Throws: `NumberError`; another number system than 0 or 1 is `.wrongPrefix`.
    public init(upcE text: String) throws(NumberError) {
        guard let (value, count) = Digits.parse(text.utf8) else { throw .notDigits }
        guard count == 8 else { throw .wrongLength(count) }
        let system = value / 10_000_000
        guard system <= 1 else { throw .wrongPrefix }
        let body = value / 10 % 1_000_000
        try self.init((system * 10_000_000_000 + Self.expand(body)) * 10 + value % 10, digits: 12)
    }

    /// The eight digits of the UPC-E that stands for the number, by the rule of the standard; nil for numbers that have
    /// none: most, for a UPC-E leaves out at least four zeros.
    public var upcE: String? {
        guard !isGTIN8, number < 200_000_000_000 else { return nil }
        return Self.suppressed(number / 10 % 10_000_000_000).map {
            Digits.text((number / 100_000_000_000 * 1_000_000 + $0) * 10 + number % 10, count: 8)
        }
    }

    /// The six digits that stand for ten (five of the manufacturer, five of the item); nil where there are none.
    ///
    /// Several sixes may expand to the same ten; the standard takes the first of its rules that fits.
    private static func suppressed(_ ten: UInt64) -> UInt64? {
        let (manufacturer, item) = ten.quotientAndRemainder(dividingBy: 100_000)
        if manufacturer % 1_000 <= 200, manufacturer % 100 == 0 {
            return item < 1_000 ? (manufacturer / 1_000 * 1_000 + item) * 10 + manufacturer / 100 % 10 : nil
        }
        if manufacturer % 100 == 0 { return item < 100 ? (manufacturer / 100 * 100 + item) * 10 + 3 : nil }
        if manufacturer % 10 == 0 { return item < 10 ? (manufacturer / 10 * 10 + item) * 10 + 4 : nil }
        return 5...9 ~= item ? manufacturer * 10 + item : nil
    }

    /// The ten digits (five of the manufacturer, five of the item) that the six of a UPC-E stand for.
    private static func expand(_ body: UInt64) -> UInt64 {
        let last = body % 10
        switch last {
        case 0...2:
            // MM000–MM200: two digits and the last one, then three of the item.
            return (body / 10_000 * 10 + last) * 10_000_000 + body / 10 % 1_000
        case 3: return body / 1_000 * 10_000_000 + body / 10 % 100
        case 4: return body / 100 * 1_000_000 + body / 10 % 10
        default: return body / 10 * 100_000 + last
        }
    }
}
