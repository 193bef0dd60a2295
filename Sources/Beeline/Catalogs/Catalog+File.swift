public import BeelineRules
internal import BeelineSupport

extension Catalog {
    /// A catalogue from a file in CSV, as `Catalog(name:csv:)` reads it.
    ///
    ///     let prices = try Catalog.file(name: "prices", path: "prices.csv")
    ///
    /// - Parameter format: where the key is not the first column, or the separator another one. Default: as there.
    /// - Throws: `FileError`, for one that is longer than `longestFile` as well, or `CatalogError`.
    public static func file(name: String, path: String, format: CSVFormat = CSVFormat()) throws -> Catalog {
        try Catalog(name: name, csv: readFile(path, limit: longestFile), source: path, format: format)
    }

    /// The longest file that is read, in bytes: 256 MiB.
    public static let longestFile = 256 << 20
}
