public import BeelineActions
package import BeelineContent
package import BeelineSupport
package import BeelineSymbols

extension Policy {
    /// The path of the user's policy: `beeline/policy.json` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is
    /// neither.
    public static var userPath: String? { userConfigurationFolder().map { "\($0)/policy.json" } }

    /// The policy of the user's file; `.ask` where there is none.
    ///
    /// - Parameter plugins: the plugins whose actions the file can name.
    /// - Throws: an error with all errors in the file, or one that says who else can write it; `FileError`.
    public static func ofUser(plugins: PluginRegistry) throws -> Policy {
        // A dangling link counts as a policy that cannot be read.
        guard let path = userPath, isTaken(path) else { return .ask }
        if let writers = foreignWriters(of: path) { throw PolicyFileError(path: path, writers: writers) }
        let bytes = try readRegularFile(path, limit: 1 << 20)
        return try Policy.ask.changed(byFile: path, bytes, actions: plugins.names)
    }
}

/// A policy file that is not used, because other users can change it.
package struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// Who can change it, and how to prevent that.
    package let writers: ForeignWriters

    package var description: String { "\(path) is not used, because other users can change it: \(writers)" }
}

/// The tables that the user has installed instead of the built-in ones.
package enum InstalledTables {
    /// The path of an installed table of ISBN ranges: `beeline/isbn-ranges.tsv` in `XDG_DATA_HOME`, or in
    /// `~/.local/share`; nil where there is neither.
    package static var isbnRangesPath: String? { userDataPath("isbn-ranges.tsv") }

    /// A parser with the installed tables, or with the built-in ones where none are installed.
    ///
    /// - Parameters:
    ///   - charset: the character set of codes that are not UTF-8. Default: nil, the one that they seem to be in.
    ///   - expandsCode39: whether Code 39 is read as full ASCII.
    package static func parser(
        charset: Conversion.Charset? = nil, expandsCode39: Bool = false
    ) throws(InstalledTableError) -> ContentParser {
        guard let path = isbnRangesPath, exists(path) else {
            return ContentParser().with(charset: charset, expandsCode39: expandsCode39)
        }
        do {
            let ranges = try ISBNRanges(table: readRegularFile(path, limit: longestFile))
            return ContentParser(isbnRanges: ranges, charset: charset, expandsCode39: expandsCode39)
        } catch {
            throw InstalledTableError(path: path, problem: (error as? FileError)?.message ?? "\(error)")
        }
    }

    /// Installs a table for all programs of the user, and returns its path.
    package static func install(_ ranges: ISBNRanges) throws(FileError) -> String {
        guard let path = isbnRangesPath else { throw FileError(path: "~/.local/share/beeline", reason: .notFound) }
        try requireOwnPlace(for: path)
        try replaceFile(path, with: Array(ranges.text.utf8))
        return path
    }

    private static let longestFile = 4 << 20
}

/// Why an installed table cannot be used.
package struct InstalledTableError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let problem: String

    package var description: String {
        "\(path): \(problem); 'beeline tables isbn' replaces it; until then the built-in table is used"
    }
}
