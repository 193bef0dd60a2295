internal import BeelineSymbols

/// The lines of a payment code that has one piece of information in each.
struct PaymentLines {
    /// Without blanks around them.
    let lines: [String]

    /// - Parameter longest: how many bytes such a code may have at most; beyond a multiple of it nothing is looked at.
    init(_ text: String, longest: Int) throws(Refusal) {
        guard text.utf8.count <= 4 * longest else { throw .malformed("more than \(longest) bytes") }
        let bytes = Array(text.utf8)
        var lines: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            // The line feed of a pair ends nothing that the carriage return did not end.
            if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D {
                start = index + 1
                continue
            }
            lines.append(String(decoding: bytes[start..<index].withoutBlanks, as: UTF8.self))
            start = index + 1
        }
        lines.append(String(decoding: bytes[start...].withoutBlanks, as: UTF8.self))
        while lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    /// Whether the second line is a number; notes may begin with the same three letters.
    static func hasVersion(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst(3).drop(while: \.isASCIIBlank)
        return Digits.parse(Array(rest.prefix(5).prefix { !$0.isASCIIBlank })) != nil
    }

    /// The n-th line, from 1 as the specifications count; empty when there is none.
    subscript(number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

    /// A line of at most so many characters; nil when it is empty.
    func text(_ number: Int, _ name: String, atMost count: Int) throws(Refusal) -> String? {
        let text = self[number]
        guard text.unicodeScalars.count <= count else {
            throw .malformed("line \(number), \(name): more than \(count) characters")
        }
        return text.isEmpty ? nil : text
    }

    /// An amount of at most 999999999.99.
    static func amount(_ text: Substring, least: Int32) -> DecimalNumber? {
        guard text.utf8.first?.isASCIIDigit == true, text.utf8.count <= 12, let amount = DecimalNumber(text),
            amount.decimals <= 2, let most = DecimalNumber(99_999_999_999, decimals: 2),
            let least = DecimalNumber(Int64(least), decimals: 2)
        else { return nil }
        return (least...most).contains(amount) ? amount : nil
    }

    func iban(_ number: Int) throws(Refusal) -> IBAN {
        do throws(IBANError) {
            return try IBAN(self[number])
        } catch {
            throw .malformed("line \(number), IBAN: \(error)")
        }
    }
}
