package import BeelineSupport

/// A rule file as JSON, its top level checked.
package struct ParsedFile {
    package let log: IssueLog
    private let object: ObjectReader?

    /// Whether a file may be cited in messages.
    package enum Origin {
        /// The user gave it.
        case named
        /// Another file includes it. It may be any file, for instance one with a password, so nothing of it is shown
        /// before it is known to be a rule file, by the version at its top.
        case included
    }

    package init(_ file: RuleFile, _ origin: Origin = .named) {
        log = IssueLog(file)
        guard let value = Self.parse(file, origin, log) else {
            object = nil
            return
        }
        guard !file.isSchema else {
            log.error(
                "this is a JSON Schema, which describes rule files to editors, and not a rule file",
                position: TextPosition(line: 1, column: 1), citing: false)
            object = nil
            return
        }
        object = ObjectReader(value, .file, at: JSONPath(), log)
        guard let object else { return }
        object.requireVersion(of: "a rule file")
        _ = object.text("$schema")
    }

    private static func parse(_ file: RuleFile, _ origin: Origin, _ log: IssueLog) -> JSONValue? {
        let (value, error) = file.json.parsed(from: file.bytes)
        if let error, !error.isDuplicateName {
            log.report(notJSON: error, minimum: "{\"version\": 1}", citing: origin == .named)
            return nil
        }
        guard origin == .named || value?["version"] == .integer(1) else {
            log.error(
                "an included file must be a rule file with \"version\": 1",
                position: TextPosition(line: 1, column: 1), citing: false)
            return nil
        }
        if let error { log.reportRepeatedNames(error) }
        return value
    }

    /// The elements of `"rules"`, `"kinds"`, `"tests"` or `"disable"`.
    package func list(_ name: String) -> [(value: JSONValue, path: JSONPath)] { object?.list(name) ?? [] }

    /// The object of `"constants"`, `"services"` or `"catalogs"`.
    func declarations(_ name: String) -> ObjectReader? { object?.object(name) }

    /// The ids of the rules that the file switches off.
    func disabled(knownIDs: Set<String>) -> [String] {
        list("disable").compactMap { value, path in
            guard let id = value.string else {
                log.error("must be the id of a rule, not \(value.typeName)", at: path)
                return nil
            }
            if !knownIDs.contains(id) {
                log.warning("there is no rule '\(id)'\(log.hint(for: id, in: knownIDs.sorted()))", at: path)
            }
            return id
        }
    }
}

/// The rule files of a set with all included files, each read once. A class, because reading one file adds those that
/// it includes; it lives while a set is loaded.
final class FileTree {
    /// In the order in which they begin: a file is before what it includes.
    private(set) var files: [ParsedFile] = []
    /// The rules in the order in which they are tried: by file, those of an included one where it is included.
    private(set) var rules: [(file: ParsedFile, value: JSONValue, path: JSONPath)] = []
    private let reader: RuleFileReader
    private var identities: Set<String> = []
    /// The identities of the files that the user gave.
    private let named: Set<String>

    /// More files than this are an accident.
    private static let mostFiles = 1000

    init(_ files: [RuleFile], reader: RuleFileReader) {
        self.reader = reader
        named = Set(files.map(\.identity))
        for file in files where identities.insert(file.identity).inserted { add(file, below: []) }
    }

    /// - Parameter chain: the files that include it, the outermost first.
    private func add(_ file: RuleFile, below chain: [RuleFile]) {
        let parsed = ParsedFile(file, named.contains(file.identity) ? .named : .included)
        files.append(parsed)
        for (value, path) in parsed.list("rules") {
            guard case .object(let members) = value, let include = value["include"] else {
                rules.append((parsed, value, path))
                continue
            }
            for member in members where member.name != "include" && member.name != "note" {
                parsed.log.error("an include can only be combined with 'note'", at: path.member(member.name), .name)
            }
            self.include(include, at: path.member("include"), in: parsed, chain + [file])
        }
    }

    private func include(_ value: JSONValue, at path: JSONPath, in file: ParsedFile, _ chain: [RuleFile]) {
        guard let name = value.string, !name.isEmpty else {
            file.log.error("'include' must be the name of a file, or a name such as bundled:books", at: path)
            return
        }
        let included: RuleFile
        do throws(RuleFileProblem) {
            included = try reader.file(name, file.log.file)
        } catch {
            file.log.error("'\(name)' cannot be included: \(error.message)", at: path)
            return
        }
        if let start = chain.firstIndex(where: { $0.identity == included.identity }) {
            let circle = (chain[start...] + [chain[start]]).map(\.name).joined(separator: " → ")
            file.log.error("files include each other: \(circle)", at: path)
            return
        }
        guard files.count < Self.mostFiles else {
            file.log.error("more than \(Self.mostFiles) files are included", at: path)
            return
        }
        // A file is where it is first included, and nowhere else.
        if identities.insert(included.identity).inserted { add(included, below: chain) }
    }
}
