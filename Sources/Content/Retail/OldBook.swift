/// Books of North America from before 1995 that were sold beside magazines: a UPC-A of the publisher, and five digits
/// of the ISBN beside it.
enum OldBook {
    /// What the publisher's UPC stands for at the start of an ISBN, as lists of libraries have it.
    private static let publishers: [UInt64: String] = Dictionary(
        uniqueKeysWithValues: RegisterTable.entries(of: "[paperbacks]").compactMap { entry in
            Digits.parse(entry.prefix(6)).map { ($0.value, String(decoding: entry.dropFirst(7), as: UTF8.self)) }
        })

    static let doubt = "the UPC and the five digits beside it are those of a paperback from before 1995"
    static let bareDoubt = "perhaps a book from before 1995; its ISBN is printed inside the cover"

    /// Whether a UPC-A as a number is that of such a publisher.
    static func isPublisher(_ upc: UInt64) -> Bool { publishers[upc / 1_000_000] != nil }

    /// The ISBN; nil where the publisher is not known.
    ///
    /// The longer the publisher's part is, the fewer of the five digits are needed.
    static func isbn(_ upc: UInt64, addOn: AddOn) -> ISBN? {
        guard addOn.count == 5, let publisher = publishers[upc / 1_000_000] else { return nil }
        let body = publisher + addOn.text.suffix(9 - publisher.utf8.count)
        guard let (value, _) = Digits.parse(body.utf8) else { return nil }
        let twelve = 978_000_000_000 + value
        return ISBN(checked: twelve * 10 + UInt64(CheckDigit.gs1(twelve)))
    }
}

/// Comics of North America: a UPC-A of the series, and five digits of which three are the issue, one the cover and one
/// the printing.
enum Comic {
    private static let publishers = Set(
        RegisterTable.entries(of: "[comics]").compactMap { Digits.parse($0)?.value })

    /// Whether a UPC-A as a number is that of such a publisher.
    static func isPublisher(_ upc: UInt64) -> Bool { publishers.contains(upc / 1_000_000) }
}
