package import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import BundledRules
internal import Synchronization

/// Rule files, in the order in which their rules are tried.
///
///     let resolver = try Resolver(rules: .files(["shop.json"]) + .bundled)
public struct RuleSources: Sendable {
    /// The files, the first of them first.
    package let files: [RuleFile]
    /// The hosts that the rules of files trust that are not read, but belong to these.
    let trustedHosts: [String]

    /// - Parameter files: in the order in which their rules are tried.
    package init(_ files: [RuleFile]) { self.init(files, trustedHosts: []) }

    private init(_ files: [RuleFile], trustedHosts: [String]) {
        (self.files, self.trustedHosts) = (files, trustedHosts)
    }

    /// A rule file whose text is at hand.
    ///
    ///     let rules = RuleSources(name: "books.json", text: #"{"version": 1, "rules": []}"#)
    ///
    /// - Parameters:
    ///   - name: what messages call it.
    ///   - text: JSON, as in a file.
    public init(name: String, text: String) { self.init([RuleFile(name: name, text: text)]) }

    /// The rules that come with the program.
    public static let bundled = bundledFiles { _ in true }

    /// Those of them that may take some codes, by their kinds and the openings of texts, and the hosts that the others trust:
    /// reading all takes longer than the rest of resolving one code. They make of such codes what all make.
    ///
    /// They go without rules and constants of the user, which may name what is in the others.
    ///
    /// - Parameter contents: what the codes are before any rule is tried.
    package static func bundled(for contents: [Content]) -> RuleSources {
        let names = Set(
            contents.flatMap { content -> [String] in
                // Files take web links, or links of some other schemes.
                if case .url(let address) = content, !address.isOfWeb { return ["url", "uri"] }
                return [content.kind.rawValue]
            })
        let texts = contents.compactMap { if case .text(let text) = $0 { text } else { nil } }
        let spellings = texts.flatMap(Respelling.texts)
        let openings = spellings.map { (whole: [UInt8]($0.utf8), compact: [UInt8]($0.withoutWhitespace.utf8)) }
        return bundledFiles { file in
            guard let kinds = file.kinds else { return true }
            return words(kinds).contains { kind in
                guard kind == Kind.text.rawValue else { return names.contains(kind) }
                return openings.contains { file.mayTake($0.whole, compact: $0.compact) }
            }
        }
    }

    /// - Parameter isWanted: whether a file is read.
    private static func bundledFiles(where isWanted: (beeline_rule_file) -> Bool) -> RuleSources {
        var count = 0
        let first = beeline_bundled_rules(&count)
        var files: [RuleFile] = []
        var hosts: [String] = []
        for file in UnsafeBufferPointer(start: first, count: count) {
            guard isWanted(file) else {
                hosts += words(file.hosts)
                continue
            }
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            files.append(RuleFile(name: String(cString: file.name), bytes: bytes))
        }
        return RuleSources(files, trustedHosts: hosts)
    }

    private static func words(_ text: UnsafePointer<CChar>) -> [String] {
        // By bytes: which characters are blanks takes longer to find out.
        String(cString: text).utf8.split(separator: 0x20).map { String(Substring($0)) }
    }

    /// Files by their paths.
    ///
    /// - Throws: `FileError` for the first that cannot be read, or is longer than 4 MiB.
    public static func files(_ paths: [String]) throws(FileError) -> RuleSources {
        var files: [RuleFile] = []
        for path in paths { files.append(try file(path, read: readFile)) }
        return RuleSources(files)
    }

    /// A file, and who else can write it. That is asked before it is read and after, for what is gone or replaced in
    /// between was written by someone.
    ///
    /// - Parameter read: what reads it. A file that someone names may be a pipe; others are regular files.
    private static func file(
        _ path: String, read: (String, Int) throws(FileError) -> [UInt8]
    ) throws(FileError) -> RuleFile {
        let before = foreignWriters(of: path)
        let bytes = try read(path, longestFile)
        return RuleFile(
            name: path, bytes: bytes, distrust: (before ?? foreignWriters(of: path))?.description,
            // It may be named twice, by way of the folder and by itself.
            identity: try? absolutePath(path))
    }

    /// The files of the user's configuration folder that end in `.json`, by name; none where there is no folder. JSON Schemas
    /// are not rule files, whether they are named `NAME.schema.json` or not.
    ///
    /// - Throws: `FileError`.
    public static func configuration() throws(FileError) -> RuleSources {
        guard let folder = configurationFolder else { return RuleSources([]) }
        var files: [RuleFile] = []
        for name in try fileNames(in: folder, suffix: ".json") {
            let file = try file("\(folder)/\(name)", read: readRegularFile)
            if !file.isSchema { files.append(file) }
        }
        return RuleSources(files)
    }

    /// `beeline/rules` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is neither.
    public static var configurationFolder: String? { userConfigurationFolder().map { "\($0)/rules" } }

    /// The files of both, those of `left` first.
    public static func + (left: RuleSources, right: RuleSources) -> RuleSources {
        RuleSources(left.files + right.files, trustedHosts: left.trustedHosts + right.trustedHosts)
    }

    private static let longestFile = 4 << 20

    /// Reads the files that these include: `bundled:NAME` is one of those that come with the program, any other name a
    /// path, counted from the folder of the file that includes it.
    ///
    /// What is included lies below that folder, wherever symbolic links lead, or is one of these files itself. So a
    /// rule file makes the program read nothing that the user has not put beside it.
    package var reader: RuleFileReader { reader { _ in } }

    /// The same, and says which paths it reads, so that they can be watched.
    ///
    /// It keeps what it has read: sets that share a reader have the same files, even if these change in the meantime.
    ///
    /// - Parameter note: called with each path before it is looked for, whether anything is there or not.
    package func reader(noting note: @escaping @Sendable (String) -> Void) -> RuleFileReader {
        let named = Dictionary(files.map { ($0.identity, $0) }) { first, _ in first }
        // By path and folders: what may be included depends on the folders of the includer.
        let read = Mutex<[[String]: RuleFile]>([:])
        return RuleFileReader { name, includer throws(RuleFileProblem) in
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

    /// A file below the folder of the one that includes it, which may be a symbolic link into a folder of its own.
    ///
    /// - Parameter folders: that of the includer's name, and that of the includer itself.
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
        let hint = Spelling.hint(for: name, in: names)
        throw RuleFileProblem(
            "there is no such file" + (hint.isEmpty ? "; use one of \(names.joined(separator: ", "))" : hint))
    }

    /// A path without `.` and with as few `..` as can be, so that a file has one name.
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
    /// Values from the environment: `BEELINE_SET_AMAZON` for the constant `amazon`.
    ///
    /// - Parameter origin: what gives `values`, such as an option: messages about them begin with it.
    package static func fromEnvironment(
        values: [String: String] = [:], origin: String = "constant"
    ) -> ConstantSettings {
        ConstantSettings(values: values, environment: environmentVariables(prefix: "BEELINE_SET_"), origin: origin)
    }
}

extension beeline_rule_file {
    /// False if the first bytes of a text show that none of its kinds matches it.
    ///
    /// - Parameter compact: the same without white space.
    fileprivate func mayTake(_ text: [UInt8], compact: [UInt8]) -> Bool {
        guard let openings else { return true }
        return UnsafeBufferPointer(start: openings, count: openingCount).contains {
            $0.fits($0.isCompact ? compact : text)
        }
    }
}

extension beeline_opening {
    fileprivate func fits(_ text: [UInt8]) -> Bool {
        guard text.count >= shortest, text.count <= longest else { return false }
        let starts = [start.0, start.1, start.2]
        return zip(text, starts).allSatisfy { Self.isOne($0, of: $1) } && text.allSatisfy { Self.isOne($0, of: all) }
    }

    /// Whether a byte lies in one of some ranges. Zero, which no literal of C has in it, counts as one.
    private static func isOne(_ byte: UInt8, of ranges: UnsafePointer<CChar>) -> Bool {
        let byte = max(byte, 1)
        var range = ranges
        while range[0] != 0 {
            if UInt8(bitPattern: range[0])...UInt8(bitPattern: range[1]) ~= byte { return true }
            range += 2
        }
        return false
    }
}
