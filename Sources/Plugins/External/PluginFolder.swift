internal import BeelineActions
public import BeelineRules
internal import BeelineSupport

/// A folder with a plugin in it that was looked at: nobody but the user can have put into it what is there.
package struct PluginFolder {
    /// Absolute.
    let path: String
    let manifest: PluginManifest
    /// The path of the program that the manifest names.
    let program: String
    /// All of which it is made, as far as it is known: the folder, the manifest, the program, and scripts.
    private let parts: [String]

    /// How others could have changed it; empty when nobody else can.
    var distrust: [String] {
        var reasons: [String] = []
        for part in parts {
            // A folder above them all is told of once.
            guard let writers = foreignWriters(of: part)?.description, !reasons.contains(writers) else { continue }
            reasons.append(writers)
        }
        return reasons
    }

    private static let longestManifest = 1 << 20

    /// Reads a plugin's folder.
    ///
    /// - Throws: `PluginFolderError`, with everything that is wrong.
    init(_ folder: String) throws(PluginFolderError) {
        let file = "\(folder)/\(PluginManifest.fileName)"
        let bytes: [UInt8]
        // A line of a manifest is shown where there is a mistake in it; one that others put there may be a link to any file.
        for part in [folder, file] where exists(part) {
            if let writers = foreignWriters(of: part) {
                throw PluginFolderError(folder: folder, problem: writers.description)
            }
        }
        do throws(FileError) {
            path = try absolutePath(folder)
            bytes = try readRegularFile(file, limit: Self.longestManifest)
        } catch {
            throw PluginFolderError(folder: folder, problem: "\(PluginManifest.fileName): \(error.message)")
        }
        let log = IssueLog(RuleFile(name: file, bytes: bytes))
        guard let manifest = ManifestReader(log: log).manifest() else { throw PluginFolderError(issues: log.issues) }
        self.manifest = manifest
        let command = manifest.command[0]
        let found = command.contains("/") ? Self.file(command, in: path) : Executable.find(command)
        guard let program = found, Executable.isExecutable(program) else {
            throw PluginFolderError(
                folder: folder,
                problem: command.contains("/")
                    ? "the program '\(command)' is not there, or cannot be run; to let it: chmod +x"
                    : "no program '\(command)' is on the PATH; for one in the folder: ./\(command)")
        }
        self.program = program
        // A script is an argument of its interpreter.
        let absolute = path
        let named = manifest.command.dropFirst().map { Self.file($0, in: absolute) }.filter(isRegularFile)
        parts = [path, "\(path)/\(PluginManifest.fileName)", program] + named
        let problems = distrust
        guard problems.isEmpty else {
            throw PluginFolderError(issues: problems.map { PluginFolderError.issue(folder: folder, problem: $0) })
        }
    }

    private static func file(_ name: String, in folder: String) -> String {
        name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }

    /// The folders of plugins that a folder stands for: itself when it holds a plugin, else those in it that do.
    ///
    /// - Throws: `FileError` when it cannot be read.
    static func folders(in folder: String) throws(FileError) -> [String] {
        if exists("\(folder)/\(PluginManifest.fileName)") { return [folder] }
        return try fileNames(in: folder, suffix: "").map { "\(folder)/\($0)" }
            .filter { exists("\($0)/\(PluginManifest.fileName)") }
    }
}

/// Why plugins cannot be used: everything that is wrong with their folders.
public struct PluginFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All of them errors, each with the file, and its place where there is one.
    public let issues: [RuleIssue]

    init(issues: [RuleIssue]) { self.issues = issues }

    init(folder: String, problem: String) { issues = [Self.issue(folder: folder, problem: problem)] }

    static func issue(folder: String, problem: String) -> RuleIssue {
        RuleIssue(
            severity: .error, file: folder, position: nil, path: JSONPath(), message: problem, sourceLine: nil)
    }

    public var description: String { issues.map(\.description).joined(separator: "\n") }
}
