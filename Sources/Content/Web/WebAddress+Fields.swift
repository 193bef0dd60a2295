internal import BeelineSymbols

extension WebAddress: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .url: .text(url)
        case .title: title.map(FieldValue.text)
        case .scheme: .text(scheme)
        case .host: .text(unlessEmpty: hostName)
        case .unicodeHost: unicodeHost.map(FieldValue.text)
        case .domain: domain.map(FieldValue.text)
        case .port: port.flatMap { DecimalNumber(Int64($0)) }.map(FieldValue.number)
        case .path: .text(path)
        case .fragment: fragment.flatMap(FieldValue.text(unlessEmpty:))
        default: nil
        }
    }
}

extension KindDefinition {
    static let url = KindDefinition(
        .url, "a link",
        """
        An absolute URL (RFC 3986): `scheme://host…` with any scheme of two or more characters, or `scheme:…` with one \
        that is known to have no host, such as `sip:`, `urn:` or `magnet:`. Links of other kinds (`mailto:`, `tel:`, \
        `geo:`, …) are of those kinds or text.

        A domain alone, `example.com` or `www.example.co.uk:8443/menu`, is a link too when its last label is in the Public \
        Suffix List, and `https://` is put before it. It is text when it may as well be a file (`README.md`) or the end of \
        a sentence (`Hello.World`), and so are numbers, versions and IP addresses, and capitals and digits before two \
        letters (`ABC-123.DE`) without `www.`, path or query. In a linear symbol, which rather has the number of a part, it \
        must have `www.` or a path.

        `URL:`, `URI:`, `URLTO:TITLE:` and the bookmarks `MEBKM:TITLE:…;URL:…;;` are understood.

        The scheme and a host of the web are put in lower case. A host beyond ASCII is put in its ASCII form (UTS 46, IDNA \
        2008, so without emoji); one that cannot be is no link. Other characters beyond ASCII are percent-encoded, and so are \
        braces, `|`, `^`, a grave accent and a percent sign without two digits. A text with blanks, quotation marks, \
        backslashes or characters that nobody sees is no link; one that begins with `http` or `www.` gets a warning. That something is a link does \
        not say that it is safe to open.
        """,
        examples: [
            Symbol(.qr, "https://example.com/a?b=c#d"), Symbol(.qr, "https://müller.de:8443/"),
            Symbol(.qr, "example.co.uk/menu"), Symbol(.qr, "sip:alice@example.org"),
            Symbol(.qr, "MEBKM:TITLE:Google;URL:google.com;;"),
        ])
}
