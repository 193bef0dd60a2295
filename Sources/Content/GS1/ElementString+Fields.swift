internal import BeelineSymbols

extension ElementString: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .bracketed: .text(bracketed)
        case .elementString: .text(elementString)
        case .digitalLink: digitalLink.map(FieldValue.text)
        case .gtin14: (gtin?.gtin14).map(FieldValue.text)
        case .gtin13: (gtin?.gtin13).map(FieldValue.text)
        case .gtin12: (gtin?.gtin12).map(FieldValue.text)
        case .gtin8: (gtin?.gtin8).map(FieldValue.text)
        case .sscc: sscc.map(FieldValue.text)
        case .gln: gln.map(FieldValue.text)
        case .lot: lot.map(FieldValue.text)
        case .serial: serial.map(FieldValue.text)
        case .expiry: expiry.map(FieldValue.date)
        case .bestBefore: date(of: "15").map(FieldValue.date)
        case .sellBy: date(of: "16").map(FieldValue.date)
        case .produced: date(of: "11").map(FieldValue.date)
        case .packed: date(of: "13").map(FieldValue.date)
        case .netWeight: netWeight.map(FieldValue.number)
        case .count: count.map(FieldValue.number)
        case .price: price.map(FieldValue.number)
        case .amount: amount.map(FieldValue.number)
        case .currency: currency.map(FieldValue.text)
        case .url: address.map { .text($0.url) }
        case .host: address.flatMap { FieldValue.text(unlessEmpty: $0.hostName) }
        default: nil
        }
    }
}

extension KindDefinition {
    static let gs1 = KindDefinition(
        .gs1, "a GS1 element string",
        """
        Application Identifiers of GS1 and their values, in one of three forms: what a GS1 symbol holds (GS1-128, GS1 \
        DataBar Expanded, GS1 DataMatrix, GS1 QR Code and the like; its decoder must say that it is one, or the text \
        begin with an AIM identifier such as `]C1`), text with brackets in any symbology, such as \
        `(01)09521234543213(10)ABC`, and uncompressed GS1 Digital Links with any host. Every value must keep the rules of \
        the GS1 General Specifications: length, characters, check digits, dates, codes of countries and currencies. What \
        an element needs beside it must be in the same symbol or another one of the image, and what it excludes must \
        not. Anything else is text with the warning `gs1-invalid`, which names element, place and rule.

        A Digital Link has a key and its qualifiers at the end of its path, in their order, and attributes in the query; \
        other parameters do not matter. A GTIN has 14 digits; 12 and 13, of older releases, are taken too, and 8 at \
        `id.gs1.org`. A key without check digit (401, 8004, 8010) at another host must begin with seven digits and have a \
        qualifier or an attribute beside it. A link that breaks these rules is a `url`.

        In Code 128, Data Matrix, QR, Aztec and DotCode a text with the separator U+001D that is right as a whole is taken \
        too where nothing says that the symbol is one of GS1, with a warning. In brackets, blanks and ends of lines before \
        and after an identifier, as labels print them, do not matter; outside of GS1 symbols a single element must be a \
        number with a check digit, for `(91)Note` is a remark.

        A GTIN alone in GS1 DataBar or ITF-14 is a `product`; in GS1-128, GS1 DataMatrix or GS1 QR Code it is `gs1`.
        """,
        examples: [
            Symbol(.code128, "010952123454321317271231" + "10ABC123\u{1D}2112345", aim: "]C1"),
            Symbol(.dataMatrix, "(01)00000096385074(11)260105(13)260106(15)260700(16)260620"),
            Symbol(.databarExpanded, "01950123456789033103001750392200249"),
            Symbol(.code128, "003952012345678905050219520123456785" + "3724", aim: "]C1"),
            Symbol(.qr, "https://example.com/shop/01/00036000291452/10/LOT7?17=270630&linkType=gs1:pip"),
            Symbol(.databarExpanded, "8110106141416543213150110120"),
            Symbol(.dataMatrix, "4159521234543213" + "8020INV-7\u{1D}391297814950", aim: "]d2"),
        ])
}
