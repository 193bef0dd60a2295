import BeelineContent
import BeelineSymbols

/// The EAN-5 that says what a book costs (Book Industry Study Group).
public enum BookPriceAddOn {
    /// The five digits for a price.
    ///
    ///     try BookPriceAddOn.digits(currency: "USD", price: "24.95")   // "52495"
    ///
    /// - Parameters:
    ///   - currency: GBP, AUD, NZD, USD or CAD.
    ///   - price: with at most two decimals, below 99.99.
    /// - Throws: `.content` for other currencies and prices.
    public static func digits(currency: String, price: String) throws(DrawingError) -> String {
        let first: String
        switch currency.uppercased() {
        case "GBP": first = "0"
        case "AUD": first = "3"
        case "NZD": first = "4"
        case "USD": first = "5"
        case "CAD": first = "6"
        default:
            throw DrawingError(
                .content, "the currency", "an EAN-5 has no digit for '\(currency.withHiddenSpelledOut)'",
                remedy: "take GBP, AUD, NZD, USD or CAD, or no add-on")
        }
        guard let amount = DecimalNumber(price), (0...1_000_000).contains(amount.digits), amount.decimals <= 2 else {
            throw DrawingError(
                .content, "the price", "it is no amount like 24.95, but '\(price.withHiddenSpelledOut)'",
                remedy: "write digits, with a point before the cents")
        }
        let cents = amount.digits * (amount.decimals == 0 ? 100 : amount.decimals == 1 ? 10 : 1)
        guard cents < 9_999 else {
            throw DrawingError(
                .content, "the price", "an EAN-5 holds prices below 99.99", remedy: "leave the add-on out")
        }
        let digits = String(cents)
        return first + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
