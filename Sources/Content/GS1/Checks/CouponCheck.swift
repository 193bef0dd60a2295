internal import BeelineSymbols

/// The insides of coupon codes of North America.
enum CouponCheck {
    /// AI (8110): North American Coupon Application Guideline Using GS1 DataBar Expanded Symbols.
    static func code(_ value: ArraySlice<UInt8>) -> String? {
        var reader = CouponReader(value)
        reader.sized("the company prefix", by: "0123456", plus: 6)
        reader.skip("the offer code", 6)
        reader.sized("the save value", by: "12345")
        reader.purchase("first")
        if reader.takes("1") {
            reader.one("the code of additional purchase rules", of: "0123")
            reader.purchase("second")
            reader.otherPrefix("second")
        }
        if reader.takes("2") {
            reader.purchase("third")
            reader.otherPrefix("third")
        }
        var expiry: ArraySlice<UInt8>?
        if reader.takes("3") { expiry = reader.date("expiration") }
        if reader.takes("4"), let start = reader.date("start"), let expiry, expiry.lexicographicallyPrecedes(start) {
            reader.fail("the coupon expires before it starts")
        }
        if reader.takes("5") { reader.sized("the serial number", by: "0123456789", plus: 6) }
        if reader.takes("6") { reader.sized("the number of the retailer", by: "1234567", plus: 6) }
        if reader.takes("9") {
            reader.one("the save value code", of: "01256")
            reader.one("the item that the save value applies to", of: "012")
            reader.one("the store coupon flag", of: "0123456789")
            reader.one("the don't multiply flag", of: "01")
        }
        return reader.end()
    }

    /// AI (8112): GS1 AI (8112) Coupon Data Specifications, for a positive offer file.
    static func positiveOffer(_ value: ArraySlice<UInt8>) -> String? {
        var reader = CouponReader(value)
        reader.one("the format", of: "01")
        reader.sized("the number of the funder", by: "0123456", plus: 6)
        reader.skip("the offer code", 6)
        reader.sized("the serial number", by: "0123456789", plus: 6)
        return reader.end()
    }
}

/// Takes a coupon code apart from its start; after the first problem it does nothing more.
private struct CouponReader {
    private var rest: ArraySlice<UInt8>
    private var problem: String?

    init(_ value: ArraySlice<UInt8>) {
        rest = value
        if !value.allSatisfy(\.isASCIIDigit) { problem = "a coupon code has digits only" }
    }

    mutating func fail(_ text: String) {
        if problem == nil { problem = text }
        rest = []
    }

    /// One digit out of some.
    mutating func one(_ name: String, of digits: String) {
        guard problem == nil else { return }
        guard let digit = rest.popFirst(), digits.utf8.contains(digit) else { return fail("\(name) is wrong") }
    }

    mutating func skip(_ name: String, _ count: Int) {
        guard problem == nil else { return }
        guard rest.count >= count else { return fail("\(name) is cut off") }
        rest = rest.dropFirst(count)
    }

    /// A digit that tells the length, and as many digits and some more.
    mutating func sized(_ name: String, by digits: String, plus more: Int = 0) {
        guard problem == nil else { return }
        guard let digit = rest.popFirst(), digits.utf8.contains(digit) else {
            return fail("the length of \(name) is wrong")
        }
        skip(name, Int(digit - UInt8(ascii: "0")) + more)
    }

    /// Whether an optional field of that number follows; the number is taken.
    mutating func takes(_ number: String) -> Bool {
        guard problem == nil, let digit = rest.first, number.utf8.contains(digit) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func purchase(_ ordinal: String) {
        sized("the \(ordinal) purchase requirement", by: "12345")
        one("the \(ordinal) purchase requirement code", of: "012349")
        skip("the \(ordinal) purchase family code", 3)
    }

    /// The company prefix of a further purchase; 9 stands for that of the first one.
    mutating func otherPrefix(_ ordinal: String) {
        if !takes("9") { sized("the \(ordinal) company prefix", by: "0123456", plus: 6) }
    }

    mutating func date(_ name: String) -> ArraySlice<UInt8>? {
        let digits = rest.prefix(6)
        skip("the \(name) date", 6)
        guard problem == nil else { return nil }
        if let problem = TimeCheck.day(digits, yearDigits: 2, mayBeZero: false) {
            fail("the \(name) date: \(problem)")
            return nil
        }
        return digits
    }

    func end() -> String? { problem ?? (rest.isEmpty ? nil : "more stands there than a coupon code has") }
}
