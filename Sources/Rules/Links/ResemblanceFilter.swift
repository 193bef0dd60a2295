/// Tells in about a microsecond that a host resembles none of the trusted ones, which is so for nearly every host.
///
/// It only saves time: `TrustedHosts.resemblance` finds the same without it. It knows a hash of each skeleton that the
/// comparisons look up, and sees whether any skeleton that they would make of a host has such a hash.
struct ResemblanceFilter: Sendable {
    /// A bit for each hash, by its upper bits. At most one of 64 is set, so that hardly any host passes by chance.
    private var bits: [UInt64]
    private let shift: UInt64
    private let starts: [[Unicode.Scalar]]
    private let ends: [[Unicode.Scalar]]
    private let leastLength: Int

    /// Longer names are compared without it.
    private static let longest = 255

    /// - Parameters:
    ///   - skeletons: all that the comparisons look up.
    ///   - affixes: what may stand before or behind a name.
    ///   - leastLength: shorter names are looked up only as whole labels.
    init(_ skeletons: some Collection<Skeleton>, affixes: [Skeleton], leastLength: Int) {
        var width: UInt64 = 12
        while 1 << width < skeletons.count * 64 { width += 1 }
        bits = [UInt64](repeating: 0, count: 1 << Int(width - 6))
        shift = 64 - width
        starts = affixes.map(\.letters)
        ends = affixes.map(\.letters)
        self.leastLength = leastLength
        for skeleton in skeletons {
            let place = Self.place(skeleton.letters.reduce(0) { Self.next($0, $1) }, shift)
            bits[place / 64] |= 1 << UInt64(place % 64)
        }
    }

    /// False where no label of a name, nor a part of one, can have a skeleton that is known.
    ///
    /// - Parameter name: labels in ASCII with dots between them: a host without the suffix of its registry.
    func mayKnow(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count <= Self.longest else { return true }
        return withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: name.count * 2) { room in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: name.count + 1) { sums in
                let joined = UnsafeMutableBufferPointer(rebasing: room[name.count...])
                var joinedCount = 0
                var labelCount = 0
                var start = 0
                while start <= name.count {
                    var end = start
                    while end < name.count, name[end] != UInt8(ascii: ".") { end += 1 }
                    let count = Skeleton.fold(UnsafeBufferPointer(rebasing: name[start..<end]), into: room)
                    let label = UnsafeBufferPointer(rebasing: room[..<count])
                    for letter in label where letter != "-" {
                        joined[joinedCount] = letter
                        joinedCount += 1
                    }
                    labelCount += 1
                    if mayKnow(label: label, sums) { return true }
                    start = end + 1
                }
                // What one label makes without its hyphens was looked at, unless it has some.
                return mayKnow(run: UnsafeBufferPointer(rebasing: joined[..<joinedCount]), sums)
            }
        }
    }

    private func mayKnow(
        label: UnsafeBufferPointer<Unicode.Scalar>, _ sums: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        // Whole, and with what stands around a name taken away.
        if mayKnow(run: label, sums) { return true }
        let count = label.count
        // Without one of its letters.
        let whole = sums[count]
        for index in 0..<count {
            let rest = whole &- sums[index + 1] &* Self.powers[count - index - 1]
            if has(sums[index] &* Self.powers[count - index - 1] &+ rest) { return true }
        }
        // Words between hyphens.
        var start = 0
        for end in 0...count where end == count || label[end] == "-" {
            if end - start >= leastLength, has(Self.hash(sums, start, end)) { return true }
            start = end + 1
        }
        return false
    }

    private func mayKnow(
        run letters: UnsafeBufferPointer<Unicode.Scalar>, _ sums: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        let count = letters.count
        sums[0] = 0
        for index in 0..<count { sums[index + 1] = Self.next(sums[index], letters[index]) }
        if has(sums[count]) { return true }
        for affix in starts where count - affix.count >= leastLength && letters[0] == affix[0] {
            if letters.starts(with: affix), has(Self.hash(sums, affix.count, count)) { return true }
        }
        for affix in ends
        where count - affix.count >= leastLength && letters[count - 1] == affix[affix.count - 1] {
            if letters[(count - affix.count)...].elementsEqual(affix), has(sums[count - affix.count]) { return true }
        }
        return false
    }

    private func has(_ hash: UInt64) -> Bool {
        let place = Self.place(hash, shift)
        return bits[place / 64] & 1 << UInt64(place % 64) != 0
    }

    /// The hash of a part, from the sums until its ends.
    private static func hash(_ sums: UnsafeMutableBufferPointer<UInt64>, _ start: Int, _ end: Int) -> UInt64 {
        sums[end] &- sums[start] &* powers[end - start]
    }

    private static func next(_ sum: UInt64, _ letter: Unicode.Scalar) -> UInt64 {
        sum &* base &+ UInt64(letter.value) &+ 1
    }

    private static func place(_ hash: UInt64, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9 >> shift)
    }

    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let powers: [UInt64] = (0..<longest).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) &* base)
    }
}
