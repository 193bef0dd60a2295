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

/// Finds the parsers that may take a text by its first bytes. Bit n of a set of parsers stands for the n-th of
/// ``KindParser/all``. A class, so that asking it copies nothing.
final class ParserDispatch: Sendable {
    private let parsers: UncountedReferences<Parser>
    private let entries: [Entry]
    /// For each byte, and one beyond the last, where the entries begin that begin with it.
    private let starts: [Int]
    private let always: UInt64
    private let others: UncountedReferences<Other>
    private let digitalLink: UInt64
    private let webAddress: UInt64
    static let standard = ParserDispatch(KindParser.all)

    private init(_ parsers: [KindParser]) {
        precondition(parsers.count <= 64, "a set of parsers has 64 bits")
        let numbered = parsers.enumerated().map { (bit: UInt64(1) << UInt64($0.offset), parser: $0.element) }
        self.parsers = UncountedReferences(parsers.map { Parser($0.parse) })
        entries = numbered.flatMap { bit, parser in
            parser.openings.map { Entry(opening: Opening($0), bit: bit) }
        }.sorted { $0.opening.first < $1.opening.first }
        starts = (0...256).map { [entries] byte in entries.count { $0.opening.first < byte } }
        always = numbered.reduce(0) { $1.parser.turn == .forItsTexts ? $0 : $0 | $1.bit }
        others = UncountedReferences(numbered.compactMap { bit, parser in parser.mayTake.map { Other(bit, $0) } })
        func bit(of parser: KindParser) -> UInt64 { numbered.first { $0.parser.name == parser.name }?.bit ?? 0 }
        digitalLink = bit(of: DigitalLinkParser.parser)
        webAddress = bit(of: Kind.webAddress)
    }

    /// What the first parser that takes a text makes of it; nil where none takes it.
    ///
    /// - Parameter warnings: gets what is doubtful about the text, also by the parsers that nearly took it.
    func content(
        of symbol: Symbol, _ text: String, _ context: ParsingContext, warnings: inout [ContentWarning]
    ) -> Content? {
        var bits = candidates(for: symbol, text)
        while bits != 0 {
            switch parsers.withObject(at: bits.trailingZeroBitCount, { $0.parse(symbol, text, context) }) {
            case .passed: break
            case .doubted(let warning): if !warnings.contains(warning) { warnings.append(warning) }
            case .taken(let content, let added):
                if !added.isEmpty { warnings += added }
                return content
            }
            bits &= bits &- 1
        }
        return nil
    }

    /// The parsers that may take a text.
    private func candidates(for symbol: Symbol, _ text: String) -> UInt64 {
        var bits: UInt64 = 0
        let opening = Opening(text)
        for place in starts[opening.first]..<starts[opening.first + 1]
        where opening.begins(with: entries[place].opening) {
            bits |= entries[place].bit
        }
        // A text with the beginning of a web link is nothing else, unless its symbol can only contain digits.
        if bits == digitalLink, !symbol.symbology.isRetail { return bits | webAddress }
        for place in 0..<others.count {
            bits |= others.withObject(at: place) { bits & $0.bit == 0 && $0.mayTake(symbol, text) ? $0.bit : 0 }
        }
        return bits | always
    }

    /// The first eight bytes of a text, in lower case; the parsers look at the rest themselves.
    private struct Opening {
        /// The first byte lowest.
        let bytes: UInt64
        let count: Int
        var first: Int { Int(bytes & 0xFF) }

        init(_ text: String) {
            self =
                text.utf8.withContiguousStorageIfAvailable { Opening($0) }
                ?? Array(text.utf8.prefix(8)).withUnsafeBufferPointer { Opening($0) }
        }

        private init(_ text: UnsafeBufferPointer<UInt8>) {
            bytes = EightBytes(EightBytes.word(UnsafeRawBufferPointer(text), at: 0)).lowercased
            count = min(text.count, 8)
        }

        func begins(with opening: Opening) -> Bool {
            count >= opening.count && (bytes ^ opening.bytes) << UInt64(64 - opening.count * 8) == 0
        }
    }

    // Functions that all threads call are in objects, so that a call counts no references to what they capture.
    private final class Parser: Sendable {
        let parse: KindParser.Parse

        init(_ parse: @escaping KindParser.Parse) { self.parse = parse }
    }

    private final class Other: Sendable {
        let bit: UInt64
        let mayTake: @Sendable (Symbol, String) -> Bool

        init(_ bit: UInt64, _ mayTake: @escaping @Sendable (Symbol, String) -> Bool) {
            (self.bit, self.mayTake) = (bit, mayTake)
        }
    }

    private struct Entry {
        let opening: Opening
        let bit: UInt64
    }
}
