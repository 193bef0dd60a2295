public import BeelineContent
package import BeelineSupport

/// The tables that the user has put in place of those that come with the program.
public enum InstalledTables {
    /// Where a newer table of ISBN ranges is kept: `beeline/isbn-ranges.tsv` in `XDG_DATA_HOME`, or in
    /// `~/.local/share`; nil where there is neither.
    public static var isbnRangesPath: String? {
        userDataFolder().map { "\($0)/isbn-ranges.tsv" }
    }

    /// A parser with the user's tables where there are any, and else with those that come with the program.
    ///
    /// - Throws: `InstalledTableError`.
    public static func parser() throws(InstalledTableError) -> ContentParser {
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
    /// - Throws: `FileError`.
    package static func install(_ ranges: ISBNRanges) throws(FileError) -> String {
        guard let path = isbnRangesPath else {
            throw FileError(path: "~/.local/share/beeline", reason: .notFound)
        }
        try replaceFile(path, with: Array(ranges.text.utf8))
        return path
    }

    private static let longestFile = 4 << 20
}

/// Why a table that the user has put in place cannot be used.
public struct InstalledTableError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    public let problem: String

    public var description: String {
        "\(path): \(problem); 'beeline tables isbn' writes it anew, and without it the table of the program is used"
    }
}
