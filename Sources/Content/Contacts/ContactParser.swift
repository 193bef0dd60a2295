internal import BeelineSymbols

extension ContentLines {
    /// The properties of a contact; `.otherKind` when the text begins like none.
    init(contact text: String) throws(Refusal) {
        guard text.utf8.count <= Self.longest else {
            // What begins otherwise is not for here, however long.
            guard Array(text.utf8.prefix(12))[...].beginsLikeContact else { throw .otherKind }
            throw .malformed("longer than 1 MiB")
        }
        let bytes = Array(text.utf8)
        if bytes[...].beginsWithWord("BEGIN:VCARD") {
            guard bytes.count > 11, let first = bytes[11...].first(where: { !$0.isFoldingBlank }), first.endsLine else {
                throw .malformed("BEGIN:VCARD must be on its own line")
            }
            try self.init(vCard: Self.split(bytes))
        } else if bytes[...].beginsWithWord("MECARD:") {
            try self.init(.mecard, bytes[7...], ContentProperty.ofMecard)
            guard self.text(.structuredName) != nil else { throw .malformed("the name (N) is missing") }
        } else if bytes[...].beginsWithWord("BIZCARD:") {
            try self.init(.bizcard, bytes[8...], ContentProperty.ofBizcard)
        } else {
            throw .otherKind
        }
    }

    /// The properties of the first card, without those of cards within it.
    private init(vCard lines: [ArraySlice<UInt8>]) throws(Refusal) {
        let is21 = lines.prefix { $0.first?.isFoldingBlank != true }.contains { line in
            // Most lines end otherwise, and need not be read for that.
            line.withoutBlanks.suffix(3).isWord("2.1")
                && ContentLine(line).map { $0.property == .version && $0.written.withoutBlanks.isWord("2.1") } ?? false
        }
        var form = Form.vCard
        var properties: [ContentLine] = []
        var depth = 0
        for line in Self.properties(of: lines, keepsBlanks: is21) {
            switch line.property {
            case .begin: depth += 1
            case .end: depth -= 1
            case .version: if line.written.withoutBlanks.isWord("2.1") { form = .vCard21 }
            default: if depth == 1 { properties.append(line) }
            }
            guard depth > 0 else { break }
            guard properties.count <= Self.most else { throw .malformed("more than \(Self.most) properties") }
        }
        self.init(form, properties)
    }

    /// The fields of a card in which each is a name, a colon, a value and a semicolon. `names` says what each field is.
    private init(_ form: Form, _ bytes: ArraySlice<UInt8>, _ names: [String: ContentProperty]) throws(Refusal) {
        let fields = SemicolonField.all(in: bytes)
        let lines = fields.compactMap { field in
            names[field.name].map { property in
                // The two numbers of a BIZCARD.
                let type = form == .bizcard ? ["B": "WORK", "M": "CELL"][field.name] ?? "" : ""
                return ContentLine(property: property, parameterText: Array(type.utf8)[...], written: field.value)
            }
        }
        guard lines.count <= Self.most else { throw .malformed("more than \(Self.most) fields") }
        self.init(form, lines, hasNamelessPart: fields.contains(where: \.name.isEmpty))
    }
}

extension ArraySlice<UInt8> {
    fileprivate var beginsLikeContact: Bool {
        beginsWithWord("BEGIN:VCARD") || beginsWithWord("MECARD:") || beginsWithWord("BIZCARD:")
    }
}

extension Contact {
    /// - Parameter doubts: gets what the card says and the contact does not have.
    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Contact {
        let contact = try Contact(reading: text)
        doubts = contact.doubts
        return contact
    }

    /// The parts of a card that the contact does not have, each only once. Most cards have none of that, and a look
    /// at the bytes of their lines is enough to see it.
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
        if line.isUndecodable { return "a text is in an unknown character set" }
        switch line.property {
        case .email: return source.emails(in: line).isWrong ? "an e-mail address is not valid" : nil
        case .phone, .fax:
            guard let text = line.text, ContentLines.phone(text) == nil else { return nil }
            return "a telephone number has no digit"
        case .birthday: return line.isWrongDate && birthday(line) == nil ? "the birthday is not a date" : nil
        case .geo: return line.text != nil && position(line) == nil ? "the coordinates are out of range" : nil
        default: return nil
        }
    }
}

extension ContentLine {
    fileprivate var isUndecodable: Bool {
        guard let charset = parameter("CHARSET"), !QuotedPrintable.isKnown(charset) else { return false }
        return isQuotedPrintable && value == nil
    }

    /// Whether a date is neither in words nor has a part left out (RFC 6350, section 4.3.1): `--0310`, `1970-03`.
    fileprivate var isWrongDate: Bool {
        guard let value = value?.withoutBlanks, let first = value.first, parameter("VALUE")?.isWord("TEXT") != true,
            parameter("X-APPLE-OMIT-YEAR") == nil
        else { return false }
        if String(decoding: value, as: UTF8.self).isZeros { return false }
        let isPart = value.count <= 7 && value.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return first != UInt8(ascii: "-") && !isPart
    }
}

extension Contact: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .name: name.map(FieldValue.text)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .nickname: nickname.map(FieldValue.text)
        case .organization: organization.map(FieldValue.text)
        case .jobTitle: jobTitle.map(FieldValue.text)
        case .phone: phones.first.map(FieldValue.text)
        case .phones: .list(unlessEmpty: phones)
        case .email: emails.first.map(FieldValue.text)
        case .emails: .list(unlessEmpty: emails)
        case .address: addresses.first.map(FieldValue.text)
        case .addresses: .list(unlessEmpty: addresses)
        case .website: websites.first.map(FieldValue.text)
        case .websites: .list(unlessEmpty: websites)
        case .birthday: birthday.map(FieldValue.date)
        case .note: note.map(FieldValue.text)
        case .uid: uid.map(FieldValue.text)
        case .latitude: position.map { .number($0.latitude) }
        case .longitude: position.map { .number($0.longitude) }
        default: nil
        }
    }
}
