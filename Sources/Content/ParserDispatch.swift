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
    private struct Candidate {
        let parser: KindParser
        /// Those of its openings that begin with the byte.
        let openings: [String]

        func mayTake(_ symbol: Symbol, _ text: String) -> Bool {
            parser.turn != .forItsTexts
                || openings.contains { text.utf8.starts(with: $0.utf8) { $0.asciiLowercased == $1 } }
                || parser.mayTake?(symbol, text) ?? false
        }
    }

    /// For each first byte, in lower case, the parsers that may take a text that begins with it.
    private static let candidates = (0...UInt8.max).map { byte in
        KindParser.all.compactMap { parser in
            let openings = parser.openings.filter { $0.utf8.first == byte }
            return openings.isEmpty && parser.turn == .forItsTexts && parser.mayTake == nil
                ? nil : Candidate(parser: parser, openings: openings)
        }
    }

    /// What the first parser that takes a text makes of it; nil where none takes it.
    ///
    /// - Parameter warnings: gets what is doubtful about the text, also by the parsers that nearly took it.
    static func content(
        of symbol: Symbol, _ text: String, _ context: ParsingContext, warnings: inout [ContentWarning]
    ) -> Content? {
        for candidate in candidates[Int(text.utf8.first?.asciiLowercased ?? 0)]
        where candidate.mayTake(symbol, text) {
            switch candidate.parser.parse(symbol, text, context) {
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
