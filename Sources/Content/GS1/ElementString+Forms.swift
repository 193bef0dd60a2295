internal import BeelineSymbols

extension ElementString {
    /// As people read it: `(01)09521234543213(10)ABC`.
    ///
    /// A bracket in a value that would read as the beginning of an element has a backslash before it.
    public var bracketed: String {
        var text: [UInt8] = []
        for element in elements {
            text.append(UInt8(ascii: "("))
            text += element.identifier.code.utf8
            text.append(UInt8(ascii: ")"))
            let value = Array(element.value.utf8)
            for (place, byte) in value.enumerated() {
                if byte == UInt8(ascii: "("), BracketedReader.identifier(value, at: place) != nil {
                    text.append(UInt8(ascii: "\\"))
                }
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// As a symbol holds it: `010952123454321310ABC`, with the separator U+001D after each element whose length is not
    /// known from its identifier, unless it is the last one.
    public var elementString: String {
        var text = ""
        for (place, element) in elements.enumerated() {
            text += element.identifier.code
            text += element.value
            if place < elements.count - 1, !element.identifier.hasPredefinedLength { text += "\u{1D}" }
        }
        return text
    }

    /// As a Digital Link, in canonical form: `https://id.gs1.org/01/09521234543213/10/ABC?17=271231`.
    ///
    /// The first element that can be the key is the key if all others can be expressed with it. Nil when there is none,
    /// such as when an element can be neither its qualifier nor an attribute.
    public var digitalLink: String? {
        for key in elements {
            guard let sequences = key.identifier.qualifierPatterns else { continue }
            for sequence in sequences.isEmpty ? [[]] : sequences {
                if let link = link(key, sequence) { return link }
            }
        }
        return nil
    }

    /// The link with that key and those qualifiers; nil when something would be left over.
    private func link(_ key: Element, _ sequence: [IdentifierPattern]) -> String? {
        func place(_ element: Element) -> Int? { sequence.firstIndex { $0.range.contains(element.identifier.number) } }
        var link = "https://id.gs1.org/\(key.identifier.code)/\(PercentEncoding.encode(key.value))"
        for pattern in sequence {
            for element in elements where pattern.range.contains(element.identifier.number) {
                link += "/\(element.identifier.code)/\(PercentEncoding.encode(element.value))"
            }
        }
        var separator = "?"
        for element in elements where element.identifier != key.identifier && place(element) == nil {
            guard element.identifier.isLinkAttribute else { return nil }
            link += "\(separator)\(element.identifier.code)=\(PercentEncoding.encode(element.value))"
            separator = "&"
        }
        return link
    }
}

/// Element strings as symbols hold them: `010952123454321310ABC`, with U+001D where an element ends before the greatest
/// length that it may have (GS1 General Specifications, section 7.8).
enum RawReader {
    static func read(_ bytes: [UInt8], from start: Int = 0) throws(GS1Problem) -> [FoundElement] {
        var found: [FoundElement] = []
        var rest = bytes[start...]
        // The FNC1 in first place, which some decoders pass on.
        if rest.first == separator { rest = rest.dropFirst() }
        repeat {
            // All before it is ASCII, so bytes are characters.
            let position = rest.startIndex + 1
            guard let (identifier, digits) = ApplicationIdentifier.first(of: rest) else {
                let shown = rest.prefix(4).prefix { $0 > 0x20 && $0 < 0x7F }
                throw GS1Problem(
                    identifier: String(decoding: shown, as: UTF8.self), position: position,
                    reason: .unknownIdentifier)
            }
            rest = rest.dropFirst(digits)
            let field: ArraySlice<UInt8>
            if identifier.hasPredefinedLength {
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

    /// What stands for FNC1 between two elements.
    static let separator: UInt8 = 0x1D
}

/// Element strings as people read them: `(01)09521234543213(10)ABC`.
///
/// A value may have brackets too. An opening bracket begins the next element when a known identifier and a closing
/// bracket follow it and the value before it is right; a backslash before a bracket says that it is part of a value.
enum BracketedReader {
    static func read(_ bytes: [UInt8]) throws(GS1Problem) -> [FoundElement] {
        var found: [FoundElement] = []
        var start = 0
        repeat {
            // All before it is ASCII, so bytes are characters.
            guard let (identifier, valueStart) = identifier(bytes, at: start) else {
                throw GS1Problem(
                    identifier: shownIdentifier(bytes, at: start), position: start + 1,
                    reason: .unknownIdentifier)
            }
            let (element, end) = try element(identifier, bytes, from: valueStart, position: start + 1)
            found.append(element)
            start = end
        } while start < bytes.count
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

    /// The place of what follows blanks and ends of lines, if that is an element or nothing; nil for others.
    ///
    /// Labels print a blank before an element, and after its bracket, that no symbol holds.
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

    /// The element whose value begins at a place, and where the next one begins.
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

    /// What stands in brackets in the place of an identifier.
    private static func shownIdentifier(_ bytes: [UInt8], at start: Int) -> String {
        let inside = bytes[start...].dropFirst().prefix(5).prefix { $0 != UInt8(ascii: ")") && $0 > 0x20 && $0 < 0x7F }
        return String(decoding: inside, as: UTF8.self)
    }
}
