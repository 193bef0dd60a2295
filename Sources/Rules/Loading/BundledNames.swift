internal import BeelineSupport

/// What the bundled rule files define, for the messages about names that the files in use do not have. All bundled
/// files are read for it, so it is made only where there is such a name.
package struct BundledNames: Sendable {
    /// The kinds that bundled files define, each with its file.
    package let kinds: [CustomKind]
    private let services: [String: String]
    private let constants: [String: String]
    private let rules: [String: String]
    private let reader: RuleFileReader

    /// A thing that a rule file defines, by its name in messages.
    package enum Subject: String, Sendable {
        case kind, field, service, constant, rule
    }

    package init(_ reader: RuleFileReader) {
        self.reader = reader
        let tree = FileTree(reader.bundled(), reader: .none)
        let vocabulary = Vocabulary(
            actions: KnownActions(names: []) { _ in nil }, constants: Constants(settings: ConstantSettings()),
            services: Declarations("service"), catalogs: CatalogFinder.Cache([], .none, Declarations("catalogue")))
        kinds = tree.files.flatMap { file in
            vocabulary.readKinds(of: file) { _, _ in }
            return vocabulary.kinds.own.filter { $0.file == file.log.file.name }
        }
        func files(_ names: (ParsedFile) -> [String]) -> [String: String] {
            let pairs = tree.files.flatMap { file in names(file).map { ($0, file.log.file.name) } }
            return Dictionary(pairs) { first, _ in first }
        }
        services = files { $0.declarations("services")?.all.map(\.name) ?? [] }
        constants = files { $0.declarations("constants")?.all.map(\.name) ?? [] }
        rules = files { $0.list("rules").compactMap { $0.value["id"]?.string } }
    }

    /// The message about a name that a bundled file defines and the files in use do not; nil for any other name.
    ///
    ///     the kind 'parcel' is defined in bundled:parcels: add { "include": "bundled:parcels" } to "rules"
    package func remedy(for name: String, _ subject: Subject) -> String? {
        let file: String? =
            switch subject {
            case .kind: kinds.first { $0.name == name }?.file
            case .field: kinds.first { $0.fields.contains { $0.name.description == name } }?.file
            case .service: services[name]
            case .constant: constants[name]
            case .rule: rules[name]
            }
        return file.map {
            "the \(subject.rawValue) '\(name)' is defined in \($0): add { \"include\": \"\($0)\" } to \"rules\""
        }
    }

    /// The bundled files whose kinds a file names, or fields of these kinds, and that it does not include.
    package func files(namedBy file: RuleFile) -> [RuleFile] {
        let tree = FileTree([file], reader: reader)
        let included = Set(tree.files.map(\.log.file.name))
        let words = tree.files.filter { !$0.log.file.isBundled }.reduce(into: Set<String>()) { words, file in
            words.formUnion(file.words)
        }
        let named = kinds.filter { kind in
            words.contains(kind.name) || kind.fields.contains { words.contains($0.name.description) }
        }
        let files = Set(named.map(\.file)).subtracting(included)
        return reader.bundled().filter { files.contains($0.name) }
    }
}

extension ParsedFile {
    /// The words in which the file may name a kind or a field: all names of members, and all in its texts.
    fileprivate var words: Set<String> {
        var words = Set<String>()
        func add(_ text: String) {
            for word in text.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }) {
                words.insert(String(word))
            }
        }
        var rest = ["kinds", "rules", "tests"].flatMap { list($0).map(\.value) }
        while let value = rest.popLast() {
            switch value {
            case .string(let text): add(text)
            case .array(let elements): rest += elements
            case .object(let members):
                for member in members where member.name != RuleObject.note.name {
                    add(member.name)
                    rest.append(member.value)
                }
            case .null, .boolean, .integer, .real: break
            }
        }
        return words
    }
}

extension Vocabulary {
    /// Adds the kinds of a file; `report` gets each with its path.
    func readKinds(of file: ParsedFile, report: (CustomKind, JSONPath) -> Void) {
        // Every name is looked for in all of them.
        let mostKinds = 256
        let reader = KindReader(vocabulary: self, log: file.log)
        for (value, path) in file.list("kinds") {
            guard kinds.own.count < mostKinds else {
                file.log.error("the rule files define more than \(mostKinds) kinds", at: path)
                break
            }
            if let kind = reader.kind(value, at: path) {
                kinds.append(kind)
                report(kind, path)
            }
        }
    }
}
