/// Books of North America from before 1995 that were sold beside magazines: a UPC-A of the publisher, and five digits
/// of the ISBN beside it.
enum OldBook {
    /// What the publisher's UPC stands for at the start of an ISBN, as lists of libraries have it.
    private static let publishers: [UInt64: String] = [
        014794: "08041", 018926: "0445", 027778: "0449", 037145: "0812", 042799: "0785", 043144: "0688",
        044903: "0312", 045863: "0517", 046594: "0064", 047132: "0152", 051487: "08167", 051488: "0140",
        060771: "0002", 065373: "0373", 070992: "0523", 070993: "0446", 070999: "0345", 071001: "0380",
        071009: "0440", 071125: "088677", 071136: "0451", 071149: "0451", 071152: "0515", 071162: "0451",
        071268: "08217", 071831: "0425", 071842: "08439", 072742: "0441", 076714: "0671", 076783: "0553",
        076814: "0449", 078021: "0872", 078073: "0590", 079808: "0394", 090129: "0679", 099455: "0061",
        099769: "0451",
    ]

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
    /// Marvel, DC, Image, Dark Horse, IDW, Boom, Dynamite, Valiant, Archie, Oni, Viz.
    private static let publishers: Set<UInt64> = [
        759606, 761941, 709853, 761568, 827714, 844284, 725130, 858992, 762816, 649856, 782009,
    ]

    /// Whether a UPC-A as a number is that of such a publisher.
    static func isPublisher(_ upc: UInt64) -> Bool { publishers.contains(upc / 1_000_000) }
}
