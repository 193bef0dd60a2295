internal import BeelineSymbols

/// A text message, to be sent.
///
///     let message = TextMessage("smsto:+15551212:Hi: are you there?")
///     message?.numbers   // [+15551212]
///     message?.body      // "Hi: are you there?"
public struct TextMessage: Hashable, Sendable {
    /// Who gets it; may be empty when there is a text, and then its sender chooses.
    public let numbers: [PhoneNumber]
    /// Only multimedia messages show one.
    public let subject: String?
    public let body: String?
    /// Whether it is to be sent as MMS.
    public let isMultimedia: Bool

    /// Reads a code that begins with `sms:`, `smsto:`, `mms:` or `mmsto:`; nil when the text is none.
    public init?(_ text: String) {
        guard let message = try? TextMessageParser.read(text) else { return nil }
        self = message
    }

    init(numbers: [PhoneNumber], subject: String?, body: String?, isMultimedia: Bool) throws(Refusal) {
        guard !numbers.isEmpty || subject != nil || body != nil else {
            throw .malformed("there is neither a number nor a text")
        }
        self.numbers = numbers
        self.subject = subject
        self.body = body
        self.isMultimedia = isMultimedia
    }
}

extension TextMessage: CustomStringConvertible {
    /// The numbers, and the text in quotes: `+15551212 "Hello"`.
    public var description: String {
        ([numbers.map(\.number).joined(separator: ", ")] + [subject, body].compactMap { $0.map { "\"\($0)\"" } })
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}
