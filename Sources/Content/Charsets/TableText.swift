package import BeelineSymbols

/// The text of a list in a file, in UTF-8. What spreadsheets save in another character set, and a sheet of an Excel
/// workbook, is converted.
///
///     let text = try TableText(bytes)
///     text.remark   // "it is not UTF-8, and was read as Windows-1252: line 2 'Bücher'"
package struct TableText: Hashable, Sendable {
    /// In UTF-8. The lines are those of the file.
    package let bytes: [UInt8]
    /// How it was read, for people, where it is not UTF-8.
    package let remark: String?
    /// What is between the cells, where that is known.
    package let separator: UInt8?

    package enum Problem: Error, Hashable, Sendable {
        /// A file that is not read as a list; with the name of its form.
        case workbook(String)
        case damagedWorkbook
        /// A workbook of more than 256 MiB.
        case tooLarge
        /// There is no such sheet; with those that there are, none where it is not a workbook.
        case noSheet(String, sheets: [String])
        /// Neither UTF-8 nor a text in a character set that can be recognised; with the first such line.
        case charset(line: Int)

        package var line: Int? { if case .charset(let line) = self { line } else { nil } }

        package var message: String {
            switch self {
            case .workbook(let form): "\(form), not a list; \(Problem.advice)"
            case .damagedWorkbook: "an Excel workbook that is damaged; save it again, or \(Problem.advice)"
            case .tooLarge: "a workbook of more than 256 MiB; \(Problem.advice)"
            case .noSheet(let name, let sheets):
                sheets.isEmpty
                    ? "not a workbook, and without a sheet '\(Problem.shown(name))'"
                    : "there is no sheet '\(Problem.shown(name))'; the sheets are "
                        + sheets.map { "'\(Problem.shown($0))'" }.listed(most: 20)
            case .charset: "not UTF-8, and in no character set that is recognised; \(Problem.advice)"
            }
        }

        private static let advice = "save it as 'CSV UTF-8' in the spreadsheet"

        fileprivate static func shown(_ name: String) -> String { name.shortened(to: 40).withHiddenSpelledOut }
    }

    /// - Parameters:
    ///   - charset: what it is read as if it is not Unicode. Default: a guess.
    ///   - sheet: the sheet of a workbook. Default: the first one.
    package init(_ bytes: [UInt8], charset: Conversion.Charset? = nil, sheet: String? = nil) throws(Problem) {
        if bytes.starts(with: Self.zip) {
            (self.bytes, remark) = try Self.sheet(sheet, of: bytes)
            separator = UInt8(ascii: ",")
            return
        }
        if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            throw .workbook("an Excel workbook (.xls, or one with a password)")
        }
        if let sheet { throw .noSheet(sheet, sheets: []) }
        separator = nil
        if let units = Self.units(bytes) {
            guard let text = String(validating: units, as: UTF16.self) else { throw .charset(line: 1) }
            // A byte was lost, or a program has added one to bytes that it took for another text.
            let isCut = !bytes.count.isMultiple(of: 2)
            let rest =
                isCut ? "; its last byte is half a character and was left out: see whether the file is whole" : ""
            (self.bytes, remark) = (Array(text.utf8), "it is UTF-16, and was converted\(rest)")
            return
        }
        guard let wrong = Self.firstWrong(bytes) else {
            (self.bytes, remark) = (bytes, nil)
            return
        }
        let line = 1 + bytes[..<wrong].count { $0 == UInt8(ascii: "\n") }
        guard !bytes.contains(0), let guess = charset ?? Self.guess(bytes),
            let text = Self.converted(bytes, guess) ?? Self.converted(bytes, charset ?? .windowsWestern)
        else { throw .charset(line: line) }
        self.bytes = text
        let sample = String(decoding: Self.line(line, of: text).prefix(240), as: UTF8.self)
        remark =
            charset == nil
            ? "it is not UTF-8, and was read as \(guess.name): line \(line) '\(Self.word(of: sample))'" : nil
    }

    private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// A sheet of a workbook as CSV, and a remark where there are others.
    private static func sheet(_ name: String?, of bytes: [UInt8]) throws(Problem) -> ([UInt8], String?) {
        do throws(Workbook.Problem) {
            var book = try Workbook(bytes)
            let csv = try book.csv(sheet: name)
            guard name == nil, book.sheets.count > 1 else { return (csv, nil) }
            let names = book.sheets.map { "'\(Problem.shown($0.name))'" }.listed(most: 20)
            return (csv, "the first of its sheets was read: \(names)")
        } catch {
            switch error {
            case .otherForm(let form): throw .workbook(form)
            case .damaged: throw .damagedWorkbook
            case .tooLarge: throw .tooLarge
            case .noSheet(let name, let sheets): throw .noSheet(name, sheets: sheets)
            }
        }
    }

    /// The units of UTF-16, by its mark or by the zeros of a text that begins with letters of ASCII.
    private static func units(_ bytes: [UInt8]) -> [UInt16]? {
        guard bytes.count >= 2 else { return nil }
        let isLittle: Bool
        var start = 2
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): isLittle = true
        case (0xFE, 0xFF): isLittle = false
        default:
            guard bytes.count >= 4, (bytes[0] == 0) != (bytes[1] == 0), (bytes[0] == 0) == (bytes[2] == 0),
                (bytes[1] == 0) == (bytes[3] == 0)
            else { return nil }
            (isLittle, start) = (bytes[1] == 0, 0)
        }
        return stride(from: start, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
    }

    private static func firstWrong(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// So many bytes of lines with letters beyond ASCII show a character set.
    private static let longestSample = 16 << 10

    /// The likeliest character set; nil where most lines are UTF-8, and some damaged.
    private static func guess(_ bytes: [UInt8]) -> Conversion.Charset? {
        var sample: [UInt8] = []
        var (unicode, others) = (0, 0)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 >= 0x80 }) {
            guard firstWrong(Array(line)) != nil else {
                unicode += 1
                continue
            }
            others += 1
            sample += line + [UInt8(ascii: "\n")]
            if sample.count >= longestSample { break }
        }
        guard unicode < others else { return nil }
        let hint = CharacterSets.guess(sample)?.charset
        let name = CharsetGuess(sample, hint: hint)?.charset ?? hint
        // Windows-1252 has all letters of ISO 8859-1, and more of them beyond the sample.
        return name == Conversion.Charset.latin1.name ? .windowsWestern : name.flatMap(Conversion.Charset.init(name:))
    }

    /// In pieces, so that the memory for them does not grow with the text.
    private static func converted(_ bytes: [UInt8], _ charset: Conversion.Charset) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        var start = 0
        while start < bytes.count {
            let end = bytes[min(start + 1 << 20, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            guard let piece = Conversion.text(Array(bytes[start..<end]), from: charset) else { return nil }
            result += piece.utf8
            start = end
            if start < bytes.count {
                result.append(bytes[start])
                start += 1
            }
        }
        return result
    }

    private static func line(_ number: Int, of text: [UInt8]) -> ArraySlice<UInt8> {
        var rest = text[...]
        for _ in 1..<number { rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
        return rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    }

    /// The first word with a letter beyond ASCII.
    private static func word(of line: String) -> String {
        let words = line.split { " ,;|\t\"".contains($0) }
        return String(words.first { !$0.utf8.allSatisfy { $0 < 0x80 } } ?? words.first ?? "").shortened(to: 24)
    }
}
