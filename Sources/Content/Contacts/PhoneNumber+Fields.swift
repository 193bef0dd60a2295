internal import BeelineSymbols

extension PhoneNumber: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .phone: .text(number)
        case .phoneExtension: `extension`.map(FieldValue.text)
        case .phoneContext: context.map(FieldValue.text)
        default: nil
        }
    }
}

extension KindDefinition {
    static let phone = KindDefinition(
        .phone, "a telephone number",
        """
        `tel:` in any case and a number (RFC 3966): two digits or more, or a service code with `*` and `#`; a `+` in \
        front means that it is global, with at most 15 digits. Blanks, hyphens, dots, slashes and brackets are left out, \
        and so is a `(0)` behind the code of a country, unless numbers begin with it there (Italy); percent-encoding is undone. An extension may follow in `;ext=`, behind `x` or `ext.`, or behind a pause \
        (`,`, `;`, `p`, `w`). `;phone-context=` says where a local number holds, by a domain or the beginning of a global \
        number; it is no part of the number, for the two together need not make one (RFC 3966, section 5.1.5). Other \
        parameters are skipped. Full-width digits are digits.

        Letters instead of digits (`1-800-FLOWERS`) are no number, and digits alone, without `tel:`, are text, and so is \
        a note that begins with the same word (`Tel: ask inside`).
        """,
        examples: [
            Symbol(.qr, "tel:+1-212-555-0100"),
            Symbol(.qr, "tel:+1-212-555-0100;ext=22"),
            Symbol(.qr, "tel:555-0100;phone-context=+1-212"),
        ])
}
