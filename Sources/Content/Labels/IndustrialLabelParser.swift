internal import BeelineSymbols

/// The parser of labels in the envelope of ISO/IEC 15434. Format 05 has GS1 identifiers, and is of the kind `gs1`.
enum IndustrialLabelParser {
    static let parser = KindParser(
        "industrialLabel", openings: Envelope.openings, mayTake: { BareIdentifiers.mayBe($1.utf8.span) }, parse: parse)

    private static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        let envelope: Result<Envelope, Refusal>
        if !Envelope.openings.contains(where: { text.hasPrefix($0) }) {
            guard let bare = BareIdentifiers.envelope(text) else { return .passed }
            return Verdict(.industrialLabel, Content.industrialLabel) { doubts throws(Refusal) in
                try label(bare, context.date.year, &doubts)
            }
        }
        do throws(Refusal) { envelope = .success(try Envelope(text, in: symbol.symbology)) } catch {
            envelope = .failure(error)
        }
        if case .success(let envelope) = envelope, envelope.formats.count == 1, envelope.formats[0].number == "05" {
            return elementString(envelope, context)
        }
        let verdict = Verdict(.industrialLabel, Content.industrialLabel) { doubts throws(Refusal) in
            try label(envelope.get(), context.date.year, &doubts)
        }
        // A text may begin with the letter that stands for the header.
        if case .doubted = verdict, text.utf8.first == 0xC3 { return .passed }
        return verdict
    }

    private static func elementString(_ envelope: Envelope, _ context: ParsingContext) -> Verdict {
        do throws(GS1Problem) {
            return try Verdict.elementString(
                RawReader.read(envelope.formats[0].data), mayBeIncomplete: true, envelope.doubts, context)
        } catch {
            return .doubted(ContentWarning(error))
        }
    }

    private static func label(
        _ envelope: Envelope, _ year: Int, _ doubts: inout [String]
    ) throws(Refusal) -> IndustrialLabel {
        var forms: [IndustrialLabel.Form] = []
        var elements: [IndustrialLabel.Element] = []
        var shipment: Shipment?
        for format in envelope.formats {
            switch format.number {
            case "01":
                shipment = try Shipment(format.data)
                forms.append(.transport)
            case "06":
                for part in format.parts { elements.append(try element(part)) }
                forms.append(.dataIdentifiers)
            case "12":
                for part in format.parts { elements.append(try textElement(part)) }
                forms.append(.textElements)
            default: doubts.append("format \(format.number) is left out")
            }
        }
        // Forms print an identifier without a value.
        elements.removeAll { $0.value.isEmpty }
        guard let form = forms.first, shipment != nil || !elements.isEmpty else {
            throw .malformed("it has no data in the formats 01, 05, 06 and 12")
        }
        for element in elements { try check(element) }
        let label = IndustrialLabel(form, elements, shipment, year: year)
        // What is wrong in the same way twice is said once.
        var said: Set<String> = []
        doubts = (envelope.doubts + doubts + label.wrongDays).filter { said.insert($0).inserted }
        return label
    }

    /// Up to three digits, a capital, and the value.
    private static func element(_ text: ArraySlice<UInt8>) throws(Refusal) -> IndustrialLabel.Element {
        let digits = text.prefix(while: \.isASCIIDigit)
        guard digits.count <= 3, let letter = text.dropFirst(digits.count).first, letter.isASCIICapital else {
            throw .malformed("'\(shown(text))' does not begin with a data identifier, such as 1P")
        }
        return element(text.prefix(digits.count + 1), text.dropFirst(digits.count + 1))
    }

    /// Three capitals, a blank, and the value.
    private static func textElement(_ text: ArraySlice<UInt8>) throws(Refusal) -> IndustrialLabel.Element {
        let identifier = text.prefix(3)
        let rest = text.dropFirst(3)
        guard identifier.count == 3, identifier.allSatisfy(\.isASCIICapital), rest.first == 0x20 else {
            throw .malformed("'\(shown(text))' does not begin with a text element identifier, such as SER and a blank")
        }
        return element(identifier, rest.drop { $0 == 0x20 })
    }

    private static func element(
        _ identifier: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>
    ) -> IndustrialLabel.Element {
        .init(identifier: String(decoding: identifier, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }

    private static func shown(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text.prefix(4).prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }

    /// Checks the numbers that have check characters.
    private static func check(_ element: IndustrialLabel.Element) throws(Refusal) {
        switch element.identifier {
        case "9N":
            switch PharmacyNumber.check(element.value) {
            case .right: break
            case .wrong(let found, let expected):
                throw .wrongCheck(of: "pharmacy product number (PPN)", found: found, expected: expected)
            case .other: throw .malformed("the pharmacy product number is not 5 to 22 capitals and digits")
            }
        case "8P":
            do throws(NumberError) { _ = try GTIN(element.value) } catch {
                guard case .wrongCheckDigit(let found, let expected) = error else {
                    throw .malformed("(8P) is not a GTIN")
                }
                throw .wrongCheckDigit(of: "a GTIN", found: found, expected: expected)
            }
        default: break
        }
    }
}

/// Pharmacy product numbers (IFA Coding System): two signs for who gave the number, the number, two check digits.
enum PharmacyNumber {
    /// The check digits are the sum of the characters, each times its place counted from 2, modulo 97.
    static func check(_ number: String) -> CheckScheme.Result {
        let bytes = Array(number.utf8)
        guard (5...22).contains(bytes.count), bytes.suffix(2).allSatisfy(\.isASCIIDigit),
            bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIICapital })
        else { return .other }
        let sum = bytes.dropLast(2).enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset + 2) }
        let expected = Digits.text(UInt64(sum % 97), count: 2)
        let found = String(decoding: bytes.suffix(2), as: UTF8.self)
        return found == expected ? .right : .wrong(found: found, expected: expected)
    }
}
