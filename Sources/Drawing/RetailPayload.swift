import BeelineContent
import BeelineSymbols

/// Symbols that contain a number with a check digit.
extension Payload {
    /// EAN-13, EAN-8, UPC-A, UPC-E: the digits, with or without the check digit.
    static func retail(_ text: String, as format: CodeFormat) throws(DrawingError) -> Payload {
        let digits = try digits(text, format)
        if format == .upcE { return try upcE(digits) }
        let length = format == .ean8 ? 8 : format == .upcA ? 12 : 13
        try require(
            digits.utf8.count == length || digits.utf8.count == length - 1,
            .content, "the digits", "there are \(digits.utf8.count), \(format.title) has \(length)",
            remedy: remedy(digits))
        let body = String(digits.prefix(length - 1))
        let check = checkDigit(body)
        var payload = Payload(Array((body + check).utf8), text: body + check)
        payload.input = Array(body.utf8)
        try payload.settle(check, of: digits, length)
        return payload
    }

    /// A further remedy for too many or too few digits.
    private static func remedy(_ digits: String) -> String {
        switch digits.utf8.count {
        case 8: "draw an EAN-8"
        case 12: "draw a UPC-A"
        case 13: "draw an EAN-13"
        case 14: "draw an ITF-14"
        default: "check whether digits are missing, or draw a Code 128"
        }
    }

    /// Checks the check digit, or warns that it was added.
    private mutating func settle(_ check: String, of digits: String, _ length: Int) throws(DrawingError) {
        guard digits.utf8.count == length else {
            warnings.append(.checkDigitAdded(check))
            if length == 13, digits.hasSuffix(Self.checkDigit(String(digits.dropLast()))) {
                warnings.append(.mayBeUPCA("0" + digits))
            }
            return
        }
        try require(
            digits.hasSuffix(check), .content, "digit \(length)",
            "the check digit is \(digits.suffix(1)), expected \(check)",
            remedy: "look for a typing error in the digits before it, or leave it out to have it added")
    }

    private static func digits(_ text: String, _ format: CodeFormat) throws(DrawingError) -> String {
        var digits = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            // As people write numbers.
            case " ", "-": continue
            default:
                throw DrawingError(
                    .content, "character \(index + 1)",
                    "\(format.title) can encode digits only, not '\(String(scalar).withHiddenSpelledOut)'",
                    remedy: "leave it out, or draw a Code 128 or a QR code")
            }
        }
        return digits
    }

    /// - Parameter body: at most 18 digits.
    private static func checkDigit(_ body: String) -> String { String(CheckDigit.gs1(UInt64(body) ?? 0)) }

    /// Six, seven or eight digits of a UPC-E, or a number of a UPC-A from which zeros can be left out.
    private static func upcE(_ digits: String) throws(DrawingError) -> Payload {
        var full = digits
        if full.utf8.count == 6 { full = "0" + full }
        var isAdded = false
        if full.utf8.count == 7 {
            full = try require(
                (0...9).map { "\(full)\($0)" }.first { (try? GTIN(upcE: $0)) != nil },
                .content, "digit 1", "a UPC-E begins with 0 or 1", remedy: "draw a UPC-A, or look for a typing error")
            isAdded = true
        } else if [11, 12].contains(full.utf8.count) {
            let long = full.utf8.count == 11 ? full + checkDigit(full) : full
            isAdded = full.utf8.count == 11
            full = try require(
                gtin(long, .upcE).upcE,
                .content, "the digits", "\(long) has no zeros that a UPC-E can leave out", remedy: "draw a UPC-A")
        }
        do throws(NumberError) {
            _ = try GTIN(upcE: full)
        } catch {
            throw DrawingError(.content, "the digits", "\(error)", remedy: "look for a typing error in them")
        }
        var payload = Payload(Array(full.utf8), text: full)
        payload.input = Array(full.utf8.dropLast())
        if isAdded { payload.warnings.append(.checkDigitAdded(String(full.suffix(1)))) }
        return payload
    }

    /// An ISBN in any form, which becomes thirteen digits.
    static func book(_ text: String) throws(DrawingError) -> Payload {
        do throws(NumberError) {
            let book = Book(try ISBN(text))
            var payload = Payload(Array(book.isbn13.utf8), text: book.isbn13)
            payload.input = Array(book.isbn13.utf8.dropLast())
            payload.title = "ISBN \(book.hyphenated ?? book.isbn13)"
            return payload
        } catch {
            throw DrawingError(.content, "the ISBN", "\(error)", remedy: "compare it with the imprint page of the book")
        }
    }

    /// A GTIN of any length, as fourteen digits.
    private static func gtin(_ text: String, _ format: CodeFormat) throws(DrawingError) -> GTIN {
        let digits = try digits(text, format)
        do throws(NumberError) {
            return try GTIN(digits)
        } catch {
            throw DrawingError(
                .content, "the GTIN", "\(error)", remedy: "give all of its 8, 12, 13 or 14 digits, the check digit last"
            )
        }
    }

    static func itf14(_ text: String) throws(DrawingError) -> Payload {
        let number = try gtin(text, .itf14).gtin14
        var payload = Payload(Array(number.utf8))
        // As the GS1 General Specifications show it, section 5.3.2.
        let digits = Array(number)
        payload.text = [digits[0..<1], digits[1..<3], digits[3..<8], digits[8..<13], digits[13..<14]]
            .map { String($0) }.joined(separator: " ")
        return payload
    }

    static func databar(_ text: String, as format: CodeFormat) throws(DrawingError) -> Payload {
        let plain = text.hasPrefix("(01)") ? String(text.dropFirst(4)) : text
        let number = try gtin(plain, format).gtin14
        try require(
            format != .databarLimited || number.hasPrefix("0") || number.hasPrefix("1"), .content, "digit 1",
            "GS1 DataBar Limited can only encode numbers that begin with 0 or 1", remedy: "draw a GS1 DataBar")
        var payload = Payload(Array(("01" + number).utf8), text: "(01)\(number)")
        payload.input = Array(number.utf8.dropLast())
        return payload
    }
}

/// The EAN-5 that says what a book costs (Book Industry Study Group).
package enum BookPriceAddOn {
    /// The five digits for a price in GBP, AUD, NZD, USD or CAD, below 99.99 and with at most two decimals.
    ///
    ///     try BookPriceAddOn.digits(currency: "USD", price: "24.95")   // "52495"
    package static func digits(currency: String, price: String) throws(DrawingError) -> String {
        let first = try require(
            ["GBP": "0", "AUD": "3", "NZD": "4", "USD": "5", "CAD": "6"][currency.uppercased()], .content,
            "the currency", "an EAN-5 has no digit for '\(currency.withHiddenSpelledOut)'",
            remedy: "use GBP, AUD, NZD, USD or CAD, or no add-on")
        guard let amount = DecimalNumber(price), (0...1_000_000).contains(amount.digits), amount.decimals <= 2 else {
            throw DrawingError(
                .content, "the price", "it must be an amount like 24.95, not '\(price.withHiddenSpelledOut)'",
                remedy: "write digits, with a point before the cents")
        }
        let cents = amount.digits * (amount.decimals == 0 ? 100 : amount.decimals == 1 ? 10 : 1)
        try require(
            cents < 9_999, .content, "the price", "an EAN-5 can only encode prices below 99.99",
            remedy: "leave the add-on out")
        let digits = String(cents)
        return first + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
