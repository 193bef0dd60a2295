internal import BeelineContent
package import BeelineRules
package import BeelineSupport
package import BeelineSymbols

extension CatalogRequest {
    /// An unknown word of a request.
    package struct UnknownWord: Error, Hashable, Sendable {
        /// The part of the request with the word.
        package let subject: Subject
        package let text: String

        package enum Subject: String, Hashable, Sendable {
            case separator, keyForm, types, decimal, columns, charset
        }

        /// The words that are allowed.
        package var expected: String {
            switch subject {
            case .separator: CatalogRequest.separators
            case .columns: ColumnChoice.form
            case .charset: "a known character set, such as Windows-1252 or Shift_JIS"
            case .keyForm: "isbn, gtin, text, or some of trim, upper, width and pad=8 with commas between them"
            case .types:
                "COLUMN=TYPE with commas between them; a type is "
                    + CellType.allCases.map(\.rawValue).joined(separator: ", ")
            case .decimal: "'.' or ','"
            }
        }
    }

    /// The separators that can be named.
    package static let separators = "',' ';' '|' or 'tab'"

    /// A request from words, such as those of options (`,`, `;` or `tab` for the separator); nil leaves a part unset.
    package init(
        keyColumn: String?, separator: String?, keyForm: String?, types: String?, decimal: String?,
        columns: String? = nil, charset: String? = nil
    ) throws(UnknownWord) {
        self.keyColumn = keyColumn
        if let separator {
            guard let sign = CSVForm.separator(separator) else {
                throw UnknownWord(subject: .separator, text: separator)
            }
            self.separator = sign
        }
        if let columns {
            do throws(ColumnChoice.Malformed) { self.columns = try ColumnChoice(columns) } catch {
                throw UnknownWord(subject: .columns, text: columns)
            }
        }
        if let charset {
            guard let known = Conversion.Charset(name: charset) else {
                throw UnknownWord(subject: .charset, text: charset)
            }
            self.charset = known
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
///     list.remarks
package struct CatalogRequest: Sendable {
    package var keyColumn: String?
    package var separator: UInt8?
    package var columns: ColumnChoice?
    /// What a list that is not Unicode is read as; nil: a guess.
    package var charset: Conversion.Charset?
    /// The sheet of a workbook; nil: the first one.
    package var sheet: String?
    package var keyForm: CatalogKeyForm?
    package var types: [String: CellType]?
    package var isMany: Bool?
    package var decimal: DecimalMark?
    /// Whether a list without rows may replace one that has some.
    package var allowsEmpty = false

    package init() {}

    /// A list that was read, and remarks about its text, its first line and its keys.
    package struct Imported: Sendable {
        package let catalog: Catalog
        package let remarks: [String]
    }

    /// Reads a list in CSV, whose path is in messages. The key column is that of the request, or that of the former list
    /// if the first line has it. Other settings that are not set are those of the list that it
    /// replaces.
    package func read(
        _ file: [UInt8], as name: String, source: String, replacing former: Catalog?
    ) throws(CatalogMistakes) -> Imported {
        let text: TableText
        do throws(TableText.Problem) {
            text = try TableText(file, charset: charset, sheet: sheet)
        } catch {
            throw CatalogMistakes(mistakes: [CatalogError(source: source, line: error.line, problem: .text(error))])
        }
        let bytes = text.bytes
        let separator = text.separator ?? separator
        let written = CSVFormat(separator: separator, columns: self.columns)
        let columns = Self.columns(of: bytes, written)
        let format = CSVFormat(
            key: keyColumn ?? former.flatMap { columns.contains($0.keyColumn) ? $0.keyColumn : nil },
            separator: separator, columns: self.columns)
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
        return Imported(
            catalog: catalog, remarks: [text.remark].compactMap(\.self) + (diagnosis?.remarks ?? []))
    }

    private static func columns(of bytes: [UInt8], _ format: CSVFormat) -> Set<String> {
        var reader = CSVReader(bytes, separator: format.separator)
        var row = CSVRow()
        guard (try? reader.next(&row)) == true else { return [] }
        guard let choice = format.columns else { return Set(row.names) }
        return Set(((try? choice.applied(to: row.names)) ?? []).map(\.name))
    }
}
