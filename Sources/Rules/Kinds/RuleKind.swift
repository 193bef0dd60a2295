package import BeelineContent

/// A kind of content in rules: one of the program, or one of a rule file.
package struct RuleKind: Hashable, Sendable {
    /// The index of the kind: those of the program first, then those of the files, in their order.
    let index: Int

    init(_ kind: Kind) { index = kind.index }

    static let plainText = RuleKind(Kind.text)

    init(own: Int) { index = Kind.allCases.count + own }

    /// Its index among the kinds of rule files; nil for one of the program.
    package var own: Int? { index >= Kind.allCases.count ? index - Kind.allCases.count : nil }

    /// The program's kind; nil for one of a rule file.
    package var base: Kind? { index < Kind.allCases.count ? Kind.allCases[index] : nil }
}

package struct RuleKinds: Hashable, Sendable {
    /// One bit for each kind; the first word is separate, because it is nearly always the only one.
    private var first: UInt64
    private var others: [UInt64]

    init() { (first, others) = (0, []) }

    init(_ kinds: KindSet) { (first, others) = (kinds.mask, []) }

    init(_ kinds: some Sequence<RuleKind>) {
        self.init()
        for kind in kinds { insert(kind) }
    }

    /// The first kinds, up to a count.
    init(count: Int) {
        self.init((0..<count).map { RuleKind(index: $0) })
    }

    mutating func insert(_ kind: RuleKind) {
        let bit: UInt64 = 1 << UInt64(kind.index % 64)
        guard kind.index >= 64 else {
            first |= bit
            return
        }
        let word = kind.index / 64 - 1
        while others.count <= word { others.append(0) }
        others[word] |= bit
    }

    package func contains(_ kind: RuleKind) -> Bool {
        let bit: UInt64 = 1 << UInt64(kind.index % 64)
        if kind.index < 64 { return first & bit != 0 }
        let word = kind.index / 64 - 1
        return word < others.count && others[word] & bit != 0
    }

    var isEmpty: Bool { first == 0 && others.isEmpty }

    func intersection(_ other: RuleKinds) -> RuleKinds { combined(other, &) }

    func union(_ other: RuleKinds) -> RuleKinds { combined(other, |) }

    package func subtracting(_ other: RuleKinds) -> RuleKinds { combined(other) { $0 & ~$1 } }

    func isSubset(of other: RuleKinds) -> Bool {
        others.isEmpty ? first & ~other.first == 0 : subtracting(other).isEmpty
    }

    package var kinds: [RuleKind] {
        (0..<64 * (others.count + 1)).map { RuleKind(index: $0) }.filter(contains)
    }

    private func combined(_ other: RuleKinds, _ combine: (UInt64, UInt64) -> UInt64) -> RuleKinds {
        var result = RuleKinds()
        result.first = combine(first, other.first)
        guard !others.isEmpty || !other.others.isEmpty else { return result }
        let count = max(others.count, other.others.count)
        func word(_ words: [UInt64], _ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }
        result.others = (0..<count).map { combine(word(others, $0), word(other.others, $0)) }
        // Two sets with the same members are equal.
        while result.others.last == 0 { result.others.removeLast() }
        return result
    }
}

extension RuleKind {
    fileprivate init(index: Int) { self.index = index }
}

/// The result of a custom kind for a code: its fields and its identity.
package final class Classification: Sendable, Hashable {
    let name: String
    let kind: RuleKind
    /// The fields that it gives, with their values.
    package let fields: [Given]
    /// The identity of the code by the `identity` of the kind; nil if there is none.
    let identity: Identity?
    /// The text as the kind has read it; nil if that is the text of the code.
    let respelling: String?
    let ignoresBlanks: Bool

    struct Identity: Sendable {
        let text: String
        let isSecret: Bool
    }

    /// A field that the kind sets.
    package struct Given: Hashable, Sendable {
        package let name: Name
        package let value: FieldValue
        package let isSecret: Bool
    }

    init(name: String, kind: RuleKind, fields: [Given], identity: Identity?, respelling: String?, ignoresBlanks: Bool) {
        (self.name, self.kind, self.fields) = (name, kind, fields)
        (self.identity, self.respelling, self.ignoresBlanks) = (identity, respelling, ignoresBlanks)
    }

    func value(of name: Name) -> FieldValue? { fields.first { $0.name == name }?.value }

    /// Whether a field reveals a secret of the code; nil if the kind does not set it.
    func isSecret(_ name: Name) -> Bool? { fields.first { $0.name == name }?.isSecret }

    package static func == (left: Classification, right: Classification) -> Bool {
        left.name == right.name && left.fields == right.fields
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
