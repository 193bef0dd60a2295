/// Reads the little of CBOR (RFC 8949) that CTAP messages use: definite lengths, no tags, no floating-point numbers.
struct CBORReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// A value; of arrays and maps only that they are there.
    enum Value: Hashable {
        case integer(Int64)
        case bytes([UInt8])
        case text(String)
        case boolean(Bool)
        case other
    }

    /// The number of pairs of the map that begins here; nil when none does.
    mutating func mapCount() -> Int? {
        guard let (major, argument) = head(), major == 5 else { return nil }
        return Int(exactly: argument)
    }

    /// The value that begins here; nil when it is malformed, or nested deeper than `depth`.
    mutating func value(depth: Int = 4) -> Value? {
        guard let (major, argument) = head() else { return nil }
        switch major {
        case 0: return Int64(exactly: argument).map(Value.integer)
        case 1: return Int64(exactly: argument).map { .integer(-1 - $0) }
        case 2: return string(argument).map { .bytes(Array($0)) }
        case 3: return string(argument).flatMap { String(validating: $0, as: UTF8.self) }.map(Value.text)
        case 4, 5:
            // Each element takes a byte at least, so the count is bounded by what is there.
            let (count, isOverflow) = argument.multipliedReportingOverflow(by: major == 4 ? 1 : 2)
            guard depth > 0, !isOverflow, count <= UInt64(rest.count) else { return nil }
            for _ in 0..<count { guard value(depth: depth - 1) != nil else { return nil } }
            return .other
        case 7:
            switch argument {
            case 20: return .boolean(false)
            case 21: return .boolean(true)
            case 22, 23: return .other
            default: return nil
            }
        default: return nil
        }
    }

    /// The major type and the argument behind it (section 3).
    private mutating func head() -> (major: UInt8, argument: UInt64)? {
        guard let first = rest.popFirst() else { return nil }
        let (major, short) = (first >> 5, first & 31)
        if short < 24 { return (major, UInt64(short)) }
        // Simple values and floating-point numbers of more bytes are not used.
        guard short < 28, major != 7, rest.count >= 1 << (short - 24) else { return nil }
        let argument = rest.prefix(1 << (short - 24)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(1 << (short - 24))
        return (major, argument)
    }

    private mutating func string(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
