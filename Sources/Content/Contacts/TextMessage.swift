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
    /// The text of the message; nil where the code has none.
    public let body: String?
    /// Whether it is to be sent as MMS.
    public let isMultimedia: Bool

    /// Reads a code that begins with `sms:`, `smsto:`, `mms:` or `mmsto:`; nil when the text is not one.
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

/// `sms:` (RFC 5724), `smsto:`, `mms:`, `mmsto:`.
enum TextMessageParser {
    private static let longest = 1 << 16

    static func read(_ text: String) throws(Refusal) -> TextMessage {
        let bytes = try Refusal.bytes(text, atMost: longest)
        guard
            let all = bytes.dropping(keyword: "SMS:") ?? bytes.dropping(keyword: "SMSTO:")
                ?? bytes.dropping(keyword: "MMS:") ?? bytes.dropping(keyword: "MMSTO:")
        else { throw .malformed("it does not begin with sms:, smsto:, mms: or mmsto:") }
        let isMultimedia = bytes.first.map { $0 | 0x20 } == UInt8(ascii: "m")

        // What ends the numbers says which form it is; iOS writes & for the question mark.
        let rest = all.dropping(keyword: "TEL:") ?? all
        let end = numbersEnd(rest)
        let numbers = try numbers(rest[..<end])
        let tail = rest[end...]
        var (subject, body): (String?, String?)
        if tail.first == UInt8(ascii: ":") {
            (subject, body) = texts(tail.dropFirst(), isMultimedia: isMultimedia)
        } else {
            for (name, value) in QueryParameters(tail.dropFirst()) {
                switch name {
                case "subject": subject = subject ?? PercentEncoding.text(value).unlessEmpty
                case "body": body = body ?? PercentEncoding.text(value).unlessEmpty
                default: break
                }
            }
        }
        return try TextMessage(numbers: numbers, subject: subject, body: body, isMultimedia: isMultimedia)
    }

    /// Where the numbers end; with some writers, at a semicolon before the text.
    private static func numbersEnd(_ bytes: ArraySlice<UInt8>) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "&"): return index
            case UInt8(ascii: ";"):
                let next = bytes[(index + 1)...]
                if next.dropping(keyword: "BODY=") ?? next.dropping(keyword: "SUBJECT=") != nil { return index }
            default: break
            }
            index += 1
        }
        return index
    }

    /// `subject:body` of a multimedia message, else the body, whatever is in it.
    private static func texts(_ bytes: ArraySlice<UInt8>, isMultimedia: Bool) -> (subject: String?, body: String?) {
        // The colon of a link parts nothing.
        guard isMultimedia, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            !bytes[colon...].starts(with: "://".utf8)
        else {
            return (nil, String(decoding: bytes, as: UTF8.self).unlessEmpty)
        }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self).unlessEmpty,
            String(decoding: bytes[(colon + 1)...], as: UTF8.self).unlessEmpty
        )
    }

    /// Numbers with commas between them, each with its parameters (`;via=`); some writers use semicolons instead.
    private static func numbers(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> [PhoneNumber] {
        var numbers: [PhoneNumber] = []
        for recipient in bytes.split(separator: UInt8(ascii: ",")) {
            for part in recipient.split(separator: UInt8(ascii: ";")) {
                if part.contains(UInt8(ascii: "=")) || part.withoutBlanks.isEmpty { continue }
                do throws(Refusal) {
                    numbers.append(try PhoneNumberReader.read(part.dropping(keyword: "//") ?? part))
                } catch {
                    guard case .malformed(let reason) = error else { throw error }
                    throw .malformed("a number is not valid: \(reason)")
                }
            }
        }
        return numbers
    }
}
