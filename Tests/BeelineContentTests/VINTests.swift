import BeelineContent
import BeelineSymbols
import Testing

@Suite("Vehicle Identification Numbers")
struct VINTests {
    static let vin = "1M8GDM9AXKP042788"

    static let samples = [
        FieldSample("in Code 39", .code39, vin, [.vin: vin, .manufacturer: "1M8", .modelCode: "GDM9AX"]),
        FieldSample("in a QR code, which another program takes for text", .qr, vin, [.vin: vin]),
        FieldSample("in Data Matrix", .dataMatrix, "1HGCM82633A004352", [.vin: "1HGCM82633A004352"]),
        FieldSample("in Code 128", .code128, "5GZCZ43D13S812715", [.manufacturer: "5GZ"]),
        FieldSample("with the letter for import", .code39, "I" + vin, [.vin: vin]),
        FieldSample("with the guards of Code 39", .code39, "*\(vin)*", [.vin: vin]),
        FieldSample("with both", .code39, "*I\(vin)*", [.vin: vin]),
        FieldSample("typed in small letters", .unknown, vin.lowercased(), [.vin: vin]),
        FieldSample("typed with blanks around it", .unknown, " \(vin)\n", [.vin: vin]),
    ]

    static let refused = [
        Refused(
            "a wrong check digit in Code 39", .code39, "1M8GDM9A1KP042788",
            "not a VIN: the check digit is 1, expected is X"),
        Refused(
            "a European number without check digit, in Code 39", .code39, "WVWZZZ1JZ3W386752", "the check digit is Z"),
        Refused("the same in a QR code", .qr, "WVWZZZ1JZ3W386752", ""),
        Refused("small letters in a symbol", .code128, vin.lowercased(), ""),
        Refused("digits only", .code39, "11111111111111111", ""),
        Refused("a letter that no VIN has", .code39, "IM8GDM9AXKP042788", ""),
        Refused("letters at the end", .code39, "1M8GDM9AXKP04278A", ""),
        Refused("a year that there is not", .code39, "1M8GDM9AXUP042788", ""),
        Refused("the letter for import in a QR code", .qr, "I" + vin, ""),
        Refused("a barcode that no car has", .codabar, vin, ""),
        Refused("seventeen bytes of other alphabets", .code39, "1M8GDM9AXKP0427é", ""),
    ]

    @Test("with the right check digit are read", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .vin) }

    @Test("what is none is text", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .vin) }

    @Test("a misread character is noticed, in any place but where its value is that of another")
    func noticesMisreading() {
        for place in 0..<17 where place != 8 {
            var bytes = Array(Self.vin.utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "3") ? UInt8(ascii: "5") : UInt8(ascii: "3")
            let changed = String(decoding: bytes, as: UTF8.self)
            #expect(VIN(changed) == nil, "\(changed)")
        }
    }

    @Test("its parts are known")
    func hasParts() throws {
        let vin = try #require(VIN(Self.vin))
        #expect(vin.manufacturer + vin.modelCode + vin.modelYearCode + vin.plantCode + vin.serial == Self.vin)
        #expect(vin.serial == "042788")
    }
}
