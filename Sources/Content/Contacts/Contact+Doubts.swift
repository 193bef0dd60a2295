internal import BeelineSymbols

extension Contact {
    /// What the card says and the contact does not have, each only once. Most cards have nothing of that, and a look at
    /// the bytes of their lines tells so.
    var doubts: [String] {
        var doubts: [String] = []
        for line in source.lines {
            guard let doubt = doubt(line), !doubts.contains(doubt) else { continue }
            doubts.append(doubt)
        }
        if source.hasNamelessPart {
            doubts.append("a part between semicolons has no name; a semicolon may lack its backslash")
        }
        return doubts
    }

    private func doubt(_ line: ContentLine) -> String? {
        if source.isUndecodable(line) {
            return "a text is in a character set that is not known"
        }
        switch line.property {
        case .email:
            return source.isPlainAddress(line) || !source.emails(in: line).isWrong ? nil : "an e-mail address is none"
        case .phone, .fax:
            guard !source.hasPlainDigit(line), let text = source.text(line), ContentLines.phone(text) == nil else {
                return nil
            }
            return "a telephone number has no digit"
        case .birthday: return source.isWrongDate(line) && birthday(line) == nil ? "the birthday is no date" : nil
        case .geo: return source.text(line) != nil && position(line) == nil ? "the position is none of the Earth" : nil
        default: return nil
        }
    }
}

extension ContentLines {
    fileprivate func isUndecodable(_ line: ContentLine) -> Bool {
        // What says both cannot be shorter.
        guard line.parameters.count >= 26, let charset = parameter("CHARSET", of: line),
            !QuotedPrintable.isKnown(charset)
        else {
            return false
        }
        return Self.isQuotedPrintable(line.parameters, in: bytes.span) && value(of: line) == nil
    }

    /// Whether it surely is an address, without an escape or anything around it.
    fileprivate func isPlainAddress(_ line: ContentLine) -> Bool {
        let value = bytes.span.extracting(line.value)
        var signs = 0
        for place in value.indices {
            switch value[place] {
            case UInt8(ascii: "@"): signs += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                break
            default: return false
            }
        }
        return signs == 1 && value[0] != UInt8(ascii: "@") && value[value.count - 1] != UInt8(ascii: "@")
    }

    /// Whether a digit is among the bytes of the value, and is one: quoted-printable writes letters with digits.
    fileprivate func hasPlainDigit(_ line: ContentLine) -> Bool {
        guard !Self.isQuotedPrintable(line.parameters, in: bytes.span) else { return false }
        let value = bytes.span.extracting(line.value)
        for place in value.indices where value[place].isASCIIDigit { return true }
        return false
    }

    /// Whether a date is neither written in words nor one of which a part is left out (RFC 6350, section 4.3.1):
    /// `--0310`, `1970-03`.
    fileprivate func isWrongDate(_ line: ContentLine) -> Bool {
        guard let value = value(of: line)?.withoutBlanks, let first = value.first,
            parameter("VALUE", of: line)?.isWord("TEXT") != true,
            parameter("X-APPLE-OMIT-YEAR", of: line) == nil
        else { return false }
        let isPart = value.count <= 7 && value.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return first != UInt8(ascii: "-") && !isPart
    }
}
