import BeelineSupport
import Testing

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
