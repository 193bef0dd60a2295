/// How a catalogue is written in CSV, as far as files differ.
///
///     let format = CSVFormat(key: "ean", separator: UInt8(ascii: ";"))
public struct CSVFormat: Hashable, Sendable {
    /// The name of the column that is the key; nil: the first one.
    public let key: String?
    /// What stands between cells; nil: what the first line has.
    public let separator: UInt8?

    public init(key: String? = nil, separator: UInt8? = nil) {
        self.key = key
        self.separator = separator
    }
}
