internal import BeelineSymbols

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
