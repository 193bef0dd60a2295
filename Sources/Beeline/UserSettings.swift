public import BeelineActions
package import BeelineContent
package import BeelineSupport

extension Policy {
    /// Where the user's policy is kept: `beeline/policy.json` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there
    /// is neither.
    public static var userPath: String? { userConfigurationFolder().map { "\($0)/policy.json" } }

    /// The policy of the user's file, and `.ask` where there is none.
    ///
    /// - Parameter plugins: whose actions it may name.
    /// - Throws: an error that says all that is wrong in it, or that others can write it; `FileError`.
    public static func ofUser(plugins: PluginRegistry) throws -> Policy {
        // A link that leads nowhere is a policy that cannot be read, and not none.
        guard let path = userPath, isTaken(path) else { return .ask }
        if let writers = foreignWriters(of: path) { throw PolicyFileError(path: path, writers: writers) }
        let bytes = try readRegularFile(path, limit: 1 << 20)
        return try Policy.ask.changed(byFile: path, bytes, actions: plugins.signatures.map(\.name))
    }
}

/// A policy file that other users can change, and that is therefore not used.
package struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// Who can change it, and how to prevent that.
    package let writers: ForeignWriters

    package var description: String { "\(path) is not used, because other users can change it: \(writers)" }
}

/// The tables that the user has put instead of those that come with the program.
package enum InstalledTables {
    /// Where a newer table of ISBN ranges is kept: `beeline/isbn-ranges.tsv` in `XDG_DATA_HOME`, or in
    /// `~/.local/share`; nil where there is neither.
    package static var isbnRangesPath: String? {
        userDataFolder().map { "\($0)/isbn-ranges.tsv" }
    }

    /// A parser with the user's tables where there are any, and else with those that come with the program.
    package static func parser() throws(InstalledTableError) -> ContentParser {
        guard let path = isbnRangesPath, exists(path) else { return ContentParser() }
        do {
            return ContentParser(isbnRanges: try ISBNRanges(table: readRegularFile(path, limit: longestFile)))
        } catch {
            throw InstalledTableError(path: path, problem: (error as? FileError)?.message ?? "\(error)")
        }
    }

    /// Puts a table in place, for all programs of this user from now on.
    ///
    /// - Returns: the path of the table.
    package static func install(_ ranges: ISBNRanges) throws(FileError) -> String {
        guard let path = isbnRangesPath else {
            throw FileError(path: "~/.local/share/beeline", reason: .notFound)
        }
        try requireOwnPlace(for: path)
        try replaceFile(path, with: Array(ranges.text.utf8))
        return path
    }

    private static let longestFile = 4 << 20
}

/// Why a table that the user has put in place cannot be used.
package struct InstalledTableError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let problem: String

    package var description: String {
        "\(path): \(problem); 'beeline tables isbn' replaces it; until then the built-in table is used"
    }
}
