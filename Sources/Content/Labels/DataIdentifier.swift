internal import BeelineSymbols

/// A data identifier of ASC MH 10 (ANSI MH10.8.2): up to three digits and a letter, which say what the value after them
/// means. With them the text element identifiers of aviation (ATA Spec 2000, chapter 9), three letters each.
/// Identifiers that are not in the table are read as well: the standard has several hundred.
struct DataIdentifier {
    let code: String
    /// What it means, in a few words.
    let title: String
    /// The field that it gives. Of several that give the same, the first in the table goes before.
    let field: Field?
    /// How the value writes a day, where it is one.
    let day: Day?

    /// How a value begins that is a day.
    enum Day {
        case yymmdd, yyyymmdd, ddmmyyyy
    }

    private init(_ code: String, _ title: String, _ field: Field? = nil, day: Day? = nil) {
        (self.code, self.title, self.field, self.day) = (code, title, field, day)
    }

    /// The identifier of that code; nil for those that are not in the table.
    static func find(_ code: String) -> DataIdentifier? { byCode[code] }

    /// The identifiers that give a field, the one that goes before all others first.
    static func giving(_ field: Field) -> [DataIdentifier] { byField[field] ?? [] }

    /// Whether a text may be a data identifier, or the three letters of a text element.
    static func isPossible(_ code: String) -> Bool {
        let digits = code.utf8.prefix(while: \.isASCIIDigit)
        let letters = code.utf8[digits.endIndex...]
        guard letters.allSatisfy(\.isASCIICapital) else { return false }
        return letters.count == 1 && digits.count <= 3 || letters.count == 3 && digits.isEmpty
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0) })
    private static let byField = Dictionary(grouping: table.filter { $0.field != nil }, by: \.field)

    /// Those that labels have.
    static let table: [DataIdentifier] = [
        // What it is.
        .init("P", "part number of the customer", .partNumber),
        .init("1P", "part number of the supplier", .supplierPartNumber),
        .init("2P", "revision"),
        .init("3P", "manufacturer and part number"),
        .init("4P", "configuration"),
        .init("7P", "equipment code (CLEI)"),
        .init("8P", "GTIN", .gtin14),
        .init("9N", "pharmacy product number (PPN)", .ppn),
        .init("25P", "part number with its issuer"),
        .init("30P", "part number of the supplier, first level", .supplierPartNumber),
        .init("31P", "part number of the supplier, last level", .supplierPartNumber),
        .init("33P", "binning code"),
        .init("PNR", "part number", .partNumber),
        .init("PNO", "part number of the manufacturer", .partNumber),
        // How many, how heavy.
        .init("Q", "quantity", .quantity),
        .init("7Q", "quantity with its unit", .quantity),
        .init("QTY", "quantity", .quantity),
        .init("1Q", "length or weight"),
        .init("2Q", "weight"),
        .init("3Q", "unit of measure"),
        .init("4Q", "gross amount"),
        .init("5Q", "net amount"),
        .init("13Q", "number of the package, of how many"),
        // Which one.
        .init("S", "serial number", .serial),
        .init("1S", "additional code of the supplier"),
        .init("2S", "shipment notice"),
        .init("3S", "package"),
        .init("4S", "package of several"),
        .init("5S", "mixed package"),
        .init("18S", "CAGE code and serial number", .serial),
        .init("22S", "electronic serial number of a telephone"),
        .init("23S", "MAC address"),
        .init("25S", "party to a transaction"),
        .init("SER", "serial number", .serial),
        .init("SEQ", "serial number in the part number", .serial),
        .init("UCN", "serial number of a later holder", .serial),
        .init("1T", "lot of the supplier", .lot),
        .init("T", "lot of the customer", .lot),
        .init("30T", "lot, first level", .lot),
        .init("BII", "batch or lot", .lot),
        .init("LOT", "lot", .lot),
        // Days.
        .init("D", "date", day: .yymmdd),
        .init("6D", "date with its qualifier", day: .yyyymmdd),
        .init("9D", "date code", .dateCode),
        .init("10D", "year and week", .dateCode),
        .init("11D", "year and week", .dateCode),
        .init("12D", "date", day: .yyyymmdd),
        .init("14D", "expiry", .expiry, day: .yyyymmdd),
        .init("15D", "expiry", .expiry, day: .ddmmyyyy),
        .init("16D", "day of production", .produced, day: .yyyymmdd),
        .init("17D", "day of production", .produced, day: .ddmmyyyy),
        .init("25D", "best before", .bestBefore, day: .yyyymmdd),
        .init("EXP", "expiry", .expiry, day: .yyyymmdd),
        .init("DMF", "day of manufacture", .produced, day: .yyyymmdd),
        // Who, and where.
        .init("V", "supplier", .supplier),
        .init("1V", "supplier", .supplier),
        .init("12V", "manufacturer (D-U-N-S)", .supplier),
        .init("13V", "supplier (D-U-N-S)", .supplier),
        .init("14V", "customer (D-U-N-S)"),
        .init("17V", "party (CAGE)", .supplier),
        .init("18V", "party with its issuer", .supplier),
        .init("21V", "supplier, part of an organisation", .supplier),
        .init("MFR", "manufacturer (CAGE)", .supplier),
        .init("SPL", "supplier (CAGE)", .supplier),
        .init("CAG", "entity (CAGE)", .supplier),
        .init("DUN", "entity (D-U-N-S)", .supplier),
        .init("4L", "country of origin", .countryOfOrigin),
        .init("1L", "place"),
        .init("2L", "ship to"),
        .init("3L", "ship from"),
        .init("21L", "place of delivery"),
        // Papers and packages.
        .init("K", "purchase order", .purchaseOrder),
        .init("14K", "purchase order and line"),
        .init("4K", "line of the purchase order"),
        .init("1K", "order number of the supplier"),
        .init("2K", "shipment of the supplier"),
        .init("3K", "shipment of the carrier"),
        .init("10K", "invoice"),
        .init("11K", "packing list"),
        .init("12K", "carrier (SCAC)", .carrier),
        .init("15K", "kanban"),
        .init("16K", "delivery note"),
        .init("1J", "licence plate of a package", .licensePlate),
        .init("2J", "licence plate of several packages", .licensePlate),
        .init("3J", "licence plate of a package, with EDI", .licensePlate),
        .init("4J", "licence plate of several packages, with EDI", .licensePlate),
        .init("5J", "licence plate of a mixed unit", .licensePlate),
        .init("6J", "licence plate of a unit of the same", .licensePlate),
        .init("J", "licence plate", .licensePlate),
        .init("B", "type of the container"),
        .init("E", "restricted substances (RoHS)"),
        .init("Z", "mutually agreed"),
    ]
}
