/// A set of kinds, small enough to be asked in no time.
public struct KindSet: Hashable, Sendable {
    private var bits: UInt64

    private init(bits: UInt64) { self.bits = bits }

    public init(_ kinds: some Sequence<Kind>) {
        bits = kinds.reduce(0) { $0 | Self.bit($1) }
    }

    public static let all = KindSet(Kind.allCases)

    /// A bit for each kind, at the place of its `index`.
    public var mask: UInt64 { bits }

    public var isEmpty: Bool { bits == 0 }

    /// The members, in the order of `Kind`.
    public var kinds: [Kind] { Kind.allCases.filter(contains) }

    public func contains(_ kind: Kind) -> Bool { bits & Self.bit(kind) != 0 }

    public func intersection(_ other: KindSet) -> KindSet { KindSet(bits: bits & other.bits) }

    public func union(_ other: KindSet) -> KindSet { KindSet(bits: bits | other.bits) }

    private static func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.index) }
}

extension Kind {
    /// The place of the kind among all kinds, for tables that have an entry for each.
    ///
    /// ScannedText out, because every code asks for it, and the compiler makes no more of it than reading a byte.
    public var index: Int {
        switch self {
        case .isbn: 0
        case .issn: 1
        case .ismn: 2
        case .japaneseBookRow: 3
        case .japaneseMagazine: 4
        case .product: 5
        case .gs1: 6
        case .url: 7
        case .wifi: 8
        case .contact: 9
        case .event: 10
        case .email: 11
        case .phone: 12
        case .sms: 13
        case .geo: 14
        case .otp: 15
        case .fido: 16
        case .payment: 17
        case .boardingPass: 18
        case .driverLicense: 19
        case .vin: 20
        case .json: 21
        case .text: 22
        case .binary: 23
        }
    }
}
