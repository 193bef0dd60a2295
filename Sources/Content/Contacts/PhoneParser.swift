internal import BeelineSymbols

/// `tel:` and a number (RFC 3966).
enum PhoneParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.phone, Content.phone) { () throws(Refusal) in
            try PhoneNumberReader.read(Array(text.utf8)[...])
        }.passing(notes: Prose.follows(text))
    }
}
