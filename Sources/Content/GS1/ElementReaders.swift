internal import BeelineSymbols

struct FoundElement {
    let identifier: ApplicationIdentifier
    let value: String
    /// The number of its first character in the text, counted from 1.
    let position: Int

    init(_ identifier: ApplicationIdentifier, _ value: ArraySlice<UInt8>, position: Int) throws(GS1Problem) {
        if let reason = identifier.problem(with: value) {
            throw GS1Problem(identifier: identifier.code, position: position, reason: reason)
        }
        self.identifier = identifier
        self.value = String(decoding: value, as: UTF8.self)
        self.position = position
    }

    func problem(_ reason: GS1Problem.Reason) -> GS1Problem {
        GS1Problem(identifier: identifier.code, position: position, reason: reason)
    }

    /// Whether it leaves out the serial number that its identifier may have, as of all documents of a kind.
    var isKind: Bool { identifier.hasOptionalPart && value.utf8.count == identifier.minimumLength }
}

/// Which elements need, and which forbid, others beside them (GS1 General Specifications, section 4.14).
enum Companions {
    /// The elements without those that come again. An error when one comes again with another value.
    static func unrepeated(_ found: [FoundElement]) throws(GS1Problem) -> [FoundElement] {
        guard found.count > 1 else { return found }
        var kept: [FoundElement] = []
        for element in found {
            guard let earlier = kept.first(where: { $0.identifier == element.identifier }) else {
                kept.append(element)
                continue
            }
            if earlier.value != element.value { throw element.problem(.repeated) }
        }
        return kept
    }

    /// The first element that lacks what it needs; nil when all have it.
    static func missing(_ found: [FoundElement]) -> GS1Problem? {
        let lacking = found.first { element in
            !isSatisfied(element.identifier) { pattern in
                found.contains { pattern.range.contains($0.identifier.number) }
            }
        }
        return lacking.map { $0.problem(.lacksCompanions($0.identifier.companions)) }
    }

    /// A signature (8030) without what it signs. It is that of a single thing: of a document, a coupon or a returnable
    /// asset the serial number must be there, without which (253), (255) and (8003) are all of their kind.
    static func unsigned(_ found: [FoundElement]) -> GS1Problem? {
        guard found.count > 1, let signature = found.first(where: { $0.identifier.number == Self.signature }) else {
            return nil
        }
        let signed = signature.identifier.companionPatterns
        let isSigned = isSatisfied(signature.identifier) { pattern in
            found.contains { !$0.isKind && pattern.range.contains($0.identifier.number) }
        }
        let kind = found.first { element in
            element.isKind && signed.joined().contains { $0.range.contains(element.identifier.number) }
        }
        return isSigned ? nil : kind.map { signature.problem(.lacksSerial($0.identifier.code)) }
    }

    /// The first element beside which another one is that must not; nil when there is none. `mayCountItem` is whether
    /// the count of the items in a unit, (37), may be beside (01) in the place of (02).
    static func excluded(_ found: [FoundElement], mayCountItem: Bool) -> GS1Problem? {
        guard found.count > 1 else { return nil }
        for element in found {
            for pattern in element.identifier.excludedPatterns {
                let other = found.first {
                    pattern.range.contains($0.identifier.number) && $0.identifier != element.identifier
                        && !(mayCountItem && element.identifier.number == item && $0.identifier.number == count)
                }
                if let other { return element.problem(.excludes(other.identifier.code)) }
            }
        }
        return nil
    }

    /// (01).
    static let item: UInt16 = 100
    /// (37).
    static let count: UInt16 = 3700
    private static let signature: UInt16 = 8030

    /// Whether all of one of the alternatives are there.
    static func isSatisfied(_ identifier: ApplicationIdentifier, by isThere: (IdentifierPattern) -> Bool) -> Bool {
        let alternatives = identifier.companionPatterns
        return alternatives.isEmpty || alternatives.contains { $0.allSatisfy(isThere) }
    }
}

/// Element strings as symbols contain them: `010952123454321310ABC`, with U+001D where an element ends before the
/// greatest length that it may have (GS1 General Specifications, section 7.8).
enum RawReader {
    /// Unseparated: separators may have been lost, so that also after values of other fixed lengths than the predefined
    /// ones the next element follows at once.
    static func read(_ bytes: ArraySlice<UInt8>, isUnseparated: Bool = false) throws(GS1Problem) -> [FoundElement] {
        var found: [FoundElement] = []
        var rest = bytes
        // The FNC1 in first place, which some decoders pass on.
        if rest.first == separator { rest = rest.dropFirst() }
        repeat {
            // All before it is ASCII, so bytes are characters.
            let position = rest.startIndex + 1
            guard let (identifier, digits) = ApplicationIdentifier.first(of: rest) else {
                let shown = rest.prefix(4).prefix { $0 > 0x20 && $0 < 0x7F }
                throw GS1Problem(
                    identifier: String(decoding: shown, as: UTF8.self), position: position, reason: .unknownIdentifier)
            }
            rest = rest.dropFirst(digits)
            let field: ArraySlice<UInt8>
            if identifier.hasPredefinedLength || (isUnseparated && identifier.hasFixedLength) {
                let value = rest.prefix(identifier.maximumLength)
                field = value.prefix { $0 != separator }
            } else {
                field = rest.prefix { $0 != separator }
            }
            found.append(try FoundElement(identifier, field, position: position))
            rest = rest.dropFirst(field.count)
            // Not needed after a predefined length, nor at the end, but it does no harm there.
            if rest.first == separator { rest = rest.dropFirst() }
        } while !rest.isEmpty
        return found
    }

    /// The same text without blanks around separators, and without separators that follow another one.
    static func withoutEmpty(_ bytes: [UInt8]) -> [UInt8] {
        let parts = bytes.split(omittingEmptySubsequences: false) { $0 == separator }.map(\.withoutBlanks)
        let last = parts.count - 1
        return Array(
            parts.enumerated().filter { $0.offset == 0 || $0.offset == last || !$0.element.isEmpty }.map(\.element)
                .joined(separator: [separator]))
    }

    /// What stands for FNC1 between two elements.
    static let separator: UInt8 = 0x1D
}

/// Element strings as people read them: `(01)09521234543213(10)ABC`. A value may have brackets too. An opening bracket
/// begins the next element when a known identifier and a closing bracket follow it and the value before it is right or
/// empty; a backslash before a bracket says that it is part of a value.
enum BracketedReader {
    /// `empty` gets the problems of the elements without a value, which forms print. They are left out, unless all are.
    static func read(_ bytes: [UInt8], empty: inout [GS1Problem]) throws(GS1Problem) -> [FoundElement] {
        var found: [FoundElement] = []
        var start = 0
        repeat {
            // All before it is ASCII, so bytes are characters.
            guard let (identifier, valueStart) = identifier(bytes, at: start) else {
                throw GS1Problem(
                    identifier: shownIdentifier(bytes, at: start), position: start + 1, reason: .unknownIdentifier)
            }
            if let next = elementAfterBlanks(bytes, at: valueStart) {
                let reason = GS1Problem.Reason.tooShort(minimum: identifier.minimumLength)
                empty.append(GS1Problem(identifier: identifier.code, position: start + 1, reason: reason))
                start = next
                continue
            }
            let (element, end) = try element(identifier, bytes, from: valueStart, position: start + 1)
            found.append(element)
            start = end
        } while start < bytes.count
        if found.isEmpty, let first = empty.first { throw first }
        return found
    }

    /// The elements of a text; none is empty.
    static func read(_ bytes: [UInt8]) throws(GS1Problem) -> [FoundElement] {
        var empty: [GS1Problem] = []
        let found = try read(bytes, empty: &empty)
        if let first = empty.first { throw first }
        return found
    }

    /// The identifier in brackets at a place, and where its value begins.
    static func identifier(_ bytes: [UInt8], at start: Int) -> (ApplicationIdentifier, Int)? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "(") else { return nil }
        let digits = bytes[(start + 1)...].prefix(5).prefix(while: \.isASCIIDigit)
        guard digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: ")"),
            let identifier = ApplicationIdentifier.find(digits)
        else { return nil }
        return (identifier, digits.endIndex + 1)
    }

    /// The place of what follows blanks and ends of lines, if that is an element or nothing; nil for others. Labels
    /// print a blank before an element, and after its bracket, that no symbol contains.
    private static func elementAfterBlanks(_ bytes: [UInt8], at start: Int) -> Int? {
        let next = bytes[start...].firstIndex { !$0.isASCIIBlank } ?? bytes.count
        return next == bytes.count || identifier(bytes, at: next) != nil ? next : nil
    }

    /// Whether there are blanks in other places than after a closing bracket and before an element.
    static func hasInnerBlank(_ bytes: [UInt8]) -> Bool {
        var place = 0
        while place < bytes.count {
            guard bytes[place].isASCIIBlank else {
                place += 1
                continue
            }
            let isAfterBracket = place > 0 && bytes[place - 1] == UInt8(ascii: ")")
            guard isAfterBracket || elementAfterBlanks(bytes, at: place) != nil else { return true }
            place = bytes[place...].firstIndex { !$0.isASCIIBlank } ?? bytes.count
        }
        return false
    }

    private static func element(
        _ identifier: ApplicationIdentifier, _ bytes: [UInt8], from start: Int, position: Int
    ) throws(GS1Problem) -> (FoundElement, Int) {
        var value: [UInt8] = []
        var place = bytes[start...].firstIndex { !$0.isASCIIBlank } ?? bytes.count
        var firstProblem: GS1Problem?
        // What is longer than any value of the identifier is wrong, whatever comes.
        while place < bytes.count, value.count <= identifier.maximumLength {
            let byte = bytes[place]
            let next =
                byte.isASCIIBlank
                ? elementAfterBlanks(bytes, at: place)
                : byte == UInt8(ascii: "(") && Self.identifier(bytes, at: place) != nil ? place : nil
            if let next {
                do throws(GS1Problem) {
                    return (try FoundElement(identifier, value[...], position: position), next)
                } catch {
                    if firstProblem == nil { firstProblem = error }
                }
            }
            if byte == UInt8(ascii: "\\"), place + 1 < bytes.count,
                bytes[place + 1] == UInt8(ascii: "(") || bytes[place + 1] == UInt8(ascii: ")")
            {
                place += 1
            }
            value.append(bytes[place])
            place += 1
        }
        do throws(GS1Problem) {
            return (try FoundElement(identifier, value[...], position: position), place)
        } catch {
            throw firstProblem ?? error
        }
    }

    private static func shownIdentifier(_ bytes: [UInt8], at start: Int) -> String {
        let inside = bytes[start...].dropFirst().prefix(5).prefix { $0 != UInt8(ascii: ")") && $0 > 0x20 && $0 < 0x7F }
        return String(decoding: inside, as: UTF8.self)
    }
}
