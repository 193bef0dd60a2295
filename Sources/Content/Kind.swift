/// The kinds of content, by the names that rules and output use.
public enum Kind: String, Hashable, Sendable, CaseIterable {
    case isbn, issn, ismn, japaneseBookRow, japaneseMagazine
    case product, gs1
    case url
    case wifi, contact, event, email, phone, sms, geo, otp, otpExport, fido
    case payment, boardingPass, driverLicense, vin, industrialLabel, railTicket
    case json, text, binary
}

extension Kind {
    /// The place of the kind among all kinds, for tables that have an entry for each.
    package var index: Int { Self.inOrder.firstIndex(of: self) ?? 0 }
    private static let inOrder = allCases
}

/// A set of kinds, as bits.
package struct KindSet: Hashable, Sendable {
    private var bits: UInt64
    private init(bits: UInt64) { self.bits = bits }

    package init(_ kinds: some Sequence<Kind>) {
        bits = kinds.reduce(0) { $0 | Self.bit($1) }
    }

    package static let all = KindSet(Kind.allCases)
    package var mask: UInt64 { bits }
    package var isEmpty: Bool { bits == 0 }
    package var kinds: [Kind] { Kind.allCases.filter(contains) }
    package func contains(_ kind: Kind) -> Bool { bits & Self.bit(kind) != 0 }
    package func intersection(_ other: KindSet) -> KindSet { KindSet(bits: bits & other.bits) }
    package func union(_ other: KindSet) -> KindSet { KindSet(bits: bits | other.bits) }
    private static func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.index) }
}
