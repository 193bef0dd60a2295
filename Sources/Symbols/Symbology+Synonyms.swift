extension Symbology {
    /// What people and the settings of scanners call a symbology, beside the names of the table.
    static let synonyms: [(symbology: Symbology, names: [String])] = [
        (.qr, ["QR"]), (.ean13, ["JAN-13"]), (.ean8, ["JAN-8"]),
        (.databar, ["GS1 DataBar Omnidirectional", "DataBar Omnidirectional", "GS1 DataBar Stacked"]),
        (.databar, ["GS1 DataBar", "GS1 DataBar Stacked Omnidirectional", "DataBar Stacked Omnidirectional"]),
        (.databarLimited, ["GS1 DataBar Limited"]),
        (.databarExpanded, ["GS1 DataBar Expanded", "GS1 DataBar Expanded Stacked", "DataBar Expanded Stacked"]),
    ]

    /// Names of symbols that hold GS1 element strings and nothing else.
    static let namesOfGS1: [(symbology: Symbology, names: [String])] = [
        (.code128, ["GS1-128", "EAN-128", "UCC-128", "UCC/EAN-128"]), (.dataMatrix, ["GS1 DataMatrix"]),
        (.qr, ["GS1 QR Code", "GS1 QR"]), (.dotCode, ["GS1 DotCode"]), (.aztec, ["GS1 Aztec Code", "GS1 Aztec"]),
    ]

    /// Whether a name, in whatever case and punctuation, says that the content is GS1 element strings.
    package static func isNameOfGS1(_ name: String) -> Bool {
        // Nearly all names are those of the table.
        byExactName[name] == nil && keysOfGS1.contains(key(name))
    }

    private static let keysOfGS1 = Set(namesOfGS1.flatMap(\.names).map(key))
}
