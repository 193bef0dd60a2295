internal import BeelineSupport

/// The rule files of a set with all that they include, read once each.
///
/// A class, because reading one file adds those that it includes; it lives while a set is loaded.
final class FileTree {
    /// In the order in which they begin: a file stands before what it includes.
    private(set) var files: [ParsedFile] = []
    /// What is asked, in order: the rules of the files, those of an included one where it is included.
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
        for (value, path) in parsed.rules {
            guard case .object(let members) = value, let include = value["include"] else {
                rules.append((parsed, value, path))
                continue
            }
            for member in members where member.name != "include" && member.name != "note" {
                parsed.log.error("an include has nothing beside it but 'note'", at: path.member(member.name), .name)
            }
            self.include(include, at: path.member("include"), in: parsed, chain + [file])
        }
    }

    private func include(_ value: JSONValue, at path: JSONPath, in file: ParsedFile, _ chain: [RuleFile]) {
        guard let name = value.string, !name.isEmpty else {
            file.log.error("'include' is the name of a file, or such as bundled:books", at: path)
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
            file.log.error("files include each other in a circle: \(circle)", at: path)
            return
        }
        guard files.count < Self.mostFiles else {
            file.log.error("more than \(Self.mostFiles) files are included", at: path)
            return
        }
        // A file stands where it is first included, and nowhere else.
        if identities.insert(included.identity).inserted { add(included, below: chain) }
    }
}
