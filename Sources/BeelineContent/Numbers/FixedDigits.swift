internal import BeelineSymbols

/// The digits of a number of fixed length, such as an ISBN, before they are a text: whoever writes them somewhere needs no
/// memory for them.
public struct FixedDigits: Hashable, Sendable {
    private let value: UInt64
    public let count: Int
    /// What stands in place of the last digit: the check character of an ISBN-10, which may be an `X`.
    private let check: UInt8?

    /// The last `count` digits of a number, with leading zeros.
    init(_ value: UInt64, count: Int) { (self.value, self.count, check) = (value, count, nil) }

    /// - Parameter check: the ASCII character that follows after the digits.
    init(_ value: UInt64, count: Int, check: UInt8) { (self.value, self.count, self.check) = (value, count + 1, check) }

    public var text: String {
        String(unsafeUninitializedCapacity: count) { buffer in
            write(to: buffer)
            return count
        }
    }

    /// Writes all characters, which are ASCII, to the start of the buffer.
    ///
    /// - Precondition: it holds `count` bytes.
    public func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= count, "room for all digits")
        guard let check else { return Digits.write(value, count: count, to: buffer) }
        Digits.write(value, count: count - 1, to: buffer)
        buffer[count - 1] = check
    }
}

extension Content {
    /// A field that is a number of fixed length; nil where this code does not have it, and for all other fields.
    public func digits(of field: Field) -> FixedDigits? {
        switch self {
        case .isbn(let book): book.isbn.digits(of: field)
        case .product(let product): product.gtin.digits(of: field)
        default: nil
        }
    }
}

extension ISBN {
    func digits(of field: Field) -> FixedDigits? {
        switch field {
        case .isbn13: FixedDigits(number, count: 13)
        case .isbn10: hasISBN10 ? FixedDigits(nine, count: 9, check: CheckDigit.isbn10(nine)) : nil
        default: nil
        }
    }

    /// The digits between prefix and check digit.
    private var nine: UInt64 { number / 10 % 1_000_000_000 }
}

extension GTIN {
    func digits(of field: Field) -> FixedDigits? {
        switch field {
        case .gtin14: FixedDigits(number, count: 14)
        case .gtin13: hasGTIN13 ? FixedDigits(number, count: 13) : nil
        case .gtin12: hasGTIN12 ? FixedDigits(number, count: 12) : nil
        case .gtin8: isGTIN8 ? FixedDigits(number, count: 8) : nil
        default: nil
        }
    }
}
