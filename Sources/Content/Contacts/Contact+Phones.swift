internal import BeelineSymbols

extension ContentLines {
    /// The telephone numbers, the preferred ones first and those of fax machines last.
    var phones: [String] {
        var phones: [String] = []
        var faxes: [String] = []
        forEachPreferred(.phone) { line in
            guard let number = text(line).flatMap(Self.phone) else { return }
            if isOfType("FAX", line) && !isOfType("VOICE", line) {
                faxes.append(number)
            } else {
                phones.append(number)
            }
        }
        // What only a BIZCARD has.
        for line in lines where line.property == .fax {
            if let number = text(line).flatMap(Self.phone) { faxes.append(number) }
        }
        return faxes.isEmpty ? phones : phones + faxes
    }

    /// The number as one dials it; nil when it has no digit.
    static func phone(_ written: String) -> String? {
        if PhoneNumberReader.isPlain(written.utf8.span) { return written }
        return PhoneNumber(written)?.description ?? asWritten(written.withoutScheme("TEL:"))
    }

    private static func asWritten(_ text: String) -> String? {
        text.unicodeScalars.contains(where: \.isDigit) ? text : nil
    }
}

extension Unicode.Scalar {
    /// Whether it is an ASCII or full-width digit.
    fileprivate var isDigit: Bool { (0x30...0x39).contains(value) || (0xFF10...0xFF19).contains(value) }
}
