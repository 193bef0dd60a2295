import BeelineSupport
import Foundation
import Testing

@Suite("Writing JSON, against the parser and Foundation")
struct JSONWriterTests {
    static let texts = [
        "", "plain", "\"quoted\"", "back\\slash", "\0", "a\0b", "\u{1}\u{1F}\u{7F}", "\u{8}\u{C}\n\r\t",
        "é ü ß", "日本語", "🐝👩‍👩‍👧‍👦", "e\u{301}", "\u{2028}\u{2029}", "\u{FEFF}", "\u{FFFF}\u{10FFFF}", "</script>",
        "\u{202E}desrever", "\\u0041", "[]{}:,",
    ]

    @Test("a text comes back, scalar for scalar, from both readers", arguments: texts)
    func roundTrips(text: String) throws {
        let written = JSONValue.string(text).written
        let read = try #require(try JSONValue(parsing: written).string)
        #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
        let foreign = try JSONSerialization.jsonObject(with: Data(written), options: .fragmentsAllowed) as? String
        // Foundation's reader loses U+FEFF at the beginning of a string; RFC 8259 has no such rule.
        let expected = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
        #expect(foreign.map { Array($0.unicodeScalars) } == Array(expected))
    }

    @Test("only printable characters are written")
    func writesNoControls() {
        let all = String(String.UnicodeScalarView((0...0x7F).compactMap { Unicode.Scalar($0) }))
        #expect(JSONValue.string(all).written.allSatisfy { (0x20..<0x7F).contains($0) })
    }

    @Test("a character is escaped at every place of a text, and its neighbours are not", arguments: 1...40)
    func escapesAtEveryPlace(length: Int) throws {
        let escaped: [UInt8] = [0, 0x1F, 0x22, 0x5C, 0x7F]
        let plain: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7E]
        for place in 0..<length {
            for byte in escaped + plain {
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                bytes[place] = byte
                let text = String(decoding: bytes, as: UTF8.self)
                let written = JSONValue.string(text).written
                #expect((written.count == length + 2) == plain.contains(byte))
                #expect(try JSONValue(parsing: written).string == text)
            }
        }
    }

    @Test("two escapes at whatever distance are each written once", arguments: 0...34)
    func escapesTwice(distance: Int) throws {
        for (first, second) in [("\n", "\n"), ("\"", "\\"), ("\u{7F}", "\u{1F}")] {
            for before in 0...17 {
                for after in [0, 1, 7, 8, 9, 20] {
                    let parts = [before, distance, after].map { String(repeating: "é", count: $0 / 2 + $0 % 2) }
                    let text = parts[0] + first + parts[1] + second + parts[2]
                    #expect(try JSONValue(parsing: JSONValue.string(text).written).string == text)
                }
            }
        }
    }

    @Test("random values come back from the parser, members in order")
    func roundTripsRandomValues() throws {
        var generator = SeededGenerator(state: 1)
        for _ in 0..<2_000 {
            let value = generator.value(depth: 4)
            #expect(try JSONValue(parsing: value.written) == value)
        }
    }

    @Test("Foundation reads the same from random objects")
    func agreesWithFoundation() throws {
        var generator = SeededGenerator(state: 2)
        for _ in 0..<500 {
            let texts = (0..<5).map { _ in generator.text() }
            let written = JSONValue.object([.init(name: "list", value: .array(texts.map(JSONValue.string)))]).written
            let foreign = try JSONSerialization.jsonObject(with: Data(written)) as? [String: [String]]
            #expect(foreign?["list"]?.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        }
    }

    @Test("the parser reads Foundation's text as the original value")
    func readsFoundation() throws {
        var generator = SeededGenerator(state: 3)
        for _ in 0..<500 {
            let text = generator.text()
            let data = try JSONSerialization.data(withJSONObject: ["a": text])
            #expect(try JSONValue(parsing: data)["a"]?.string.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test("commas stand where they must, and nowhere else")
    func separates() {
        var json = JSONWriter()
        json.object { json in
            json.name("empty")
            json.array { _ in }
            json.member("text", "a")
            json.member("number", -1)
            json.name("list")
            json.array { json in
                json.object { _ in }
                json.value(true)
                json.value(json: "[1]".utf8)
                json.value(json: "1.50".utf8)
                json.null()
            }
            json.name("last")
            json.value(false)
        }
        json.endLine()
        json.value(1)
        let expected = #"{"empty":[],"text":"a","number":-1,"list":[{},true,[1],1.50,null],"last":false}"# + "\n1"
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test("a byte to escape is found anywhere in a long text", arguments: 0..<40)
    func findsEscapesAnywhere(_ place: Int) throws {
        for (filling, count) in [("a", place), ("ä", place / 2)] {
            for escaped in ["\t", "\"", "\\", "\u{7F}", "\u{0}", "\u{1F}"] {
                let text = String(repeating: filling, count: count) + escaped + "end"
                var json = JSONWriter()
                json.value(text)
                #expect(try JSONValue(parsing: json.bytes) == .string(text))
                #expect(!json.bytes.contains { $0 < 0x20 || $0 == 0x7F })
            }
        }
    }

    @Test("the least integer has all its digits")
    func writesTheLeastInteger() {
        var json = JSONWriter()
        json.value(Int.min)
        #expect(json.bytes == Array("-9223372036854775808".utf8))
    }

    /// Characters that change how a line is displayed; each with its neighbours, which do not.
    static let hidden: [Unicode.Scalar] =
        ["\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}"]
        + (0x2028...0x202E).compactMap(Unicode.Scalar.init) + (0x2066...0x2069).compactMap(Unicode.Scalar.init)
    static let shown: [Unicode.Scalar] = [
        "\u{A0}", "\u{BF}", "\u{C2}", "\u{61B}", "\u{61D}", "\u{62C}", "\u{200D}", "\u{2010}", "\u{2027}", "\u{202F}",
        "\u{2065}", "\u{206A}", "\u{20AC}", "\u{1F600}",
    ]

    @Test(
        "controls of terminals and of direction are escaped at every place of a text, and their neighbours are not",
        arguments: 0..<40)
    func escapesHidden(before: Int) throws {
        for scalar in Self.hidden + Self.shown {
            for filling in ["a", "\u{E9}"] {
                let text = String(repeating: filling, count: before) + String(scalar) + "end" + filling
                var json = JSONWriter()
                json.value(text)
                let escape = "\\u" + String(String(0x10000 + scalar.value, radix: 16).dropFirst())
                let inside = Self.hidden.contains(scalar) ? escape : String(scalar)
                let expected = "\"" + String(repeating: filling, count: before) + inside + "end" + filling + "\""
                #expect(json.bytes == Array(expected.utf8), "\(String(decoding: json.bytes, as: UTF8.self))")
                #expect(try JSONValue(parsing: json.bytes) == .string(text))
                // The same where JSON is copied: as a whole, and cut to what it is in.
                var copy = JSONWriter()
                copy.value(json: Array("\"\(text)\"".utf8)[...])
                #expect(copy.bytes == Array(expected.utf8))
            }
        }
    }

    @Test("JSON that is copied has no line breaks and tabs between its tokens, and texts that are cut short stay so")
    func copiesTokens() {
        var json = JSONWriter()
        json.value(json: Array("{\t\"a\":\r\n1}".utf8)[...])
        #expect(json.bytes == Array("{ \"a\":  1}".utf8))
        for cut: [UInt8] in [[0xC2], [0xD8], [0xE2], [0xE2, 0x80]] {
            var json = JSONWriter()
            json.value(json: cut[...])
            #expect(json.bytes == cut)
        }
    }
}
