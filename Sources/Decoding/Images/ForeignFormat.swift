/// A common file format that cannot be read, recognised only so that the error can name it.
struct ForeignFormat {
    /// The name with its article, such as `a PDF`.
    let name: String

    /// Where the mark stands in the file.
    private let offset: Int

    /// The bytes that tell the format.
    private let mark: [UInt8]

    private init(_ name: String, at offset: Int = 0, _ mark: String) {
        self.name = name
        self.offset = offset
        self.mark = Array(mark.utf8)
    }

    /// The name of the one format for which there is another way.
    static let pdf = "a PDF"

    private static let table = [
        ForeignFormat("a JPEG XL", at: 4, "JXL "),
        ForeignFormat("a JPEG 2000", at: 4, "jP  "),
        ForeignFormat("a PAM", "P7\n"),
        ForeignFormat(pdf, "%PDF-"),
        ForeignFormat("a PostScript file", "%!PS"),
        ForeignFormat("a ZIP archive", "PK\u{3}\u{4}"),
    ]

    /// Recognises a format by the first bytes of a file; `nil` if it is not in the table.
    init?(recognising bytes: [UInt8]) {
        if let found = Self.table.first(where: { bytes.dropFirst($0.offset).starts(with: $0.mark) }) {
            self = found
        } else if Self.isSVG(bytes) {
            self.init("an SVG", "<svg")
        } else {
            return nil
        }
    }

    /// An SVG may begin with a declaration and with comments; a kilobyte is enough to see past them.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1024).drop { PNMScanner.isSpace($0) || [0xEF, 0xBB, 0xBF].contains($0) }
        guard start.first == UInt8(ascii: "<") else { return false }
        return start.indices.contains { start[$0...].starts(with: "<svg".utf8) }
    }
}
