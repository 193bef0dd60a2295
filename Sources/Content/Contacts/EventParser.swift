internal import BeelineSymbols

/// Entries for a calendar.
enum EventParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.event, Content.event) { () throws(Refusal) in try Event(reading: text) }
    }
}

extension ContentLines {
    /// The properties of the first VEVENT, without those of the alarms in it.
    ///
    /// - Throws: `.otherKind` when the text begins like none.
    init(event text: String) throws(Refusal) {
        let opening = Array(text.utf8.prefix(15))[...]
        guard opening.beginsWithWord("BEGIN:VEVENT") || opening.beginsWithWord("BEGIN:VCALENDAR") else {
            throw .otherKind
        }
        guard text.utf8.count <= Self.longest else { throw .malformed("longer than 1 MiB") }
        let bytes = Self.unindented(Array(text.utf8))
        if let source = try Self.event(bytes, isUnfolded: false) {
            self = source
        } else if let source = try Self.event(Self.unfolded(bytes, keepsBlanks: false), isUnfolded: true) {
            self = source
        } else {
            throw .otherKind
        }
    }

    /// Nil when the bytes must be unfolded first.
    private static func event(_ bytes: [UInt8], isUnfolded: Bool) throws(Refusal) -> ContentLines? {
        var reader = ContentLineReader(bytes, isUnfolded: isUnfolded)
        var lines: [ContentLine] = []
        // How many components are open from the event on; 0 before it begins.
        var depth = 0
        read: while let line = reader.next() {
            switch line.property {
            case .begin where depth > 0: depth += 1
            case .begin: if bytes[line.value].withoutBlanks.isWord("VEVENT") { depth = 1 }
            case .end where depth > 0:
                guard !bytes[line.value].withoutBlanks.isWord("VEVENT") else { break read }
                depth = max(1, depth - 1)
            default:
                guard depth == 1 else { continue }
                lines.append(line)
                guard lines.count <= most else { throw .malformed("more than \(most) properties") }
            }
        }
        guard !reader.needsUnfolding else { return nil }
        guard depth > 0 else { throw .malformed("it has no VEVENT") }
        return ContentLines(.iCalendar, bytes, lines)
    }
}
