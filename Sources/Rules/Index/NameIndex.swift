internal import BeelineContent

/// Finds the rules whose keys a name's value meets. Built once, then only read.
final class NameIndex: Sendable {
    let name: Name
    private let exact: TextTable
    private let prefixes: TextTable
    private let prefixLengths: [Int]
    private let domains: TextTable
    private let patterns: PatternSet?
    /// For each pattern of the set its rules.
    private let patternRules: [[Int32]]
    /// Patterns that could not be put into a set, each with its rules.
    private let singles: [(pattern: Pattern, rules: [Int32])]

    /// - Parameters:
    ///   - rules: for each key the rules that have it, in ascending order.
    ///   - memory: the most, in bytes, that a set of its patterns may take.
    init(_ name: Name, _ rules: [IndexKey: [Int32]], memory: Int64) {
        self.name = name
        var exact: [[UInt8]: [Int32]] = [:]
        var prefixes: [[UInt8]: [Int32]] = [:]
        var domains: [[UInt8]: [Int32]] = [:]
        var patterns: [(pattern: Pattern, rules: [Int32])] = []
        for (key, rules) in rules {
            switch key {
            case .exact(let text): exact[text] = rules
            case .prefix(let text): prefixes[text] = rules
            case .domain(let text): domains[text] = rules
            case .pattern(let pattern): patterns.append((pattern, rules))
            }
        }
        self.exact = TextTable(exact)
        self.prefixes = TextTable(prefixes)
        self.domains = TextTable(domains)
        prefixLengths = self.prefixes.lengths
        // A few are asked one by one as quickly.
        let set = patterns.count > Self.fewPatterns ? PatternSet(patterns.map(\.pattern.text), memory: memory) : nil
        self.patterns = set
        patternRules = set == nil ? [] : patterns.map(\.rules)
        singles = set == nil ? patterns : []
    }

    private static let fewPatterns = 3

    /// Hands over the rules whose keys a code meets; some of them more than once.
    func find(for subject: borrowing EvaluationContext, _ found: inout FoundRules) {
        switch subject.value(of: name) {
        case .text(let text)?: find(text, &found)
        case .list(let elements)?: for case .text(let text) in elements { find(text, &found) }
        case .number?, .boolean?, .date?, nil: return
        }
    }

    private func find(_ text: String, _ found: inout FoundRules) {
        Pattern.withUTF8(of: text) { utf8 in
            if !exact.isEmpty, utf8.count <= exact.longest {
                var hash = TextHash()
                for byte in utf8 { hash.add(byte) }
                exact.find(utf8[...], hash, &found)
            }
            if !prefixLengths.isEmpty {
                var hash = TextHash()
                var length = 0
                for wanted in prefixLengths where wanted <= utf8.count {
                    while length < wanted {
                        hash.add(utf8[length])
                        length += 1
                    }
                    prefixes.find(utf8[..<length], hash, &found)
                }
            }
            if !domains.isEmpty { findDomains(utf8, &found) }
            findPatterns(utf8, &found)
        }
    }

    /// A host and all that it is below, label by label from the last one.
    private func findDomains(_ whole: UnsafeBufferPointer<UInt8>, _ found: inout FoundRules) {
        let isRooted = whole.last == UInt8(ascii: ".")
        let host = isRooted ? UnsafeBufferPointer(rebasing: whole.dropLast()) : whole
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(host.count, domains.longest + 1)) { reversed in
            var hash = TextHash()
            var length = 0
            while length < reversed.count {
                let byte = host[host.count - 1 - length]
                reversed[length] = byte
                if byte == UInt8(ascii: "."), length > 0 {
                    domains.find(UnsafeBufferPointer(rebasing: reversed[..<length])[...], hash, &found)
                }
                hash.add(byte)
                length += 1
            }
            if length == host.count {
                domains.find(UnsafeBufferPointer(rebasing: reversed[..<length])[...], hash, &found)
            }
        }
    }

    private func findPatterns(_ text: UnsafeBufferPointer<UInt8>, _ found: inout FoundRules) {
        if let patterns {
            let isDecided = patterns.matches(text) { hit in
                for rule in patternRules[hit] { found.add(rule) }
            }
            if !isDecided { found.giveUp() }
        }
        for (pattern, rules) in singles where pattern.matches(text) {
            for rule in rules { found.add(rule) }
        }
    }
}
