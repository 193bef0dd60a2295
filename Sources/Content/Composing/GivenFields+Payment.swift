internal import BeelineSymbols

extension GivenFields {
    /// A SEPA credit transfer (EPC069-12, version 002, UTF-8), which banking apps read as "GiroCode".
    func payment() throws(CodeTextError) -> String {
        let written = try needed("iban")
        let iban: String
        do throws(IBANError) {
            iban = try IBAN(written).text
        } catch {
            throw CodeTextError("iban", "is none: \(error)")
        }
        let lines = [
            "BCD", "002", "1", "SCT", try line("bic", most: 11).uppercased(), try line("payee", most: 70), iban,
            try amount(), try line("purpose", most: 4), try line("reference", most: 35), try line("message", most: 140),
            try line("information", most: 70),
        ]
        guard !lines[5].isEmpty else { throw CodeTextError("payee", "is missing") }
        guard lines[9].isEmpty || lines[10].isEmpty else {
            throw CodeTextError("reference", "and 'message' exclude each other")
        }
        return lines.joined(separator: "\n").withoutLastLineEnds
    }

    /// A field that is a line of a code.
    private func line(_ name: String, most: Int) throws(CodeTextError) -> String {
        guard let text = text(name) else { return "" }
        guard text.unicodeScalars.count <= most else {
            throw CodeTextError(name, "has \(text.unicodeScalars.count) characters, at most \(most) are possible")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw CodeTextError(name, "has a line end or another control character, which no line of a payment has")
        }
        return text
    }

    private func amount() throws(CodeTextError) -> String {
        guard let number = try number("amount") else { return "" }
        let isPossible = number.decimals <= 2 && number.digits > 0 && number <= DecimalNumber(999_999_999)
        guard isPossible else {
            throw CodeTextError("amount", "is \(number); 0.01…999999999 euros are possible, with two decimals")
        }
        return "EUR\(number)"
    }
}

extension String {
    /// Empty lines at the end say nothing.
    fileprivate var withoutLastLineEnds: String {
        var text = self
        while text.utf8.last == 0x0A { text.removeLast() }
        return text
    }
}
