internal import Glibc

/// An object as programs write one for each code: its values are texts, whole numbers, `true`, `false` and `null`.
///
/// It is read in one pass over the bytes, without a tree. Whatever is rare – a list, a broken text, a name twice – is
/// given up, and left to `JSONValue(parsing:)`, which knows all of JSON and says what is wrong. So nil means nothing;
/// but what is accepted here is JSON there too, with the same members.
///
/// The bytes are lent: it must not outlive the buffer that it was made of. Nor is it ever copied, for it is large.
package struct FlatObject: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    // Where the members stand. A list of structures would be copied to look at one of them.
    private let nameStarts: Places
    private let nameLengths: Bytes
    private let valueStarts: Places
    private let valueEnds: Places
    private let sorts: Bytes
    /// How many members it has.
    package let count: Int

    private typealias Places = InlineArray<8, Int32>

    /// A byte for each member, the first one lowest.
    private struct Bytes {
        private(set) var word: UInt64

        subscript(place: Int) -> UInt8 {
            get { UInt8(truncatingIfNeeded: word >> UInt64(place * 8)) }
            set { word = word & ~(0xFF << UInt64(place * 8)) | UInt64(newValue) << UInt64(place * 8) }
        }
    }

    /// Where a member stands; a value without its quotes.
    private struct Member {
        var name: Range<Int>
        var value: Range<Int>
        var sort: Sort
    }

    private enum Sort: UInt8 {
        /// A text whose bytes stand for themselves.
        case plain
        case withEscapes
        case null
        case other
    }

    /// What an object has under a name.
    package enum Value {
        /// Nothing, or null.
        case absent
        case text(String)
        /// No text.
        case other
    }

    /// Nil for what is rare, and for what is no object.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count < Int(Int32.max) else { return nil }
        var nameStarts = Places(repeating: 0)
        var nameLengths = Bytes(word: .max)
        var valueStarts = Places(repeating: 0)
        var valueEnds = Places(repeating: 0)
        var sorts = Bytes(word: 0)
        var count = 0
        var scanner = FlatScanner(bytes)
        guard scanner.take(UInt8(ascii: "{")) else { return nil }
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                guard count < nameStarts.count, let member = Self.member(&scanner),
                    member.name.count < Self.noLength
                else { return nil }
                let name = UnsafeBufferPointer(rebasing: bytes[member.name])
                guard Self.place(of: name, bytes, nameStarts, nameLengths) == nil else { return nil }
                nameStarts[count] = Int32(truncatingIfNeeded: member.name.lowerBound)
                nameLengths[count] = UInt8(truncatingIfNeeded: member.name.count)
                valueStarts[count] = Int32(truncatingIfNeeded: member.value.lowerBound)
                valueEnds[count] = Int32(truncatingIfNeeded: member.value.upperBound)
                sorts[count] = member.sort.rawValue
                count += 1
            } while scanner.take(UInt8(ascii: ","))
            guard scanner.take(UInt8(ascii: "}")) else { return nil }
        }
        guard scanner.isAtEnd, scanner.isUTF8 else { return nil }
        self.bytes = bytes
        self.nameStarts = nameStarts
        self.nameLengths = nameLengths
        self.valueStarts = valueStarts
        self.valueEnds = valueEnds
        self.sorts = sorts
        self.count = count
    }

    private static func member(_ scanner: inout FlatScanner) -> Member? {
        // A name with escapes may be another's name.
        guard let name = scanner.text(), !name.hasEscapes, scanner.take(UInt8(ascii: ":")) else { return nil }
        if let text = scanner.text() {
            return Member(name: name.range, value: text.range, sort: text.hasEscapes ? .withEscapes : .plain)
        }
        if scanner.take(literal: "null") { return Member(name: name.range, value: 0..<0, sort: .null) }
        if scanner.take(literal: "true") || scanner.take(literal: "false") || scanner.takeInteger() {
            return Member(name: name.range, value: 0..<0, sort: .other)
        }
        return nil
    }

    /// Whether nothing stands under a name, which is of ASCII, or null.
    package func isAbsent(_ name: StaticString) -> Bool {
        guard let place = place(of: name) else { return true }
        return sort(at: place) == .null
    }

    /// What stands under a name, which is of ASCII.
    package func value(_ name: StaticString) -> Value {
        guard let place = place(of: name) else { return .absent }
        switch sort(at: place) {
        case .null: return .absent
        case .other: return .other
        case .plain: return .text(String(decoding: value(at: place), as: UTF8.self))
        case .withEscapes: return .text(FlatScanner.unescaped(value(at: place)))
        }
    }

    /// Lends the bytes of a text that has no escapes; nil for all else.
    package func withPlainBytes<Result>(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result?
    {
        guard let place = place(of: name), sort(at: place) == .plain else { return nil }
        return body(value(at: place))
    }

    /// The whole object with another text in place of one that it has; nil where it has none under that name.
    package func replacing(_ name: StaticString, with text: String) -> [UInt8]? {
        guard let place = place(of: name), [.plain, .withEscapes].contains(sort(at: place)) else { return nil }
        var changed = ByteBuffer(capacity: bytes.count + text.utf8.count + 2)
        changed.append(UnsafeBufferPointer(rebasing: bytes[..<Int(valueStarts[place])]))
        var json = JSONWriter(capacity: text.utf8.count + 2)
        json.value(text)
        // The quotes are there already.
        changed.append(json.bytes.dropFirst().dropLast())
        changed.append(UnsafeBufferPointer(rebasing: bytes[Int(valueEnds[place])...]))
        return changed.bytes
    }

    private func value(at place: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(valueStarts[place])..<Int(valueEnds[place])])
    }

    private func sort(at place: Int) -> Sort { Sort(rawValue: sorts[place]) ?? .other }

    private func place(of name: StaticString) -> Int? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return Self.place(of: name, bytes, nameStarts, nameLengths)
    }

    /// What stands for the length of a name where there is none.
    private static let noLength = 0xFF

    /// Compares all lengths at once, so that nearly every other name is passed over without a look at its bytes.
    @inline(__always)
    private static func place(
        of name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ starts: borrowing Places,
        _ lengths: Bytes
    ) -> Int? {
        guard name.count < noLength, let bytes = bytes.baseAddress, let start = name.baseAddress else { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let differences = lengths.word ^ UInt64(name.count) * ones
        // The high bits of the bytes that are zero; above the lowest, of some that are not, which the lengths tell.
        var candidates = (differences &- ones) & ~differences & (0x80 * ones)
        while candidates != 0 {
            let place = candidates.trailingZeroBitCount / 8
            if Int(lengths[place]) == name.count, memcmp(bytes + Int(starts[place]), start, name.count) == 0 {
                return place
            }
            candidates &= candidates &- 1
        }
        return nil
    }
}
