internal import BeelineSymbols

/// A retail number and its add-on in one text, as some scanners send them, `9780306406157 52495`, and as output shows
/// them: `9780306406157 + 52495`.
struct WrittenAddOn {
    let number: String
    let addOn: String

    /// Nil unless the text is twelve or thirteen digits, a blank, `+` or both, and two or five digits; or all of these in one,
    /// as the AIM identifier `]E3` says.
    init?(_ symbol: Symbol, _ text: String) {
        switch symbol.symbology {
        case .ean13, .upcA, .unknown: break
        default: return nil
        }
        if symbol.symbology == .unknown, symbol.addOn == nil, let (book, price) = Self.book(text) {
            number = book
            addOn = price
            return
        }
        // Nearly every text is told by its length.
        guard symbol.addOn == nil, (15...21).contains(text.utf8.count) else { return nil }
        if symbol.aim == Self.runTogether, [15, 18].contains(text.utf8.count), Digits.parse(text.utf8) != nil {
            number = String(text.prefix(13))
            addOn = String(text.dropFirst(13))
            return
        }
        let digits = text.utf8.prefix(while: \.isASCIIDigit)
        guard (12...13).contains(digits.count), let rest = Self.separated(text.utf8[digits.endIndex...]),
            [2, 5].contains(rest.count), rest.allSatisfy(\.isASCIIDigit)
        else { return nil }
        number = String(Substring(digits))
        addOn = String(Substring(rest))
    }

    /// What stands between the two where output shows them.
    private static let between = " + "

    /// What follows a separator; nil where there is none.
    private static func separated(_ rest: Substring.UTF8View) -> Substring.UTF8View? {
        if rest.starts(with: between.utf8) { return rest.dropFirst(between.utf8.count) }
        return rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "+") ? rest.dropFirst() : nil
    }

    /// A typed ISBN with hyphens or a label, and the five digits of a price: `978-0-306-40615-7 52495`.
    private static func book(_ text: String) -> (number: String, addOn: String)? {
        let bytes = text.utf8.span
        guard (16...50).contains(bytes.count) else { return nil }
        var place = bytes.count - 6
        guard bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "+") else { return nil }
        if text.utf8.prefix(place + 1).suffix(3).elementsEqual(between.utf8) { place -= 2 }
        let number = String(decoding: text.utf8.prefix(place), as: UTF8.self)
        let addOn = String(decoding: text.utf8.suffix(5), as: UTF8.self)
        let isWritten = number.utf8.contains(UInt8(ascii: "-")) || ISBN.startsWithLabel(number)
        guard isWritten, Digits.parse(addOn.utf8) != nil, (try? ISBN(number)) != nil else { return nil }
        return (number, addOn)
    }

    /// ISO/IEC 15420, annex B: an EAN-13 (a UPC-A with a zero before it) and its add-on in one.
    private static let runTogether: AIMIdentifier = "]E3"
}
