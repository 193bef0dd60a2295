internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// How the text of a code is split: the `parts` of a custom kind.
///
///     {"separator": "|", "assign": "=", "header": "ST00012",
///      "keys": {"Name": "name", "Sum": {"name": "amount", "type": "number", "decimals": 2}}}
package struct TextParts: Sendable {
    let source: BoundText
    let layout: TextLayout
    /// All parts with a name, at any depth.
    package let names: [PartName]

    /// A code that contains more is not split. The largest symbols contain 7,089 characters, joined ones 16 times that.
    private static let longest = 1 << 17

    /// Takes a code apart and keeps the named parts in its slots. Returns why it cannot be split; nil on success.
    package func take(from subject: inout EvaluationContext) -> PartProblem? {
        let bytes = Array(source.text(for: subject).utf8)
        guard bytes.count <= Self.longest else {
            return PartProblem("the text", "is longer than \(Self.longest) bytes")
        }
        do throws(PartProblem) {
            var taken = TakenParts(slots: subject.slots, day: subject.scan.date)
            try layout.take(bytes, &taken)
            subject.slots = taken.slots
            return nil
        } catch {
            return error
        }
    }

    /// The texts of the secret parts of a code; also the whole text if a secret is in it in another spelling.
    func secrets(in subject: borrowing EvaluationContext) -> [[UInt8]] {
        var secrets: [[UInt8]] = []
        for name in names where name.isSecret {
            guard let value = subject.value(of: .part(name)) else { continue }
            let values = if case .list(let values) = value { values } else { [value] }
            secrets += values.map { Array($0.description.utf8) }.filter { !$0.isEmpty }
        }
        guard !secrets.isEmpty else { return [] }
        let text = Array((subject.reading.symbol.text ?? "").utf8)
        let isThere = secrets.allSatisfy { ByteSearch.contains(text, $0) }
        return isThere ? secrets : [text, subject.reading.symbol.bytes] + secrets
    }
}

/// Why a text cannot be split. It reveals nothing of the text, which may contain a secret.
package struct PartProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// `'total'`, or `part 3`.
    let part: String
    let problem: String

    init(_ part: String, _ problem: String) { (self.part, self.problem) = (part, problem) }

    package var description: String { "\(part) \(problem)" }
}

/// The named parts of a text, while it is split.
struct TakenParts {
    var slots: [EvaluationContext.Slot]
    /// The day of the scan, from which days are counted that a code has only in part.
    let day: CalendarDate
}

/// How a text is decoded and then split into parts.
struct TextLayout: Sendable {
    let steps: [DecodingStep]
    let form: Form

    indirect enum Form: Sendable {
        /// Parts in this order with separators between them; nil for a skipped one.
        case separated(Separator, [TextPart?], isOpen: Bool)
        /// Parts with a key before each.
        case keyed(Separator, KeyedParts)
        /// Parts of fixed lengths; the last may be the rest.
        case fixed([TextPart])
        /// Any number of parts of one form.
        case repeated(Separator, TextPart)
        /// Binary values, each after its tag and its length.
        case tagged(tagLength: Int, lengthLength: Int, [UInt64: TextPart])
    }

    func take(_ text: [UInt8], _ taken: inout TakenParts) throws(PartProblem) {
        var bytes = text
        for step in steps {
            guard let decoded = step.decode(bytes) else { throw PartProblem("the text", "is not \(step.title)") }
            bytes = decoded
        }
        switch form {
        case .separated(let separator, let parts, let isOpen):
            let separator = separator.chosen(in: bytes)
            try Self.take(separator.split(bytes).map(separator.unescaped), parts, isOpen: isOpen, &taken)
        case .keyed(let separator, let parts): try Self.take(separator.chosen(in: bytes), bytes, parts, &taken)
        case .fixed(let parts): try Self.take(bytes, parts, &taken)
        case .repeated(let separator, let part):
            let separator = separator.chosen(in: bytes)
            for piece in separator.split(bytes) { try part.take(separator.unescaped(piece), &taken) }
        case .tagged(let tagLength, let lengthLength, let parts):
            try Self.take(bytes, tagLength, lengthLength, parts, &taken)
        }
    }

    private static func take(
        _ pieces: [[UInt8]], _ parts: [TextPart?], isOpen: Bool, _ taken: inout TakenParts
    ) throws(PartProblem) {
        guard isOpen || pieces.count <= parts.count else {
            throw PartProblem("the text", "has \(pieces.count) parts, and \(parts.count) are known")
        }
        for (index, part) in parts.enumerated() {
            guard let part else {
                guard index < pieces.count else { throw PartProblem("part \(index + 1)", "is missing") }
                continue
            }
            if index < pieces.count {
                try part.take(pieces[index], &taken)
            } else if !part.isOptional {
                throw PartProblem(part.label, "is missing")
            }
        }
    }

    private static func take(
        _ separator: Separator, _ bytes: [UInt8], _ keyed: KeyedParts, _ taken: inout TakenParts
    ) throws(PartProblem) {
        let (assign, parts) = (keyed.assign, keyed.parts)
        var pieces = separator.split(bytes)[...]
        if !keyed.headers.isEmpty {
            guard let first = pieces.popFirst(), keyed.isHeader(first) else {
                throw PartProblem("the text", "does not begin with \(keyed.headers.joined(separator: " or "))")
            }
        }
        // A separator may be after the last part too.
        while pieces.last?.isEmpty ?? false { pieces.removeLast() }
        var found: Set<String> = []
        for piece in pieces {
            guard let place = separator.firstIndex(of: assign, in: piece) else {
                throw PartProblem("a part", "has no '\(String(decoding: assign, as: UTF8.self))'")
            }
            let key = keyed.key(separator.unescaped(piece[..<place]))
            guard let part = parts[key] else { continue }
            guard found.insert(key).inserted || part.isList else { throw PartProblem(part.label, "is there twice") }
            try part.take(separator.unescaped(piece[(place + assign.count)...]), &taken)
        }
        if let missing = parts.firstMissing(found) { throw PartProblem(missing.label, "is missing") }
    }

    private static func take(_ bytes: [UInt8], _ parts: [TextPart], _ taken: inout TakenParts) throws(PartProblem) {
        var rest = bytes[...]
        for part in parts {
            guard let length = part.length else {
                try part.take(Array(rest), &taken)
                rest = []
                continue
            }
            // Lengths count characters of Unicode; a continuation byte does not begin one.
            var count = 0
            let piece = rest.prefix { byte in
                if byte & 0xC0 != 0x80 { count += 1 }
                return count <= length
            }
            if piece.isEmpty, part.isOptional { continue }
            guard min(count, length) == length else { throw PartProblem(part.label, "is cut off") }
            try part.take(Array(piece), &taken)
            rest = rest[piece.endIndex...]
        }
        guard rest.isEmpty else { throw PartProblem("the text", "continues after its last part") }
    }

    private static func take(
        _ bytes: [UInt8], _ tagLength: Int, _ lengthLength: Int, _ parts: [UInt64: TextPart], _ taken: inout TakenParts
    ) throws(PartProblem) {
        var rest = bytes[...]
        func number(_ count: Int) -> UInt64? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        var found: Set<UInt64> = []
        while !rest.isEmpty {
            guard let tag = number(tagLength), let length = number(lengthLength), length <= rest.count else {
                throw PartProblem("the text", "ends within a value")
            }
            let value = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            guard let part = parts[tag] else { continue }
            guard found.insert(tag).inserted || part.isList else { throw PartProblem(part.label, "is there twice") }
            try part.take(Array(value), &taken)
        }
        if let missing = parts.firstMissing(found) { throw PartProblem(missing.label, "is missing") }
    }
}

/// A part of a text, with its type, its name and what it must match.
struct TextPart: Sendable {
    /// Nil for a part that is not kept.
    let name: PartName?
    /// Its name in messages: `'total'`, or `part 3`.
    let label: String
    var type = PartType.text
    /// The allowed texts; nil for any.
    var allowed: [String]?
    /// The values of its texts; nil if each text is its own value.
    var values: [String: String]?
    /// The pattern that the whole text must match.
    var pattern: Pattern?
    /// Whether it may be missing, or empty.
    var isOptional = false
    /// Its number of characters among parts of fixed lengths; nil for the rest.
    var length: Int?
    /// How it is split further.
    var layout: TextLayout?
    /// Whether it is added to the parts of the same name.
    var isSum = false
    /// Whether it must have the same value as the other parts of its name.
    var isSame = false
    /// Whether it is a field of the code; if not, only checks and fields can use it.
    var isField = true

    /// Whether it may occur several times.
    var isList: Bool { name?.type == .list }

    /// Keeps the value in its slot.
    func take(_ bytes: [UInt8], _ taken: inout TakenParts) throws(PartProblem) {
        if bytes.isEmpty, isOptional { return }
        // What is split as binary values is not text.
        if layout == nil || name != nil || allowed != nil || values != nil || pattern != nil {
            guard var text = String(validating: bytes, as: UTF8.self) else { throw PartProblem(label, "is not UTF-8") }
            if let allowed, !allowed.contains(where: { $0.utf8.elementsEqual(bytes) }) {
                throw PartProblem(label, "is not \(allowed.joined(separator: " or "))")
            }
            if let pattern, !pattern.matches(text) {
                throw PartProblem(label, "does not match \(pattern.text)")
            }
            if let values {
                guard let meaning = values[text] else { throw PartProblem(label, "is not one of its values") }
                text = meaning
            }
            guard let value = type.value(text, on: taken.day) else { throw PartProblem(label, "is not \(type.title)") }
            if let name { try keep(value, in: &taken.slots[name.slot]) }
        }
        try layout?.take(bytes, &taken)
    }

    private func keep(_ value: FieldValue, in slot: inout EvaluationContext.Slot) throws(PartProblem) {
        guard isList else {
            if isSum, case .value(.number(let sum)) = slot, case .number(let summand) = value {
                guard let sum = sum.adding(summand) else { throw PartProblem(label, "has too many digits") }
                slot = .value(.number(sum))
            } else {
                if isSame, case .value(let other) = slot, other != value {
                    throw PartProblem(label, "is there twice, with different values")
                }
                slot = .value(value)
            }
            return
        }
        if case .value(.list(let values)) = slot {
            // This is the only reference, so it grows in place.
            slot = .empty
            slot = .value(.list(values + [value]))
        } else {
            slot = .value(.list([value]))
        }
    }
}

extension Dictionary where Key: Comparable, Value == TextPart {
    /// The parts in the order of their keys: that of a dictionary is another one in each process.
    var inOrder: [Element] { sorted { $0.key < $1.key } }

    /// The first part that must be there and was not found.
    fileprivate func firstMissing(_ found: Set<Key>) -> TextPart? {
        filter { !$0.value.isOptional && !found.contains($0.key) }.inOrder.first?.value
    }
}

/// Parts with a key before each, in any order.
struct KeyedParts: Sendable {
    /// The text between a key and its part.
    let assign: [UInt8]
    /// The allowed texts before the first key; empty for none.
    let headers: [String]
    /// Whether the case of keys and headers is ignored.
    let anyCase: Bool
    /// By their keys, as `key` has them.
    let parts: [String: TextPart]

    /// A key of a text as `parts` has it.
    func key(_ bytes: [UInt8]) -> String { Self.key(bytes, anyCase: anyCase) }

    static func key(_ bytes: some Sequence<UInt8>, anyCase: Bool) -> String {
        String(decoding: anyCase ? bytes.map(\.asciiLowercased) : Array(bytes), as: UTF8.self)
    }

    func isHeader(_ piece: ArraySlice<UInt8>) -> Bool {
        headers.contains { header in
            anyCase
                ? header.utf8.lazy.map(\.asciiLowercased).elementsEqual(piece.lazy.map(\.asciiLowercased))
                : header.utf8.elementsEqual(piece)
        }
    }
}
