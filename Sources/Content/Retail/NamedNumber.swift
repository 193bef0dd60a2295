internal import BeelineSymbols

/// A number after its name, as catalogues of libraries and packing slips have it: `ISBN: 0-306-40615-2 (pbk.)`,
/// `EAN 13: 4006381333931`, `isbn=9780306406157`, `UPC-A No. 036000291452`, `Print ISSN 0024-9319`.
enum NamedNumber {
    private enum Name: Equatable {
        case book, periodical, music
        /// How many digits it has.
        case article(ClosedRange<Int>, isUPC: Bool = false)
    }

    /// In lower case; none is the beginning of a later one.
    private static let names: [(text: String, name: Name)] = [
        ("e-isbn", .book), ("eisbn", .book), ("isbn", .book), ("i.s.b.n.", .book), ("sbn", .book),
        ("e-issn", .periodical), ("eissn", .periodical), ("p-issn", .periodical), ("pissn", .periodical),
        ("issn-l", .periodical), ("issn", .periodical), ("i.s.s.n.", .periodical), ("ismn", .music),
        ("i.s.m.n.", .music), ("gtin", .article(8...14)), ("ean", .article(8...14)),
        ("european article number", .article(8...14)), ("upca", .article(12...12)),
        ("upce", .article(8...8, isUPC: true)), ("upc", .article(8...14, isUPC: true)),
        ("u.p.c.", .article(8...14, isUPC: true)), ("jan", .article(8...13)), ("dun", .article(14...14)),
        ("itf", .article(14...14)), ("udi-di", .article(14...14)), ("udi", .article(14...14)),
        // Libraries have codes of 14 digits.
        ("barcode", .article(12...13)), ("bar code", .article(12...13)), ("code-barres", .article(12...13)),
        ("strichcode", .article(12...13)), ("codigo de barras", .article(12...13)),
    ]

    /// Words beside a name.
    private static let words = [
        "no", "nr", "num", "number", "nummer", "numero", "code", "kod", "codigo", "codice", "print", "printed",
        "online",
        "electronic", "ebook", "e-book", "epub", "pdf", "hardcover", "hardback", "paperback", "softcover", "pbk", "hbk",
        "info", "a", "e",
    ]

    /// Of numbers with several lengths, that which a name says: `EAN 13`.
    private static let lengths = ["8", "10", "12", "13", "14"]

    /// Names in other letters, and signs, as ASCII.
    private static let spellings = [
        ("バーコード", "barcode "), ("コード", " code "), ("番号", " no "), ("商品条码", "barcode "), ("条形码", "barcode "),
        ("条码", "barcode "), ("Штрихкод", "barcode "), ("штрихкод", "barcode "), ("Штрих-код", "barcode "),
        ("ó", "o"), ("№", " no "), ("n°", "no "), ("N°", "no "), ("£", "$"), ("€", "$"), ("¥", "$"),
    ]

    /// How texts begin that may be one.
    static let openings =
        names.map(\.text).filter { !$0.hasPrefix("is") } + spellings.map(\.0).filter { $0.utf8.count > 6 }
        + words.filter { $0.utf8.count > 2 } + ["código"]

    private static let longest = 160

    /// What the number is; nil where the text is not one with its name, and perhaps a remark.
    static func verdict(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict? {
        guard text.utf8.count <= longest, let narrow = HalfwidthText(inASCII(text)) else { return nil }
        let bytes = Array(narrow.text.utf8)
        guard let (name, rest, length) = name(bytes[...]) else { return nil }
        if rest.first == UInt8(ascii: "(") {
            return ElementStringParser.parse(symbol, String(decoding: rest, as: UTF8.self), context)
        }
        let mark: UInt8 = name == .music ? UInt8(ascii: "m") : UInt8(ascii: "x")
        guard let first = rest.first, first.isASCIIDigit || first | 0x20 == mark && name == .music else { return nil }
        var doubted: Verdict?
        for (start, count) in [
            (rest.startIndex, length?.value), (rest.startIndex, nil), (length?.place ?? rest.startIndex, nil),
        ] {
            let digits = bytes[start...].prefix { $0.isASCIIDigit || " -".utf8.contains($0) || $0 | 0x20 == mark }
            // A number that follows a blank may be of something else.
            let ends = [digits.endIndex] + digits.indices.filter { digits[$0] == 0x20 }.reversed()
            for end in ends where mayFollow(bytes[end...]) {
                let number = String(decoding: bytes[start..<end].withoutBlanks, as: UTF8.self)
                guard number.utf8.count >= 8 else { break }
                if let count, number.utf8.count(where: { $0 != UInt8(ascii: "-") }) != count { continue }
                // `Jan 13 2024 12:45` is a time.
                if bytes[0] | 0x20 == UInt8(ascii: "j"), !digits.prefix(8).allSatisfy(\.isASCIIDigit) { continue }
                switch verdict(symbol, name, number, context) {
                case .taken(let content, let warnings):
                    return .taken(content, narrow.doubts.map { .questionable(content.kind, $0) } + warnings)
                case .doubted(let warning): doubted = doubted ?? .doubted(warning)
                case .passed: break
                }
            }
        }
        return doubted
    }

    private static func inASCII(_ text: String) -> String {
        let text = String(decoding: text.utf8.map { $0.isASCIIBlank ? 0x20 : $0 }, as: UTF8.self)
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return spellings.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func verdict(
        _ symbol: Symbol, _ name: Name, _ number: String, _ context: ParsingContext
    ) -> Verdict {
        let plain = Symbol(.unknown, number, addOn: symbol.addOn)
        switch name {
        case .book: return WrittenNumberParser.labelled(plain, "ISBN " + number, context)
        case .periodical: return WrittenNumberParser.labelled(plain, "ISSN " + number, context)
        case .music: return WrittenNumberParser.labelled(plain, "ISMN " + number, context)
        case .article(let counts, let isUPC):
            let digits = number.filter { $0 != " " && $0 != "-" }
            guard counts.contains(digits.utf8.count) else { return .passed }
            let symbology: Symbology = digits.utf8.count != 8 ? .unknown : isUPC ? .upcE : .ean8
            return RetailParser.parse(Symbol(symbology, digits, addOn: symbol.addOn), digits, context)
        }
    }

    /// A typed ISBN with a remark after it, as in MARC records: `0306406152 (pbk. : alk. paper) :`, `0306406152 : $9.95`.
    static func remarked(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict? {
        guard text.utf8.count <= longest, let end = text.firstIndex(where: { $0 == "(" || $0 == ":" }),
            text[end] == ":" || text.contains(")")
        else { return nil }
        let number = String(text[..<end]).trimmed
        let count = number.utf8.count { $0.isASCIIDigit || $0 | 0x20 == UInt8(ascii: "x") }
        guard count == 10 || count == 13, (try? ISBN(number)) != nil else { return nil }
        return WrittenNumberParser.labelled(symbol, "ISBN " + number, context)
    }

    /// The name at the start with the words beside it, and what follows them. A length beside the name may be the
    /// beginning of the number, so its place is kept.
    private static func name(
        _ bytes: ArraySlice<UInt8>
    ) -> (Name, rest: ArraySlice<UInt8>, length: (value: Int, place: Int)?)? {
        var (rest, name) = (bytes, Name?.none)
        var length: (value: Int, place: Int)?
        while let next = rest.first {
            if let found = names.first(where: { begins(rest, $0.text) }) {
                // That of a book goes before that of an article: `EAN/ISBN`.
                name = name == nil || found.name == .book ? found.name : name
                rest = rest.dropFirst(found.text.utf8.count)
            } else if let word = words.first(where: { begins(rest, $0) }) {
                rest = rest.dropFirst(word.utf8.count)
            } else if ": =#.,\t-_/|".utf8.contains(next), rest.startIndex > bytes.startIndex {
                rest = rest.dropFirst()
            } else if name != nil, next == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")),
                !rest[(rest.startIndex + 1)..<end].allSatisfy(\.isASCIIDigit)
                    || lengths.contains(where: { begins(rest.dropFirst(), $0) })
            {
                rest = rest[(end + 1)...]
            } else if name != nil, length == nil, let said = lengths.first(where: { begins(rest, $0) }) {
                length = Int(said).map { ($0, rest.startIndex) }
                rest = rest.dropFirst(said.utf8.count)
            } else {
                break
            }
        }
        return name.map { ($0, rest, length) }
    }

    /// Whether a text begins with a word that ends there, in whatever case.
    private static func begins(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
        guard text.starts(with: word.utf8, by: { $0.asciiLowercased == $1 }) else { return false }
        guard let last = word.utf8.last, let next = text.dropFirst(word.utf8.count).first else { return true }
        return last.isASCIIDigit ? !next.isASCIIDigit : !next.isASCIILetter
    }

    /// Whether what follows a number is nothing, a remark, a price, or the next number.
    private static func mayFollow(_ rest: ArraySlice<UInt8>) -> Bool {
        let rest = rest.drop { $0 == 0x20 }
        guard let first = rest.first else { return true }
        // `(10)` is an element of GS1.
        if first == UInt8(ascii: "(") { return !(rest.dropFirst().first?.isASCIIDigit ?? false) }
        return ":;,./[|$".utf8.contains(first)
            || (names.map(\.text) + ["eur", "usd", "gbp"]).contains { begins(rest, $0) }
    }
}
