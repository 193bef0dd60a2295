internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// A sheet of an Excel workbook (ECMA-376, SpreadsheetML) as CSV: numbers in full, dates as 2026-12-24.
///
///     let sheet = try Workbook(bytes).csv(sheet: "Bestand")
struct Workbook {
    private let archive: ZipArchive
    /// The sheets that are shown, in their order, each with the path of its file.
    private(set) var sheets: [(name: String, path: String)] = []
    private var countsFrom1904 = false
    private var strings: [Range<Int>] = []
    private var stringBytes: [UInt8] = []
    private var styles: [NumberStyle] = []

    enum Problem: Error, Hashable {
        /// It is not such a workbook; with what it is.
        case otherForm(String)
        case damaged
        /// More than 256 MiB.
        case tooLarge
        case noSheet(String, sheets: [String])
    }

    /// The most bytes of a part of it, and of the text.
    private static let longest = 256 << 20
    private static let mostColumns = 16_384
    private static let mostRows = 1_048_576

    init(_ bytes: [UInt8]) throws(Problem) {
        do throws(ZipArchive.Problem) {
            archive = try ZipArchive(bytes)
        } catch {
            throw Self.problem(error)
        }
        guard archive.contains("xl/workbook.xml") else {
            let isBinary = archive.contains("xl/workbook.bin")
            throw .otherForm(
                archive.contains("content.xml")
                    ? "an OpenDocument workbook (.ods)" : isBinary ? "an Excel workbook (.xlsb)" : "a ZIP archive")
        }
        try readSheets()
    }

    private static func problem(_ problem: ZipArchive.Problem) -> Problem {
        switch problem {
        case .damaged, .unsupported, .noLibrary: .damaged
        case .tooLarge: .tooLarge
        }
    }

    private func part(_ path: String) throws(Problem) -> [UInt8]? {
        do throws(ZipArchive.Problem) { return try archive.file(path, atMost: Self.longest) } catch {
            throw Self.problem(error)
        }
    }

    private mutating func readSheets() throws(Problem) {
        var targets: [String: String] = [:]
        var named: [(name: String, id: String)] = []
        var countsFrom1904 = false
        guard let book = try part("xl/workbook.xml"), let relations = try part("xl/_rels/workbook.xml.rels") else {
            throw .damaged
        }
        let isRelated = XMLElements(begin: { name, values in
            if name == "Relationship", let id = values["Id"], let target = values["Target"] { targets[id] = target }
            return true
        }).read(relations)
        let isRead = XMLElements(begin: { name, values in
            if name == "workbookPr" { countsFrom1904 = values["date1904"].map { $0 == "1" || $0 == "true" } ?? false }
            if name == "sheet", values["state"] ?? "visible" == "visible", let name = values["name"],
                let id = values["id"]
            {
                named.append((name, id))
            }
            return named.count <= 10_000
        }).read(book)
        guard isRelated, isRead else { throw .damaged }
        self.countsFrom1904 = countsFrom1904
        sheets = named.compactMap { sheet in
            targets[sheet.id].map { (sheet.name, $0.hasPrefix("/") ? String($0.dropFirst()) : "xl/" + $0) }
        }
        guard !sheets.isEmpty else { throw .damaged }
    }

    /// The rows of a sheet, with commas between cells; a row of the sheet without cells is an empty line.
    ///
    /// - Parameter name: nil: the first sheet.
    mutating func csv(sheet name: String?) throws(Problem) -> [UInt8] {
        guard let sheet = name.map({ name in sheets.first { $0.name == name } }) ?? sheets.first else {
            throw .noSheet(name ?? "", sheets: sheets.map(\.name))
        }
        guard let part = try part(sheet.path) else { throw .damaged }
        try readStrings()
        try readStyles()
        let reader = SheetReader(self)
        guard reader.read(part) else { throw reader.isTooLarge ? .tooLarge : .damaged }
        return reader.csv
    }

    /// The texts that cells refer to; pronunciations in East Asian texts are not part of them.
    private mutating func readStrings() throws(Problem) {
        guard let part = try part("xl/sharedStrings.xml") else { return }
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        var (start, isText, isSound) = (0, false, false)
        let isRead = XMLElements(
            begin: { name, _ in
                if name == "si" { start = bytes.count }
                if name == "rPh" { isSound = true }
                isText = name == "t" && !isSound
                return true
            },
            text: { text in
                if isText { bytes += text }
                return true
            },
            end: { name in
                isText = false
                if name == "rPh" { isSound = false }
                if name == "si" { ranges.append(start..<bytes.count) }
                return true
            }
        ).read(part)
        guard isRead else { throw .damaged }
        (strings, stringBytes) = (ranges, bytes)
    }

    private mutating func readStyles() throws(Problem) {
        guard let part = try part("xl/styles.xml") else { return }
        var formats: [String: String] = [:]
        var styles: [NumberStyle] = []
        var isInCells = false
        let isRead = XMLElements(
            begin: { name, values in
                switch name {
                case "numFmt": if let id = values["numFmtId"] { formats[id] = values["formatCode"] }
                case "cellXfs": isInCells = true
                case "xf" where isInCells:
                    let id = values["numFmtId"] ?? "0"
                    styles.append(NumberStyle(id: Int(id) ?? 0, code: formats[id]))
                default: break
                }
                return styles.count <= 100_000
            },
            end: { name in
                if name == "cellXfs" { isInCells = false }
                return true
            }
        ).read(part)
        guard isRead else { throw .damaged }
        self.styles = styles
    }

    /// How the number of a cell is shown, as far as it changes what the number is.
    private enum NumberStyle {
        case plain
        case date
        /// With zeros in front, up to so many digits.
        case padded(Int)

        init(id: Int, code: String?) {
            guard let code else {
                self = [14, 15, 16, 17, 22].contains(id) ? .date : .plain
                return
            }
            let isZeros = !code.isEmpty && code.utf8.count <= 40 && code.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
            self = isZeros ? .padded(code.utf8.count) : Self.isDate(code) ? .date : .plain
        }

        /// Whether a format has a day or a year, outside of quotes, brackets and escapes.
        private static func isDate(_ code: String) -> Bool {
            var close: UInt8?
            var isEscaped = false
            for byte in code.utf8 {
                if isEscaped {
                    isEscaped = false
                } else if let end = close {
                    if byte == end { close = nil }
                } else {
                    switch byte {
                    case UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "*"): isEscaped = true
                    case UInt8(ascii: "\""): close = byte
                    case UInt8(ascii: "["): close = UInt8(ascii: "]")
                    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "y"), UInt8(ascii: "Y"): return true
                    default: break
                    }
                }
            }
            return false
        }
    }

    fileprivate func string(_ index: Int) -> ArraySlice<UInt8>? {
        strings.indices.contains(index) ? stringBytes[strings[index]] : nil
    }

    /// A number as people write it: all digits of a whole one, and no more decimals than Excel keeps.
    fileprivate func number(_ text: String, style: Int) -> String {
        guard let value = Double(text), value.isFinite else { return text }
        let style = styles.indices.contains(style) ? styles[style] : .plain
        if case .date = style, let date = date(value) { return date }
        guard value == value.rounded(), value.magnitude < 1e15 else {
            return withVaList([value]) { arguments in
                var buffer = [CChar](repeating: 0, count: 40)
                vsnprintf(&buffer, buffer.count, "%.15g", arguments)
                return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }
        let digits = String(Int64(value))
        guard case .padded(let count) = style, value >= 0 else { return digits }
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// The day of a serial number, and the time of day where it has one.
    private func date(_ serial: Double) -> String? {
        guard (0..<2_958_466).contains(serial) else { return nil }
        let minutes = Int((serial * 1_440).rounded())
        // Excel has a 29 February 1900, which never was.
        let day = minutes / 1_440 + (countsFrom1904 ? 1_462 : minutes / 1_440 < 60 ? 1 : 0)
        let date = CalendarDate(year: 1900, dayOfYear: 1).adding(days: day - 2)
        let time = minutes % 1_440
        guard time > 0 else { return date.description }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date)T\(two(time / 60)):\(two(time % 60))"
    }

    /// Follows the cells of a sheet, and writes them as CSV.
    private final class SheetReader {
        private let book: Workbook
        private(set) var csv: [UInt8] = []
        private(set) var isTooLarge = false
        private var row = 0
        private var column = 0
        private var cell = (type: "", style: 0)
        private var value: [UInt8] = []
        private var isValue = false
        /// The last cell of the row so far that has a value, and of the first row that has any.
        private var written = 0
        private var width = 0

        init(_ book: Workbook) { self.book = book }

        func read(_ part: [UInt8]) -> Bool {
            XMLElements(begin: begin, text: add, end: end).read(part)
        }

        private func begin(_ name: String, _ values: [String: String]) -> Bool {
            switch name {
            case "row":
                let number = values["r"].flatMap(Int.init) ?? row + 1
                guard number > row, number <= Workbook.mostRows else { return false }
                csv += Array(repeating: UInt8(ascii: "\n"), count: number - row - 1)
                (row, column, written) = (number, 0, 0)
            case "c":
                guard let next = values["r"].map(Self.column) ?? column + 1 else { return false }
                column = next
                guard column > written, column <= Workbook.mostColumns else { return false }
                cell = (values["t"] ?? "n", values["s"].flatMap(Int.init) ?? 0)
                value.removeAll(keepingCapacity: true)
            case "v", "t": isValue = true
            case "rPh": isValue = false
            default: break
            }
            return true
        }

        private func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            if isValue { value += text }
            return value.count <= 1 << 20
        }

        private func end(_ name: String) -> Bool {
            switch name {
            case "v", "t": isValue = false
            case "c": return endCell()
            case "row":
                if width == 0 { width = written }
                // Cells without a value are not in the file.
                if written > 0 { csv += Array(repeating: UInt8(ascii: ","), count: max(0, width - written)) }
                csv.append(UInt8(ascii: "\n"))
            default: break
            }
            isTooLarge = csv.count > Workbook.longest
            return !isTooLarge
        }

        private func endCell() -> Bool {
            let text: [UInt8]
            switch cell.type {
            case "s":
                guard let index = Digits.parse(value), let string = book.string(Int(index.value)) else {
                    return value.isEmpty
                }
                text = Array(string)
            case "b": text = Array((value == [UInt8(ascii: "1")] ? "TRUE" : "FALSE").utf8)
            case "n": text = Array(book.number(String(decoding: value, as: UTF8.self), style: cell.style).utf8)
            default: text = value
            }
            guard !text.isEmpty else { return true }
            csv += Array(repeating: UInt8(ascii: ","), count: column - max(written, 1))
            csv.append(UInt8(ascii: "\""))
            for byte in text {
                if byte == UInt8(ascii: "\"") { csv.append(byte) }
                csv.append(byte)
            }
            csv.append(UInt8(ascii: "\""))
            written = column
            isTooLarge = csv.count > Workbook.longest
            return !isTooLarge
        }

        /// The number of a column in the name of a cell: 28 of `AB12`.
        private static func column(_ name: String) -> Int? {
            var number = 0
            for byte in name.utf8 {
                guard byte.isASCIILetter else { break }
                number = number * 26 + Int(byte & 0x1F)
                guard number <= Workbook.mostColumns else { return nil }
            }
            return number > 0 ? number : nil
        }
    }
}
