internal import BeelineSymbols

/// An article of trade: its number, and the issue that is beside it.
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
        case .pzn: gtin.pzn.map(FieldValue.text)
        case .healthcareNumber: gtin.healthcareNumber.map(FieldValue.text)
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
