/// A symbology identifier of ISO/IEC 15424: `]`, a letter for the symbology, a modifier.
///
///     AIMIdentifier("]C1")?.isGS1   // true: Code 128 that begins with FNC1
public struct AIMIdentifier: Hashable, Sendable {
    private let code: UInt8
    private let modifier: UInt8

    /// Nil unless the text is `]`, a letter, and a digit or letter.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "]"),
            bytes[1].isASCIILetter, bytes[2].isASCIILetter || bytes[2].isASCIIDigit
        else { return nil }
        (code, modifier) = (bytes[1], bytes[2])
    }

    /// The letter that tells the symbology.
    public var letter: Unicode.Scalar { Unicode.Scalar(code) }

    /// Whether the data are GS1 element strings (GS1 General Specifications, section 7.8).
    public var isGS1: Bool {
        switch (Unicode.Scalar(code), Unicode.Scalar(modifier)) {
        case ("C", "1"), ("e", "0"), ("d", "2"), ("Q", "3"), ("J", "1"), ("z", "1"): true
        default: false
        }
    }
}

extension AIMIdentifier: CustomStringConvertible {
    /// The three characters.
    public var description: String {
        String(unsafeUninitializedCapacity: 3) { buffer in
            (buffer[0], buffer[1], buffer[2]) = (UInt8(ascii: "]"), code, modifier)
            return 3
        }
    }
}

extension AIMIdentifier: ExpressibleByStringLiteral {
    /// - Precondition: the literal is an identifier.
    public init(stringLiteral text: String) {
        guard let identifier = AIMIdentifier(text) else {
            preconditionFailure("\(text) is no AIM identifier")
        }
        self = identifier
    }
}
