import BeelineContent
import BeelineSymbols

/// What must be true of every reading, whatever the code contains. The fuzzer in `Fuzzing/` searches for
/// counterexamples.
enum Promises {
    /// The promises that a reading breaks, in words; normally none.
    ///
    /// - Parameter date: the day of the scan.
    static func broken(by reading: Reading, on date: CalendarDate) -> [String] {
        var problems = broken(byWarnings: reading.warnings) + CanonicalForms.changed(in: reading.content, on: date)
        for (definition, presence) in presences[reading.content.kind.index] {
            let value = reading.value(of: definition.field)
            // Of most fields there is no more to say, and this is asked for millions of codes.
            if value != nil || presence == .always { problems += broken(reading, definition, value, presence) }
        }
        let isRedacted = reading.holdsSecret == (reading.redactedText != nil)
        return problems + (isRedacted ? [] : ["a secret is not hidden, or nothing is"])
    }

    /// For each kind the fields, and whether the table says that a code of the kind has them.
    private static let presences = Kind.allCases.map { kind in Field.table.map { ($0, $0.presence(in: kind)) } }

    /// What the table says of a field.
    private static func broken(
        _ reading: Reading, _ definition: FieldDefinition, _ value: FieldValue?, _ presence: Presence?
    ) -> [String] {
        var problems: [String] = []
        if value == nil { problems.append("absent") }
        if presence == nil { problems.append("there") }
        switch (value, definition.type) {
        case (nil, _), (.boolean, .boolean): break
        case (.text(let text), .text):
            if text.isEmpty, !mayBeEmpty.contains(definition.field) { problems.append("empty") }
            if !isGiven(definition.field, reading.symbol), let problem = definition.form.problem(with: text) {
                problems.append("\(text.debugDescription): \(problem)")
            }
        case (.text(let text), .url):
            let isASCII = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            if !isASCII || !text.utf8.contains(UInt8(ascii: ":")) {
                problems.append("no URL: \(text.debugDescription)")
            }
            if case .url(let address) = reading.content, address.url == text, !isAsItMustBe(text) {
                problems.append("not percent-encoded: \(text.debugDescription)")
            }
        case (.number(let number), .number):
            if DecimalNumber(number.description) != number { problems.append("no number: \(number)") }
        case (.date(let date), .date):
            if CalendarDate(date.description) != date { problems.append("no date: \(date)") }
        case (.list(let texts), .list):
            if texts.isEmpty || texts.contains("") { problems.append("empty, or has what is") }
        default: problems.append("not \(definition.type.title)")
        }
        return problems.map { "\(definition.name) of \(reading.content.kind) is \($0)" }
    }

    /// Whether a link has only characters that links have (RFC 3986, appendix A): rules hand it on as it is.
    private static func isAsItMustBe(_ link: String) -> Bool {
        let bytes = Array(link.utf8)
        return bytes.indices.allSatisfy { place in
            guard bytes[place] == UInt8(ascii: "%") else { return ofLinks.contains(bytes[place]) }
            let digits = bytes[(place + 1)...].prefix(2)
            return digits.count == 2 && digits.allSatisfy(hexDigits.contains)
        }
    }

    private static let hexDigits = Set("0123456789ABCDEFabcdef".utf8)
    private static let ofLinks = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=".utf8)

    /// What says nothing is absent, except where it is a part that is always there.
    private static let mayBeEmpty: Set<Field> = [.text, .compact, .path]

    /// Whether a field is what the decoder said, whatever that was.
    private static func isGiven(_ field: Field, _ symbol: Symbol) -> Bool {
        if case .other = symbol.symbology { return field == .symbology }
        return field == .addOn
    }

    /// People read warnings in a line of a terminal.
    private static func broken(byWarnings warnings: [ContentWarning]) -> [String] {
        let texts = warnings.map(\.description)
        let isLine = texts.allSatisfy { text in
            !text.isEmpty && text.utf8.count < 400
                && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        return (isLine ? [] : ["a warning is long, empty or more than a line: \(texts)"])
            + (Set(warnings).count == warnings.count ? [] : ["a warning comes twice: \(texts)"])
    }
}
