internal import BeelineSymbols

extension EmailMessage: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .email: to.first.map { .text($0.text) }
        case .emails: .list(unlessEmpty: to.map(\.text))
        case .cc: .list(unlessEmpty: cc.map(\.text))
        case .bcc: .list(unlessEmpty: bcc.map(\.text))
        case .subject: subject.map(FieldValue.text)
        case .body: body.map(FieldValue.text)
        default: nil
        }
    }
}

extension KindDefinition {
    static let email = KindDefinition(
        .email, "an e-mail address or message",
        """
        An address alone: `name@example.org`, with nothing around it. The name is that of RFC 5321 without quotes, in \
        Latin letters; the domain ends with a top-level domain of the Public Suffix List, and it is no name of a picture \
        (`icon@2x.ai`).

        `mailto:` (RFC 6068) with addresses, and `to`, `cc`, `bcc`, `subject` and `body` behind the question mark; \
        percent-encoding is undone and `+` stays what it is. `MATMSG:` with the fields `TO`, `CC`, `BCC`, `SUB`, `BODY` \
        in any order, a backslash before `;`, `:`, `,`, `"` and `\\` in them, and the last semicolons or not. \
        `smtp:address:subject:body`. All in any case, and here addresses may have letters of every alphabet.

        One address to send to is needed, but for a `mailto:` with a subject or a body; and each address must be one, its \
        domain with a dot and letters behind it. Else it is text, with a warning, but for notes that begin with the same \
        word (`smtp:mail.example.org:587`). A part of a `MATMSG:` that is none of its fields is passed over, with a warning.
        """,
        examples: [
            Symbol(.qr, "srowen@example.org"),
            Symbol(
                .qr,
                "mailto:a@example.org,b@example.org?cc=c@example.org&bcc=d@example.org&subject=On%20Monday&body=At%20ten?"
            ),
            Symbol(.qr, "MATMSG:TO:a@example.org;SUB:Stuff;BODY:This is some text;;"),
            Symbol(.qr, "mailto:?subject=Look%20at%20this"),
        ])
}
