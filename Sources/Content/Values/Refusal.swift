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
