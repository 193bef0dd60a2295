import BeelineSupport
import Foundation
import Synchronization
import Testing

@Suite("Reading JSON")
struct JSONParsingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSONValue
        var testDescription: String { text }
    }

    static let cases = [
        Case(text: " null\r\n", value: .null),
        Case(text: "true", value: .boolean(true)),
        Case(text: "0", value: .integer(0)),
        Case(text: "9223372036854775807", value: .integer(.max)),
        Case(text: "-9223372036854775808", value: .integer(.min)),
        Case(text: "0.5", value: .real(0.5)),
        Case(text: "1e2", value: .real(100)),
        Case(text: #""\u0000\ud83d\udc1d\/""#, value: .string("\0🐝/")),
        Case(text: "[]", value: .array([])),
        Case(text: "{}", value: .object([])),
        Case(
            text: #"{"z":1,"a":2,"m":3}"#,
            value: .object([
                .init(name: "z", value: .integer(1)), .init(name: "a", value: .integer(2)),
                .init(name: "m", value: .integer(3)),
            ])),
    ]

    @Test("each type of value, with the members of objects in order", arguments: cases)
    func reads(_ example: Case) throws {
        #expect(try JSONValue(parsing: example.text.utf8) == example.value)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let line: Int
        /// Nil where it does not matter.
        let column: Int?
        let why: String
        var testDescription: String { why }

        init(_ text: String, line: Int = 1, column: Int? = nil, why: String) {
            (bytes, self.line, self.column, self.why) = (Array(text.utf8), line, column, why)
        }

        init(_ bytes: [UInt8], why: String) { (self.bytes, line, column, self.why) = (bytes, 1, nil, why) }
    }

    static let faults = [
        Fault("", why: "nothing"),
        Fault(" \n ", line: 2, why: "blanks"),
        Fault("{", why: "torn object"),
        Fault("[1,", why: "torn list"),
        Fault(#""a"#, why: "torn string"),
        Fault(#""\u12"#, why: "torn escape"),
        Fault("tru", why: "torn word"),
        Fault("[1]]", column: 4, why: "more than one value"),
        Fault("[1,]", column: 4, why: "comma before the bracket"),
        Fault("{\r\n  \"é\": x\r\n}", line: 2, column: 8, why: "columns are characters, lines end with a line feed"),
        Fault("{'a':1}", why: "single quotes"),
        Fault("[01]", why: "leading zero"),
        Fault("[1.]", why: "digits missing"),
        Fault("[NaN]", why: "not a number"),
        Fault("[9223372036854775808]", why: "integer beyond 64 bits"),
        Fault("[1e999]", why: "real beyond 64 bits"),
        Fault(#"["\ud83d"]"#, why: "half of a pair"),
        Fault(#"["\udc1d\ud83d"]"#, why: "halves in the wrong order"),
        Fault("[\"\t\"]", why: "control character in a string"),
        Fault("\u{FEFF}[]", why: "byte order mark"),
        Fault([0x22, 0xFF, 0x22], why: "bytes that are no UTF-8"),
        Fault([0x22, 0xC0, 0x80, 0x22], why: "overlong UTF-8"),
        Fault([0x22, 0xED, 0xA0, 0x80, 0x22], why: "surrogate in UTF-8"),
        Fault([0x5B, 0x00, 0x5D], why: "NUL outside of a string"),
        Fault("1\0", column: 2, why: "NUL after a number"),
        Fault("[true\0]", column: 6, why: "NUL after a word"),
        Fault("[1,2]\0", column: 6, why: "NUL after the text"),
        Fault("[\"a\0\"]", column: 4, why: "NUL in a string"),
        Fault(#"{"a\u0000b":1}"#, column: 2, why: "NUL in a name"),
        Fault(#"["\d"]"#, column: 3, why: "an escape that there is not"),
        Fault("[\"a\nb\"]", column: 2, why: "a string that does not end on its line"),
        Fault(#"{"a":1 "b":2}"#, column: 8, why: "a comma is missing"),
        Fault(#"{"text":"\#(String(repeating: "é", count: 60))" x}"#, column: 72, why: "an error after a long string"),
        Fault("[\(String(repeating: "9", count: 400))]", column: 2, why: "an integer of 400 digits"),
        Fault("[-\(String(repeating: "9", count: 400)).5]", column: 2, why: "a real number of 400 digits"),
        Fault(String(repeating: "[", count: 100_000), why: "deeper than the parser goes"),
    ]

    @Test("invalid JSON is an error with its place", arguments: faults)
    func refuses(_ fault: Fault) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: fault.bytes) }
        #expect(error.position.line == fault.line)
        if let column = fault.column { #expect(error.position.column == column) }
        #expect(!error.message.isEmpty)
        #expect(!error.isDuplicateName)
    }

    @Test("an empty text is reported as incomplete, not as the caller's error")
    func saysWhatIsMissing() throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: [UInt8]()) }
        #expect(!error.message.contains("argument"))
    }

    @Test("nesting that the parser accepts is copied, and freed, without running out of stack")
    func readsDeep() throws {
        let depth = 2_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        var value = try JSONValue(parsing: text.utf8)
        var count = 0
        while let inner = value.array {
            count += 1
            guard let first = inner.first else { break }
            value = first
        }
        #expect(count == depth)
    }

    @Test("as many nested values as are allowed are read on the small stack of a thread, one more is an error")
    func readsDeepOnSmallStack() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"{"a":["#, "]}")] {
            func isRead(_ depth: Int) -> Bool {
                let count = depth / open.count { "[{".contains($0) }
                let text = String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
                let isRead = Mutex(false)
                let thread = Thread { isRead.withLock { $0 = (try? JSONValue(parsing: text.utf8)) != nil } }
                thread.stackSize = 512 * 1024
                thread.start()
                while !thread.isFinished { sched_yield() }
                return isRead.withLock { $0 }
            }
            #expect(isRead(2_046))
            #expect(!isRead(2_050))
        }
    }

    @Test("a number beyond 64 bits is a real number where this is allowed")
    func readsLargeNumbers() throws {
        let digits = String(repeating: "9", count: 30)
        #expect(
            try JSONValue(parsing: "[\(digits),-\(digits),1]".utf8, options: .allowLargeNumbers)
                == .array([.real(1e30), .real(-1e30), .real(1)]))
        #expect(throws: JSONError.self) { try JSONValue(parsing: "1e999".utf8, options: .allowLargeNumbers) }
    }

    @Test("a name that is there twice is an error of its own, unless allowed; then the last one counts")
    func knowsDuplicates() throws {
        let text = #"{"a":1,"b":2,"\u0061":3}"#
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error.isDuplicateName)
        let value = try JSONValue(parsing: text.utf8, options: .allowDuplicateNames)
        #expect(value["a"] == .integer(3))
        #expect(value["b"] == .integer(2))
    }

    @Test("every truncated text is an error, and no crash")
    func survivesTorn() throws {
        let text = Array(#"{"a":[1,-2.5e3,{"ü\n\u00e9\ud83d\udc1d":null}],"b":true}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text.prefix(count)) }
        }
        #expect(throws: Never.self) { try JSONValue(parsing: text) }
    }

    /// Texts that are changed at random.
    static let seeds = [
        #"{"symbology":"EAN_13","text":"9784873119045"}"#,
        #" { "text" : "a" , "n" : [1,-2.5e3,0,{"ü\n\u00e9\ud83d\udc1d":null}],"b":true}"#,
        #"{"text":"\"\\\/\b\f\n\r\t\u0000\u00e9\uD83D\uDC1D\uffff","symbology":null,"x":[false,1e2,0.5,""]}"#,
    ].map { Array($0.utf8) }

    static let tokens = [
        "\"", "\\", "{", "}", ",", ":", "[", "]", " ", "\\u", "\\uD83D\\uDC1D", "0", "-", ".", "e", "null", "true",
        "\"text\":\"b\"", "é", "\n", "\r", "\0", "1234567890",
    ].map { Array($0.utf8) }

    @Test("of texts changed at random it accepts what Foundation accepts, with the same values")
    func agreesWithFoundation() throws {
        var generator = SeededGenerator(state: 7)
        var accepted = 0
        for _ in 0..<5_000 {
            var text = Self.seeds.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let start = Int.random(in: 0...text.count, using: &generator)
                let end = min(text.count, start + Int.random(in: 0...2, using: &generator))
                let token = Self.tokens.randomElement(using: &generator) ?? []
                switch Int.random(in: 0...3, using: &generator) {
                case 0: text.removeSubrange(start..<end)
                case 1: text.insert(contentsOf: token, at: start)
                case 2: text.insert(UInt8.random(in: 0...255, using: &generator), at: start)
                default: text.replaceSubrange(start..<end, with: token)
                }
            }
            let foundation = try? JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed])
            do throws(JSONError) {
                let value = try JSONValue(parsing: text)
                accepted += 1
                #expect(value.isSame(as: foundation), "\(String(decoding: text, as: UTF8.self))")
            } catch {
                // Foundation accepts names twice, any number, NUL in a name, and a comma before a closing bracket.
                let isLax =
                    error.isDuplicateName || error.isNumberTooLarge || error.message.contains("NUL")
                    || error.message.hasSuffix("near ']'") || error.message.hasSuffix("near '}'")
                #expect(foundation == nil || isLax, "\(String(decoding: text, as: UTF8.self)): \(error)")
            }
        }
        // Else nothing was compared but errors.
        #expect(accepted > 1_000)
    }

    @Test(
        "a message quotes what was wrong, and no control of it",
        arguments: ["{\"a\":{\u{2}", "[\u{1B}[1m]", "[\u{7F}]"])
    func quotesWithoutControls(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error?.description.unicodeScalars.contains { $0.properties.generalCategory == .control } == false)
    }
}

extension JSONValue {
    /// Whether Foundation read the same.
    fileprivate func isSame(as other: Any?) -> Bool {
        switch self {
        case .null: return other is NSNull
        case .boolean(let truth): return other as? Bool == truth
        case .integer(let number): return (other as? NSNumber)?.intValue == number
        case .real(let number): return (other as? NSNumber)?.doubleValue == number
        case .string(let text): return (other as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { $0.isSame(as: $1) }
        case .object(let members):
            guard let others = other as? [String: Any], others.count == members.count else { return false }
            return members.allSatisfy { $0.value.isSame(as: others[$0.name]) }
        }
    }
}

@Suite("JSON Pointers find the value that RFC 6901 says")
struct JSONPointerTests {
    /// The document of section 5.
    private static let document =
        #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

    static let examples: [(String, String?)] = [
        ("", document), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
        ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
        // Section 4.
        ("/foo/-", nil), ("/foo/01", nil), ("/foo/00", nil), ("/foo/2", nil), ("/foo/+1", nil), ("/foo/-1", nil),
        ("/foo/", nil), ("/foo/9999999999999999999999", nil), ("/foo/0/0", nil), ("/bar", nil), ("/foo/١", nil),
        ("/m~01n", nil), ("//", nil),
    ]

    @Test(arguments: examples)
    func leads(_ pointer: String, _ expected: String?) throws {
        let document = try JSONValue(parsing: Self.document.utf8)
        #expect(try JSONPointer(pointer).value(in: document) == expected.map { try JSONValue(parsing: $0.utf8) })
    }

    @Test("'~01' is '~1', not '/'")
    func unescapesOnce() throws {
        let document = try JSONValue(parsing: #"{"~1":1,"/":2}"#.utf8)
        #expect(try JSONPointer("/~01").value(in: document) == .integer(1))
        #expect(try JSONPointer("/~1").value(in: document) == .integer(2))
    }

    @Test("names are compared by code points")
    func doesNotNormalise() throws {
        let document = try JSONValue(parsing: "{\"\u{E9}\":1,\"/\u{301}\":2}".utf8)
        #expect(try JSONPointer("/\u{E9}").value(in: document) == .integer(1))
        #expect(try JSONPointer("/e\u{301}").value(in: document) == nil)
        #expect(try JSONPointer("/~1\u{301}").value(in: document) == .integer(2))
    }

    @Test(arguments: ["foo", " /foo", "#/foo", "0"])
    func beginsWithASlash(_ text: String) {
        #expect(throws: JSONPointer.Malformed.noSlash) { try JSONPointer(text) }
    }

    @Test(arguments: ["/~", "/a~2", "/~~0", "/a/~/b"])
    func escapesAreTwo(_ text: String) {
        #expect(throws: JSONPointer.Malformed.badEscape) { try JSONPointer(text) }
    }
}

@Suite("JSON for people")
struct IndentedTests {
    static let long = "\"\(String(repeating: "x", count: 96))\""

    @Test(
        "puts on one line what fits, and else each member and element on its own",
        arguments: [
            (#"{"a":[1,2.5,null],"b":{}}"#, #"{ "a": [1, 2.5, null], "b": {} }"#),
            ("[]", "[]"),
            ("[\(long)]", "[\n  \(long)\n]"),
            (#"{"a":\#(long),"b":[true]}"#, "{\n  \"a\": \(long),\n  \"b\": [true]\n}"),
            (#"[[\#(long)],"\u000a"]"#, "[\n  [\n    \(long)\n  ],\n  \"\\n\"\n]"),
        ])
    func indents(_ compact: String, _ expected: String) throws {
        let value = try JSONValue(parsing: compact.utf8)
        #expect(String(decoding: value.indented(), as: UTF8.self) == expected + "\n")
        #expect(try JSONValue(parsing: value.indented()) == value)
    }
}
