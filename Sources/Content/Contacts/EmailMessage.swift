internal import BeelineSymbols

/// An e-mail address, or a message to one or more of them.
///
///     let message = EmailMessage("mailto:a@example.org?subject=Hello")
///     message?.to        // [a@example.org]
///     message?.subject   // "Hello"
public struct EmailMessage: Hashable, Sendable {
    /// Who gets it; empty when a `mailto` URL leaves that to the sender.
    public let to: [EmailAddress]
    /// Who gets a copy.
    public let cc: [EmailAddress]
    /// Who gets a copy without the others knowing.
    public let bcc: [EmailAddress]
    public let subject: String?
    /// The text, its lines ended as the code ends them.
    public let body: String?

    /// Reads an address, a `mailto` URL, or a code that begins with `MATMSG:` or `smtp:`; nil when the text is none.
    public init?(_ text: String) {
        guard let parsed = try? EmailParser.read(text) else { return nil }
        self = parsed.value
    }

    init(_ draft: EmailParser.Draft) throws(Refusal) {
        let saysSomething = draft.subject != nil || draft.body != nil
        guard !draft.to.isEmpty || draft.mayHaveNoAddress && saysSomething else {
            throw .malformed("there is no address to send it to")
        }
        to = draft.to
        cc = draft.cc
        bcc = draft.bcc
        subject = draft.subject
        body = draft.body
    }
}

extension EmailMessage: CustomStringConvertible {
    /// The addresses, and the subject in quotes: `a@example.org "Hello"`.
    public var description: String {
        [to.isEmpty ? nil : to.map(\.text).joined(separator: ", "), subject.map { "\"\($0)\"" }]
            .compactMap(\.self).joined(separator: " ")
    }
}
