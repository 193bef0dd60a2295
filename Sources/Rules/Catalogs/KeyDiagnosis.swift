internal import BeelineContent
internal import BeelineSymbols

/// Finds keys of an imported list that no code will match.
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

    private static let mostSamples = 3

    package init(_ form: CatalogKeyForm) { self.form = form }

    mutating func add(_ key: ArraySlice<UInt8>, line: Int) {
        total += 1
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
        if Self.isScientific(key) { return note(.scientific, key, line) }
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

    /// `9,78316E+12`: what spreadsheets make of a long number.
    private static func isScientific(_ key: ArraySlice<UInt8>) -> Bool {
        guard let e = key.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }), e > key.startIndex else {
            return false
        }
        let signs: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: ",")]
        let exponent = key[(e + 1)...].drop { $0 == UInt8(ascii: "+") }
        return key[..<e].first?.isASCIIDigit ?? false
            && key[..<e].contains { signs.contains($0) }
            && key[..<e].allSatisfy { $0.isASCIIDigit || signs.contains($0) }
            && (1...3).contains(exponent.count) && exponent.allSatisfy(\.isASCIIDigit)
    }

    /// Whether most keys are article numbers, so that one that is nearly valid is likely wrong.
    private var isOfArticles: Bool {
        let near = [Flaw.hyphens, .tenDigits, .lostZero].reduce(0) { $0 + counts[$1.rawValue] }
        return (right + near) * 2 >= total - counts[Flaw.scientific.rawValue]
    }

    /// A sentence for each kind of flaw, with the first lines that have it; empty if there is none.
    package var remarks: [String] {
        Flaw.allCases.compactMap { flaw in
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
