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
                throw .malformed("BEGIN:VCARD must be a line of its own")
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
