/// Which part of a message a symbol holds, where one was too long for a single symbol or was to be spread over several.
///
/// QR codes (ISO/IEC 18004, section 8), Data Matrix (ISO/IEC 16022, 5.6), Aztec (ISO/IEC 24778, 8), MaxiCode (ISO/IEC 16023)
/// and PDF417 (as macro PDF417, ISO/IEC 15438, annex H) have it.
///
///     let part = StructuredAppend(index: 1, count: 3, id: "85")
///     part?.description   // "part 2 of 3"
public struct StructuredAppend: Hashable, Sendable {
    /// The place of this part in the message, counted from 0.
    public let index: Int
    /// How many parts there are; nil where this part does not say.
    public let count: Int?
    /// What the parts of one message have in common; nil where there is nothing. In a QR code the parity of all
    /// bytes, else a name that who printed it chose.
    public let id: String?

    /// Nil where the index is not below the count, or they are beyond what any symbology has.
    public init?(index: Int, count: Int?, id: String? = nil) {
        guard (0..<Self.most).contains(index), count.map({ $0 > index && $0 <= Self.most }) ?? true else { return nil }
        self.index = index
        self.count = count
        self.id = id
    }

    /// PDF417 counts segments with five digits.
    private static let most = 100_000
}

extension StructuredAppend: CustomStringConvertible {
    /// As people count: `part 2 of 3`.
    public var description: String {
        count.map { "part \(index + 1) of \($0)" } ?? "part \(index + 1)"
    }
}
