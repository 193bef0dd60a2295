/// A number with decimals, exactly as it was written: prices, weights, coordinates.
///
///     DecimalNumber("24.95")!.description                       // "24.95"
///     DecimalNumber(2495, decimals: 2)! == DecimalNumber("24.950")!   // true
public struct DecimalNumber: Sendable {
    /// The digits without the point, with the sign.
    public let digits: Int64
    /// The number of digits after the decimal point: 0…18.
    public let decimals: Int

    /// Nil when a number has more than 18 digits, or more than 18 decimals.
    public init?(_ digits: Int64, decimals: Int = 0) {
        guard digits.magnitude < Self.powers[18], (0...18).contains(decimals) else { return nil }
        self.digits = digits
        self.decimals = decimals
    }

    /// A whole number.
    public init(_ number: Int32) {
        digits = Int64(number)
        decimals = 0
    }

    /// Reads an optional sign, digits, and an optional point with digits after it; nil when it is anything else, or
    /// longer than 18 digits.
    public init?(_ text: some StringProtocol) {
        var isNegative = false
        var digits: Int64 = 0
        var count = 0
        var decimals: Int?
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where offset == 0: isNegative = true
            case UInt8(ascii: "+") where offset == 0: continue
            case UInt8(ascii: ".") where decimals == nil && count > 0: decimals = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard count < 18 else { return nil }
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
                decimals = decimals.map { $0 + 1 }
            default: return nil
            }
        }
        guard count > 0, decimals != 0 else { return nil }
        self.digits = isNegative ? -digits : digits
        self.decimals = decimals ?? 0
    }

    /// Reads a number as programs write it, with an exponent too: `1e-07`; nil when it has more than 18 digits.
    public init?(scientific text: String) {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard let mantissa = halves.first.flatMap({ DecimalNumber($0) }) else { return nil }
        guard halves.count == 2 else {
            self = mantissa
            return
        }
        guard let exponent = Int(halves[1]), (-36...36).contains(exponent) else { return nil }
        var (digits, decimals) = mantissa.shortest
        decimals -= exponent
        while decimals < 0 {
            let (product, overflows) = digits.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            digits = product
            decimals += 1
        }
        self.init(digits, decimals: decimals)
    }

    /// The same number without zeros at the end of its decimals.
    package var normalized: DecimalNumber { DecimalNumber(shortest.digits, decimals: shortest.decimals) ?? self }

    private var shortest: (digits: Int64, decimals: Int) {
        var (digits, decimals) = (digits, decimals)
        while decimals > 0, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        return (digits, decimals)
    }

    static let powers: [UInt64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

extension DecimalNumber: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral number: Int32) { self.init(number) }
}

extension DecimalNumber: Hashable {
    /// Whether the numbers are equal: 1.50 is 1.5.
    public static func == (left: DecimalNumber, right: DecimalNumber) -> Bool { left.shortest == right.shortest }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        let (digits, decimals) = shortest
        hasher.combine(digits)
        hasher.combine(decimals)
    }
}

extension DecimalNumber: Comparable {
    /// Compares by value.
    public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        // Eighteen digits and eighteen zeros fit into 128 bits.
        Int128(left.digits) * Int128(powers[right.decimals]) < Int128(right.digits) * Int128(powers[left.decimals])
    }
}

extension DecimalNumber: CustomStringConvertible {
    /// With as many decimals as it has: `24.95`, `-0.500`, `7`. It is a number of JSON too.
    public var description: String {
        guard decimals > 0 else { return String(digits) }
        let (whole, rest) = digits.magnitude.quotientAndRemainder(dividingBy: Self.powers[decimals])
        return (digits < 0 ? "-" : "") + "\(whole)." + Digits.text(rest, count: decimals)
    }
}
