internal import BeelineSymbols

/// The weighted elements of a header field such as `Accept` (RFC 9110, section 12.4.2).
struct WeightedList {
    struct Element: Hashable, Sendable {
        /// In lower case, without parameters: `text/html`, `pt-br`.
        let value: String
        /// From 0 (not wanted) to 1000.
        let weight: Int
    }

    private static let most = 64

    /// The elements in order, without those whose weight is malformed.
    static func parse(_ fields: [String]) -> [Element] {
        var elements: [Element] = []
        for field in fields {
            for part in split(Array(field.utf8)[...], at: UInt8(ascii: ",")) {
                guard elements.count < most else { return elements }
                if let element = element(part) { elements.append(element) }
            }
        }
        return elements
    }

    private static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
        let parts = split(bytes, at: UInt8(ascii: ";")).map(trimmed)
        guard let value = parts.first, !value.isEmpty, value.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        var weight = 1_000
        for parameter in parts.dropFirst() {
            guard parameter.count >= 2, parameter.first.map(\.asciiLowercased) == UInt8(ascii: "q"),
                parameter[parameter.startIndex + 1] == UInt8(ascii: "=")
            else { continue }
            guard let thousandths = self.weight(parameter.dropFirst(2)) else { return nil }
            weight = thousandths
        }
        return Element(value: String(decoding: value.map(\.asciiLowercased), as: UTF8.self), weight: weight)
    }

    /// A weight such as `0.25` in thousandths.
    private static func weight(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"), text.count <= 5 else {
            return nil
        }
        let rest = text.dropFirst()
        guard rest.first ?? UInt8(ascii: ".") == UInt8(ascii: "."), rest.dropFirst().allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        var thousandths = Int(first & 15) * 1_000
        for (digit, value) in zip(rest.dropFirst(), [100, 10, 1]) { thousandths += Int(digit & 15) * value }
        return thousandths <= 1_000 ? thousandths : nil
    }

    /// The parts between separators. Separators in quotes do not count.
    private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var begin = bytes.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(bytes[begin..<index])
                begin = index + 1
            }
        }
        parts.append(bytes[begin...])
        return parts
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return bytes
    }
}

/// A format in which a resolver lists the links of a key.
package enum LinksetForm: String, CaseIterable, Hashable, Sendable {
    case linkset = "application/linkset+json"
    case jsonLD = "application/ld+json"
    case json = "application/json"
    /// For people.
    case page = "text/html"
}

/// The field `Accept`: the media types that a client accepts (RFC 9110, section 12.5.1).
package struct AcceptedTypes: Hashable, Sendable {
    /// The ranges with their weights; nil when the client accepts all alike.
    private let ranges: [WeightedList.Element]?

    package init(_ fields: [String]) {
        // Nearly all programs.
        if fields.isEmpty || fields == ["*/*"] {
            ranges = nil
        } else {
            ranges = fields.allSatisfy(\.isEmpty) ? nil : WeightedList.parse(fields)
        }
    }

    private var best: Int { ranges?.map(\.weight).max() ?? 1_000 }

    /// The weight of a media type by the most specific range that has it; 0: not wanted.
    func weight(of type: String) -> Int {
        guard let ranges else { return 1_000 }
        let type = type.lowercased()
        let family = type.prefix { $0 != "/" } + "/*"
        for name in [type, String(family), "*/*"] {
            if let range = ranges.first(where: { $0.value == name }) { return range.weight }
        }
        return 0
    }

    /// The weight of a range that names exactly this media type; nil where there is none.
    private func named(_ type: String) -> Int? { ranges?.first { $0.value == type }?.weight }

    /// The preferred format of the client; of equal ones the one that it names.
    package var linksetForm: LinksetForm {
        guard ranges != nil else { return .linkset }
        var chosen: (form: LinksetForm, weight: Int, isNamed: Bool) = (.linkset, 0, false)
        for form in LinksetForm.allCases {
            let (weight, isNamed) = (weight(of: form.rawValue), named(form.rawValue) != nil)
            if weight > chosen.weight || weight == chosen.weight && weight > 0 && isNamed && !chosen.isNamed {
                chosen = (form, weight, isNamed)
            }
        }
        return chosen.form
    }

    /// The format of a linkset that the client wants instead of a redirect; nil if it wants a redirect. The client
    /// wants a linkset if `application/linkset+json` is among its preferred types. Plain JSON and JSON-LD must be all
    /// that it prefers: scripts list JSON before `*/*` and accept anything. One of the links may itself be JSON.
    func wishedLinkset(beside links: [Link]) -> LinksetForm? {
        guard let ranges else { return nil }
        let best = best
        guard best > 0 else { return nil }
        let liked = ranges.filter { $0.weight == best }.compactMap { LinksetForm(rawValue: $0.value) }
        let isAll = liked.count == ranges.count { $0.weight == best } && !liked.contains(.page)
        for form in [LinksetForm.linkset, .jsonLD, .json] where liked.contains(form) {
            guard form == .linkset || isAll else { continue }
            if !links.contains(where: { $0.mediaType?.lowercased() == form.rawValue }) { return form }
        }
        return nil
    }

    /// The links that the client prefers. One without a media type may be among them.
    func best(of links: [Link]) -> [Link] {
        guard ranges != nil, links.count > 1 else { return links }
        let untyped = max(best, 1)
        let weights = links.map { link in link.mediaType.map(weight) ?? untyped }
        let most = weights.max() ?? 0
        return zip(links, weights).filter { $0.1 == most }.map(\.0)
    }

    /// The links with a media type, if the client has preferences; otherwise all.
    func typed(of links: [Link]) -> [Link] {
        guard let ranges, ranges.contains(where: { $0.value != "*/*" }) else { return links }
        let typed = links.filter { $0.mediaType.map(weight) ?? 0 > 0 }
        return typed.isEmpty ? links : typed
    }
}

/// The field `Accept-Language`: the languages of a client, the preferred ones first (RFC 9110, section 12.5.4).
package struct LanguageRanges: Hashable, Sendable {
    private let wanted: [String]
    private let refused: [String]

    package init(_ fields: [String]) {
        guard !fields.isEmpty else {
            (wanted, refused) = ([], [])
            return
        }
        let ranges = WeightedList.parse(fields).filter { Self.isRange($0.value) }
        // In the order of the field where weights are equal.
        wanted = ranges.enumerated().filter { $0.element.weight > 0 && $0.element.value != "*" }
            .sorted { ($0.element.weight, $1.offset) > ($1.element.weight, $0.offset) }
            .map(\.element.value)
        refused = ranges.filter { $0.weight == 0 && $0.value != "*" }.map(\.value)
    }

    /// Subtags of one to eight letters or digits (RFC 4647, section 2.1).
    private static func isRange(_ text: String) -> Bool {
        text == "*"
            || text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy { subtag in
                (1...8).contains(subtag.count) && subtag.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
            }
    }

    /// The links in the preferred language, by look-up (RFC 4647, section 3.4): `pt-BR` finds `pt`. If that finds
    /// nothing, `en` also finds `en-GB`. Otherwise the links without a language, or else all.
    func best(of links: [Link]) -> [Link] {
        guard links.count > 1 else { return links }
        let others = links.filter { link in
            !link.languages.contains { tag in refused.contains { Self.is(tag, in: $0) } }
        }
        let links = others.isEmpty ? links : others
        for range in wanted {
            var range = range[...]
            while !range.isEmpty {
                let found = links.filter { link in link.languages.contains { $0.lowercased() == range } }
                if !found.isEmpty { return found }
                range = Self.truncated(range)
            }
        }
        for range in wanted {
            let found = links.filter { link in link.languages.contains { Self.is($0, in: range) } }
            if !found.isEmpty { return found }
        }
        let neutral = links.filter(\.languages.isEmpty)
        return neutral.isEmpty ? links : neutral
    }

    /// The tag without its last subtag, and without a single letter before that.
    private static func truncated(_ range: Substring) -> Substring {
        var subtags = range.split(separator: "-").dropLast()
        if let last = subtags.last, last.utf8.count == 1 { subtags = subtags.dropLast() }
        guard let end = subtags.last?.endIndex else { return "" }
        return range[..<end]
    }

    /// Whether a tag matches a range (RFC 4647, section 3.3.1).
    private static func `is`(_ tag: String, in range: String) -> Bool {
        let tag = tag.lowercased()
        return tag == range || tag.hasPrefix("\(range)-")
    }
}
