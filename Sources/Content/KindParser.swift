internal import BeelineSymbols

/// A parser of one kind or several, with a quick test of its texts. A class, so that few references are counted.
final class KindParser: Sendable {
    typealias Parse = @Sendable (Symbol, String, ParsingContext) -> Verdict

    /// A parser that reads several kinds has one name, and is called once.
    let name: String
    /// The schemes of its links, in lower case and without the colon.
    let schemes: [String]
    /// How its texts begin, in whatever case: in lower case. None is empty.
    let openings: [[UInt8]]
    /// Whether a text that begins otherwise may be its own. It must be cheap: it is called for nearly every text.
    let mayTake: (@Sendable (Symbol, String) -> Bool)?
    let turn: Turn
    let parse: Parse

    /// When a parser is called. Parsers of the same turn are called in the order of the table of kinds.
    enum Turn: Int, Sendable {
        /// For texts with one of its openings, and for those that ``mayTake`` names.
        case forItsTexts
        /// For every text that none of these took. Addresses and links have too many forms for openings.
        case forOtherTexts
        case last
    }

    init(
        _ name: String, schemes: [String] = [], openings: [String] = [],
        mayTake: (@Sendable (Symbol, String) -> Bool)? = nil, turn: Turn = .forItsTexts, parse: @escaping Parse
    ) {
        self.name = name
        self.schemes = schemes
        self.openings = (schemes.map { $0 + ":" } + openings).map { Array($0.utf8) }
        self.mayTake = mayTake
        self.turn = turn
        self.parse = parse
    }

    /// A parser of one kind, which looks at only the text, and reads a value or refuses to; the second parameter of
    /// `read` gets what may be an error. `isNote` is whether a text that begins like a code of this kind, and is none,
    /// is a note, so that nothing is said about it.
    convenience init<Value>(
        _ name: String, schemes: [String] = [], openings: [String] = [],
        mayTake: (@Sendable (Symbol, String) -> Bool)? = nil, turn: Turn = .forItsTexts, _ kind: Kind,
        _ content: @escaping @Sendable (Value) -> Content,
        isNote: @escaping @Sendable (String) -> Bool = { _ in false },
        read: @escaping @Sendable (String, inout [String]) throws(Refusal) -> Value
    ) {
        self.init(name, schemes: schemes, openings: openings, mayTake: mayTake, turn: turn) { _, text, _ in
            let verdict = Verdict(kind, content) { doubts throws(Refusal) in try read(text, &doubts) }
            guard case .doubted = verdict, isNote(text) else { return verdict }
            return .passed
        }
    }

    /// The same for a parser that reports no doubts.
    convenience init<Value>(
        _ name: String, schemes: [String] = [], openings: [String] = [],
        mayTake: (@Sendable (Symbol, String) -> Bool)? = nil, _ kind: Kind,
        _ content: @escaping @Sendable (Value) -> Content,
        isNote: @escaping @Sendable (String) -> Bool = { _ in false },
        reading read: @escaping @Sendable (String) throws(Refusal) -> Value
    ) {
        self.init(name, schemes: schemes, openings: openings, mayTake: mayTake, kind, content, isNote: isNote) {
            text, _ throws(Refusal) in try read(text)
        }
    }

    /// Whether it must be called for a text that no parser before it took, and that may begin with one of its openings.
    func isFor(_ symbol: Symbol, _ text: String, mayOpen: Bool) -> Bool {
        turn != .forItsTexts || mayTake?(symbol, text) ?? false
            || mayOpen && openings.contains { text.begins(with: $0) }
    }

    /// Whether one of its openings begins with a byte.
    func mayOpen(with byte: UInt8) -> Bool { openings.contains { $0[0] == byte } }

    static let digits = (0...9).map(String.init)
}

enum Verdict {
    /// It is of another kind.
    case passed
    /// It is nearly of this kind: the warning says what is wrong, and the other parsers are tried.
    case doubted(ContentWarning)
    /// It is of this kind; with warnings about what is doubtful.
    case taken(Content, [ContentWarning] = [])
}

extension Verdict {
    /// The verdict of a parser that reads a value or throws a refusal; `read` gets a place for what may be an error.
    init<Value>(_ kind: Kind, _ content: (Value) -> Content, read: (inout [String]) throws(Refusal) -> Value) {
        var doubts: [String] = []
        do throws(Refusal) {
            let value = try read(&doubts)
            self = .taken(content(value), doubts.map { .questionable(kind, $0) })
        } catch {
            switch error {
            case .otherKind: self = .passed
            case .malformed(let reason): self = .doubted(.malformed(kind, reason))
            case .unreadable(let reason): self = .doubted(.questionable(kind, reason))
            case .wrongCheckDigit(let number, let found, let expected):
                self = .doubted(.wrongCheckDigit(of: number, found: found, expected: expected))
            case .wrongCheck(let number, let found, let expected):
                self = .doubted(.wrongCheck(ofKind: number, found: found, expected: expected))
            }
        }
    }
}

/// What parsers get beside the symbol: the day of the scan and the ISBN ranges.
struct ParsingContext {
    let date: CalendarDate
    let isbnRanges: ISBNRanges
}
