package import BeelineContent
package import BeelineSymbols

/// A condition of a rule. It was checked when it was read, so that evaluating it cannot fail.
package indirect enum Condition: Hashable, Sendable {
    /// True when all are true; with none, always true.
    case all([Condition])
    /// True when one of them is true; with none, never.
    case any([Condition])
    case not(Condition)
    case kind(RuleKinds)
    case symbology(Set<Symbology>)
    case test(Name, Predicate)

    /// Whether it is true for a code. Captures of patterns and rows of catalogues are kept in the slots of the code,
    /// except those of alternatives that failed. `borrowing`, here and where names and predicates are read: a copy of
    /// each of their parts for each code would take longer than the tests.
    package borrowing func holds(for subject: inout EvaluationContext) -> Bool {
        switch self {
        case .all(let conditions):
            for place in conditions.indices where !conditions[place].holds(for: &subject) { return false }
            return true
        case .any(let conditions):
            let slots = subject.slots
            for condition in conditions {
                if condition.holds(for: &subject) { return true }
                subject.slots = slots
            }
            return false
        case .not(let condition):
            let slots = subject.slots
            defer { subject.slots = slots }
            return !condition.holds(for: &subject)
        case .kind(let kinds): return kinds.contains(subject.kind)
        case .symbology(let symbologies): return symbologies.contains(subject.reading.symbol.symbology)
        case .test(let name, let predicate): return predicate.holds(for: name, &subject)
        }
    }

    /// The condition without the tests of the kind, for codes whose kind is known to pass them.
    var withoutKind: Condition {
        switch self {
        case .kind: .all([])
        case .all(let conditions): Self.conjunction(conditions.map(\.withoutKind).filter { $0 != .all([]) })
        default: self
        }
    }

    /// The condition without the tests of constants that are true and keep nothing in a slot.
    var withoutConstants: Condition {
        guard case .all(let conditions) = self else { return isSwitchedOn && slots.isEmpty ? .all([]) : self }
        return Self.conjunction(conditions.filter { !$0.isSwitchedOn || !$0.slots.isEmpty })
    }

    /// The conjunction of conditions, without needless nesting.
    static func conjunction(_ conditions: [Condition]) -> Condition {
        conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// The conditions that must all be true, however deeply `all` nests them.
    package var conjuncts: [Condition] {
        if case .all(let conditions) = self { conditions.flatMap(\.conjuncts) } else { [self] }
    }

    /// All of its tests, each with the name that it tests.
    package var tests: [(name: Name, predicate: Predicate)] {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.tests)
        case .not(let condition): condition.tests
        case .kind, .symbology: []
        case .test(let name, let predicate): [(name, predicate)]
        }
    }

    package var names: [Name] {
        Name.atoms(of: tests.flatMap { [$0.name] + $0.predicate.operands.compactMap(\.name) })
    }

    /// The slots of its captures and rows.
    var slots: Set<Int> { Set(tests.flatMap(\.predicate.slots)) }
}

extension Predicate {
    /// The slots of its captures and rows.
    fileprivate var slots: [Int] {
        switch self {
        case .matches(let test): test.captures.map(\.slot)
        case .catalog(let test): [test.slot]
        case .exists, .oneOf, .affix, .domain, .compare: []
        }
    }

    package var operands: [Operand] {
        switch self {
        case .oneOf(let operands), .affix(_, let operands): operands
        case .compare(_, let operand): [operand]
        case .exists, .matches, .domain, .catalog: []
        }
    }
}

extension Operand {
    fileprivate var name: Name? { if case .name(let name) = self { name } else { nil } }
}

extension Condition {
    /// Whether the constants that it tests make it always false. Users set constants to switch rules off.
    var isSwitchedOff: Bool {
        conjuncts.contains { conjunct in
            switch conjunct {
            case .any(let conditions): !conditions.isEmpty && conditions.allSatisfy(\.isSwitchedOff)
            case .not(.test(let name, let test)): Self.holds(name, test) == true
            case .test(let name, let test): Self.holds(name, test) == false
            default: false
            }
        }
    }

    /// Whether it tests constants only, and is true.
    package var isSwitchedOn: Bool {
        switch self {
        case .all(let conditions): conditions.allSatisfy(\.isSwitchedOn)
        case .any(let conditions): conditions.contains(where: \.isSwitchedOn)
        case .not(.test(let name, let test)): Self.holds(name, test) == false
        case .test(let name, let test): Self.holds(name, test) == true
        case .not, .kind, .symbology: false
        }
    }

    /// Whether a test of a constant is true; nil for one of a code.
    private static func holds(_ name: Name, _ test: Predicate) -> Bool? {
        guard case .constant = name, Condition.test(name, test).names == [name] else { return nil }
        let nothing = Reading(symbol: Symbol(.unknown, ""), content: .text(""))
        var subject = EvaluationContext(nothing, scan: Scan(date: CalendarDate(year: 0, dayOfYear: 1)))
        subject.slots = Array(repeating: .empty, count: (test.slots.max() ?? -1) + 1)
        return test.holds(for: name, &subject)
    }
}

/// A test of the value of a name. If the value is absent, the test fails, except for `exists(false)`.
package indirect enum Predicate: Hashable, Sendable {
    case exists(Bool)
    /// Equal to one of them.
    case oneOf([Operand])
    /// It begins with, ends with or contains one of them.
    case affix(Affix, [Operand])
    case matches(PatternTest)
    /// Of one of these domains, in lower case and ASCII, with the dot before each where it stands for hosts below.
    case domain([String])
    case compare(Comparison, Operand)
    case catalog(CatalogTest)

    package enum Affix: String, Hashable, Sendable {
        case prefix, suffix, contains
    }

    package enum Comparison: String, Hashable, Sendable {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        func holds(isLess: Bool, isEqual: Bool) -> Bool {
            switch self {
            case .less: isLess
            case .lessOrEqual: isLess || isEqual
            case .greater: !isLess && !isEqual
            case .greaterOrEqual: !isLess
            }
        }
    }

    /// Whether it is true for the value of a name.
    package borrowing func holds(for name: borrowing Name, _ subject: inout EvaluationContext) -> Bool {
        guard let value = subject.value(of: name) else {
            switch self {
            case .exists(let wanted): return !wanted
            default: return false
            }
        }
        switch self {
        case .exists(let wanted): return wanted
        case .oneOf(let operands):
            for place in operands.indices {
                if let operand = operands[place].value(in: subject), operand.isSame(as: value) { return true }
            }
            return false
        case .affix(let affix, let operands):
            for place in operands.indices {
                guard case .text(let part)? = operands[place].value(in: subject), !part.isEmpty else { continue }
                if value.hasText({ affix.holds(for: $0, part) }) { return true }
            }
            return false
        case .matches(let test): return test.holds(for: value, &subject)
        case .domain(let domains): return Self.isHost(value, ofAny: domains)
        case .compare(let comparison, let operand):
            guard let operand = operand.value(in: subject) else { return false }
            return value.compared(by: comparison, with: operand)
        case .catalog(let test): return test.holds(for: value, &subject)
        }
    }

    private static func isHost(_ value: FieldValue, ofAny domains: [String]) -> Bool {
        value.hasText { host in domains.contains { isHost(host, of: $0) } }
    }

    /// Whether a host is a domain, or below it by whole labels. The dot of the root after the host does not matter.
    static func isHost(_ host: String, of domain: String) -> Bool {
        let domain = domain.utf8
        let host = host.utf8.last == UInt8(ascii: ".") ? host.utf8.dropLast() : host.utf8[...]
        guard host.count > domain.count else { return host.elementsEqual(domain) }
        guard host.suffix(domain.count).elementsEqual(domain) else { return false }
        return host[host.index(host.endIndex, offsetBy: -domain.count - 1)] == UInt8(ascii: ".")
            && !Self.isAddress(domain)
    }

    /// Whether a domain is an IP address, below which there is nothing: the last label of a name is not a number.
    private static func isAddress(_ domain: String.UTF8View) -> Bool {
        let label = domain.lastIndex(of: UInt8(ascii: ".")).map { domain[domain.index(after: $0)...] } ?? domain[...]
        return domain.first == UInt8(ascii: "[") || label.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// The value with which a name is compared.
package enum Operand: Hashable, Sendable {
    case literal(FieldValue)
    /// The day of the scan, plus a number of days.
    case today(plus: Int)
    /// The value of another name.
    case name(Name)

    /// Nil where the name has no value.
    package borrowing func value(in subject: borrowing EvaluationContext) -> FieldValue? {
        switch self {
        case .literal(let value): value
        case .today(let days): .date(days == 0 ? subject.scan.date : subject.scan.date.adding(days: days))
        case .name(let name): subject.value(of: name)
        }
    }
}

extension Predicate.Affix {
    fileprivate func holds(for text: String, _ part: String) -> Bool {
        let (text, part) = (text.utf8, part.utf8)
        switch self {
        case .prefix: return text.starts(with: part)
        case .suffix: return text.count >= part.count && text.suffix(part.count).elementsEqual(part)
        case .contains:
            let found = text.withContiguousStorageIfAvailable { text in
                part.withContiguousStorageIfAvailable { ByteSearch.contains(text, $0) }
            }
            return (found ?? nil) ?? ByteSearch.contains(Array(text), Array(part))
        }
    }
}

extension FieldValue {
    /// Equality by Unicode scalars: unlike that of `String`, it does not take composed and decomposed letters as one.
    /// Of a list one element suffices.
    func isSame(as other: FieldValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (_, .list(let elements)): elements.contains { isSame(as: $0) }
        case (.list(let operands), _): operands.contains { $0.isSame(as: other) }
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.text(let text), .date(let date)), (.date(let date), .text(let text)): LocalMoment(text)?.date == date
        default: false
        }
    }

    /// Whether the text, or one text of a list, passes a test; false for what has none.
    fileprivate func hasText(_ test: (String) -> Bool) -> Bool {
        switch self {
        case .text(let text): test(text)
        case .list(let elements): elements.contains { if case .text(let text) = $0 { test(text) } else { false } }
        case .number, .boolean, .date: false
        }
    }

    /// The same, with numbers as they are written.
    fileprivate func hasKey(_ test: (String) -> Bool) -> Bool {
        switch self {
        case .text(let text): test(text)
        case .number(let number): test(number.description)
        case .list(let elements): elements.contains { $0.hasKey(test) }
        case .boolean, .date: false
        }
    }

    /// Compares numbers with numbers and dates with dates; times, and dates with a time, are texts whose order is that
    /// of time. With a date alone the time of the other one does not count. Of a list one element suffices.
    func compared(by comparison: Predicate.Comparison, with operand: FieldValue) -> Bool {
        switch (self, operand) {
        case (.list(let elements), _): elements.contains { $0.compared(by: comparison, with: operand) }
        case (_, .list(let operands)): operands.contains { compared(by: comparison, with: $0) }
        case (.number(let left), .number(let right)): comparison.holds(isLess: left < right, isEqual: left == right)
        case (.date(let left), .date(let right)): comparison.holds(isLess: left < right, isEqual: left == right)
        case (.text(let left), .text(let right)):
            if let left = TimeOfDay(left), let right = TimeOfDay(right) {
                comparison.holds(isLess: left < right, isEqual: left == right)
            } else if let left = LocalMoment(left), let right = LocalMoment(right) {
                comparison.holds(isLess: left < right, isEqual: left == right)
            } else {
                false
            }
        case (.text(let text), .date(let right)):
            LocalMoment(text).map { comparison.holds(isLess: $0.date < right, isEqual: $0.date == right) } ?? false
        case (.date(let left), .text(let text)):
            LocalMoment(text).map { comparison.holds(isLess: left < $0.date, isEqual: left == $0.date) } ?? false
        default: false
        }
    }
}

/// A test of a whole text against a pattern, with its captures.
package struct PatternTest: Hashable, Sendable {
    let pattern: Pattern
    /// In the order of the pattern's named groups.
    package let captures: [Capture]

    /// Whether a capture has a text in every match: no group around it is optional or one of several ways.
    func isCertain(_ capture: Capture) -> Bool { pattern.certainNames.contains(capture.name) }

    func holds(for value: FieldValue, _ subject: inout EvaluationContext) -> Bool {
        value.hasText { holds(for: $0, &subject) }
    }

    func holds(for text: String, _ subject: inout EvaluationContext) -> Bool {
        guard !captures.isEmpty else { return pattern.matches(text) }
        guard let parts = pattern.captures(in: text) else { return false }
        var values: [FieldValue?] = []
        for (capture, part) in zip(captures, parts) {
            guard let part else {
                values.append(nil)
                continue
            }
            guard let decimals = capture.decimals else {
                values.append(.text(part))
                continue
            }
            // What is not a number is not what the rule means.
            guard let number = DecimalNumber(digits: part, decimals: decimals) else { return false }
            values.append(.number(number))
        }
        for (capture, value) in zip(captures, values) {
            subject.slots[capture.slot] = value.map(EvaluationContext.Slot.value) ?? .empty
        }
        return true
    }
}

/// A test whether a catalogue has a row with the text as its key.
package struct CatalogTest: Hashable, Sendable {
    package let catalog: Catalog
    /// The slot of the row, for the names after `catalog.`.
    package let slot: Int

    func holds(for value: FieldValue, _ subject: inout EvaluationContext) -> Bool {
        value.hasKey { holds(for: $0, &subject) }
    }

    private func holds(for key: String, _ subject: inout EvaluationContext) -> Bool {
        guard let row = catalog.row(for: key) else { return false }
        subject.slots[slot] = .row(row)
        return true
    }

    package static func == (left: CatalogTest, right: CatalogTest) -> Bool {
        left.catalog.name == right.catalog.name && left.slot == right.slot
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(catalog.name) }
}

enum ByteSearch {
    /// Whether a text has a part in it. Takes time by the product of their lengths at worst, and parts are short.
    static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if UnsafeBufferPointer(rebasing: text[start..<(start + part.count)]).elementsEqual(part) { return true }
        }
        return false
    }

    static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in part.withUnsafeBufferPointer { contains(text, $0) } }
    }
}
