import BeelineSupport
import Testing

@Suite("The position of a value in a JSON text")
struct JSONLocatorTests {
    static let text = """
        { "é": 1, "rules": [
          { "id" : "first" },
        \t{ "when": {"isbn10": true}, "list": [[], [ -1.5 ]] }
        ] }
        """

    struct Place: Sendable, CustomTestStringConvertible {
        let path: JSONPath
        let name: String
        let value: String
        var testDescription: String { "\(path)" }
    }

    static let root = JSONPath()
    static let second = root.member("rules").element(1)
    static let places = [
        Place(path: root, name: "1:1", value: "1:1"),
        Place(path: root.member("é"), name: "1:3", value: "1:8"),
        Place(path: root.member("rules"), name: "1:11", value: "1:20"),
        Place(path: root.member("rules").element(0), name: "2:3", value: "2:3"),
        Place(path: root.member("rules").element(0).member("id"), name: "2:5", value: "2:12"),
        Place(path: second, name: "3:2", value: "3:2"),
        Place(path: second.member("when").member("isbn10"), name: "3:13", value: "3:23"),
        Place(path: second.member("list").element(0), name: "3:39", value: "3:39"),
        Place(path: second.member("list").element(1).element(0), name: "3:45", value: "3:45"),
    ]

    @Test("names and values, in lines and in columns of characters", arguments: places, ["\n", "\r\n"])
    func finds(_ place: Place, lineEnd: String) {
        let locator = JSONLocator(Array(Self.text.replacing("\n", with: lineEnd).utf8))
        #expect(locator.positionOfName(at: place.path)?.description == place.name)
        #expect(locator.positionOfValue(at: place.path)?.description == place.value)
    }

    @Test("a missing member has no place")
    func findsNothing() {
        let locator = JSONLocator(Array(Self.text.utf8))
        #expect(locator.positionOfValue(at: Self.root.member("e")) == nil)
        #expect(locator.positionOfName(at: Self.root.member("rules").element(2)) == nil)
        #expect(locator.position(ofCharacter: 0, inStringAt: Self.root.member("é")) == nil, "1 is no string")
    }

    @Test("each character of a string has its place, whatever it takes to write it")
    func findsCharacters() {
        // The value:  a  é  🐝  "  /  é   🐝              b   日  c
        let written = #"["aé🐝\"\/\u00e9\uD83D\udc1db日c"]"#
        let columns = [3, 4, 5, 6, 8, 10, 16, 28, 29, 30, 31]
        let locator = JSONLocator(Array(written.utf8))
        for (offset, column) in columns.enumerated() {
            let position = locator.position(ofCharacter: offset, inStringAt: Self.root.element(0))
            #expect(position == TextPosition(line: 1, column: column), "character \(offset)")
        }
    }

    @Test("beyond the end of a string that is the last thing in a text, the place is its end")
    func staysInText() {
        for text in ["\"ab\"", "\"ab", "\"ab\\", "\"ab\\u00", "\"ab\\ud83d\\u"] {
            let bytes = Array(text.utf8)
            let position = JSONLocator(bytes).position(ofCharacter: 1_000, inStringAt: Self.root)
            #expect(position == TextPosition(offset: bytes.count, in: bytes))
        }
    }

    @Test(
        "in a long text, of one line or of many, places are those that counting from its start finds",
        arguments: ["", "\n"])
    func placesInLongTexts(_ separator: String) {
        var bytes = Array("[".utf8)
        var offsets: [Int] = []
        for number in 0..<500 {
            offsets.append(bytes.count)
            bytes += Array("\"é日🐝\(number)\",\(separator)".utf8)
        }
        bytes += Array("0]".utf8)
        let locator = JSONLocator(bytes)
        for (number, offset) in offsets.enumerated() {
            let position = locator.positionOfValue(at: Self.root.element(number))
            #expect(position == TextPosition(offset: offset, in: bytes))
        }
    }

    @Test("every name that is there twice is found, at any depth, however it is spelled")
    func findsRepeatedNames() throws {
        let text = """
            {"a": 1, "b": {"c": 1, "c": 2},
             "\\u0061": 2, "l": [{}, {"x": 1, "y": 2, "x": 3,
             "x": 4}], "C": 1, "c": 1}
            """
        let repeated = JSONLocator(Array(text.utf8)).repeatedNames
        #expect(repeated.map { "\($0.path) \($0.position)" } == ["b.c 1:24", "a 2:2", "l[1].x 2:42", "l[1].x 3:2"])
    }

    @Test("names that only look alike are different names, as they are for the parser")
    func keepsLookalikesApart() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        let locator = JSONLocator(Array(text.utf8))
        #expect(throws: Never.self) { try JSONValue(parsing: text.utf8) }
        #expect(locator.repeatedNames.isEmpty)
    }

    @Test("every value of a random text is found at its first character")
    func agreesWithParser() throws {
        var generator = SeededGenerator(state: 4)
        for _ in 0..<300 {
            let value = generator.value(depth: 4)
            let bytes = value.written
            let locator = JSONLocator(bytes)
            Self.visit(value, at: Self.root) { value, path in
                guard let position = locator.positionOfValue(at: path) else {
                    Issue.record("\(path) is not found")
                    return
                }
                // The writer puts all on one line, so a column identifies the scalar.
                let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
                let rest = Array(String(scalars.dropFirst(position.column - 1)).utf8)
                #expect(rest.starts(with: value.written))
            }
        }
    }

    private static func visit(_ value: JSONValue, at path: JSONPath, _ body: (JSONValue, JSONPath) -> Void) {
        body(value, path)
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() { visit(element, at: path.element(index), body) }
        case .object(let members):
            for member in members { visit(member.value, at: path.member(member.name), body) }
        default: break
        }
    }
}

@Suite("The locator on texts that are not JSON")
struct HostileLocatorTests {
    static let text = #"{"a":[1,-2.5e3,{"ü\n\u00e9\ud83d\udc1d":null,"b":"\\"}],"a":true}"#

    @Test("every truncated text is walked to its end")
    func survivesTorn() {
        let bytes = Array(Self.text.utf8)
        for count in 0...bytes.count {
            let locator = JSONLocator(Array(bytes.prefix(count)))
            #expect(locator.positionOfValue(at: JSONPath()) != nil)
            _ = locator.position(ofCharacter: 9, inStringAt: JSONPath().member("a"))
            #expect(locator.repeatedNames.count <= 1)
        }
    }

    @Test("every byte may be any other")
    func survivesDamage() {
        let bytes = Array(Self.text.utf8)
        for index in bytes.indices {
            for byte in Array("\"\\[]{},:u \u{0}\u{FF}".utf8) + [0xFF, 0x80] {
                var damaged = bytes
                damaged[index] = byte
                #expect(JSONLocator(damaged).repeatedNames.count <= damaged.count)
            }
        }
    }

    static let openings: [String] = ["[", "{\"a\":", "[[],", "{\"a\":1,\"a\":"]

    @Test("a text that opens a hundred thousand lists and ends does not crash", arguments: openings)
    func survivesDepth(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(JSONLocator(Array(text.utf8)).positionOfValue(at: JSONPath()) != nil)
    }

    @Test("after a repeated name, at which the parser stops, anything may follow")
    func survivesDepthBehindRepeatedName() throws {
        let text = #"{"a":1,"a":2,"b":"# + String(repeating: "[", count: 100_000)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        try #require(error.isDuplicateName)
        #expect(JSONLocator(Array(text.utf8)).repeatedNames.map(\.path.description) == ["a"])
    }

    @Test("values inside of 300 lists are found, and what follows")
    func findsDeep() {
        let (open, close) = (String(repeating: "[", count: 300), String(repeating: "]", count: 300))
        let text = #"{"a":\#(open)"]"\#(close),"b":1}"#
        let locator = JSONLocator(Array(text.utf8))
        let lists = (0...300).reduce(into: [JSONPath().member("a")]) { $0.append($0[$1].element(0)) }
        #expect(lists.count { locator.positionOfValue(at: $0) != nil } == 301)
        #expect(locator.positionOfName(at: JSONPath().member("b")) == TextPosition(line: 1, column: 610))
    }
}
