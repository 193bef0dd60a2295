import BeelineContent
import BeelineSymbols
import Foundation
import Testing

@Suite("Values as Codable writes and reads them")
struct CodingTests {
    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func isKept<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
        try JSONDecoder().decode(Value.self, from: Data(json(value).utf8)) == value
    }

    private static func reads<Value: Decodable>(_ json: String, as type: Value.Type) -> Bool {
        (try? JSONDecoder().decode(type, from: Data(json.utf8))) != nil
    }

    @Test("a symbol of every example is the same again", arguments: Kind.allCases)
    func symbols(kind: Kind) throws {
        for example in kind.definition.examples { #expect(try Self.isKept(example)) }
        #expect(try Self.isKept(kind))
    }

    @Test("a symbol has the members of output")
    func members() throws {
        let outline = Outline(
            topLeft: Point(x: 9, y: 9), topRight: Point(x: 90, y: 9), bottomRight: Point(x: 90, y: 50),
            bottomLeft: Point(x: 9, y: 50))
        var symbol = Symbol(
            .ean13, "9780306406157", addOn: "52495",
            sighting: Sighting(outline: outline, decoder: "zbar", quality: 7, page: 2))
        symbol.structuredAppend = StructuredAppend(index: 0, count: 2, id: "85")
        let expected =
            #"{"addOn":"52495","aim":"]E0","decoder":"zbar","outline":[[9,9],[90,9],[90,50],[9,50]],"page":2,"#
            + #""quality":7,"structuredAppend":{"count":2,"id":"85","index":0},"symbology":"ean_13","#
            + #""text":"9780306406157"}"#
        #expect(try Self.json(symbol) == expected)
        #expect(try Self.isKept(symbol))
        #expect(try Self.isKept(Symbol(.qr, bytes: [0x83, 0x65]) { _ in ("テ", "Shift_JIS") }))
        #expect(try Self.isKept(Symbol(.other("Plessey"), "x")))
    }

    @Test(
        "what is no symbol is not read",
        arguments: [
            #"{"symbology":"ean_13"}"#, #"{"text":"a","aim":"E0"}"#, #"{"text":"a","addOn":"123"}"#, #"{"bytes":"*"}"#,
            #"{"text":"a","decoder":"zbar","outline":[[1,2]]}"#,
            #"{"text":"a","structuredAppend":{"index":3,"count":2}}"#,
        ])
    func refuses(text: String) { #expect(!Self.reads(text, as: Symbol.self)) }

    @Test("numbers are numbers, and dates are texts")
    func values() throws {
        #expect(try Self.json([DecimalNumber("24.95"), DecimalNumber("-7"), DecimalNumber("0.5")]) == "[24.95,-7,0.5]")
        for text in ["24.95", "-0.500", "7", "123456789012345678", "1234567890.12345678", "40.7127", "-74.0059"] {
            #expect(try Self.isKept(#require(DecimalNumber(text))), "\(text)")
        }
        #expect(try Self.json(#require(CalendarDate("2026-01-31"))) == #""2026-01-31""#)
        #expect(try Self.isKept(#require(CalendarDate("2026-01-31"))))
        #expect(!Self.reads(#""2026-02-30""#, as: CalendarDate.self))
    }

    @Test("telephone numbers and places have the members of content")
    func objects() throws {
        let number = try #require(PhoneNumber("tel:+1-212-555-0100;ext=22"))
        #expect(try Self.json(number) == #"{"phone":"+12125550100","phoneExtension":"22"}"#)
        let place = try #require(GeoLocation("geo:40.7127,-74.0059,10;u=35?q=City%20Hall"))
        #expect(
            try Self.json(place)
                == #"{"altitude":10,"label":"City Hall","latitude":40.7127,"longitude":-74.0059,"uncertainty":35}"#)
        for example in Kind.phone.definition.examples {
            #expect(try Self.isKept(#require(PhoneNumber(example.text ?? ""))))
        }
        for example in Kind.geo.definition.examples {
            #expect(try Self.isKept(#require(GeoLocation(example.text ?? ""))))
        }
        #expect(!Self.reads(#"{"phone":"none"}"#, as: PhoneNumber.self))
        #expect(!Self.reads(#"{"latitude":91,"longitude":0}"#, as: GeoLocation.self))
        #expect(!Self.reads("{}", as: GeoLocation.self))
    }
}
