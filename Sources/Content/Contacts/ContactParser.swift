internal import BeelineSymbols

extension ContentLines {
    /// The properties of a contact.
    ///
    /// - Throws: `.otherKind` when the text begins like none.
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
            try self.init(vCard: Self.unindented(bytes))
        } else if bytes[...].beginsWithWord("MECARD:") {
            try self.init(.mecard, bytes, from: 7) { name in
                switch name {
                case "N": .structuredName
                case "NICKNAME": .nickname
                case "ORG": .organization
                case "TITLE": .title
                case "TEL", "TEL-AV": .phone
                case "EMAIL": .email
                case "ADR": .address
                case "URL": .url
                case "BDAY": .birthday
                case "NOTE": .note
                default: .other
                }
            }
            guard self.text(.structuredName) != nil else { throw .malformed("the name (N) is missing") }
        } else if bytes[...].beginsWithWord("BIZCARD:") {
            try self.init(.bizcard, bytes, from: 8) { name in
                switch name {
                case "N": .givenName
                case "X": .familyName
                case "T": .title
                case "C": .organization
                case "A": .address
                case "B", "M": .phone
                case "F": .fax
                case "E": .email
                default: .other
                }
            }
        } else {
            throw .otherKind
        }
    }

    /// The properties of the first card, without those of cards within it.
    private init(vCard bytes: [UInt8]) throws(Refusal) {
        var (bytes, isUnfolded) = (bytes, false)
        while true {
            var reader = ContentLineReader(bytes, isUnfolded: isUnfolded)
            var form = Form.vCard
            var lines: [ContentLine] = []
            lines.reserveCapacity(12)
            var depth = 0
            while let line = reader.next() {
                switch line.property {
                case .begin: depth += 1
                case .end: depth -= 1
                case .version: if bytes[line.value].withoutBlanks.isWord("2.1") { form = .vCard21 }
                default: if depth == 1 { lines.append(line) }
                }
                guard depth > 0 else { break }
                guard lines.count <= Self.most else { throw .malformed("more than \(Self.most) properties") }
            }
            guard reader.needsUnfolding else {
                self.init(form, bytes, lines)
                return
            }
            (bytes, isUnfolded) = (Self.unfolded(bytes, keepsBlanks: form == .vCard21), true)
        }
    }

    /// The fields of a card in which each is a name, a colon, a value and a semicolon.
    ///
    /// - Parameters:
    ///   - start: where the first field begins.
    ///   - property: what a field of that name is.
    private init(
        _ form: Form, _ bytes: [UInt8], from start: Int, property: (SemicolonFields.Name) -> ContentProperty
    ) throws(Refusal) {
        var lines: [ContentLine] = []
        var hasNamelessPart = false
        var fields = SemicolonFields(from: start)
        while let part = fields.next(in: bytes.span) {
            if part.name == "" { hasNamelessPart = true }
            let property = property(part.name)
            guard property != .other else { continue }
            lines.append(ContentLine(property, parametersStart: part.value.lowerBound - 1, value: part.value))
            guard lines.count <= Self.most else { throw .malformed("more than \(Self.most) fields") }
        }
        self.init(form, bytes, lines, hasNamelessPart: hasNamelessPart)
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
        if source.isUndecodable(line) {
            return "a text is in an unknown character set"
        }
        switch line.property {
        case .email:
            return source.isPlainAddress(line) || !source.emails(in: line).isWrong
                ? nil : "an e-mail address is not valid"
        case .phone, .fax:
            guard !source.hasPlainDigit(line), let text = source.text(line), ContentLines.phone(text) == nil else {
                return nil
            }
            return "a telephone number has no digit"
        case .birthday: return source.isWrongDate(line) && birthday(line) == nil ? "the birthday is not a date" : nil
        case .geo: return source.text(line) != nil && position(line) == nil ? "the coordinates are out of range" : nil
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
