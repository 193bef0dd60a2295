internal import BeelineSymbols

extension TextMessage: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .phone: numbers.first.map { .text($0.number) }
        case .phones: .list(unlessEmpty: numbers.map(\.number))
        case .subject: subject.map(FieldValue.text)
        case .body: body.map(FieldValue.text)
        case .multimedia: .boolean(isMultimedia)
        default: nil
        }
    }
}

extension KindDefinition {
    static let sms = KindDefinition(
        .sms, "a text message",
        """
        `sms:` or `mms:`, numbers with commas between them, and behind a question mark `body` and `subject`, \
        percent-encoded (RFC 5724). `smsto:` or `mmsto:`, numbers, a colon, and the text: all of it, with its colons and \
        percent signs as they are; only in `mmsto:` and `mms:` a first part before another colon is the subject. Each \
        keyword in any case, and each is read in the other's form too where it is written so; `&` and `;` before `body` do \
        for the question mark.

        Each number must be one, as for `tel:`. Without any number there must be a text; its sender chooses who gets it. \
        A note that begins with the same word (`SMS: call me`) is text.
        """,
        examples: [
            Symbol(.qr, "smsto:+15551212:Hi: are you there?"),
            Symbol(.qr, "sms:+15551212,+15551213"),
            Symbol(.qr, "mmsto:+15551212:Photos:From last Sunday"),
            Symbol(.qr, "sms:?body=JOIN%201234"),
        ])
}
