/// A set of kinds, small enough to be asked in no time.
public struct KindSet: Hashable, Sendable {
    private var bits: UInt64

    private init(bits: UInt64) { self.bits = bits }

    public init(_ kinds: some Sequence<Kind>) {
        bits = kinds.reduce(0) { $0 | Self.bit($1) }
    }

    public static let all = KindSet(Kind.allCases)

    public var isEmpty: Bool { bits == 0 }

    /// The members, in the order of `Kind`.
    public var kinds: [Kind] { Kind.allCases.filter(contains) }

    public func contains(_ kind: Kind) -> Bool { bits & Self.bit(kind) != 0 }

    public func intersection(_ other: KindSet) -> KindSet { KindSet(bits: bits & other.bits) }

    public func union(_ other: KindSet) -> KindSet { KindSet(bits: bits | other.bits) }

    public var complement: KindSet { KindSet(bits: Self.all.bits & ~bits) }

    private static func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.index) }
}

extension Kind {
    /// The place of the kind among all kinds, for tables that have an entry for each.
    public var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
