internal import BeelineSymbols

/// vCards, MECARDs and BIZCARDs.
enum ContactParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(
            .contact, Content.contact,
            readingWithDoubts: { () throws(Refusal) in
                let contact = try Contact(reading: text)
                return (contact, contact.doubts)
            })
    }
}
