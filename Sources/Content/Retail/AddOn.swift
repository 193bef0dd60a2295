/// The digits of an EAN-2 or EAN-5, which stand beside a retail symbol (GS1 General Specifications, section 5.2.3.4).
///
/// What they mean is the affair of the number that they stand beside: a price, an issue.
struct AddOn: Hashable, Sendable {
    let value: UInt32
    /// 2 or 5.
    let count: UInt8

    /// Nil unless the text is two or five digits.
    init?(_ text: String?) {
        guard let text, let digits = Digits.parse(text.utf8), digits.count == 2 || digits.count == 5 else { return nil }
        (value, count) = (UInt32(digits.value), UInt8(digits.count))
    }

    var text: String { Digits.text(UInt64(value), count: Int(count)) }
}
