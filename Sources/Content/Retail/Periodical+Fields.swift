internal import BeelineSymbols

extension Periodical: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .issn: .text(issn)
        case .gtin13: .text(gtin13)
        case .variant: variant.map(FieldValue.text)
        case .issue: issue.map(FieldValue.text)
        default: nil
        }
    }
}

extension KindDefinition {
    static let issn = KindDefinition(
        .issn, "a periodical",
        """
        An EAN-13 that begins with 977, with the right check digit, or the same thirteen digits typed in. The seven digits \
        after 977 are the ISSN without its check digit, the next two a variant. Two or five digits beside it are the issue, \
        never a price.

        A typed code may also be the ISSN itself, with its hyphen: `0024-9319`. Eight digits without a hyphen are more \
        likely an EAN-8, and need the letters `ISSN` before them, as does an ISSN in any other symbol; `eISSN`, `pISSN`, \
        `ISSN-L` and `urn:issn:` do as well. So does one that may be a span of years, such as `1990-2026`, which is text \
        with a warning.
        """,
        examples: [
            Symbol(.ean13, "9770024931000", addOn: "05"), Symbol(.ean13, "9770264359053"),
            Symbol(.unknown, "2434-561X"), Symbol(.qr, "ISSN 0264-3596"),
        ])
}
