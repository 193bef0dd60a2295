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
    private let members: InlineArray<8, Member>
    private let count: Int

    /// Where a member stands; a value without its quotes.
    private struct Member {
        var nameStart: Int32 = 0
        var nameEnd: Int32 = 0
        var valueStart: Int32 = 0
        var valueEnd: Int32 = 0
        var sort = Sort.null
    }

    private enum Sort {
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
        var members = InlineArray<8, Member>(repeating: Member())
        var count = 0
        var scanner = FlatScanner(bytes)
        guard scanner.take(UInt8(ascii: "{")) else { return nil }
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                guard count < members.count, let member = Self.member(&scanner) else { return nil }
                let name = Self.slice(bytes, member.nameStart, member.nameEnd)
                for index in 0..<count
                where Self.isEqual(Self.slice(bytes, members[index].nameStart, members[index].nameEnd), name) {
                    return nil
                }
                members[count] = member
                count += 1
            } while scanner.take(UInt8(ascii: ","))
            guard scanner.take(UInt8(ascii: "}")) else { return nil }
        }
        guard scanner.isAtEnd, scanner.isUTF8 else { return nil }
        self.bytes = bytes
        self.members = members
        self.count = count
    }

    private static func member(_ scanner: inout FlatScanner) -> Member? {
        // A name with escapes may be another's name.
        guard let name = scanner.text(), !name.hasEscapes, scanner.take(UInt8(ascii: ":")) else { return nil }
        var member = Member(nameStart: Int32(name.range.lowerBound), nameEnd: Int32(name.range.upperBound))
        if let text = scanner.text() {
            member.valueStart = Int32(text.range.lowerBound)
            member.valueEnd = Int32(text.range.upperBound)
            member.sort = text.hasEscapes ? .withEscapes : .plain
        } else if scanner.take(literal: "null") {
            member.sort = .null
        } else if scanner.take(literal: "true") || scanner.take(literal: "false") || scanner.takeInteger() {
            member.sort = .other
        } else {
            return nil
        }
        return member
    }

    /// What stands under a name, which is of ASCII.
    package func value(_ name: StaticString) -> Value {
        guard let member = member(name) else { return .absent }
        let text = Self.slice(bytes, member.valueStart, member.valueEnd)
        switch member.sort {
        case .null: return .absent
        case .other: return .other
        case .plain: return .text(String(decoding: text, as: UTF8.self))
        case .withEscapes: return .text(FlatScanner.unescaped(text))
        }
    }

    /// Lends the bytes of a text that has no escapes; nil for all else.
    package func withPlainBytes<Result>(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result?
    {
        guard let member = member(name), member.sort == .plain else { return nil }
        return body(Self.slice(bytes, member.valueStart, member.valueEnd))
    }

    private func member(_ name: StaticString) -> Member? {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for index in 0..<count
        where Self.isEqual(Self.slice(bytes, members[index].nameStart, members[index].nameEnd), wanted) {
            return members[index]
        }
        return nil
    }

    private static func slice(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int32, _ end: Int32
    ) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
    }

    private static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard let left = left.baseAddress, let start = right.baseAddress else { return true }
        return memcmp(left, start, right.count) == 0
    }
}
