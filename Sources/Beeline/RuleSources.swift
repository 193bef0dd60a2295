package import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import Synchronization

/// Rule files in the order in which their rules are tried, and the lists that they name.
///
///     let resolver = try Resolver(rules: .files(["shop.json"]) + .list("prices", at: "prices.csv") + .bundled)
public struct RuleSources: Sendable {
    package private(set) var files: [RuleFile] = []
    /// The hosts that the left-out files of the bundled rules trust.
    private(set) var trustedHosts: [String] = []
    private var lists = GivenLists()
    /// Whether rules can name the lists that `beeline catalog import` has imported.
    private var hasImportedLists = false
    /// The paths of the files that were read, and of folders whose files were.
    package private(set) var paths: [String] = []
    /// Reads the files again; nil for texts.
    private var reading: (@Sendable () throws(FileError) -> RuleSources)?

    package init(_ files: [RuleFile]) { self.files = files }

    /// A rule file from its text.
    ///
    ///     let rules = RuleSources.text(#"{"version": 1, "rules": []}"#)
    ///
    /// - Parameters:
    ///   - json: the JSON of the file.
    ///   - name: the name for messages. Default: `rules`.
    public static func text(_ json: String, name: String = "rules") -> RuleSources {
        RuleSources([RuleFile(name: name, text: json)])
    }

    /// The same files and lists, read again.
    func again() throws(FileError) -> RuleSources { try reading?() ?? self }

    /// The rules that come with the program.
    public static let bundled = bundledFiles { _ in true }

    /// The bundled files that can match codes of some kinds (those before any rule is tried), and the hosts that the
    /// others trust. Such codes have the same resolution as with all files, and reading all takes longer than the rest
    /// of resolving one code. Not for use with the user's rules and constants, which may name something in the other
    /// files.
    package static func bundled(for kinds: Set<Kind>) -> RuleSources {
        bundledFiles { $0.kinds.map { !kinds.isDisjoint(with: $0) } ?? true }
    }

    /// - Parameter isWanted: whether a file is read.
    private static func bundledFiles(where isWanted: (BundledRuleFile) -> Bool) -> RuleSources {
        let all = BundledRuleFile.all
        var sources = RuleSources(all.filter(isWanted).map { RuleFile(name: $0.name, text: $0.text) })
        sources.trustedHosts = all.filter { !isWanted($0) }.flatMap(\.hosts)
        return sources
    }

    /// Files by their paths.
    ///
    /// - Throws: `FileError` for the first that cannot be read, or is longer than 4 MiB.
    public static func files(_ paths: [String]) throws(FileError) -> RuleSources {
        var files: [RuleFile] = []
        for path in paths { files.append(try file(path, read: readFile)) }
        var sources = RuleSources(files)
        sources.paths = paths
        sources.reading = { () throws(FileError) in try .files(paths) }
        return sources
    }

    /// A list from a file in CSV, which rules name. A name is letters, digits and `_`.
    ///
    ///     let rules = try RuleSources.files(["shop.json"]) + .list("prices", at: "prices.csv")
    ///
    /// The first column is the key, unless the rule file says otherwise. A list with an error is an error of the rules
    /// that name it.
    ///
    /// - Throws: `FileError` when it cannot be read, or is longer than 256 MiB.
    public static func list(_ name: String, at path: String) throws(FileError) -> RuleSources {
        var sources = RuleSources([])
        sources.lists = try GivenLists([(name, path)])
        sources.paths = [path]
        sources.reading = { () throws(FileError) in try .list(name, at: path) }
        return sources
    }

    /// The lists that `beeline catalog import` has imported, which rules name. A list is opened when a rule names it.
    public static let importedLists = {
        var sources = RuleSources([])
        sources.hasImportedLists = true
        return sources
    }()

    /// A rule file, and who else can write it. The writers are checked before it is read and after, because the file
    /// may be replaced in between. A file that the user names may be a pipe; others are regular files.
    private static func file(
        _ path: String, read: (String, Int) throws(FileError) -> [UInt8]
    ) throws(FileError) -> RuleFile {
        let before = foreignWriters(of: path)
        let bytes = try read(path, longestFile)
        return RuleFile(
            name: path, bytes: bytes, distrust: (before ?? foreignWriters(of: path))?.description,
            // The user may name a file that is also in the folder.
            identity: try? absolutePath(path))
    }

    /// The files of the user's configuration folder that end in `.json`, by name, and the imported lists; no files where
    /// there is no folder. JSON Schemas are left out.
    ///
    /// - Throws: `FileError`.
    public static func configuration() throws(FileError) -> RuleSources {
        guard let folder = configurationFolder else { return importedLists }
        var files: [RuleFile] = []
        for name in try fileNames(in: folder, suffix: ".json") {
            let file = try file("\(folder)/\(name)", read: readRegularFile)
            if !file.isSchema { files.append(file) }
        }
        var sources = RuleSources(files) + importedLists
        sources.paths = [folder]
        sources.reading = { () throws(FileError) in try .configuration() }
        return sources
    }

    /// `beeline/rules` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is neither.
    public static var configurationFolder: String? { userConfigurationFolder().map { "\($0)/rules" } }

    /// The files of both, those of `left` first, and the lists of both. Of two lists of a name, that of `left` counts.
    public static func + (left: RuleSources, right: RuleSources) -> RuleSources {
        var sum = left
        sum.files += right.files
        sum.trustedHosts += right.trustedHosts
        sum.lists = left.lists + right.lists
        sum.hasImportedLists = left.hasImportedLists || right.hasImportedLists
        sum.paths += right.paths
        sum.reading = { () throws(FileError) in try left.again() + right.again() }
        return sum
    }

    /// Finds the lists of the sources, and notes the paths of imported lists that rules name, even missing ones.
    func finder(noting note: @escaping @Sendable (String) -> Void = { _ in }) -> CatalogFinder {
        let imported =
            hasImportedLists
            ? CatalogStore.finder(
                noting: note,
                remedy: {
                    "'beeline catalog import \($0) FILE.csv' makes one, or .list(\"\($0)\", at: path) uses a file"
                })
            : CatalogFinder(
                names: { [] }, remedy: { "add .list(\"\($0)\", at: path) to the rules, or a Catalog to 'catalogs'" },
                open: { _ in nil })
        return imported.behind(lists.readers)
    }

    private static let longestFile = 4 << 20

    /// Reads the files that these include: `bundled:NAME` is a bundled file, any other name a path relative to the
    /// folder of the file that includes it. An included file must be below that folder, after symbolic links are
    /// resolved, or be one of these files. So a rule file can make the program read only files that the user has put
    /// beside it.
    package var reader: RuleFileReader { reader { _ in } }

    /// The same, with a report of the paths before they are read, even if there is no file, so that they can be
    /// watched. It keeps the files that it has read: rule sets that share a reader have the same files, even if these
    /// change meanwhile.
    package func reader(noting note: @escaping @Sendable (String) -> Void) -> RuleFileReader {
        let named = Dictionary(files.map { ($0.identity, $0) }) { first, _ in first }
        // By path and folders: whether a file can be included depends on the folders of the includer.
        let read = Mutex<[[String]: RuleFile]>([:])
        return RuleFileReader(bundled: { Self.bundled.files }) { name, includer throws(RuleFileProblem) in
            if RuleFile.isBundled(name) { return try Self.bundledFile(name) }
            guard !includer.isBundled else {
                throw RuleFileProblem("a bundled file can include only bundled files")
            }
            let folder = Self.folder(of: includer.name)
            let path = Self.simplified(name.hasPrefix("/") ? name : "\(folder)/\(name)")
            if let identity = try? absolutePath(path), let file = named[identity] { return file }
            note(path)
            let folders = [folder, Self.folder(of: includer.identity)]
            let key = [path] + folders
            if let file = read.withLock({ $0[key] }) { return file }
            let file = try Self.file(path, below: folders)
            read.withLock { $0[key] = file }
            return file
        }
    }

    /// A file below the folder of the includer, which may be a symbolic link into another folder: then also below that.
    private static func file(_ path: String, below folders: [String]) throws(RuleFileProblem) -> RuleFile {
        let folders = folders.compactMap { try? absolutePath($0) }
        var isOutside = false
        let file: RuleFile
        do throws(FileError) {
            file = try Self.file(path) { (path, limit) throws(FileError) in
                let bytes = try readFile(path, below: folders, limit: limit)
                isOutside = bytes == nil
                return bytes ?? []
            }
        } catch {
            throw RuleFileProblem(error.message)
        }
        guard !isOutside else {
            throw RuleFileProblem(
                "it is outside the folder of the file that includes it; move it there, or give it as a rule file too"
            )
        }
        return file
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func bundledFile(_ name: String) throws(RuleFileProblem) -> RuleFile {
        if let file = bundled.files.first(where: { $0.name == name }) { return file }
        let names = bundled.files.map(\.name)
        throw RuleFileProblem("there is no such file" + Spelling.suggestion(for: name, in: names))
    }

    /// A path without `.` and with as few `..` as possible, so that a file has one name.
    private static func simplified(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        let simple = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        return simple.isEmpty ? "." : simple
    }
}

extension ConstantSettings {
    /// Values from the environment, `BEELINE_SET_AMAZON` for the constant `amazon`, and others with their origin, such
    /// as an option, for messages.
    package static func fromEnvironment(
        values: [String: String] = [:], origin: String = "constant"
    ) -> ConstantSettings {
        ConstantSettings(values: values, environment: environmentVariables(prefix: "BEELINE_SET_"), origin: origin)
    }
}

/// A bundled rule file. The plugin `BundledRules` lists those of the folder `Rules` when the project is built.
struct BundledRuleFile: Sendable {
    /// The name, such as `bundled:books`.
    let name: String
    /// The kinds of the codes that its rules match, or that may be of kinds that it defines; nil: all kinds.
    let kinds: [Kind]?
    /// The hosts that its rules trust.
    let hosts: [String]
    let text: String
}
