import BeelineContent
import BeelineRules
import BeelineSupport

/// Changes rule files in their structure, so that what comes out is JSON and still looks like rules.
struct RuleMutator {
    /// Names and texts to put in.
    private let words: [String]
    private let values: [JSONValue]
    private var random: SplitMix

    /// - Parameters:
    ///   - seed: the same seed makes the same changes.
    ///   - examples: rule files, from which names and texts are taken.
    init(seed: UInt64, examples: [JSONValue]) {
        self.init(seed: seed, vocabulary: Vocabulary(examples))
    }

    init(seed: UInt64, vocabulary: Vocabulary) {
        random = SplitMix(state: seed)
        words = vocabulary.words
        values = vocabulary.values
    }

    /// What changed files are made of.
    struct Vocabulary {
        fileprivate let words: [String]
        fileprivate let values: [JSONValue]

        init(_ examples: [JSONValue]) {
            var words = Set(RuleMutator.pieces + Kind.allCases.map(\.rawValue) + Field.table.map(\.name))
            words.formUnion(Operator.allCases.map(\.rawValue))
            for example in examples { Self.collect(example, &words) }
            self.words = words.sorted()
            values = RuleMutator.limits + examples
        }

        private static func collect(_ value: JSONValue, _ words: inout Set<String>) {
            switch value {
            case .string(let text): words.insert(text)
            case .array(let elements): for element in elements { collect(element, &words) }
            case .object(let members):
                for member in members {
                    words.insert(member.name)
                    collect(member.value, &words)
                }
            case .null, .boolean, .integer, .real: break
            }
        }
    }

    /// A file with one to four changes.
    mutating func changed(_ file: JSONValue) -> JSONValue {
        var file = file
        for _ in 0...random.below(4) {
            let count = Self.count(file)
            let donor = node(random.below(count), of: file) ?? file
            var place = random.below(count)
            file = replaced(file, &place) { mutator, value in mutator.change(value, donor) }
        }
        return file
    }

    // MARK: One change

    private mutating func change(_ value: JSONValue, _ donor: JSONValue) -> JSONValue {
        switch random.below(12) {
        case 0: return donor
        case 1: return .string(word())
        case 2: return values[random.below(values.count)]
        case 3: return wrapped(value)
        case 4: return .array(Array(repeating: value, count: 1 + random.below(4)))
        default: break
        }
        switch value {
        case .object(let members): return .object(change(members, donor))
        case .array(let elements): return .array(change(elements, donor))
        case .string(let text): return .string(change(text))
        case .null, .boolean, .integer, .real: return Self.limits[random.below(Self.limits.count)]
        }
    }

    private mutating func change(_ members: [JSONValue.Member], _ donor: JSONValue) -> [JSONValue.Member] {
        var members = members
        let place = random.below(members.count + 1)
        guard place < members.count else { return members + [.init(name: word(), value: donor)] }
        let member = members[place]
        switch random.below(5) {
        case 0: members.remove(at: place)
        case 1: members[place] = .init(name: word(), value: member.value)
        case 2: members.swapAt(place, random.below(members.count))
        case 3: members.insert(.init(name: word(), value: member.value), at: place)
        default: members.insert(member, at: random.below(members.count))
        }
        return members
    }

    private mutating func change(_ elements: [JSONValue], _ donor: JSONValue) -> [JSONValue] {
        var elements = elements
        let place = random.below(elements.count + 1)
        guard place < elements.count else { return elements + [donor] }
        switch random.below(5) {
        case 0: elements.remove(at: place)
        case 1: elements.swapAt(place, random.below(elements.count))
        case 2: elements.insert(elements[place], at: place)
        case 3: elements.insert(contentsOf: repeatElement(elements[place], count: 1 << random.below(7)), at: place)
        default: elements.insert(.string(word()), at: place)
        }
        return elements
    }

    private mutating func change(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = random.below(scalars.count + 1)
        let end = min(scalars.count, place + random.below(4))
        scalars.replaceSubrange(place..<end, with: random.below(3) == 0 ? [] : Array(word().unicodeScalars))
        var view = String.UnicodeScalarView()
        // Long enough for what is slow, and no file of megabytes after many changes.
        view.append(contentsOf: scalars.prefix(6_000))
        return String(view)
    }

    /// A condition in others, once or many times.
    private mutating func wrapped(_ value: JSONValue) -> JSONValue {
        let combiner = ["all", "any", "not"][random.below(3)]
        var value = value
        for _ in 0...(random.below(4) == 0 ? random.below(34) : 0) {
            let inner = combiner == "not" ? value : .array([value])
            value = .object([.init(name: combiner, value: inner)])
        }
        return value
    }

    private mutating func word() -> String { words[random.below(words.count)] }

    // MARK: The tree

    private static func count(_ value: JSONValue) -> Int {
        switch value {
        case .object(let members): members.reduce(1) { $0 + count($1.value) }
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .null, .boolean, .integer, .real, .string: 1
        }
    }

    private func node(_ place: Int, of value: JSONValue) -> JSONValue? {
        var mutator = self
        var place = place
        var found: JSONValue?
        _ = mutator.replaced(value, &place) { _, value in
            found = value
            return value
        }
        return found
    }

    /// - Parameter place: the number of the value that is replaced, counted from where a value begins; negative once that
    ///   is done.
    private mutating func replaced(
        _ value: JSONValue, _ place: inout Int, _ change: (inout RuleMutator, JSONValue) -> JSONValue
    ) -> JSONValue {
        place -= 1
        if place == -1 { return change(&self, value) }
        guard place >= 0 else { return value }
        switch value {
        case .object(let members):
            return .object(members.map { .init(name: $0.name, value: replaced($0.value, &place, change)) })
        case .array(let elements): return .array(elements.map { replaced($0, &place, change) })
        case .null, .boolean, .integer, .real, .string: return value
        }
    }

    // MARK: What is put in

    /// The contents of templates, patterns and operands.
    fileprivate static let pieces = [
        "", " ", "{", "}", "{{", "{}", "{text}", "{url}", "{isbn13}", "{match.a}", "{match.a|none}", "{+url}",
        "{?text,url}", "{&text*}", "{text:3}", "{text|lower|url}", "{const.name}", "{secret.key}",
        "{disc.title|unknown}",
        "disc.found", "{catalog.library.shelf}", "catalog.library.title", "{scan.date}", "{query.id}", "query.id",
        "{seen.count}", "seen.last", "seen.isbn13.count", "seen.json.a.today", "{session.mode|}", "session.mode",
        "seen", "session", "match.a", "const.name", "today", "today+1", "today-100000", "today+99999999999999999999",
        "00:00", "23:59",
        "24:00", "2026-02-30", "0000-01-01", "9999-12-31", "monday", "https://{host}/", "https://example.com/{text}",
        "//{text}", "javascript:{text}", "http://[::1]:99999/", "example.com", ".example.com", "(?P<a>.*)",
        "(?P<a>\\d+)-(?P<b>.{0,1000})", "(?:a{1000}){1000}", "\\pL{1000}", "(((((a*)*)*)*)*)*", "[^\\x{10FFFF}]", "(",
        "(?i)(?P<a>ß|ſ|K)", "\\C", "\u{0}", "\u{301}", "é", "e\u{301}", "📚", "\u{202E}", "\u{85}", "right", "wrong",
        "torn", "circle", "self", "library", "lookup", "record", "emit", "open-url", "disc", "as", "service", "with",
        "fields", "headers", "results", "User-Agent", "/a/0/b", "/~2", "check", "scheme", "of", "weights", "mod11",
        "luhn", "version", "constants", "services", "kinds", "catalogs", "columns", "many", "money", "isbn",
        "{catalog.library[shelf]}", "catalog.library.rows",
        "rules", "disable", "tests", "include", "note", "continue", "when", "do", "ask", "optional", "otherwise",
        "always", "refuse", "message", "given", "expect",
        "scan", "catalog", "all", "any", "not", "decimals",
    ]

    /// Numbers and other values at the limits of what is read.
    fileprivate static let limits: [JSONValue] = [
        .null, .boolean(true), .boolean(false), .integer(0), .integer(-1), .integer(1), .integer(15), .integer(16),
        .integer(.max), .integer(.min), .integer(999_999_999_999_999), .integer(1_000_000_000_000_000), .real(0.1),
        .real(-0.0), .real(1e-300), .real(1e300), .real(123_456_789_012_345.6), .object([]), .array([]), .string(""),
    ]
}

/// Random numbers that are the same everywhere: SplitMix64.
struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ (word >> 31)) % UInt64(bound))
    }
}
