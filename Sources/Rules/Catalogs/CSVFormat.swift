package import BeelineSupport

/// The format of a CSV file with a catalogue.
///
///     let format = CSVFormat(key: "ean", separator: UInt8(ascii: ";"))
package struct CSVFormat: Hashable, Sendable {
    /// The name of the column that is the key; nil: the first one.
    package let key: String?
    /// The separator between cells; nil to detect it from the rows.
    package let separator: UInt8?
    /// The columns that are used and their names; nil: all, as in the file.
    package let columns: ColumnChoice?

    /// A format; the first column is the key and the separator, an ASCII character, is found by default.
    package init(key: String? = nil, separator: UInt8? = nil, columns: ColumnChoice? = nil) {
        (self.key, self.separator, self.columns) = (key, separator, columns)
    }
}
