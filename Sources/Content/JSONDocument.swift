package import BeelineSupport
internal import BeelineSymbols

/// A JSON object or array (RFC 8259).
///
///     JSONDocument("{\"items\":[{\"id\":7}]}")?.value(at: ["items", "0", "id"])   // .number(7)
public struct JSONDocument: Hashable, Sendable {
    /// The text of the code.
    public let text: String
    package let root: JSONValue

    /// Nil when the text is not JSON, neither an object nor an array, or too large or deep for a code to be meant so.
    public init?(_ text: String) {
        guard let document = try? JSONDocument(reading: text) else { return nil }
        self = document
    }

    /// What a member says; nil where there is none, or null, or an object.
    ///
    /// - Parameter path: the names and, in arrays, the indices on the way. An array of texts, numbers and booleans is a
    ///   list. A name with dots in it may be there in its pieces; a shorter name that is there goes before.
    public func value(at path: [String]) -> FieldValue? { json(at: path)?.fieldValue }

    /// The same as JSON, of whatever type it is.
    package func json(at path: [String]) -> JSONValue? { Self.member(path[...], of: root) }

    /// The value at the end of the path; nil where there is none. Each step descends to another member, so the work is
    /// bounded by the size of the document.
    private static func member(_ path: ArraySlice<String>, of value: JSONValue) -> JSONValue? {
        guard let step = path.first else { return value }
        switch value {
        case .object:
            if let inner = value[step], let found = member(path.dropFirst(), of: inner) { return found }
            var name = step
            for end in path.indices.dropFirst() {
                name += "." + path[end]
                if let inner = value[name], let found = member(path[(end + 1)...], of: inner) { return found }
            }
            return nil
        case .array(let elements):
            guard let index = Digits.parse(step.utf8), index.count == String(index.value).utf8.count,
                index.value < UInt64(elements.count)
            else { return nil }
            return member(path.dropFirst(), of: elements[Int(index.value)])
        default: return nil
        }
    }

    /// Longer texts are not parsed; no symbology contains as much.
    private static let longest = 1 << 20

    init(reading text: String) throws(Refusal) {
        guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            text.utf8.count <= Self.longest
        else { throw .otherKind }
        self.text = text
        do throws(JSONError) {
            root = try JSONValue(parsing: text.utf8)
        } catch {
            // "[sic]" and "{name}" are prose; what has a quoted name was meant as an object.
            let isMeant = text.utf8.dropFirst().first { !$0.isASCIIBlank } == UInt8(ascii: "\"")
            guard isMeant else { throw .otherKind }
            guard error.isNumberTooLarge else { throw .malformed(error.description) }
            let place = "line \(error.position.line), column \(error.position.column)"
            throw .unreadable("\(place): the number is too large, so the whole code is text")
        }
    }
}

extension JSONValue {
    /// The value of a number that is no longer than ours; nil for any other value.
    package var decimalNumber: DecimalNumber? { numberText.flatMap { DecimalNumber(scientific: $0) } }

    /// The value as that of a field; nil for null, for objects, and for lists that are empty or contain such or lists.
    /// A number that has more digits than ours is a text of its digits.
    package var fieldValue: FieldValue? {
        switch self {
        case .null, .object: return nil
        case .boolean(let truth): return .boolean(truth)
        case .integer, .real: return decimalNumber.map(FieldValue.number) ?? numberText.map(FieldValue.text)
        case .string(let text): return .text(text)
        case .array(let elements):
            let values = elements.compactMap(\.listElement)
            return values.isEmpty || values.count < elements.count ? nil : .list(values)
        }
    }
}

extension JSONValue {
    /// The value as one of several in a list; nil for what no list contains.
    package var listElement: FieldValue? {
        if case .array = self { nil } else { fieldValue }
    }
}

extension JSONDocument: CustomStringConvertible {
    /// The text, as it is in the code.
    public var description: String { text }
}

extension JSONDocument: FieldSource {
    /// Its members have open names, `json.PATH`.
    func value(of field: Field) -> FieldValue? { nil }
}
