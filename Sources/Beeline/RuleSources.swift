public import BeelineFiles
public import BeelineRules
internal import BundledRules

/// Rule files, in the order in which their rules are asked.
///
///     let resolver = try Resolver(rules: .files(["shop.json"]) + .bundled)
public struct RuleSources: Sendable {
    public let files: [RuleFile]

    public init(_ files: [RuleFile]) { self.files = files }

    /// The rules that come with the program.
    public static let bundled = RuleSources(
        {
            var count = 0
            let first = beeline_bundled_rules(&count)
            return UnsafeBufferPointer(start: first, count: count).map { file in
                RuleFile(
                    name: String(cString: file.name),
                    bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
            }
        }())

    /// Files by their paths.
    ///
    /// - Throws: `FileError` for the first that cannot be read, or is longer than 4 MiB.
    public static func files(_ paths: [String]) throws(FileError) -> RuleSources {
        var files: [RuleFile] = []
        for path in paths { files.append(RuleFile(name: path, bytes: try readFile(path, limit: longestFile))) }
        return RuleSources(files)
    }

    /// The files of the user's configuration folder that end in `.json`, by name; none where there is no folder.
    ///
    /// - Throws: `FileError`.
    public static func configuration() throws(FileError) -> RuleSources {
        guard let folder = configurationFolder else { return RuleSources([]) }
        return try files(try fileNames(in: folder, suffix: ".json").map { "\(folder)/\($0)" })
    }

    /// `beeline/rules` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is neither.
    public static var configurationFolder: String? {
        if let home = environmentVariable("XDG_CONFIG_HOME"), home.hasPrefix("/") { return "\(home)/beeline/rules" }
        return environmentVariable("HOME").map { "\($0)/.config/beeline/rules" }
    }

    public static func + (left: RuleSources, right: RuleSources) -> RuleSources {
        RuleSources(left.files + right.files)
    }

    private static let longestFile = 4 << 20
}

extension ConstantSettings {
    /// Values from the environment: `BEELINE_SET_AMAZON` for the constant `amazon`.
    public static func fromEnvironment(values: [String: String] = [:]) -> ConstantSettings {
        ConstantSettings(values: values, environment: environmentVariables(prefix: "BEELINE_SET_"))
    }
}
