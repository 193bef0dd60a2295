internal import BeelineSymbols

/// A retail number and its add-on in one text, as some scanners send them: `9780306406157 52495`.
struct WrittenAddOn {
    let number: String
    let addOn: String

    /// Nil unless the text is twelve or thirteen digits, a blank or `+`, and two or five digits; or all of these in one,
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
        guard symbol.addOn == nil, (15...19).contains(text.utf8.count) else { return nil }
        if symbol.aim == Self.runTogether, [15, 18].contains(text.utf8.count), Digits.parse(text.utf8) != nil {
            number = String(text.prefix(13))
            addOn = String(text.dropFirst(13))
            return
        }
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "+" }
        guard parts.count == 2, (12...13).contains(parts[0].utf8.count), [2, 5].contains(parts[1].utf8.count),
            parts.allSatisfy({ Digits.parse($0.utf8) != nil })
        else { return nil }
        number = String(parts[0])
        addOn = String(parts[1])
    }

    /// A typed ISBN with hyphens or a label, and the five digits of a price: `978-0-306-40615-7 52495`.
    private static func book(_ text: String) -> (number: String, addOn: String)? {
        let bytes = text.utf8.span
        guard (16...50).contains(bytes.count) else { return nil }
        let place = bytes.count - 6
        guard bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "+") else { return nil }
        let number = String(decoding: text.utf8.prefix(place), as: UTF8.self)
        let addOn = String(decoding: text.utf8.suffix(5), as: UTF8.self)
        let isWritten = number.utf8.contains(UInt8(ascii: "-")) || ISBN.startsWithLabel(number)
        guard isWritten, Digits.parse(addOn.utf8) != nil, (try? ISBN(number)) != nil else { return nil }
        return (number, addOn)
    }

    /// ISO/IEC 15420, annex B: an EAN-13 (a UPC-A with a zero before it) and its add-on in one.
    private static let runTogether: AIMIdentifier = "]E3"
}
