internal import BeelineSymbols

/// Operations on the ASCII characters of a text, for keywords and blanks around a value. Others stay as they are.
extension String {
    /// Whether it is a number of zeros alone, with signs between them, which says that there is none.
    var isZeros: Bool {
        utf8.contains(UInt8(ascii: "0")) && utf8.allSatisfy { "0.,-/ +".utf8.contains($0) }
    }
}

extension String {
    var asciiUppercased: String {
        guard utf8.span.contains(where: { $0 &- 0x61 < 26 }) else { return self }
        return String(decoding: utf8.map(\.asciiUppercased), as: UTF8.self)
    }

    var asciiLowercased: String {
        guard utf8.span.contains(where: \.isASCIICapital) else { return self }
        return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }

    /// Whether it begins with these bytes, in ASCII small letters, in whatever case.
    func begins(with beginning: [UInt8]) -> Bool {
        let bytes = utf8.span
        guard bytes.count >= beginning.count else { return false }
        for place in beginning.indices where bytes[place].asciiLowercased != beginning[place] { return false }
        return true
    }

    /// A part of the text, by bytes from its start.
    func utf8Part(_ start: Int, _ end: Int) -> String {
        utf8.span.extracting(start..<end).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    var trimmed: String {
        guard let first = utf8.first, let last = utf8.last, first.isASCIIBlank || last.isASCIIBlank else { return self }
        return self[...].trimmed
    }

    package var withoutWhitespace: String {
        // In ASCII, as nearly all texts are, a byte is a character; to ask each character takes twenty times as long.
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return filter { !$0.isWhitespace } }
        return String(decoding: utf8.filter { !$0.isASCIIBlank }, as: UTF8.self)
    }

    /// Nil for an empty text, for what says nothing is absent.
    var unlessEmpty: String? { isEmpty ? nil : self }
}

extension Substring {
    /// Without ASCII blanks at both ends.
    var trimmed: String { String(decoding: Array(utf8)[...].withoutBlanks, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
    /// Without ASCII blanks at both ends.
    var withoutBlanks: ArraySlice<UInt8> {
        let start = firstIndex { !$0.isASCIIBlank } ?? endIndex
        return self[start..<(lastIndex { !$0.isASCIIBlank } ?? start - 1) + 1]
    }

    /// Whether it is this word, in ASCII capitals, in whatever case.
    func isWord(_ word: StaticString) -> Bool { count == word.utf8CodeUnitCount && beginsWithWord(word) }

    /// Whether it begins with this word, in ASCII capitals, in whatever case.
    func beginsWithWord(_ word: StaticString) -> Bool {
        guard count >= word.utf8CodeUnitCount else { return false }
        for place in 0..<word.utf8CodeUnitCount
        where self[startIndex + place].asciiUppercased != word.utf8Start[place] { return false }
        return true
    }

    /// What follows a keyword (in ASCII capitals), written in whatever case; nil when the bytes begin otherwise.
    func dropping(keyword: StaticString) -> ArraySlice<UInt8>? {
        beginsWithWord(keyword) ? dropFirst(keyword.utf8CodeUnitCount) : nil
    }

    /// The printable ASCII among the first bytes, for the texts of warnings.
    func printable(_ count: Int) -> String {
        String(decoding: prefix(count).filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    }
}

/// A notation of a control character, `<GS>` or `^]`, as in typing scanners, spreadsheets and the print of labels.
struct ControlNotation {
    let control: UInt8
    /// The notation, in capitals.
    let form: [UInt8]

    init(_ control: UInt8, _ form: String) { (self.control, self.form) = (control, Array(form.utf8)) }

    /// The notations by name, such as `GS`, and number, which have hardly any other meaning.
    static func named(_ control: UInt8, _ name: String) -> [ControlNotation] {
        let hex = (control < 16 ? "0" : "") + String(control, radix: 16, uppercase: true)
        let decimal = String(repeating: "0", count: control < 10 ? 2 : 1) + "\(control)"
        let picture = String(Unicode.Scalar(UInt32(0x2400) + UInt32(control)) ?? "?")
        let forms = [
            "<\(name)>", "{\(name)}", "[\(name)]", picture, "~\(decimal)", "\\X\(hex)", "\\U00\(hex)", "%\(hex)",
            "&#\(control);",
        ]
        return forms.map { ControlNotation(control, $0) }
    }

    /// Whether a text begins with it, in capitals or not.
    func begins(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: form) { $0.asciiUppercased == $1 }
    }
}
