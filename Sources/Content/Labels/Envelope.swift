internal import BeelineSymbols

/// The envelope of ISO/IEC 15434: `[)>`, U+001E, and formats, each with its number and data, up to U+001E and U+0004.
/// The end may be missing, and control characters may be written in another notation; `doubts` lists what was read as
/// what.
struct Envelope {
    private(set) var formats: [Format] = []
    private(set) var doubts: [String] = []

    struct Format {
        /// The number of the format, two digits: `06`.
        let number: String
        /// What follows the number and its separator.
        let data: ArraySlice<UInt8>

        /// The parts between separators that are not empty.
        var parts: [ArraySlice<UInt8>] { data.split(separator: Envelope.group) }
    }

    static let group: UInt8 = 0x1D
    private static let record: UInt8 = 0x1E
    private static let end: UInt8 = 0x04
    private static let header = Array("[)>".utf8)

    /// How texts with an envelope begin. `ì` and `í` are the characters 236 and 237 of Data Matrix, which stand for the
    /// header of format 05 and 06, where a decoder leaves them as they are. Some labels have a `>` before the header.
    static let openings = ["[)>", ">[)>", "[)\u{1E}", "[)▲", "\u{EC}", "\u{ED}"]

    /// Data of format 06 without an envelope around them.
    init(bare data: [UInt8], _ doubts: [String]) {
        (formats, self.doubts) = ([Format(number: "06", data: data[...])], doubts)
    }

    init(_ text: String, in symbology: Symbology) throws(Refusal) {
        var bytes = Array(try Refusal.bytes(text, atMost: Self.longest))
        if bytes.first == 0xC3 {
            guard symbology == .dataMatrix, bytes.count > 2 else { throw .otherKind }
            let number = bytes[1] == 0xAC ? "05" : "06"
            bytes = Self.header + [Self.record] + Array(number.utf8) + [Self.group] + bytes.dropFirst(2)
        }
        if bytes.first == UInt8(ascii: ">") {
            bytes.removeFirst()
            doubts.append("a > before the header is not part of it")
        }
        // Some keyboards have no `>` here.
        if bytes.starts(with: Self.header.dropLast()), bytes.count > 2, bytes[2] != Self.header[2] {
            bytes.insert(Self.header[2], at: 2)
        }
        guard bytes.starts(with: Self.header) else { throw .otherKind }
        var body = bytes[Self.header.count...]
        if !body.contains(Self.group) { body = try written(body)[...] }
        if let end = body.firstIndex(of: Self.end) {
            guard body[end...].dropFirst().allSatisfy(\.isASCIIBlank) else {
                throw .malformed("something follows the end of the envelope")
            }
            body = body[..<end]
        }
        while let last = body.last, last.isASCIIBlank { body = body.dropLast() }
        for format in body.split(separator: Self.record) {
            let number = format.prefix(2)
            // The end, as it is typed with a key that is missing.
            if !formats.isEmpty, format.count == 1 { continue }
            guard number.count == 2, number.allSatisfy(\.isASCIIDigit) else {
                throw .malformed("two digits, the number of a format, must follow the header")
            }
            let data = format.dropFirst(2)
            formats.append(
                Format(
                    number: String(decoding: number, as: UTF8.self),
                    data: data.first == Self.group ? data.dropFirst() : data))
        }
        guard !formats.isEmpty else { throw .malformed("no format follows the header") }
    }

    private static let longest = 1 << 14

    /// The rest with the control characters instead of their notations.
    private mutating func written(_ text: ArraySlice<UInt8>) throws(Refusal) -> [UInt8] {
        var forms = Self.forms
        // Keyboards leave the control key out: `^` is U+001E then, and `]` is U+001D.
        let head = text.drop { $0 == UInt8(ascii: "^") || $0 == Self.record }
        if head.prefix(2).allSatisfy(\.isASCIIDigit), head.dropFirst(2).first == UInt8(ascii: "]") {
            forms = Self.keys
        } else if head.starts(with: "RS".utf8) {
            forms = Self.letters
        }
        var bytes: [UInt8] = []
        var shown: [String] = []
        var rest = text
        while let byte = rest.first {
            guard let form = forms.first(where: { $0.begins(rest) }) else {
                bytes.append(byte)
                rest = rest.dropFirst()
                continue
            }
            let name = String(decoding: rest.prefix(form.form.count), as: UTF8.self)
            if form.control == Self.group, !shown.contains(name) { shown.append(name) }
            bytes.append(form.control)
            rest = rest.dropFirst(form.form.count)
        }
        if shown.isEmpty, let (data, sign) = Self.oddlySeparated(text) {
            (bytes, shown) = (data, [sign])
        }
        guard !shown.isEmpty else { throw .malformed("the separator U+001D after the number of the format is missing") }
        doubts.append("\(shown.joined(separator: " and ")) is read as a separator")
        return bytes
    }

    /// The data with separators instead of the sign that follows the number of the format, whatever sign that is.
    private static func oddlySeparated(_ text: ArraySlice<UInt8>) -> ([UInt8], String)? {
        let body = text.drop { !isAlphanumeric($0) }
        guard body.prefix(2).allSatisfy(\.isASCIIDigit), let sign = body.dropFirst(2).first, sign < 0x80,
            !isAlphanumeric(sign)
        else { return nil }
        return (body.map { $0 == sign ? group : $0 }, String(Unicode.Scalar(sign)).debugDescription)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { byte.isASCIIDigit || byte.isASCIILetter }

    private static let letters = [
        ControlNotation(group, "GS"), ControlNotation(record, "RS"), ControlNotation(end, "EOT"),
    ]

    private static let keys = [
        ControlNotation(end, "^D"), ControlNotation(group, "]"), ControlNotation(record, "^"),
    ]

    private static let forms =
        ControlNotation.named(group, "GS") + ControlNotation.named(record, "RS") + ControlNotation.named(end, "EOT")
        + [
            ControlNotation(group, "^]"), ControlNotation(record, "^^"), ControlNotation(end, "^D"),
            ControlNotation(group, "|"), ControlNotation(group, "_1D"), ControlNotation(record, "_1E"),
            ControlNotation(end, "_04"), ControlNotation(group, "↔"), ControlNotation(record, "▲"),
            ControlNotation(end, "♦"),
        ]
}
