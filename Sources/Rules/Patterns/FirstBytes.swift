/// The bytes with which a text may begin: ASCII characters one by one, and all others together.
struct FirstBytes: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var allowsOthers = false
    private var allowsEmptyText = false

    /// No byte at all.
    init() {}

    init(_ scalar: Unicode.Scalar) { insert(scalar) }

    /// All, and no byte as well.
    static let any: FirstBytes = {
        var all = FirstBytes()
        (all.low, all.high, all.allowsOthers, all.allowsEmptyText) = (.max, .max, true, true)
        return all
    }()

    static let digits: FirstBytes = {
        var digits = FirstBytes()
        digits.insert("0"..."9")
        return digits
    }()

    mutating func insert(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case ..<64: low |= 1 << UInt64(scalar.value)
        case ..<128: high |= 1 << UInt64(scalar.value - 64)
        default: allowsOthers = true
        }
    }

    /// - Parameter range: of ASCII.
    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        for value in range.lowerBound.value...range.upperBound.value { Unicode.Scalar(value).map { insert($0) } }
    }

    func allow(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return allowsEmptyText }
        switch first {
        case ..<64: return low & 1 << UInt64(first) != 0
        case ..<128: return high & 1 << UInt64(first - 64) != 0
        default: return allowsOthers
        }
    }
}
