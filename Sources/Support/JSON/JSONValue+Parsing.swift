internal import CJansson
internal import Glibc

/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the parser said.
    public let message: String
    /// Where it stopped.
    public let position: TextPosition
    /// Whether the text is JSON, save that a member's name is there twice in an object.
    public let isDuplicateName: Bool
    /// Whether it stopped at a number that has no place in ours: a whole one beyond 64 bits, or a real one beyond a double.
    public let isNumberTooLarge: Bool

    /// The message without what it cites of the text, for a text that is not to be shown.
    public var messageWithoutCitation: String {
        // Jansson puts what it cites last.
        message.ranges(of: " near '").first.map { String(message[..<$0.lowerBound]) } ?? message
    }

    public var description: String { "line \(position.line), column \(position.column): \(message)" }
}

/// How strictly JSON is read.
package struct JSONParsing: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Accept an object that has a name twice; the last member counts.
    package static let allowDuplicateNames = JSONParsing(rawValue: 1)
    /// Accept whole numbers beyond 64 bits. All numbers then are real ones, with about fifteen digits.
    package static let allowLargeNumbers = JSONParsing(rawValue: 2)
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259), which must be all that there is.
    ///
    /// Jansson does the work: invalid UTF-8, numbers beyond 64 bits, and names that an object has twice are errors.
    ///
    /// - Throws: `JSONError`, with the place.
    package init(parsing bytes: some Collection<UInt8>, options: JSONParsing = []) throws(JSONError) {
        var problem = json_error_t()
        var flags = JSON_DECODE_ANY | JSON_ALLOW_NUL
        if !options.contains(.allowDuplicateNames) { flags |= JSON_REJECT_DUPLICATES }
        if options.contains(.allowLargeNumbers) { flags |= JSON_DECODE_INT_AS_REAL }
        let bytes = Array(bytes)
        let root = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { json_loadb($0.baseAddress, $0.count, Int(flags), &problem) }
        }
        guard let root else { throw JSONError(copying: &problem, text: bytes) }
        defer { json_decref(root) }
        self.init(copying: root)
    }

    /// Copies a value out of Jansson's tree, which stays its owner's.
    private init(copying json: UnsafeMutablePointer<json_t>) {
        switch json.pointee.type {
        case JSON_TRUE: self = .boolean(true)
        case JSON_FALSE: self = .boolean(false)
        case JSON_INTEGER: self = .integer(Int(json_integer_value(json)))
        case JSON_REAL: self = .real(json_real_value(json))
        case JSON_STRING: self = .string(Self.text(json_string_value(json), json_string_length(json)))
        case JSON_ARRAY:
            self = .array(
                (0..<json_array_size(json)).compactMap { json_array_get(json, $0).map(JSONValue.init(copying:)) })
        case JSON_OBJECT:
            var members: [Member] = []
            members.reserveCapacity(json_object_size(json))
            var iterator = json_object_iter(json)
            while let entry = iterator {
                if let value = json_object_iter_value(entry) {
                    let name = Self.text(json_object_iter_key(entry), json_object_iter_key_len(entry))
                    members.append(Member(name: name, value: JSONValue(copying: value)))
                }
                iterator = json_object_iter_next(json, entry)
            }
            self = .object(members)
        default: self = .null
        }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let start else { return "" }
        return UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

extension JSONError {
    /// Copies what Jansson says, before its buffer is used again.
    fileprivate init(copying problem: inout json_error_t, text bytes: [UInt8]) {
        let text = withUnsafeBytes(of: &problem.text) { raw in
            String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        // The last byte of the text field is the error's code (json_error_code in jansson.h is inline).
        let code = withUnsafeBytes(of: &problem.text) { $0.last ?? 0 }
        // It cites the text, which may have anything in it.
        let message = text.unicodeScalars.map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }
        self.init(
            message: message.joined(),
            position: TextPosition(line: max(1, Int(problem.line)), column: max(1, Int(problem.column))),
            isDuplicateName: Int(code) == Int(json_error_duplicate_key.rawValue),
            isNumberTooLarge: Int(code) == Int(json_error_numeric_overflow.rawValue))
    }
}
