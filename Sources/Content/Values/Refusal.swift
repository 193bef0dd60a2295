internal import BeelineSymbols

/// Why a parser does not take a text.
enum Refusal: Error {
    /// It is something else, as far as can be seen.
    case otherKind
    /// It is nearly of the kind; with a short phrase that names the place and what was expected there. It tells no
    /// secret.
    case malformed(String)
}

extension ContentParser.Verdict {
    /// What a parser says that reads a value or refuses to.
    init<Value>(
        _ kind: Kind, _ content: (Value) -> Content, reading value: () throws(Refusal) -> Value
    ) {
        do throws(Refusal) {
            self = .taken(content(try value()))
        } catch {
            self.init(kind, error)
        }
    }

    /// What a parser says whose values may have something doubtful about them.
    init<Value>(
        _ kind: Kind, _ content: (Value) -> Content,
        readingWithDoubts value: () throws(Refusal) -> (value: Value, doubts: [String])
    ) {
        do throws(Refusal) {
            let (value, doubts) = try value()
            self = .taken(content(value), doubts.map { .questionable(kind, $0) })
        } catch {
            self.init(kind, error)
        }
    }

    /// The same for one that notes in passing what may be a mistake.
    init<Value>(
        _ kind: Kind, _ content: (Value) -> Content, doubting read: (inout [String]) throws(Refusal) -> Value
    ) {
        var doubts: [String] = []
        let verdict = ContentParser.Verdict(kind, content) { () throws(Refusal) in try read(&doubts) }
        guard case .taken(let content, _) = verdict, !doubts.isEmpty else {
            self = verdict
            return
        }
        self = .taken(content, doubts.map { .questionable(kind, $0) })
    }

    private init(_ kind: Kind, _ refusal: Refusal) {
        switch refusal {
        case .otherKind: self = .passed
        case .malformed(let reason): self = .doubted(.malformed(kind, reason))
        }
    }
}

/// Notes that begin with the keyword of a code: "SMS: call me later".
enum Prose {
    /// Whether a word follows the first colon of a text, so that a parser that finds no code says nothing about it.
    ///
    /// - Parameter needsBlank: whether there must be a blank before the word.
    static func follows(_ text: String, needsBlank: Bool = true) -> Bool {
        let utf8 = text.utf8
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = utf8[utf8.index(after: colon)...]
        guard let first = rest.first, first.isASCIIBlank || !needsBlank else { return false }
        // Full-width digits and signs are letters of nothing.
        return rest.first { !$0.isASCIIBlank }.map { $0.isASCIILetter || (0xC3...0xDF).contains($0) } ?? false
    }
}

extension ContentParser.Verdict {
    /// Without a doubt about a text that is a note and no code.
    func passing(notes isNote: @autoclosure () -> Bool) -> ContentParser.Verdict {
        guard case .doubted = self, isNote() else { return self }
        return .passed
    }
}
