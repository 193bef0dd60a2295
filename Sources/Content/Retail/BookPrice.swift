/// What the EAN-5 beside an ISBN says (Book Industry Study Group): currency and price, or why there is none.
///
/// The first digit is the currency, the other four are the price in hundredths of it.
struct BookPrice: Hashable, Sendable {
    let price: DecimalNumber?
    /// Three letters of ISO 4217.
    let currency: String?
    /// What it says instead of a price, or about it.
    let note: Note?

    /// The values of the field `priceNote`.
    enum Note: String, Hashable, Sendable, CaseIterable {
        case none, used, complimentary
        case atLeast100 = "at-least-100"
        case `internal`
    }

    /// An EAN-2 says nothing about a price.
    init(_ addOn: AddOn) {
        let currency = addOn.count == 5 ? Self.currency(addOn.value / 10_000) : nil
        switch (addOn.count, addOn.value) {
        case (5, 90_000): self.init(note: Note.none)
        case (5, 99_990): self.init(note: .used)
        case (5, 99_991): self.init(price: DecimalNumber(0, decimals: 2), note: .complimentary)
        case (5, 90_001...99_999): self.init(note: .internal)
        // For dollars, four nines stand for a price that four digits cannot say.
        case (5, 39_999), (5, 49_999), (5, 59_999), (5, 69_999): self.init(currency: currency, note: .atLeast100)
        default:
            let price = currency == nil ? nil : DecimalNumber(Int64(addOn.value % 10_000), decimals: 2)
            self.init(price: price, currency: currency)
        }
    }

    private init(price: DecimalNumber? = nil, currency: String? = nil, note: Note? = nil) {
        (self.price, self.currency, self.note) = (price, currency, note)
    }

    /// 2, 7 and 8 were given to none.
    private static func currency(_ digit: UInt32) -> String? {
        switch digit {
        case 0, 1: "GBP"
        case 3: "AUD"
        case 4: "NZD"
        case 5: "USD"
        case 6: "CAD"
        default: nil
        }
    }
}
