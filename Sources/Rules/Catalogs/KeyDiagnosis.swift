internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Finds keys of an imported list that no code will match, and a first line that is a row.
///
///     diagnosis.remarks   // ["1 of 3 keys is in scientific notation, …"]
package struct KeyDiagnosis: Sendable {
    /// Why a key looks wrong, in the order of the report.
    fileprivate enum Flaw: Int, CaseIterable {
        case scientific, notOfForm, blanks, hyphens, tenDigits, lostZero, checkDigit
    }

    private let form: CatalogKeyForm
    private var total = 0
    /// The number of keys that are valid article numbers.
    private var right = 0
    private var counts = Array(repeating: 0, count: Flaw.allCases.count)
    private var samples = Array(repeating: [(line: Int, text: String)](), count: Flaw.allCases.count)

    /// The cell of the first line in the key column, and the first of the keys below it.
    private var header: (line: Int, cell: [UInt8])?
    private var firstKeys: [[UInt8]] = []

    private static let mostSamples = 3

    package init(_ form: CatalogKeyForm) { self.form = form }

    /// - Parameter row: the first line.
    mutating func setHeader(_ row: CSVRow, _ format: CSVFormat) {
        // Who names a column has seen the names.
        guard format.key == nil, format.columns == nil, row.count > 0 else { return }
        header = (row.line, Array(row[0]))
    }

    /// A sentence about the first line, where it has a key instead of a name.
    package var headerRemark: String? {
        guard let header, ListHeader.isKey(header.cell, above: firstKeys) else { return nil }
        let cell = CatalogError.shown(String(decoding: header.cell, as: UTF8.self))
        return "line \(header.line) looks like a row, not like names: \(cell); write the names of the columns above it"
    }

    mutating func add(_ key: ArraySlice<UInt8>, line: Int) {
        total += 1
        if firstKeys.count < Self.mostSamples { firstKeys.append(Array(key)) }
        if let (value, count) = Digits.parse(key) {
            let isChecked = count <= 14 && CatalogKeyForm.isGTIN(value)
            let isLength = count == 8 || (12...14).contains(count)
            switch form {
            case .text where isLength: isChecked ? right += 1 : note(.checkDigit, key, line)
            case .text where count == 10 && Self.isISBN(key): note(.tenDigits, key, line)
            case .text: if isChecked, (6...11).contains(count) { note(.lostZero, key, line) }
            case .gtin: isChecked ? right += 1 : note(isLength ? .checkDigit : .notOfForm, key, line)
            case .isbn: Self.isISBN(key) ? right += 1 : note(.notOfForm, key, line)
            }
            return
        }
        if ListHeader.isScientific(key) { return note(.scientific, key, line) }
        let isBlank = { (byte: UInt8?) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        switch form {
        case .text(let steps):
            if isBlank(key.first) || isBlank(key.last) {
                if !steps.trims { note(.blanks, key, line) }
            } else if key.count <= 24, key.first?.isASCIIDigit ?? false, Self.isISBN(key) {
                note(key.count == 10 ? .tenDigits : .hyphens, key, line)
            }
        case .isbn, .gtin:
            form.number(String(decoding: key, as: UTF8.self)) == nil ? note(.notOfForm, key, line) : (right += 1)
        }
    }

    private mutating func note(_ flaw: Flaw, _ key: ArraySlice<UInt8>, _ line: Int) {
        counts[flaw.rawValue] += 1
        guard samples[flaw.rawValue].count < Self.mostSamples else { return }
        samples[flaw.rawValue].append((line, String(decoding: key, as: UTF8.self)))
    }

    private static func isISBN(_ key: ArraySlice<UInt8>) -> Bool {
        CatalogKeyForm.isbn.number(String(decoding: key, as: UTF8.self)) != nil
    }

    /// Whether most keys are article numbers, so that one that is nearly valid is likely wrong.
    private var isOfArticles: Bool {
        let near = [Flaw.hyphens, .tenDigits, .lostZero].reduce(0) { $0 + counts[$1.rawValue] }
        return (right + near) * 2 >= total - counts[Flaw.scientific.rawValue]
    }

    /// A sentence for each kind of flaw, with the first lines that have it; empty if there is none.
    package var remarks: [String] {
        [headerRemark].compactMap(\.self)
            + Flaw.allCases.compactMap { flaw in
                let count = counts[flaw.rawValue]
                guard count > 0, flaw.isCertain || form != .exact || isOfArticles else { return nil }
                let lines = samples[flaw.rawValue].map { "line \($0.line) \(CatalogError.shown($0.text))" }
                let more = count > lines.count ? ", …" : ""
                let subject = "\(count) of \(total) key\(total == 1 ? "" : "s") \(count == 1 ? "is" : "are")"
                return "\(subject) \(flaw.title(form)): \(lines.joined(separator: ", "))\(more)"
            }
    }
}

extension KeyDiagnosis.Flaw {
    /// Whether it is a flaw regardless of the other keys.
    fileprivate var isCertain: Bool {
        switch self {
        case .scientific, .notOfForm, .blanks, .hyphens: true
        case .tenDigits, .lostZero, .checkDigit: false
        }
    }

    fileprivate func title(_ form: CatalogKeyForm) -> String {
        switch self {
        case .scientific:
            "in scientific notation, so that digits are lost; make the column text in the spreadsheet and export it again"
        case .notOfForm: "not a valid \(form.title), and only found as written"
        case .blanks: "written with blanks around, which codes do not have; --key-type trim removes them"
        case .hyphens: "written with hyphens, and codes of books have none; --key-type isbn accepts any form"
        case .tenDigits: "written with ten digits, and codes of books have thirteen; --key-type isbn accepts both"
        case .lostZero: "written without a leading zero; --key-type gtin restores it"
        case .checkDigit: "written with a wrong check digit, so that no scanner reads such a number"
        }
    }
}
