package import BeelineContent
package import BeelineRules
internal import BeelineSymbols

/// A kind whose codes can be drawn from fields, built in or of a rule file.
package enum LabelKind {
    case builtIn(Kind, names: [String])
    case custom(Custom)

    /// A kind of a rule file, with those of its forms that can be written.
    package struct Custom {
        let name: String
        let forms: [(form: CustomKindForm, names: [String])]
        let rules: RuleSet
    }

    /// The kind of a name; nil where there is none, or its codes cannot be made of fields. The rules with further kinds
    /// are asked for only where no built-in kind has the name.
    package init?(_ name: String, rules: () throws -> RuleSet) rethrows {
        if let known = CodeText.fields.first(where: { $0.kind.rawValue == name }) {
            self = .builtIn(known.kind, names: known.names)
            return
        }
        guard let kind = Self.customKinds(try rules()).first(where: { $0.name == name }) else { return nil }
        self = .custom(kind)
    }

    /// Why the codes of a kind cannot be made of fields; nil for an unknown kind.
    package static func problem(of name: String, _ rules: RuleSet) -> String? {
        if let kind = rules.kinds.own.first(where: { $0.name == name }) {
            return kind.forms.lazy.compactMap(\.whyNotWritten).first
        }
        return Kind(rawValue: name).map { _ in "its codes are not made of fields; give their text without --kind" }
    }

    package static func names(_ rules: RuleSet) -> [String] {
        CodeText.fields.map(\.kind.rawValue) + customKinds(rules).map(\.name)
    }

    private static func customKinds(_ rules: RuleSet) -> [Custom] {
        rules.kinds.own.compactMap { kind in
            let forms = kind.forms.compactMap { form in form.textFields.map { (form, $0) } }
            return forms.isEmpty ? nil : Custom(name: kind.name, forms: forms, rules: rules)
        }
    }

    package var name: String {
        switch self {
        case .builtIn(let kind, _): kind.rawValue
        case .custom(let kind): kind.name
        }
    }

    package var fields: [String] {
        switch self {
        case .builtIn(_, let names): names
        case .custom(let kind):
            kind.forms.flatMap(\.names).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    package func text(of fields: [(name: String, value: String)]) throws -> String {
        switch self {
        case .builtIn(let kind, _): try CodeText(kind, fields: fields).text
        case .custom(let kind): try kind.text(of: fields)
        }
    }
}

extension LabelKind.Custom {
    /// The text by the first form that has all of the fields. The text is read again: one that is not of the kind, or
    /// has other fields, is an error.
    fileprivate func text(of fields: [(name: String, value: String)]) throws(CodeTextError) -> String {
        let names = fields.map(\.name)
        var problem: CodeTextError?
        for (form, known) in forms where names.allSatisfy(known.contains) {
            do throws(CodeTextError) {
                let text = try form.text(of: fields)
                if let reason = reason(not: text, fields) {
                    throw CodeTextError(
                        names.joined(separator: ", "), "are not valid for a code of the kind '\(name)': \(reason)")
                }
                return text
            } catch {
                problem = problem ?? error
            }
        }
        throw problem ?? CodeTextError(names.joined(separator: ", "), "belong to different forms of '\(name)'")
    }

    /// Why a text is not a code of the kind with these fields; nil where it is.
    private func reason(not text: String, _ fields: [(name: String, value: String)]) -> String? {
        var reason = "its condition is false"
        // Some forms require a symbology, and some are for typed codes.
        for symbology in [Symbology.unknown, .qr, .code128] {
            let scan = Scan.now()
            let reading = ContentParser().reading(of: Symbol(symbology, text), on: scan.date)
            let resolution = rules.resolve(reading, scan: scan)
            guard resolution.kindName == name else {
                if let warning = resolution.reading.warnings.last { reason = warning.description }
                continue
            }
            let given = resolution.givenFields
            let wrong = fields.first { field in
                !given.contains { $0.name == field.name && $0.value.has(field.value) }
            }
            guard let wrong else { return nil }
            reason = "'\(wrong.name)' would be read otherwise"
        }
        return reason
    }
}

extension FieldValue {
    /// Whether the value is the one in a text, or a list with it.
    fileprivate func has(_ text: String) -> Bool {
        switch self {
        case .number(let number): DecimalNumber(text) == number
        case .list(let values): values.contains { $0.has(text) }
        case .text, .boolean, .date: description == text
        }
    }
}
