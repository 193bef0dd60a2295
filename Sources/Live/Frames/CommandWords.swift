/// The words of a command as a user writes it: blanks separate them, and quotes keep them together. No shell reads it,
/// so nothing else has a meaning.
///
///     try commandWords(#"gst-launch-1.0 filesrc location='my film.mp4'"#)   // three words
///
/// - Throws: `CommandWordsError`.
package func commandWords(_ text: String) throws(CommandWordsError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
        switch character {
        case quote: quote = nil
        case "\\" where quote != "'":
            guard let escaped = rest.popFirst() else { throw .endsInBackslash }
            // In double quotes a backslash is for itself, unless it is needed.
            if quote != nil, escaped != "\"", escaped != "\\" { word = (word ?? "") + "\\" }
            word = (word ?? "") + String(escaped)
        case "'" where quote == nil, "\"" where quote == nil:
            quote = character
            // Two quotes are a word without characters.
            word = word ?? ""
        case let character where character.isWhitespace && quote == nil:
            if let ended = word { words.append(ended) }
            word = nil
        default: word = (word ?? "") + String(character)
        }
    }
    if let quote { throw .openQuote(quote) }
    if let word { words.append(word) }
    return words
}

/// What is wrong with the words of a command.
package enum CommandWordsError: Error, Hashable, Sendable {
    case openQuote(Character)
    case endsInBackslash

    package var reason: String {
        switch self {
        case .openQuote(let quote): "a quote \(quote) is not closed"
        case .endsInBackslash: "the last character is a backslash; write two for a backslash itself"
        }
    }
}
