internal import BeelineSymbols

/// The digits of a number of fixed length, such as an ISBN, before they are a text: whoever writes them somewhere needs no
/// memory for them.
public struct FixedDigits: Hashable, Sendable {
    /// ASCII, the first character in the lowest byte; behind the last one, zeros.
    let characters: UInt128
    /// How many characters there are, 1...16.
    public let count: Int

    /// - Parameter characters: ASCII, the first one in the lowest byte.
    init(characters: UInt128, count: Int) { (self.characters, self.count) = (characters, count) }

    /// The last `count` digits of a number, at most sixteen, with leading zeros.
    init(_ value: UInt64, count: Int) {
        precondition(0...16 ~= count, "at most sixteen digits")
        characters = Digits.characters(value) >> UInt128(8 * (16 - count))
        self.count = count
    }

    /// - Parameter check: the ASCII character that follows after the digits, such as the check character of an ISBN-10,
    ///   which may be an `X`.
    init(_ value: UInt64, count: Int, check: UInt8) {
        characters = FixedDigits(value, count: count).characters | UInt128(check) << UInt128(8 * count)
        self.count = count + 1
    }

    /// The characters.
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
        withUnsafeBytes(of: characters.littleEndian) { bytes in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
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
