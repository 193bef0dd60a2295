import BeelineSupport
import Testing

@Suite("The locator on texts that are not JSON")
struct HostileLocatorTests {
    static let text = #"{"a":[1,-2.5e3,{"ü\n\u00e9\ud83d\udc1d":null,"b":"\\"}],"a":true}"#

    @Test("every torn beginning is walked to its end")
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
                _ = JSONLocator(damaged).repeatedNames
            }
        }
    }

    static let openings: [String] = ["[", "{\"a\":", "[[],", "{\"a\":1,\"a\":"]

    @Test("a text that opens a hundred thousand lists and ends is no crash", arguments: openings)
    func survivesDepth(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(JSONLocator(Array(text.utf8)).positionOfValue(at: JSONPath()) != nil)
    }

    @Test("behind a repeated name, at which the parser stops, anything may follow")
    func survivesDepthBehindRepeatedName() throws {
        let text = #"{"a":1,"a":2,"b":"# + String(repeating: "[", count: 100_000)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        try #require(error.isDuplicateName)
        #expect(JSONLocator(Array(text.utf8)).repeatedNames.map(\.path.description) == ["a"])
    }

    @Test("values inside of 256 lists are found, deeper ones are not, and what follows is found again")
    func findsDeep() {
        let (open, close) = (String(repeating: "[", count: 300), String(repeating: "]", count: 300))
        let text = #"{"a":\#(open)"]"\#(close),"b":1}"#
        let locator = JSONLocator(Array(text.utf8))
        let lists = (0...300).reduce(into: [JSONPath().member("a")]) { $0.append($0[$1].element(0)) }
        #expect(lists.count { locator.positionOfValue(at: $0) != nil } == 256)
        #expect(locator.positionOfName(at: JSONPath().member("b")) == TextPosition(line: 1, column: 610))
    }
}
