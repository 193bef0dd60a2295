internal import BeelineSymbols

/// The elements of a subfile: three characters of name, and a value up to the next control character.
struct DriverLicenseElements {
    private var values: [String: String] = [:]

    /// - Parameter bytes: the subfile from its first element on; what stands behind it is left out.
    init(_ bytes: ArraySlice<UInt8>) {
        for line in bytes.split(whereSeparator: { $0 < 0x20 }) {
            // The subfiles of a jurisdiction begin with Z.
            if line.first == UInt8(ascii: "Z") { break }
            guard line.count > 3, line.first == UInt8(ascii: "D") else { continue }
            let name = String(decoding: line.prefix(3), as: UTF8.self)
            // The first one counts: an identity card may follow a licence.
            if values[name] == nil { values[name] = String(decoding: line.dropFirst(3).withoutBlanks, as: UTF8.self) }
        }
    }

    /// The value of an element; nil when it is absent, empty, or says that there is none.
    subscript(name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return ["NONE", "UNAVL", "UNAVAIL", "N/A"].contains(value.uppercased()) ? nil : value
    }

    /// Two elements that are lines of one thing, with a comma between them; nil when the first is absent.
    func lines(_ first: String, _ second: String) -> String? {
        self[first].map { line in self[second].map { "\(line), \($0)" } ?? line }
    }

    /// A date; nil when there is none, or no such day.
    ///
    /// The USA write month, day, year, Canada and version 1 year, month, day. A year begins with 18…21 and a month never
    /// does, so that there is nothing to guess.
    func date(_ name: String) -> CalendarDate? {
        guard let text = self[name], text.utf8.count == 8, let digits = Digits.parse(text.utf8)?.value else {
            return nil
        }
        let number = Int(digits)
        return Self.date(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            ?? Self.date(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
    }

    private static func date(year: Int, month: Int, day: Int) -> CalendarDate? {
        (1800..<2200).contains(year) ? CalendarDate(year: year, month: month, day: day) : nil
    }
}
