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
struct ParserDispatch {
    /// For each first byte of a text, in lower case, which parsers may take it: a bit for each, in their order. There
    /// are fewer than 64.
    private var candidates = [UInt64](repeating: 0, count: 256)
    /// Those of them with an opening that begins with the byte.
    private var opened = [UInt64](repeating: 0, count: 256)
    private let parsers = KindParser.all

    static let standard = ParserDispatch()

    private init() {
        for (place, parser) in parsers.enumerated() {
            let bit: UInt64 = 1 << UInt64(place)
            for opening in parser.openings { opened[Int(opening[0])] |= bit }
            let isForAny = parser.turn != .forItsTexts || parser.mayTake != nil
            for byte in candidates.indices where isForAny || opened[byte] & bit != 0 { candidates[byte] |= bit }
        }
    }

    /// What the first parser that takes a text makes of it; nil where none takes it.
    ///
    /// - Parameter warnings: gets what is doubtful about the text, also by the parsers that nearly took it.
    func content(
        of symbol: Symbol, _ text: String, _ context: ParsingContext, warnings: inout [ContentWarning]
    ) -> Content? {
        let first = Int(text.utf8.first?.asciiLowercased ?? 0)
        var rest = candidates[first]
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            rest &= rest - 1
            let mayOpen = opened[first] >> UInt64(place) & 1 == 1
            guard parsers[place].isFor(symbol, text, mayOpen: mayOpen) else { continue }
            switch parsers[place].parse(symbol, text, context) {
            case .passed: break
            case .doubted(let warning): if !warnings.contains(warning) { warnings.append(warning) }
            case .taken(let content, let added):
                warnings += added
                return content
            }
        }
        return nil
    }
}
