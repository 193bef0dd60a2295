package import BeelineRules
internal import BeelineSupport

extension CatalogRequest {
    /// An unknown word of a request.
    package struct UnknownWord: Error, Hashable, Sendable {
        /// The part of the request with the word.
        package let subject: Subject
        package let text: String

        package enum Subject: String, Hashable, Sendable {
            case separator, keyForm, types, decimal
        }

        /// The words that are allowed.
        package var expected: String {
            switch subject {
            case .separator: "',' ';' or 'tab'"
            case .keyForm: "isbn, gtin, text, or some of trim, upper, width and pad=8 with commas between them"
            case .types:
                "COLUMN=TYPE with commas between them; a type is "
                    + CellType.allCases.map(\.rawValue).joined(separator: ", ")
            case .decimal: "'.' or ','"
            }
        }
    }

    /// A request from words, such as those of options (`,`, `;` or `tab` for the separator); nil leaves a part unset.
    package init(
        keyColumn: String?, separator: String?, keyForm: String?, types: String?, decimal: String?
    ) throws(UnknownWord) {
        self.keyColumn = keyColumn
        switch separator {
        case nil: break
        case ","?, ";"?: self.separator = separator?.utf8.first
        case "tab"?, "\t"?: self.separator = UInt8(ascii: "\t")
        case let other?: throw UnknownWord(subject: .separator, text: other)
        }
        if let keyForm {
            guard let form = CatalogKeyForm(keyForm) else { throw UnknownWord(subject: .keyForm, text: keyForm) }
            self.keyForm = form
        }
        if let types {
            do throws(CatalogForm.UnknownWord) { self.types = try CatalogForm.types(types) } catch {
                throw UnknownWord(subject: .types, text: error.text)
            }
        }
        if let decimal {
            guard let mark = DecimalMark(rawValue: decimal) else { throw UnknownWord(subject: .decimal, text: decimal) }
            self.decimal = mark
        }
    }
}

/// The errors of a catalogue that cannot be imported.
package struct CatalogMistakes: Error, Hashable, Sendable {
    /// The first twenty errors, in the order of their lines.
    package let mistakes: [CatalogError]
    /// The number of rows that would be lost, where an empty list would replace another one; else nil.
    package let lostRows: Int?

    fileprivate init(mistakes: [CatalogError]) { (self.mistakes, lostRows) = (mistakes, nil) }

    fileprivate init(emptying former: Catalog) { (mistakes, lostRows) = ([], former.count) }

    /// More errors than this are not listed.
    fileprivate static let most = 20

    /// The number of errors: `2 errors`.
    package var summary: String {
        let count = mistakes.count
        if let lostRows {
            return "the file has no rows, and the list has \(lostRows) row\(lostRows == 1 ? "" : "s")"
        }
        return "\(count) error\(count == 1 ? "" : "s")" + (count == Self.most ? ", and perhaps more" : "")
    }
}

/// The settings of an import: the format of the file, and the form of the catalogue.
///
///     var request = CatalogRequest()
///     request.keyForm = .isbn
///     let list = try request.read(bytes, as: "prices", source: "prices.csv", replacing: store.catalog("prices"))
///     list.diagnosis.remarks
package struct CatalogRequest: Sendable {
    package var keyColumn: String?
    package var separator: UInt8?
    package var keyForm: CatalogKeyForm?
    package var types: [String: CellType]?
    package var isMany: Bool?
    package var decimal: DecimalMark?
    /// Whether a list without rows may replace one that has some.
    package var allowsEmpty = false

    package init() {}

    /// A list that was read, and remarks about its keys.
    package struct Imported: Sendable {
        package let catalog: Catalog
        package let diagnosis: KeyDiagnosis
    }

    /// Reads a list in CSV, whose path is in messages. Settings that are not set are those of the list that it
    /// replaces.
    package func read(
        _ bytes: [UInt8], as name: String, source: String, replacing former: Catalog?
    ) throws(CatalogMistakes) -> Imported {
        let format = CSVFormat(key: keyColumn(bytes, former), separator: separator)
        let columns = Self.columns(of: bytes, format)
        var form = CatalogForm()
        form.key = keyForm ?? former?.form.key ?? .exact
        form.types = types ?? former?.form.types.filter { columns.contains($0.key) } ?? [:]
        form.isMany = isMany ?? former?.form.isMany ?? false
        form.decimal = decimal
        var diagnosis: KeyDiagnosis? = KeyDiagnosis(form.key)
        let catalog: Catalog
        do throws(CatalogError) {
            catalog = try Catalog(
                name: name, csv: bytes, source: source, format: format, form: form, diagnosis: &diagnosis)
        } catch {
            throw CatalogMistakes(
                mistakes: Catalog.errors(
                    csv: bytes, source: source, format: format, form: form, atMost: CatalogMistakes.most))
        }
        if catalog.count == 0, !allowsEmpty, let former, former.count > 0 {
            throw CatalogMistakes(emptying: former)
        }
        return Imported(catalog: catalog, diagnosis: diagnosis ?? KeyDiagnosis(form.key))
    }

    /// The key column: that of the request, or that of the former list if the first line has it.
    private func keyColumn(_ bytes: [UInt8], _ former: Catalog?) -> String? {
        if let keyColumn { return keyColumn }
        guard let former, Self.columns(of: bytes, CSVFormat(separator: separator)).contains(former.keyColumn) else {
            return nil
        }
        return former.keyColumn
    }

    private static func columns(of bytes: [UInt8], _ format: CSVFormat) -> Set<String> {
        var reader = CSVReader(bytes, separator: format.separator)
        var row = CSVRow()
        guard (try? reader.next(&row)) == true else { return [] }
        return Set((0..<row.count).map { CatalogKeyForm.trimmed(String(decoding: row[$0], as: UTF8.self)) })
    }
}
