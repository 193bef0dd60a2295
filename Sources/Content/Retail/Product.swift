internal import BeelineSymbols

/// An article of trade: its number, and the issue that stands beside it.
///
///     let comic = Product(try GTIN("759606025480"), addOn: "00111")
///     comic.issue   // "00111"
public struct Product: Hashable, Sendable {
    package let gtin: GTIN
    private let addOn: AddOn?

    /// - Parameter addOn: the digits of the EAN-2 or EAN-5 beside it; anything else says nothing.
    package init(_ gtin: GTIN, addOn: String? = nil) { self.init(gtin, AddOn(addOn)) }

    init(_ gtin: GTIN, _ addOn: AddOn?) { (self.gtin, self.addOn) = (gtin, addOn) }

    /// The issue of a magazine or comic that is numbered as an article: the digits beside it, as they are. Nil for
    /// coupons, and for numbers of one company or region, beside which digits mean what these like.
    public var issue: String? { gtin.isRestricted || gtin.isCoupon || gtin.isRefund ? nil : addOn?.text }
}

extension Product: CustomStringConvertible {
    /// The shortest form of the number: 8, 12, 13 or 14 digits.
    public var description: String { gtin.description }
}

extension Product: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .gtin14, .gtin13, .gtin12, .gtin8: gtin.digits(of: field).map { .text($0.text) }
        case .upcE: gtin.upcE.map(FieldValue.text)
        case .region: gtin.region.map(FieldValue.text)
        case .restricted, .coupon, .refund: truth(of: field).map(FieldValue.boolean)
        case .issue: issue.map(FieldValue.text)
        default: nil
        }
    }

    /// Whether it is what a field of that name says; nil for all fields that say something else.
    func truth(of field: Field) -> Bool? {
        switch field {
        case .restricted: gtin.isRestricted
        case .coupon: gtin.isCoupon
        case .refund: gtin.isRefund
        default: nil
        }
    }

    func has(_ field: Field) -> Bool {
        switch field {
        case .gtin14: true
        case .gtin13: gtin.hasGTIN13
        case .gtin12: gtin.hasGTIN12
        case .gtin8: gtin.isGTIN8
        default: value(of: field) != nil
        }
    }
}

extension KindDefinition {
    static let product = KindDefinition(
        .product, "an article of trade",
        """
        The digits of an EAN-13, EAN-8, UPC-A, UPC-E, ITF-14 or DataBar with the right check digit, or 12, 13 or 14 digits \
        that were typed in; save the prefixes of books, music, periodicals, Japanese magazines and second rows, also where a \
        zero makes them fourteen digits. Eight digits \
        that were typed in are an EAN-8 unless they begin with 0 or 1, for then they may be a UPC-E as well; that gives a \
        warning. In other symbols a number is text, for nothing says that it is a GTIN.

        A UPC-E that leaves out its zeros by another rule than the standard's is taken, with a warning. Coupons and receipts \
        for refunds are products too, and say so.
        """,
        examples: [
            Symbol(.ean13, "4006381333931"), Symbol(.upcA, "036000291452"), Symbol(.upcE, "04252614"),
            Symbol(.ean8, "96385074"), Symbol(.itf, "12345678901231"), Symbol(.upcA, "012345678905", addOn: "07"),
            Symbol(.ean13, "2001234567893"), Symbol(.ean13, "9901234567899"), Symbol(.ean13, "9801234567892"),
        ],
        parsers: [RetailParser.parser], number: .gtin14, family: .numbers)
}
