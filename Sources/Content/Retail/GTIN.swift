internal import BeelineSymbols

/// A Global Trade Item Number: one number, whatever the symbol that carried it.
///
/// UPC-A and an EAN-13 that begins with 0 are the same bars and the same number; services differ in which digits they
/// want, so every form is there.
///
///     let gtin = try GTIN("036000291452")
///     gtin.gtin12   // "036000291452"
///     gtin.gtin13   // "0036000291452"
///     gtin.gtin14   // "00036000291452"
public struct GTIN: Hashable, Sendable {
    /// Its digits as a number, without leading zeros.
    public let number: UInt64

    /// Whether it is a GTIN-8, the number of an EAN-8: eight digits, or fourteen with six leading zeros (GS1 General
    /// Specifications, section 1.4.2). A UPC-A or EAN-13 keeps its digits, however many zeros it begins with.
    public let isGTIN8: Bool

    /// Reads 8, 12, 13 or 14 digits, the last of which is the check digit.
    ///
    /// Eight digits are a GTIN-8; for UPC-E see ``init(upcE:)``.
    ///
    /// - Throws: `NumberError`.
    public init(_ text: String) throws(NumberError) {
        guard let (value, count) = Digits.parse(text.utf8) else { throw .notDigits }
        try self.init(value, digits: count)
    }

    /// A number that was written with so many digits, and whose check digit was found right before.
    init(checked value: UInt64, digits count: Int) {
        number = value
        isGTIN8 = count == 8 || (count == 14 && value < 100_000_000)
    }

    init(_ value: UInt64, digits count: Int) throws(NumberError) {
        guard count == 8 || (12...14).contains(count) else { throw .wrongLength(count) }
        try NumberError.checkGS1(value)
        self.init(checked: value, digits: count)
    }

    /// Fourteen digits.
    public var gtin14: String { Digits.text(number, count: 14) }

    /// Thirteen digits, as an EAN-13 shows them; nil for a GTIN-8, and for a GTIN-14 with an indicator of 1…9.
    public var gtin13: String? { isGTIN8 || number >= 10_000_000_000_000 ? nil : Digits.text(number, count: 13) }

    /// Twelve digits, as a UPC-A shows them; nil for a number that a UPC-A cannot encode.
    public var gtin12: String? { isGTIN8 || number >= 1_000_000_000_000 ? nil : Digits.text(number, count: 12) }

    /// Eight digits, as an EAN-8 shows them; nil for other numbers.
    public var gtin8: String? { isGTIN8 ? Digits.text(number, count: 8) : nil }
}

extension GTIN: CustomStringConvertible {
    /// The shortest form: 8, 12, 13 or 14 digits.
    public var description: String { gtin8 ?? gtin12 ?? gtin13 ?? gtin14 }
}

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

/// The meaning of the first digits of the number (GS1 General Specifications, section 1.4.2).
extension GTIN {
    /// The first three digits of the EAN-13, or of the eight of a GTIN-8.
    private var prefix: Int { Int(isGTIN8 ? number / 100_000 : number / 10_000_000_000 % 1_000) }

    /// The thirteen digits of the article, without the digit for the packaging.
    private var article: UInt64 { number % 10_000_000_000_000 }

    /// Whether the number is for use inside a company or region only, and means something else elsewhere.
    ///
    /// Prefixes 02, 04 and 20…29, and seven zeros; of eight digits, those that begin with 0 or 2.
    public var isRestricted: Bool {
        if isGTIN8 { return prefix < 100 || 200..<300 ~= prefix }
        switch prefix {
        case 20..<30, 40..<50, 200..<300: return true
        default: return article < 1_000_000
        }
    }

    /// Whether it is a coupon: prefixes 05 (a UPC-A that begins with 5), 981…984 and 99.
    public var isCoupon: Bool {
        switch prefix {
        case 50..<60, 981...984, 990...999: !isGTIN8
        default: false
        }
    }

    /// Whether it is a receipt for a refund: prefix 980.
    public var isRefund: Bool { prefix == 980 && !isGTIN8 }

    /// Whether its prefix was given to an organisation of GS1, for articles that are sold everywhere.
    var isAssigned: Bool { region != nil && !isRestricted && !isCoupon && !isRefund }

    /// The country whose GS1 organisation gave the number to a company, two letters of ISO 3166-1; not where the
    /// article was made. Nil where no single one did. Where one organisation serves two countries, it is the one of its
    /// seat: `BE` for Luxembourg too.
    public var region: String? {
        // The numbers that EAN-13 would share with GTIN-8 are given to no one.
        guard isGTIN8 ? !isRestricted : article >= 100_000_000 else { return nil }
        let region = Self.regions[prefix]
        return region.isEmpty ? nil : region
    }

    /// For each prefix the country, or an empty text.
    private static let regions: [String] = {
        var regions = Array(repeating: "", count: 1_000)
        for entry in RegisterTable.entries(of: "[gs1-prefixes]") {
            let ends = entry.dropLast(2).split(separator: UInt8(ascii: "-")).compactMap { Digits.parse($0)?.value }
            guard let low = ends.first, let high = ends.last else { continue }
            for prefix in low...high { regions[Int(prefix)] = String(decoding: entry.suffix(2), as: UTF8.self) }
        }
        return regions
    }()
}

/// National numbers of medicines in GTINs.
extension GTIN {
    /// The German pharmaceutical number (PZN), where the GTIN is made of one (NTIN, with the prefix 4150) and its own
    /// check digit is right too; nil for nearly all.
    var pzn: String? {
        guard number / 1_000_000_000 == 4150 else { return nil }
        let digits = Digits.text(number / 10 % 100_000_000, count: 8)
        return CheckScheme.pzn.result(of: digits) == .right ? digits : nil
    }

    /// The national number: a PZN, or of France the whole number (CIP13, with the prefix 3400); nil for nearly all.
    var healthcareNumber: String? { pzn ?? (number / 1_000_000_000 == 3400 ? Digits.text(number, count: 13) : nil) }
}

/// An article of trade: its number, and the issue that is beside it.
///
///     let comic = Product(try GTIN("759606025480"), addOn: "00111")
///     comic.issue   // "00111"
public struct Product: Hashable, Sendable {
    /// The number.
    public let gtin: GTIN
    private let addOn: AddOn?

    /// - Parameter addOn: the digits of the EAN-2 or EAN-5 beside it; anything else says nothing.
    public init(_ gtin: GTIN, addOn: String? = nil) { self.init(gtin, AddOn(addOn)) }
    init(_ gtin: GTIN, _ addOn: AddOn?) { (self.gtin, self.addOn) = (gtin, addOn) }

    /// The issue of a magazine or comic that is numbered as an article: the digits beside it, as they are. Nil for
    /// coupons, and for numbers of one company or region, beside which digits mean what these like.
    public var issue: String? {
        guard !gtin.isRestricted, !gtin.isCoupon, !gtin.isRefund, medium != .book, let addOn else { return nil }
        return isIssueOfComic ? String(addOn.value / 100) : addOn.text
    }

    /// What it is beside an article that one eats or uses; nil where its number does not say it.
    var medium: Medium? {
        guard let upc = gtin.gtin12.flatMap({ Digits.parse($0.utf8)?.value }) else { return nil }
        return OldBook.isPublisher(upc) ? .book : isIssueOfComic || Comic.isPublisher(upc) ? .comic : nil
    }

    /// The values of the field `medium`.
    enum Medium: String, Hashable, Sendable, CaseIterable { case book, comic }

    /// Whether five digits beside the number of a comic are issue, cover and printing.
    private var isIssueOfComic: Bool {
        guard addOn?.count == 5, let upc = gtin.gtin12.flatMap({ Digits.parse($0.utf8)?.value }) else { return false }
        return Comic.isPublisher(upc)
    }

    /// The last but one and the last digit beside a comic.
    private var variants: (cover: String, printing: String)? {
        guard isIssueOfComic, let addOn else { return nil }
        return (String(addOn.value / 10 % 10), String(addOn.value % 10))
    }
}

extension Product: CustomStringConvertible {
    /// The shortest form of the number: 8, 12, 13 or 14 digits.
    public var description: String { gtin.description }
}

extension Product: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .gtin14: .text(gtin.gtin14)
        case .gtin13: gtin.gtin13.map(FieldValue.text)
        case .gtin12: gtin.gtin12.map(FieldValue.text)
        case .gtin8: gtin.gtin8.map(FieldValue.text)
        case .upcE: gtin.upcE.map(FieldValue.text)
        case .region: gtin.region.map(FieldValue.text)
        case .restricted: .boolean(gtin.isRestricted)
        case .coupon: .boolean(gtin.isCoupon)
        case .refund: .boolean(gtin.isRefund)
        case .issue: issue.map(FieldValue.text)
        case .medium: medium.map { .text($0.rawValue) }
        case .cover: variants.map { .text($0.cover) }
        case .printing: variants.map { .text($0.printing) }
        case .pzn: gtin.pzn.map(FieldValue.text)
        case .healthcareNumber: gtin.healthcareNumber.map(FieldValue.text)
        default: nil
        }
    }
}
