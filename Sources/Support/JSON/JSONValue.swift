internal import BeelineSymbols
internal import CJansson

/// Any JSON value. An object keeps the order of its members.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The first member of that name; nil where there is none, or the value is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text of a string; nil for any other value.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array; nil for any other value.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The value of an integer; nil for any other value.
    package var integer: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The digits of a number; nil for other values. A real number has as many as distinguish it from its neighbours.
    package var numberText: String? {
        switch self {
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        default: nil
        }
    }

    /// The type of the value, in words for people: "a string", "an object".
    package var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .real: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

// Literals, for documents that the program makes itself.
extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral truth: Bool) { self = .boolean(truth) }
    package init(integerLiteral number: Int) { self = .integer(number) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// The members keep their order.
    package init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }

    /// An object of members in their order.
    package init(_ members: [(String, JSONValue)]) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }

    package init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }
}

/// The error in a text that is not JSON, and its place.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and a few characters of the text that show it.
    package let message: String
    /// What is wrong, without any character of the text, for a text that must not be shown.
    package let messageWithoutCitation: String
    /// Where the token or the character is that is wrong.
    package let position: TextPosition
    /// Whether the text is JSON, except that an object has a name twice.
    package let isDuplicateName: Bool
    /// Whether a number is too large: a whole number beyond 64 bits, or a real number beyond a `Double`.
    package let isNumberTooLarge: Bool

    /// The message after its line and column.
    package var description: String { "line \(position.line), column \(position.column): \(message)" }
}

package struct JSONParsing: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Accept an object that has a name twice; the last member counts.
    package static let allowDuplicateNames = JSONParsing(rawValue: 1)
    /// Accept whole numbers beyond 64 bits. All numbers then are real ones, with about fifteen digits.
    package static let allowLargeNumbers = JSONParsing(rawValue: 2)
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259), which must be all that there is. Invalid UTF-8, numbers beyond 64 bits, more
    /// than 2,048 nested values, NUL in a name, and names that an object has twice are errors.
    package init(parsing bytes: some Collection<UInt8>, options: JSONParsing = []) throws(JSONError) {
        self = try Array(bytes).withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSONValue(parsing: bytes, options)
        }
    }

    /// Reads one JSON text without a copy of it.
    package init(parsing bytes: Span<UInt8>) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in try JSONValue(parsing: bytes, []) }
    }

    private init(parsing bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsing) throws(JSONError) {
        var flags = JSON_DECODE_ANY | JSON_ALLOW_NUL
        if !options.contains(.allowDuplicateNames) { flags |= JSON_REJECT_DUPLICATES }
        if options.contains(.allowLargeNumbers) { flags |= JSON_DECODE_INT_AS_REAL }
        var problem = json_error_t()
        // Without a start Jansson reports a wrong argument instead of a text that is empty.
        let root = bytes.withMemoryRebound(to: CChar.self) { bytes in
            bytes.baseAddress.map { json_loadb($0, bytes.count, Int(flags), &problem) }
                ?? json_loadb("", 0, 0, &problem)
        }
        defer { json_decref(root) }
        let error = root == nil ? JSONError(problem, in: bytes) : nil
        // Outside of strings Jansson skips some.
        if let place = bytes.firstIndex(of: 0) {
            let position = TextPosition(offset: place, in: bytes)
            if error.map({ position < $0.position }) ?? true {
                throw JSONError(
                    message: #"invalid token near '\u{0}'"#, messageWithoutCitation: "invalid token",
                    position: position, isDuplicateName: false, isNumberTooLarge: false)
            }
        }
        guard let root else { throw error ?? JSONError(problem, in: bytes) }
        self = Self.copy(of: root)
    }

    /// Lets Jansson choose its hash seed, for which it opens a file: first, in a program that cannot open files later.
    package static func prepareReading() { json_object_seed(0) }

    package static var readerVersion: String { jansson_version_str().map { String(cString: $0) } ?? "" }

    /// A list or an object of Jansson's whose values are being copied.
    private enum Open {
        case array(UnsafeMutablePointer<json_t>, [JSONValue])
        /// With the place of the member whose value is copied.
        case object(UnsafeMutablePointer<json_t>, OpaqueIterator, [Member])
    }

    private typealias OpaqueIterator = UnsafeMutableRawPointer

    /// Copies a value out of Jansson's tree, which its owner keeps. Open lists and objects are kept in an array, not on
    /// the stack: threads of the concurrency runtime have half a megabyte of it.
    private static func copy(of root: UnsafeMutablePointer<json_t>) -> JSONValue {
        var open: [Open] = []
        var next = root
        while true {
            var value: JSONValue
            switch next.pointee.type {
            case JSON_TRUE: value = .boolean(true)
            case JSON_FALSE: value = .boolean(false)
            case JSON_INTEGER: value = .integer(Int(json_integer_value(next)))
            case JSON_REAL: value = .real(json_real_value(next))
            case JSON_STRING: value = .string(text(json_string_value(next), json_string_length(next)))
            case JSON_ARRAY:
                if let first = json_array_get(next, 0) {
                    open.append(.array(next, []))
                    next = first
                    continue
                }
                value = .array([])
            case JSON_OBJECT:
                if let first = json_object_iter(next), let firstValue = json_object_iter_value(first) {
                    open.append(.object(next, first, []))
                    next = firstValue
                    continue
                }
                value = .object([])
            default: value = .null
            }
            // Put it where it belongs, and close what ends after it.
            closing: while true {
                switch open.popLast() {
                case nil: return value
                case .array(let list, var elements)?:
                    elements.append(value)
                    guard let element = json_array_get(list, elements.count) else {
                        value = .array(elements)
                        continue
                    }
                    open.append(.array(list, elements))
                    next = element
                case .object(let object, let iterator, var members)?:
                    let name = text(json_object_iter_key(iterator), json_object_iter_key_len(iterator))
                    members.append(Member(name: name, value: value))
                    guard let following = json_object_iter_next(object, iterator),
                        let followingValue = json_object_iter_value(following)
                    else {
                        value = .object(members)
                        continue
                    }
                    open.append(.object(object, following, members))
                    next = followingValue
                }
                break closing
            }
        }
    }

    /// - Parameter start: so many bytes of UTF-8, which Jansson has checked.
    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        UnsafeRawBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

extension JSONError {
    /// The error of Jansson, with the place of the wrong token or character. Jansson counts to the end of a token.
    fileprivate init(_ problem: json_error_t, in bytes: UnsafeBufferPointer<UInt8>) {
        var problem = problem
        let code = beeline_json_error_code(&problem)
        let text = withUnsafeBytes(of: &problem.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // It cites the text, which may have anything in it.
        let message = text.unicodeScalars.map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }.joined()
        let end = min(max(Int(problem.position), 0), bytes.count)
        let problemText = message.ranges(of: " near ").first.map { String(message[..<$0.lowerBound]) } ?? message
        let place: Int
        let isDecoding = problemText.hasPrefix("unable to decode")
        switch problemText {
        // Jansson stops before it.
        case let text where isDecoding || text.hasPrefix("control character"): place = end
        case _ where message.hasSuffix("near end of file"): place = bytes.count
        case let text:
            let token = JSONTokens.token(endingAt: end, in: bytes)
            place = text == "invalid escape" ? bytes[token..<end].lastIndex(of: UInt8(ascii: "\\")) ?? token : token
        }
        self.init(
            // What cannot be decoded cannot be cited.
            message: isDecoding ? problemText : message, messageWithoutCitation: problemText,
            position: TextPosition(offset: place, in: bytes), isDuplicateName: code == json_error_duplicate_key,
            isNumberTooLarge: code == json_error_numeric_overflow)
    }
}

/// The tokens of a JSON text, as ranges of its bytes: strings, brackets, commas, colons, and whatever else is there up
/// to one of these or a blank. It accepts every text, so that it can say where in a wrong one an error is.
struct JSONTokens<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol where Bytes.Index == Int {
    private let bytes: Bytes
    private var place: Int

    init(_ bytes: Bytes) { (self.bytes, place) = (bytes, bytes.startIndex) }

    mutating func next() -> Range<Int>? {
        while place < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
        guard place < bytes.endIndex else { return nil }
        let start = place
        place += 1
        switch bytes[start] {
        case UInt8(ascii: "\""):
            while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            place = Swift.min(place + 1, bytes.endIndex)
        case let byte where Self.separates(byte): break
        default: while place < bytes.endIndex, !Self.separates(bytes[place]) { place += 1 }
        }
        return start..<place
    }

    private static func separates(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "\""):
            true
        default: false
        }
    }

    /// The start of the token that has the byte before `end`.
    static func token(endingAt end: Int, in bytes: Bytes) -> Int {
        JSONTokens(bytes).first { $0.upperBound >= end }?.lowerBound ?? bytes.endIndex
    }
}
