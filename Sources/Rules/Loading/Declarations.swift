internal import BeelineContent
internal import BeelineSupport

/// The named declarations of rule files, such as constants or services, with a mark for the used ones.
///
/// A class, because using a declaration marks it; it lives while a set is loaded.
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

    /// The names that files of the user declare.
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

    /// Readers of rules call `Vocabulary.constant(_:)` instead.
    ///
    /// - Returns: the value, and the file that sets it, if any; nil when no file has the constant.
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

    /// Finds values that are probably mistyped: no condition compares the constant with them, but one does with a
    /// similar text. Any other value may switch all of its rules off on purpose.
    ///
    /// - Returns: the issues of values that the user has set; issues of values in files are logged there.
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
                with: name, .error,
                "no rule file has a constant '\(name)'\(Spelling.suggestion(for: name, in: names))")
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
