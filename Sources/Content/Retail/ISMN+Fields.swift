internal import BeelineSymbols

extension ISMN: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .ismn, .gtin13: .text(ismn)
        case .ismn10: .text(ismn10)
        case .hyphenated: .text(hyphenated)
        case .registrant: .text(registrant)
        case .publication: .text(publication)
        default: nil
        }
    }
}

extension KindDefinition {
    static let ismn = KindDefinition(
        .ismn, "a piece of printed music",
        """
        An EAN-13 that begins with 979-0, with the right check digit, or the same thirteen digits typed in, with hyphens or \
        without. A typed code may also have the form from before 2008, `M-2306-7118-7`. After the letters `ISMN` it is \
        taken from every symbol. Where the letters `ISBN` stand before such a number, it is music all the same, and there \
        is a warning.
        """,
        examples: [
            Symbol(.ean13, "9790060115615"), Symbol(.unknown, "M-2306-7118-7"), Symbol(.qr, "ISMN 979-0-3452-4680-5"),
        ])
}
