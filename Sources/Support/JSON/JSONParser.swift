internal import BeelineSymbols

extension JSONValue {
    /// Reads one JSON text (RFC 8259), which must be all that there is.
    ///
    /// Invalid UTF-8, numbers beyond 64 bits, more than 2,048 nested values, NUL in a name, and names that an object
    /// has twice are errors.
    ///
    /// - Throws: `JSONError`, with the place.
    package init(parsing bytes: some Collection<UInt8>, options: JSONParsing = []) throws(JSONError) {
        self = try Array(bytes).withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSONValue(parsing: bytes, options)
        }
    }

    /// Reads one JSON text without a copy of it.
    ///
    /// - Throws: `JSONError`, with the place.
    package init(parsing bytes: Span<UInt8>) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in try JSONValue(parsing: bytes, []) }
    }

    private init(parsing bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsing) throws(JSONError) {
        var parser = JSONParser(bytes, options)
        self = try parser.text()
    }
}

/// Reads one JSON text from lent bytes, in one pass.
struct JSONParser {
    /// What uses a value is recursive.
    private static let deepest = 2_048

    private let bytes: UnsafeBufferPointer<UInt8>
    private let options: JSONParsing
    private var next = 0
    /// Where the values are that have been read so far; nil where this is not wanted.
    private(set) var places: PlaceTree?

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsing, places: PlaceTree? = nil) {
        self.bytes = bytes
        self.options = options
        self.places = places
    }

    /// A list or an object that is not closed yet.
    private enum Open {
        case array([JSONValue], node: Int?)
        /// With the name of the member that is being read, and the place of an earlier one of that name.
        case object([JSONValue.Member], MemberNames, name: String, earlier: Int?, node: Int?)
    }

    /// Reads the whole text.
    ///
    /// What is open is kept in a list, not on the stack: threads of the concurrency runtime have half a megabyte of it.
    mutating func text() throws(JSONError) -> JSONValue {
        var open: [Open] = []
        skipBlanks()
        var node = places?.add(.init(name: nil, value: next), below: nil, by: nil)
        while true {
            var value: JSONValue
            if take(UInt8(ascii: "[")) {
                guard open.count < Self.deepest else {
                    throw error("maximum parsing depth reached", at: next - 1, token: next - 1)
                }
                skipBlanks()
                if take(UInt8(ascii: "]")) {
                    value = .array([])
                } else {
                    let element = places?.add(.init(name: nil, value: next), below: node, by: .element(0))
                    open.append(.array([], node: node))
                    node = element
                    continue
                }
            } else if take(UInt8(ascii: "{")) {
                guard open.count < Self.deepest else {
                    throw error("maximum parsing depth reached", at: next - 1, token: next - 1)
                }
                skipBlanks()
                if take(UInt8(ascii: "}")) {
                    value = .object([])
                } else {
                    var members: [JSONValue.Member] = []
                    members.reserveCapacity(4)
                    node = try beginMember(members, MemberNames(), of: node, &open)
                    continue
                }
            } else {
                value = try scalar()
            }
            // Put it where it belongs, and close what ends after it.
            closing: while true {
                skipBlanks()
                switch open.popLast() {
                case nil:
                    guard next == bytes.count else { throw error("end of file expected") }
                    return value
                case .array(var elements, let parent)?:
                    elements.append(value)
                    if take(UInt8(ascii: ",")) {
                        skipBlanks()
                        let element = places?.add(
                            .init(name: nil, value: next), below: parent, by: .element(elements.count))
                        open.append(.array(elements, node: parent))
                        node = element
                        break closing
                    }
                    guard take(UInt8(ascii: "]")) else { throw error("']' expected") }
                    value = .array(elements)
                case .object(var members, let names, let name, let earlier, let parent)?:
                    let member = JSONValue.Member(name: name, value: value)
                    if let earlier { members[earlier] = member } else { members.append(member) }
                    if take(UInt8(ascii: ",")) {
                        skipBlanks()
                        node = try beginMember(members, names, of: parent, &open)
                        break closing
                    }
                    guard take(UInt8(ascii: "}")) else { throw error("'}' expected") }
                    value = .object(members)
                }
            }
        }
    }

    /// Reads the name of a member and its colon, and opens the object again.
    ///
    /// - Returns: the place of its value, where places are requested.
    private mutating func beginMember(
        _ members: consuming [JSONValue.Member], _ names: consuming MemberNames, of parent: Int?, _ open: inout [Open]
    ) throws(JSONError) -> Int? {
        let start = next
        guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else { throw error("string or '}' expected") }
        let name = try string(isName: true)
        let earlier = names.place(of: name, among: members)
        if earlier != nil, !options.contains(.allowDuplicateNames) {
            throw error("duplicate object key", at: start, token: start, isDuplicateName: true)
        }
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw error("':' expected") }
        skipBlanks()
        let place = places?.add(.init(name: start, value: next), below: parent, by: .member(name))
        open.append(.object(members, names, name: name, earlier: earlier, node: parent))
        return place
    }

    /// Reads a value that is not a list and no object.
    private mutating func scalar() throws(JSONError) -> JSONValue {
        guard next < bytes.count else { throw error("unexpected token") }
        switch bytes[next] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t") where takeWord("true"): return .boolean(true)
        case UInt8(ascii: "f") where takeWord("false"): return .boolean(false)
        case UInt8(ascii: "n") where takeWord("null"): return .null
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            throw error("unexpected token")
        default: throw error("invalid token")
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next < bytes.count, bytes[next] == byte else { return false }
        next += 1
        return true
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let end = next + word.utf8CodeUnitCount
        guard end <= bytes.count, end == bytes.count || !bytes[end].isASCIILetter else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[next + offset] != word.utf8Start[offset] { return false }
        next = end
        return true
    }

    private mutating func skipBlanks() {
        while next < bytes.count {
            switch bytes[next] {
            case 0x20, 0x09, 0x0A, 0x0D: next += 1
            default: return
            }
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = next
        let isNegative = take(UInt8(ascii: "-"))
        let first = next
        var magnitude: UInt64 = 0
        var isTooLarge = false
        while next < bytes.count, bytes[next].isASCIIDigit {
            let (product, isLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.addingReportingOverflow(UInt64(bytes[next] & 15))
            (magnitude, isTooLarge) = (sum, isTooLarge || isLarge || isLarger)
            next += 1
        }
        guard next > first, next == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw error("invalid token", at: start, token: start)
        }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits(ofNumberAt: start)
        }
        if next < bytes.count, bytes[next] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            next += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits(ofNumberAt: start)
        }
        if isWhole, !options.contains(.allowLargeNumbers) {
            let limit = UInt64(Int.max) + (isNegative ? 1 : 0)
            guard !isTooLarge, magnitude <= limit else {
                throw error("too big integer", at: start, token: start, isNumberTooLarge: true)
            }
            return .integer(isNegative ? Int(truncatingIfNeeded: 0 &- magnitude) : Int(magnitude))
        }
        let digits = UnsafeBufferPointer(rebasing: bytes[start..<next])
        guard let real = Double(String(decoding: digits, as: UTF8.self)), real.isFinite else {
            throw error("real number overflow", at: start, token: start, isNumberTooLarge: true)
        }
        return .real(real)
    }

    private mutating func digits(ofNumberAt start: Int) throws(JSONError) {
        let first = next
        while next < bytes.count, bytes[next].isASCIIDigit { next += 1 }
        guard next > first else { throw error("invalid token", at: start, token: start) }
    }

    // MARK: Strings

    /// Reads a string, whose opening quote comes next.
    private mutating func string(isName: Bool = false) throws(JSONError) -> String {
        let quote = next
        let start = quote + 1
        var place = start
        var hasEscapes = false
        var isASCII = true
        while true {
            place = stop(from: place, isASCII: &isASCII)
            guard place < bytes.count else { throw error("premature end of input", at: quote, token: quote) }
            switch bytes[place] {
            case UInt8(ascii: "\\"):
                let escape = try escape(at: place, ofStringAt: quote)
                if isName, escape.scalar == "\0" {
                    throw error("NUL byte in object key not supported", at: place, token: quote)
                }
                hasEscapes = true
                place += escape.length
                continue
            case UInt8(ascii: "\""): break
            case UInt8(ascii: "\n"): throw error("unexpected newline", at: place, token: quote)
            case let byte:
                let code = String(byte, radix: 16)
                throw error("control character 0x\(code)", at: place, token: quote)
            }
            break
        }
        next = place + 1
        let characters = UnsafeBufferPointer(rebasing: bytes[start..<place])
        if !isASCII, let broken = Self.firstInvalid(characters) { throw undecodable(start + broken) }
        if hasEscapes { return unescaped(start..<place) }
        // The characters have just been checked; an initializer that checks takes twice as long.
        return String(copying: UTF8Span(unchecked: characters.span, isKnownASCII: isASCII))
    }

    /// The place of the first quote, backslash or control at or after `start`; the end where there is none.
    private func stop(from start: Int, isASCII: inout Bool) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var place = start
        while place + 8 <= bytes.count {
            let eight = EightBytes(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            let stops =
                eight.areWithin(0x00...0x1F) | eight.are(UInt8(ascii: "\"")) | eight.are(UInt8(ascii: "\\"))
            // The bytes before the first stop; all where there is none.
            let before = stops == 0 ? ~0 : (stops & (0 &- stops)) &- 1
            if eight.word & before & EightBytes.tops != 0 { isASCII = false }
            if stops != 0 { return place + EightBytes.firstPlace(in: stops) }
            place += 8
        }
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
            if byte >= 0x80 { isASCII = false }
            place += 1
        }
        return place
    }

    /// The scalar that an escape stands for (RFC 8259, section 7), and the length of the escape.
    private func escape(
        at place: Int, ofStringAt quote: Int
    ) throws(JSONError) -> (scalar: Unicode.Scalar, length: Int) {
        guard place + 1 < bytes.count else { throw error("premature end of input", at: quote, token: quote) }
        switch bytes[place + 1] {
        case UInt8(ascii: "\""): return ("\"", 2)
        case UInt8(ascii: "\\"): return ("\\", 2)
        case UInt8(ascii: "/"): return ("/", 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            guard let unit = unit(at: place) else { break }
            if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
            if UTF16.isLeadSurrogate(unit), let trail = self.unit(at: place + 6), UTF16.isTrailSurrogate(trail),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
            {
                return (scalar, 12)
            }
            let digits = String(unit, radix: 16, uppercase: true)
            throw error("invalid Unicode '\\u\(digits)'", at: place, token: quote)
        default: break
        }
        throw error("invalid escape", at: place, token: quote)
    }

    /// The four hexadecimal digits of `\u0000`; nil where none is there.
    private func unit(at place: Int) -> UInt16? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for byte in bytes[place + 2..<place + 6] {
            guard let digit = byte.asciiHexValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// The characters of a string whose escapes have been checked.
    private func unescaped(_ range: Range<Int>) -> String {
        // No escape is shorter than what it stands for.
        String(unsafeUninitializedCapacity: range.count) { target in
            var count = 0
            var place = range.lowerBound
            while place < range.upperBound {
                if bytes[place] == UInt8(ascii: "\\"), let escape = try? escape(at: place, ofStringAt: place) {
                    for unit in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
                        target[count] = unit
                        count += 1
                    }
                    place += escape.length
                } else {
                    target[count] = bytes[place]
                    count += 1
                    place += 1
                }
            }
            return count
        }
    }

    /// The place of the first byte that is not UTF-8; nil where all are.
    private static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    // MARK: Plain objects

    /// Takes a member behind a brace or a comma, when it is a text and all of it is ASCII without escapes.
    mutating func plainMember(after opening: UInt8) -> (name: String, text: String)? {
        skipBlanks()
        guard take(opening), let name = plainString() else { return nil }
        skipBlanks()
        guard take(UInt8(ascii: ":")), let text = plainString() else { return nil }
        return (name, text)
    }

    /// Whether the object ends here, and the text after it.
    mutating func takeEnd() -> Bool {
        skipBlanks()
        guard take(UInt8(ascii: "}")) else { return false }
        skipBlanks()
        return next == bytes.count
    }

    private mutating func plainString() -> String? {
        skipBlanks()
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = next
        var isASCII = true
        next = stop(from: start, isASCII: &isASCII)
        let end = next
        guard isASCII, take(UInt8(ascii: "\"")) else { return nil }
        return String(copying: UTF8Span(unchecked: bytes.extracting(start..<end).span, isKnownASCII: true))
    }

    // MARK: Errors

    /// What is wrong with the token that comes next.
    private func error(_ problem: String) -> JSONError {
        let token = UnsafeBufferPointer(rebasing: bytes[next..<min(next + 4, bytes.count)])
        if let first = token.first, first >= 0x80, Self.firstInvalid(token) == 0 {
            return undecodable(next)
        }
        return error(problem, at: next, token: next)
    }

    private func undecodable(_ place: Int) -> JSONError {
        let problem = "unable to decode byte 0x\(String(bytes[place], radix: 16))"
        return JSONError(
            message: problem, messageWithoutCitation: problem, position: TextPosition(offset: place, in: bytes),
            isDuplicateName: false, isNumberTooLarge: false)
    }

    /// - Parameters:
    ///   - place: where the error is.
    ///   - token: where the token begins that the message cites.
    private func error(
        _ problem: String, at place: Int, token: Int, isDuplicateName: Bool = false, isNumberTooLarge: Bool = false
    ) -> JSONError {
        let citation = token < bytes.count ? "near '\(citation(token))'" : "near end of file"
        return JSONError(
            message: "\(problem) \(citation)", messageWithoutCitation: problem,
            position: TextPosition(offset: place, in: bytes), isDuplicateName: isDuplicateName,
            isNumberTooLarge: isNumberTooLarge)
    }

    /// The token that begins at `start`, as far as a message shows it: 20 bytes, and controls as escapes.
    private func citation(_ start: Int) -> String {
        var end = start + 1
        func extend(while isPart: (UInt8) -> Bool) { while end < bytes.count, isPart(bytes[end]) { end += 1 } }
        switch bytes[start] {
        case UInt8(ascii: "\""):
            extend { $0 != UInt8(ascii: "\"") && $0 >= 0x20 }
            if end < bytes.count, bytes[end] == UInt8(ascii: "\"") { end += 1 }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            extend { $0.isASCIIDigit || $0.isASCIILetter || "+-.".utf8.contains($0) }
        case let byte where byte.isASCIILetter: extend { $0.isASCIILetter }
        case 0x80...: extend { $0 & 0xC0 == 0x80 }
        default: break
        }
        var shown = min(end, start + 20)
        while shown < end, bytes[shown] & 0xC0 == 0x80 { shown += 1 }
        let text = String(decoding: bytes[start..<shown], as: UTF8.self).unicodeScalars.map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }
        return text.joined() + (shown < end ? "…" : "")
    }
}

/// Finds the members that have a name already. A name is its bytes: JSON distinguishes "é" from "e" with an accent,
/// `==` does not.
private struct MemberNames {
    /// The members of a large object; it begins empty.
    private var places: [ExactName: Int] = [:]

    private static let few = 12

    /// The place of the member of that name; nil where it is new. A new name is the next member's.
    mutating func place(of name: String, among members: [JSONValue.Member]) -> Int? {
        if members.count < Self.few { return members.firstIndex { ExactName($0.name) == ExactName(name) } }
        if places.isEmpty {
            for (place, member) in members.enumerated() { places[ExactName(member.name)] = place }
        }
        if let place = places[ExactName(name)] { return place }
        places[ExactName(name)] = members.count
        return nil
    }
}
