import Testing

@testable import BeelineSupport

@Suite("JSON Pointers lead where RFC 6901 says")
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
