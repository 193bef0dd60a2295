internal import BeelineContent
internal import BeelineSupport

package struct NameReader {
    let context: RuleContext

    enum Meaning {
        case name(Name)
        case constant(ConstantName)
        case secret(String)
    }

    /// The words before the dot of names, except for names of results.
    package static let owners =
        ["scan", SeenField.owner, SessionName.owner, "const", "match", "part", "catalog", "secret"]
        + OpenFieldDefinition.table.map(\.prefix)

    private var log: IssueLog { context.log }
    private var vocabulary: Vocabulary { context.vocabulary }

    /// The meaning of a name; nil, and logged, for an unknown one. Suggestions may be other words allowed there.
    func meaning(
        of name: String, at path: JSONPath, _ place: IssueLog.Place, orOneOf others: [String] = []
    ) -> Meaning? {
        if let parts = SumName.parts(name) { return sum(parts, at: path, place) }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            if let own = context.kinds.customField(name) { return .name(.own(own)) }
            if let field = FieldName(name) { return .name(.field(field)) }
            return unknown(name, at: path, place, others)
        }
        let rest = String(name[name.utf8.index(after: dot)...])
        switch name[..<dot] {
        case "const": return constant(rest, at: path, place).map { .constant(ConstantName(name: rest, value: $0)) }
        case "scan":
            if let field = ScanField(rawValue: rest) { return .name(.scan(field)) }
            return unknown(rest, "a scan has no '\(rest)'", in: ScanField.allCases.map(\.rawValue), at: path, place)
        case SeenField.owner: return seen(rest, at: path, place)
        case SessionName.owner: return session(rest, at: path, place)
        case "match":
            if let capture = context.captures[rest] { return .name(.capture(capture)) }
            let known = context.captures.keys.sorted()
            guard !known.isEmpty else {
                return log.refuse(
                    "nothing is captured as '\(rest)': a pattern before it must contain (?P<\(rest)>…)", at: path,
                    place)
            }
            return unknown(rest, "no pattern before it captures '\(rest)'", in: known, at: path, place)
        case "part":
            if let part = context.parts[rest] { return .name(.part(part)) }
            let known = context.parts.keys.sorted()
            guard !known.isEmpty else {
                return log.refuse(
                    "there is no part '\(rest)': only a kind of a rule file with 'parts' has parts, and its 'check' and "
                        + "'fields' may name them", at: path, place)
            }
            return unknown(rest, "there is no part '\(rest)'", in: known, at: path, place)
        case "catalog": return cell(rest, at: path, place)
        case "secret": return log.isName(rest, of: "a secret", at: path, place) ? .secret(rest) : nil
        case let owner:
            if let field = FieldName(name) { return .name(.field(field)) }
            if owner == OpenFieldDefinition.ai.prefix {
                return log.refuse(
                    "there is no GS1 Application Identifier '\(rest)': 'ai.10' is the lot", at: path, place)
            }
            if owner == OpenFieldDefinition.di.prefix {
                return log.refuse("there is no data identifier '\(rest)': 'di.1T' is the lot", at: path, place)
            }
            if let found = context.results[String(owner)] {
                if found.names.contains(rest) { return .name(.result(ResultName(of: String(owner), name: rest))) }
                return unknown(rest, "'\(owner)' has no result '\(rest)'", in: found.names, at: path, place)
            }
            if let undone = context.undoneAction, undone == owner {
                return log.refuse(
                    "'\(undone)' has no results here: its 'otherwise' runs when it was not done", at: path, place)
            }
            if context.calledActions.contains(String(owner)) {
                return log.refuse(
                    "the results of '\(owner)' can only be used by the actions after it, in their 'when' and their "
                        + "templates, not in the condition of a rule", at: path, place)
            }
            return unknown(name, at: path, place)
        }
    }

    /// A sum of names and numbers; constants are numbers.
    private func sum(
        _ parts: [(isSubtracted: Bool, text: String)], at path: JSONPath, _ place: IssueLog.Place
    ) -> Meaning? {
        var terms: [SumName.Term] = []
        for part in parts {
            if let number = DecimalNumber(part.text) {
                terms.append(SumName.Term(isSubtracted: part.isSubtracted, value: .number(number)))
                continue
            }
            switch meaning(of: part.text, at: path, place) {
            case nil: return nil
            case .secret: return log.refuse("a secret cannot be added to a number", at: path, place)
            case .constant(let constant):
                guard let number = DecimalNumber(constant.value) else {
                    return log.refuse(
                        "a sum needs numbers, and the constant '\(constant.name)' is '\(constant.value)'", at: path,
                        place)
                }
                terms.append(SumName.Term(isSubtracted: part.isSubtracted, value: .number(number)))
            case .name(let name):
                guard name.type == .number || name.type == .any else {
                    return log.refuse(
                        "a sum needs numbers, and '\(name)' is \(name.type.title)\(MistakeHints.columnType(of: name))",
                        at: path, place)
                }
                terms.append(SumName.Term(isSubtracted: part.isSubtracted, value: .name(name)))
            }
        }
        return .name(.sum(SumName(terms: terms)))
    }

    /// - Parameter rest: `LIST.COLUMN`, `LIST[COLUMN]` or `LIST.rows`.
    private func cell(_ rest: String, at path: JSONPath, _ place: IssueLog.Place) -> Meaning? {
        let list = String(rest.prefix { $0 != "." && $0 != "[" })
        let column = rest.dropFirst(list.count)
        let isBracketed = column.hasPrefix("[") && column.hasSuffix("]") && column.count > 2
        guard isBracketed || column.hasPrefix(".") && RuleName.isValid(column.dropFirst()) else {
            return log.refuse(
                "a cell of a catalogue is catalog.LIST.COLUMN, or catalog.LIST[COLUMN] for a column whose name is not just "
                    + "letters, digits and '_'", at: path, place)
        }
        guard let slot = context.rows[list] else {
            let hint = log.hint(for: list, in: context.rows.keys.sorted())
            return log.refuse(
                "no row of '\(list)' has been looked up\(hint): the condition must test {\"catalog\": \"\(list)\"} "
                    + "before it",
                at: path, place)
        }
        if column == ".\(CatalogCell.rows)" { return .name(.cell(CatalogCell(rowsOf: list, slot: slot))) }
        let name = String(isBracketed ? column.dropFirst().dropLast() : column.dropFirst())
        let type: CellType?
        if case .success(let catalog) = vocabulary.catalogs.catalog(list) {
            guard catalog.columns.contains(name) else {
                return unknown(
                    name, "the catalogue '\(list)' has no column '\(name)'", in: catalog.columns, at: path, place)
            }
            type = catalog.form.types[name]
        } else {
            type = vocabulary.catalogs.declaration(of: list)?.types[name]
        }
        return .name(.cell(CatalogCell(list: list, column: name, slot: slot, type: (type ?? .text).fieldType)))
    }

    /// What was recorded of the code, or by a field: `count`, `isbn13.count`.
    private func seen(_ rest: String, at path: JSONPath, _ place: IssueLog.Place) -> Meaning? {
        guard let parts = memoryParts(rest, of: SeenField.owner, at: path, place) else { return nil }
        let known = SeenField.allCases.map(\.rawValue)
        guard let field = SeenField(rawValue: parts.last) else {
            // A field by whose value one could ask: `seen.isbn13`.
            if self.field(rest) != nil {
                return log.refuse(
                    "use '\(SeenField.owner).\(rest).count' for how often the same '\(rest)' was recorded", at: path,
                    place)
            }
            return unknown(parts.last, "'\(SeenField.owner)' has no '\(parts.last)'", in: known, at: path, place)
        }
        guard let name = parts.first else { return use(.seen(SeenName(field))) }
        guard let by = self.field(name) else {
            let hint =
                OpenFieldDefinition.table.first { $0.prefix == name }
                .map { ": write '\(SeenField.owner).\($0.name).\(field.rawValue)'" }
                ?? log.hint(for: name, in: Field.table.map(\.name) + context.kinds.customFieldNames)
            return log.refuse("no code has a field '\(name)' that could be remembered\(hint)", at: path, place)
        }
        if case .field(.fixed(let field)) = by, field.definition.isSecret {
            return log.refuse("'\(name)' is a secret, and secrets are never remembered", at: path, place)
        }
        return use(.seen(SeenName(by: by, field)))
    }

    private func session(_ name: String, at path: JSONPath, _ place: IssueLog.Place) -> Meaning? {
        guard memoryParts(name, of: SessionName.owner, at: path, place) != nil,
            log.isName(name, of: "a value of a session", at: path, place)
        else { return nil }
        return use(.session(name))
    }

    /// The last part of a name after its owner, and all before it; nil, and logged, where earlier scans cannot be used.
    private func memoryParts(
        _ rest: String, of owner: String, at path: JSONPath, _ place: IssueLog.Place
    ) -> (first: String?, last: String)? {
        guard context.knowsMemory else {
            return log.refuse(
                "a kind cannot depend on earlier scans: use '\(owner).\(rest)' in a rule", at: path, place)
        }
        guard let dot = rest.utf8.lastIndex(of: UInt8(ascii: ".")) else { return (nil, rest) }
        return (String(rest[..<dot]), String(rest[rest.utf8.index(after: dot)...]))
    }

    /// A field of the program or of a custom kind.
    private func field(_ name: String) -> Name? {
        if let own = context.kinds.customField(name) { return .own(own) }
        return FieldName(name).map(Name.field)
    }

    private func use(_ name: Name) -> Meaning {
        context.memoryUse.add(name)
        return .name(name)
    }

    /// The value of a constant; nil, and logged, when no file has it.
    func constant(_ name: String, at path: JSONPath, _ place: IssueLog.Place) -> String? {
        if let value = vocabulary.constant(name) { return value }
        if let remedy = vocabulary.bundledNames.remedy(for: name, .constant) {
            return log.refuse(remedy, at: path, place)
        }
        return log.refuse(
            "no rule file has a constant '\(name)'\(log.hint(for: name, in: vocabulary.constants.declarations.names))",
            at: path, place)
    }

    private func unknown(
        _ name: String, at path: JSONPath, _ place: IssueLog.Place, _ others: [String] = []
    ) -> Meaning? {
        // A kind has only fields of the program.
        if context.knowsMemory, let remedy = vocabulary.bundledNames.remedy(for: name, .field) {
            return log.refuse(remedy, at: path, place)
        }
        let isConstant = vocabulary.constants.declarations.names.contains(name)
        let hint =
            isConstant
            ? " (did you mean 'const.\(name)'?)"
            : (MistakeHints.remedy(forName: name) ?? openRemedy(for: name)).map { ": \($0)" }
                ?? log.hint(for: name, in: names + others)
        return log.refuse("no code has a field '\(name)'\(hint)", at: path, place)
    }

    /// What to write instead of the beginning of an open name alone; nil for any other name.
    private func openRemedy(for name: String) -> String? {
        OpenFieldDefinition.table.first { $0.prefix == name }.map { "write '\($0.name)'" }
    }

    private func unknown(
        _ word: String, _ message: String, in known: [String], at path: JSONPath, _ place: IssueLog.Place
    ) -> Meaning? {
        log.refuse(message + log.suggestion(for: word, in: known), at: path, place)
    }

    /// All known names, for suggestions.
    private var names: [String] {
        Field.table.map(\.name) + context.kinds.customFieldNames + ScanField.allCases.map(\.name)
            + SeenField.allCases.map(\.name) + vocabulary.constants.declarations.names.map { "const.\($0)" }
            + context.captures.keys.sorted().map { "match.\($0)" } + context.parts.keys.sorted().map { "part.\($0)" }
            + context.results.sorted { $0.key < $1.key }.flatMap { result in
                result.value.names.map { "\(result.key).\($0)" }
            }
    }

    /// Whether a name is known here; nothing is logged, and nothing counts as used.
    func knows(_ name: String) -> Bool {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return context.kinds.customField(name) != nil || FieldName(name) != nil
        }
        let rest = String(name[name.utf8.index(after: dot)...])
        switch name[..<dot] {
        case "const": return vocabulary.constants.declarations.names.contains(rest)
        case "scan": return ScanField(rawValue: rest) != nil
        case SeenField.owner:
            return context.knowsMemory
                && rest.split(separator: ".").last.flatMap { SeenField(rawValue: String($0)) } != nil
        case SessionName.owner: return context.knowsMemory && RuleName.isValid(rest)
        case "match": return context.captures[rest] != nil
        case "part": return context.parts[rest] != nil
        case "catalog": return context.rows[String(rest.prefix { $0 != "." && $0 != "[" })] != nil
        case "secret": return false
        case let owner:
            return FieldName(name) != nil || context.results[String(owner)]?.names.contains(rest) ?? false
        }
    }

    /// The first `{name}` in a text whose name can be one: owner, dot, name, or a field; not `{3}` and `{2,5}`.
    static func nameInBraces(_ text: String) -> String? {
        var rest = text.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            let isEscaped = open > text.startIndex && text.utf8[text.utf8.index(before: open)] == UInt8(ascii: "\\")
            rest = rest[rest.index(after: open)...]
            guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let name = String(text[rest.startIndex..<close])
            let isOwned = name.split(separator: ".").first.map { owners.contains(String($0)) } ?? false
            if !isEscaped, (isOwned && name.contains(".")) || FieldName(name) != nil { return name }
        }
        return nil
    }

    /// The name in a text that is a whole `{name}`; nil for any other text, such as JSON with braces around it.
    static func wholeName(_ text: String) -> String? {
        guard text.utf8.count > 2, text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
        let name = String(text.dropFirst().dropLast())
        if let parts = SumName.parts(name) {
            return parts.allSatisfy { DecimalNumber($0.text) != nil || wholeName("{\($0.text)}") != nil } ? name : nil
        }
        let plain = RuleName.withoutColumn(name)
        let isName = plain.utf8.allSatisfy { RuleName.isCharacter($0) || $0 == UInt8(ascii: ".") }
        return isName && !name[plain.endIndex...].contains(where: { "{}|".contains($0) }) ? name : nil
    }
}
