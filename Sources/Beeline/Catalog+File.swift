internal import BeelineFiles
public import BeelineRules

extension Catalog {
    /// A catalogue from a file in CSV, as `Catalog(name:csv:)` reads it.
    ///
    ///     let prices = try Catalog.file(name: "prices", path: "prices.csv")
    ///
    /// - Throws: `FileError`, for one that is longer than 256 MiB as well, or `CatalogError`.
    public static func file(name: String, path: String) throws -> Catalog {
        try Catalog(name: name, csv: readFile(path, limit: longestFile), source: path)
    }

    private static let longestFile = 256 << 20
}
