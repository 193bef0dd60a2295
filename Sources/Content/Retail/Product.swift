internal import BeelineSymbols

/// An article of trade: its number, and the issue that stands beside it.
///
///     let comic = Product(try GTIN("759606025480"), addOn: "00111")
///     comic.issue   // "00111"
public struct Product: Hashable, Sendable {
    public let gtin: GTIN
    private let addOn: AddOn?

    /// - Parameter addOn: the digits of the EAN-2 or EAN-5 beside it; anything else says nothing.
    public init(_ gtin: GTIN, addOn: String? = nil) { self.init(gtin, AddOn(addOn)) }

    init(_ gtin: GTIN, _ addOn: AddOn?) { (self.gtin, self.addOn) = (gtin, addOn) }

    /// The issue of a magazine or comic that is numbered as an article: the digits beside it, as they are. Nil for
    /// coupons, and for numbers of one company or region, beside which digits mean what these like.
    public var issue: String? { gtin.isRestricted || gtin.isCoupon || gtin.isRefund ? nil : addOn?.text }
}

extension Product: CustomStringConvertible {
    /// The shortest form of the number: 8, 12, 13 or 14 digits.
    public var description: String { gtin.description }
}
