internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// The named declarations of rule files, such as constants or services, with a mark for the used ones. A class, because
/// using a declaration marks it; it lives while a set is loaded.
final class Declarations<Value> {
    private struct Entry {
        let value: Value
        let path: JSONPath
        let log: IssueLog
    }

    /// The word for a declaration in messages: "constant".
    private let title: String
    private var entries: [String: Entry] = [:]
    private var used: Set<String> = []

    init(_ title: String) { self.title = title }

    var names: [String] { entries.keys.sorted() }

    var values: [String: Value] { entries.mapValues(\.value) }

    var namesOfUser: [String] { entries.filter { !$0.value.log.file.isBundled }.map(\.key) }

    /// Adds the declarations of a file; of names that an earlier file has, the earlier value counts.
    func declare(_ object: ObjectReader?, read: (ObjectReader.Member, IssueLog) -> Value?) {
        guard let object else { return }
        for member in object.all {
            guard object.log.isName(member.name, of: "a \(title)", at: member.path),
                let value = read(member, object.log), entries[member.name] == nil
            else { continue }
            entries[member.name] = Entry(value: value, path: member.path, log: object.log)
        }
    }

    /// The value of a name and the file that declares it, and marks it as used. Nil when no file declares it.
    func use(_ name: String) -> (value: Value, file: RuleFile)? {
        guard let entry = entries[name] else { return nil }
        used.insert(name)
        return (entry.value, entry.log.file)
    }

    /// Logs a warning about one of them.
    func warn(of name: String, _ message: String) {
        entries[name].map { $0.log.warning(message, at: $0.path) }
    }

    /// Logs a warning for each unused declaration.
    func reportUnused() {
        for name in names where !used.contains(name) {
            entries[name].map { $0.log.warning("the \(title) '\(name)' is not used", at: $0.path, .name) }
        }
    }
}

/// The constants of a set of rule files, and the values that the user gives them.
struct Constants {
    let declarations = Declarations<String>("constant")
    let settings: ConstantSettings

    /// The value of a constant, and the file that sets it, if any; nil when no file has the constant. Readers of rules
    /// call `Vocabulary.constant(_:)` instead.
    func use(_ name: String) -> (value: String, file: RuleFile?)? {
        guard let (value, file) = declarations.use(name) else { return nil }
        return setting(of: name).map { ($0, nil) } ?? (value, file)
    }

    var values: [String: String] {
        var values = declarations.values
        for name in values.keys { values[name] = setting(of: name) ?? values[name] }
        return values
    }

    private func setting(of name: String) -> String? {
        settings.values[name] ?? settings.environment[name.uppercased()]
    }

    /// Where the value of a constant comes from, if not from a file, for the ends of messages: ` (from BEELINE_SET_LIMIT)`.
    func origin(of name: String) -> String {
        if settings.values[name] != nil { return " (from \(settings.origin) \(name))" }
        return settings.environment[name.uppercased()] == nil ? "" : " (from BEELINE_SET_\(name.uppercased()))"
    }

    /// The issues of values that the user has set and that are probably mistyped; those of values in files are logged
    /// there. No condition compares the constant with such a value, but one does with a similar text. Any other value
    /// may switch all of its rules off on purpose.
    func mistypedValues(_ conditions: () -> [Condition]) -> [RuleIssue] {
        let names = Set(declarations.namesOfUser + declarations.names.filter { setting(of: $0) != nil })
        guard !names.isEmpty else { return [] }
        var compared: [String: Set<String>] = [:]
        for test in conditions().flatMap(\.tests) {
            guard case .constant(let constant) = test.name, names.contains(constant.name),
                case .oneOf(let operands) = test.predicate
            else { continue }
            for case .literal(.text(let text)) in operands { compared[constant.name, default: []].insert(text) }
        }
        let (values, shortest) = (values, 3)
        return compared.sorted { $0.key < $1.key }.compactMap { name, texts in
            guard let value = values[name], value.count >= shortest, !texts.contains(value),
                let meant = Spelling.nearest(to: value, in: texts.sorted()), !Self.areOfSeries(value, meant)
            else { return nil }
            let message = "no rule compares '\(name)' with '\(value)' (did you mean '\(meant)'?)"
            guard setting(of: name) != nil else {
                declarations.warn(of: name, message)
                return nil
            }
            return issue(with: name, .warning, message)
        }
    }

    /// Whether two values differ as names that are counted do: `till-1` and `till-2`, `store-a` and `store-b`.
    private static func areOfSeries(_ value: String, _ other: String) -> Bool {
        value.dropLast() == other.dropLast() || value.filter { !$0.isNumber } == other.filter { !$0.isNumber }
    }

    /// Settings that no file has a constant for.
    func unknownSettings() -> [RuleIssue] {
        let names = declarations.names
        return settings.values.keys.filter { !names.contains($0) }.sorted().map { name in
            issue(
                with: name, .error, "no rule file has a constant '\(name)'\(Spelling.suggestion(for: name, in: names))")
        }
    }

    /// An issue of a setting; the message begins with its origin.
    private func issue(with name: String, _ severity: RuleIssue.Severity, _ message: String) -> RuleIssue {
        let origin = settings.values[name] == nil ? "environment" : settings.origin
        return RuleIssue(
            severity: severity, file: "\(origin) \(name)", position: nil, path: JSONPath(), message: message,
            sourceLine: nil)
    }
}

/// A service for look-ups: its URL, its headers, and the used parts of its answers.
struct Service {
    let name: String
    /// Its names are those of `with`, and constants.
    let url: URITemplate
    let urlPath: JSONPath
    let headers: [Text]
    /// JSON Pointers into the answer.
    let results: [Text]
    let limits: [(key: ServiceLimits.Key, text: String)]
    let log: IssueLog

    struct Text {
        let name: String
        let template: String
        let path: JSONPath
    }

    /// The names that it needs from an action.
    var wantedNames: (names: [String], isRequired: (String) -> Bool) {
        var names: [String] = []
        var known: Set<String> = []
        var optional: Set<String> = []
        func note(_ name: String, mayBeAbsent: Bool) {
            guard !name.contains(".") else { return }
            if known.insert(name).inserted {
                names.append(name)
                if mayBeAbsent { optional.insert(name) }
            } else if !mayBeAbsent {
                optional.remove(name)
            }
        }
        for case .expression(let kind, let variables) in url.parts {
            for variable in variables { note(variable.name, mayBeAbsent: kind.leavesAbsentOut) }
        }
        for text in headers + results {
            guard let template = try? TextTemplate(text.template) else { continue }
            for case .variable(let variable) in template.parts {
                note(variable.name, mayBeAbsent: variable.fallback != nil)
            }
        }
        return (names, { !optional.contains($0) })
    }

    /// The pointer of a result; nil, and logged, when its name, which may exist already, or the pointer is not valid.
    static func pointer(_ member: ObjectReader.Member, existing: [String], _ log: IssueLog) -> String? {
        let exists = existing.contains(member.name)
        guard RuleName.isValid(member.name), !exists else {
            let reason = exists ? "every service has a result '\(member.name)'" : "letters, digits and '_'"
            return log.refuse("the name of a result cannot be '\(member.name)': \(reason)", at: member.path, .name)
        }
        guard let pointer = member.value.string, (try? JSONPointer(pointer)) != nil else {
            return log.refuse(
                "'\(member.name)' is a JSON Pointer (RFC 6901), such as /results/0/title", at: member.path)
        }
        return pointer
    }

    /// Reads a service; nil, and logged, without a valid URL.
    init?(_ member: ObjectReader.Member, _ log: IssueLog) {
        guard let object = ObjectReader(member.value, .service, at: member.path, log),
            let text = object.requiredText("url", of: "a service")
        else { return nil }
        let urlPath = member.path.member("url")
        do throws(TemplateError) {
            url = try URITemplate(text)
        } catch {
            log.error(error.message, at: urlPath, .character(error.offset))
            return nil
        }
        if object["results"] == nil {
            log.error(
                "a service needs 'results': a JSON Pointer for each name, such as {\"title\": \"/title\"}",
                at: member.path)
        }
        (name, self.urlPath, self.log) = (member.name, urlPath, log)
        headers = (object.object("headers")?.all ?? []).compactMap { header in
            guard HeaderName.isRight(header, log) else { return nil }
            return log.string(header.value, "'\(header.name)'", at: header.path).map {
                Text(name: header.name, template: $0, path: header.path)
            }
        }
        results = (object.object("results")?.all ?? []).compactMap { result in
            Self.pointer(result, existing: ResultName.ofEveryService, log).map {
                Text(name: result.name, template: $0, path: result.path)
            }
        }
        limits = ServiceLimits.Key.allCases.compactMap { key in
            guard let value = object[key.rawValue] else { return nil }
            var limits = ServiceLimits()
            if let text = key == .cache ? value.string : value.numberText, limits.set(key, to: text) {
                return (key, text)
            }
            return log.refuse("'\(key.rawValue)' \(key.accepted)", at: member.path.member(key.rawValue))
        }
    }
}

/// Names of the headers that a rule may set.
package enum HeaderName {
    /// Why a rule must not set a header; nil when it may: its name must be a token (RFC 9110, section 5.1), and must
    /// not be one that belongs to the connection.
    package static func problem(with name: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isHTTPToken) else {
            return "'\(name)' is not a valid name of a header"
        }
        guard !ofConnection.contains(name.lowercased()) else {
            return "rules cannot set the header '\(name)', which belongs to the connection"
        }
        return nil
    }

    /// Whether a rule may set the header that a member has as its name; logged when it must not.
    static func isRight(_ member: ObjectReader.Member, _ log: IssueLog) -> Bool {
        guard let problem = problem(with: member.name) else { return true }
        log.error(problem, at: member.path, .name)
        return false
    }

    /// The headers of the connection, which rules cannot set.
    private static let ofConnection: Set<String> = [
        "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}

/// The declaration of a catalogue in a rule file: the form of its keys and the types of its columns. It sets the form
/// of lists from the command line and from tests. An imported list has a form of its own, which must agree.
struct CatalogDeclaration: Equatable {
    /// Nil for the form of the list itself, or plain text if it has none.
    let key: CatalogKeyForm?
    let types: [String: CellType]
    let isMany: Bool?
    let decimal: DecimalMark?

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
