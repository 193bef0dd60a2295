internal import BeelineSupport

/// The declaration of a catalogue in a rule file: the form of its keys and the types of its columns.
///
/// It sets the form of lists from the command line and from tests. An imported list has a form of its own, which must
/// agree.
struct CatalogDeclaration: Equatable {
    /// Nil for the form of the list itself, or plain text if it has none.
    let key: CatalogKeyForm?
    let types: [String: CellType]
    let isMany: Bool?
    let decimal: DecimalMark?

    /// The form of a list that has none of its own.
    var form: CatalogForm {
        var form = CatalogForm()
        form.key = key ?? .exact
        (form.types, form.isMany, form.decimal) = (types, isMany ?? false, decimal)
        return form
    }

    /// How an imported list differs from the declaration; nil if it agrees.
    func disagreement(with catalog: Catalog) -> String? {
        let form = catalog.form
        if let key, key != form.key { return "its keys are '\(form.key)', not '\(key)'" }
        for (column, type) in types.sorted(by: { $0.key < $1.key }) {
            guard catalog.columns.contains(column) else {
                return "it has no column '\(column)'\(Spelling.suggestion(for: column, in: catalog.columns))"
            }
            let actual = form.types[column] ?? .text
            if actual != type { return "its column '\(column)' is '\(actual)', not '\(type)'" }
        }
        if isMany == true, !form.isMany { return "its keys have one row each, not several" }
        if isMany == false, form.isMany { return "its keys may have several rows" }
        if let decimal, let actual = form.decimal, decimal != actual {
            return "its decimal separator is '\(actual.rawValue)', not '\(decimal.rawValue)'"
        }
        return nil
    }

    /// Reads a declaration; nil, and logged, when there is something wrong with it.
    init?(_ member: ObjectReader.Member, _ log: IssueLog) {
        let errors = log.errorCount
        guard let object = ObjectReader(member.value, .catalog, at: member.path, log) else { return nil }
        let path = member.path
        key = object.text("key").flatMap { text in
            CatalogKeyForm(text)
                ?? log.refuse(
                    "'key' must be \(Self.keyForms), not '\(text)'"
                        + log.hint(for: text, in: CatalogKeyForm.words), at: path.member("key"))
        }
        var types: [String: CellType] = [:]
        for column in object.object("columns")?.all ?? [] {
            guard let text = log.string(column.value, "the type of a column", at: column.path) else { continue }
            let names = CellType.allCases.map(\.rawValue)
            types[column.name] =
                CellType(rawValue: text)
                ?? log.refuse("no column is '\(text)'\(log.suggestion(for: text, in: names))", at: column.path)
        }
        self.types = types
        isMany = object["many"] == nil ? nil : object.flag("many")
        decimal = object.text("decimal").flatMap { text in
            DecimalMark(rawValue: text)
                ?? log.refuse("'decimal' must be \".\" or \",\", not '\(text)'", at: path.member("decimal"))
        }
        guard log.errorCount == errors else { return nil }
    }

    static let keyForms = "isbn, gtin, text, or some of trim, upper, width and pad=N with commas between them"
}
