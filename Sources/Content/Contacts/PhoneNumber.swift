internal import BeelineSymbols

/// A telephone number as one dials it: digits, with `+` in front where it is international.
///
///     let number = PhoneNumber("tel:+1-212-555-0100;ext=22")
///     number?.number      // "+12125550100"
///     number?.extension   // "22"
///     PhoneNumber("+49 (0)30 123456")?.number   // "+4930123456"
public struct PhoneNumber: Hashable, Sendable {
    /// The digits, also `*` and `#`; of a global number `+` and at most 15 digits (ITU-T E.164).
    public let number: String
    /// What is dialled once the call is answered: digits, `*`, `#`, and commas for further pauses.
    public let `extension`: String?
    /// Where a local number holds: the beginning of a global number, or a domain (RFC 3966, section 5.1.5).
    public let context: String?

    /// Reads a number as a `tel` URI or as people write it; nil when the text is none.
    ///
    /// Blanks, hyphens, dots, slashes and brackets between the digits are left out, and so is `(0)` behind the code of
    /// a country: one dials it only without that, save where the zero is the number's own (`+39 (0)6`). An extension is behind `;ext=`, `ext.`, `x`, or a pause.
    public init?(_ text: String) {
        guard let number = try? PhoneNumberReader.read(Array(text.utf8)[...]) else { return nil }
        self = number
    }

    init(number: String, extension: String?, context: String?) {
        self.number = number
        self.extension = `extension`
        self.context = context
    }

    /// Whether it begins with `+` and a country's code.
    public var isGlobal: Bool { number.utf8.first == UInt8(ascii: "+") }

    /// The number as a `tel` URI (RFC 3966).
    public var uri: String {
        let digits = (isGlobal ? "+" : "") + PercentEncoding.encode(isGlobal ? String(number.dropFirst()) : number)
        return "tel:" + digits + (`extension`.map { ";ext=" + PercentEncoding.encode($0) } ?? "")
            + (context.map { ";phone-context=" + $0 } ?? "")
    }
}

extension PhoneNumber: CustomStringConvertible {
    /// The number, and its extension behind `;ext=`.
    public var description: String { number + (`extension`.map { ";ext=\($0)" } ?? "") }
}
