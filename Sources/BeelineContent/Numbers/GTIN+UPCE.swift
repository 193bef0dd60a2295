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
