internal import BeelineSupport

extension BundledNames {
    /// Reads all bundled files, so it is called only for a name that the files in use do not have.
    package init(_ reader: RuleFileReader) {
        let tree = FileTree(reader.bundled(), reader: .none)
        let vocabulary = Vocabulary(
            actions: KnownActions(names: []) { _ in nil }, constants: Constants(settings: ConstantSettings()),
            services: Declarations("service"), catalogs: CatalogFinder.Cache([], .none, Declarations("catalogue")))
        let kinds = tree.files.flatMap { file in
            vocabulary.readKinds(of: file) { _, _ in }
            return vocabulary.kinds.own.filter { $0.file == file.log.file.name }
        }
        func files(_ names: (ParsedFile) -> [String]) -> [String: String] {
            let pairs = tree.files.flatMap { file in names(file).map { ($0, file.log.file.name) } }
            return Dictionary(pairs) { first, _ in first }
        }
        self.init(
            kinds: kinds,
            files: [
                .service: files { $0.declarations("services")?.all.map(\.name) ?? [] },
                .constant: files { $0.declarations("constants")?.all.map(\.name) ?? [] },
                .rule: files { $0.list("rules").compactMap { $0.value["id"]?.string } },
            ])
    }

    /// The bundled files whose kinds a file names, or fields of these kinds, and that it does not include.
    package func files(namedBy file: RuleFile, _ reader: RuleFileReader) -> [RuleFile] {
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
