internal import BeelineSymbols

extension KindParser {
    static let all: [KindParser] = {
        var parsers: [KindParser] = []
        for parser in Kind.table.flatMap(\.parsers) where !parsers.contains(where: { $0.name == parser.name }) {
            parsers.append(parser)
        }
        // `sorted` is stable.
        return parsers.sorted { $0.turn.rawValue < $1.turn.rawValue }
    }()
}

/// Asks the parsers that may take a text, in the order of ``KindParser/all``.
enum ParserDispatch {
    // Each is a constant of its own: two threads that counted references to one value would wait for each other.
    private static let parsers = KindParser.all
    /// For each first byte of a text, in lower case, which of the parsers, fewer than 64, may take it: a bit for each.
    private static let candidates = masks { $0.turn != .forItsTexts || $0.mayTake != nil || $0.mayOpen(with: $1) }
    /// Those of them with an opening that begins with the byte.
    private static let opened = masks { $0.mayOpen(with: $1) }

    private static func masks(_ isIn: (KindParser, UInt8) -> Bool) -> [UInt64] {
        (0...UInt8.max).map { byte in
            parsers.indices.reduce(0) { $0 | (isIn(parsers[$1], byte) ? 1 << UInt64($1) : 0) }
        }
    }

    /// What the first parser that takes a text makes of it; nil where none takes it.
    ///
    /// - Parameter warnings: gets what is doubtful about the text, also by the parsers that nearly took it.
    static func content(
        of symbol: Symbol, _ text: String, _ context: ParsingContext, warnings: inout [ContentWarning]
    ) -> Content? {
        let first = Int(text.utf8.first?.asciiLowercased ?? 0)
        let opened = opened[first]
        var rest = candidates[first]
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            rest &= rest - 1
            let parser = parsers[place]
            guard parser.isFor(symbol, text, mayOpen: opened >> UInt64(place) & 1 == 1) else { continue }
            switch parser.parse(symbol, text, context) {
            case .passed: break
            case .doubted(let warning): if !warnings.contains(warning) { warnings.append(warning) }
            case .taken(let content, let added):
                if !added.isEmpty { warnings += added }
                return content
            }
        }
        return nil
    }
}
