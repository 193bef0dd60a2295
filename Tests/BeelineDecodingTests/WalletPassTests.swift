import BeelineSymbols
import Testing

@testable import BeelineDecoding

@Suite("Passes of a wallet")
struct WalletPassTests {
    /// A ZIP archive of stored files, with what is to be changed of the first one.
    struct Archive {
        var files: [(name: String, content: [UInt8])]
        var flags: UInt8 = 0
        var method: UInt8 = 0
        var size: UInt32?
        var checksum: UInt32?

        init(_ json: String) { files = [("pass.json", Array(json.utf8))] }

        var bytes: [UInt8] {
            func little(_ value: UInt32, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
            }
            var (file, directory): ([UInt8], [UInt8]) = ([], [])
            for (name, content) in files {
                let place = UInt32(file.count)
                let length = UInt32(content.count)
                let common: [UInt8] =
                    [20, 0, flags, 0, method, 0, 0, 0, 0, 0] + little(checksum ?? Self.crc(content), 4)
                    + little(length, 4) + little(size ?? length, 4) + little(UInt32(name.utf8.count), 2) + [0, 0]
                file += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + content
                directory += [0x50, 0x4B, 1, 2, 20, 0] + common + Array(repeating: 0, count: 10) + little(place, 4)
                directory += Array(name.utf8)
            }
            let count = little(UInt32(files.count), 2)
            return file + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
                + little(UInt32(directory.count), 4) + little(UInt32(file.count), 4) + [0, 0]
        }

        static func crc(_ bytes: [UInt8]) -> UInt32 {
            ~bytes.reduce(UInt32.max) { register, byte in
                (0..<8).reduce(register ^ UInt32(byte)) { rest, _ in
                    rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0)
                }
            }
        }
    }

    private static func decode(
        _ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()
    ) async throws -> [Symbol] {
        try await LocalDecoder().decode(.bytes(bytes), options: options).symbols
    }

    private static func pass(_ format: String, _ message: String, _ encoding: String = "iso-8859-1") -> String {
        #"{"barcodes":[{"format":"PKBarcodeFormat\#(format)","message":"\#(message)","messageEncoding":"\#(encoding)"}]}"#
    }

    /// What Python's zipfile made: an Aztec and a QR code of one message, and `barcode` with another one.
    static let packed =
        "UEsDBBQAAAAIAAAAIVybDVeLfgAAACkBAAAJAAAAcGFzcy5qc29uq1ZKyy/KTSwJSy0qzszPU7JSMNRRUEpKLErOT0ktBnKj"
        + "q6EqgGylAG8niIwbWMixqiQ1WQmoPje1uDgxPRWkxDum1MAg1aQ4VcFUAcRMNEdS4JoH1JyZlw5SmFmcr2thYWqpa6hUq6OA"
        + "x5bAIGpYEYvwFlCKFOvyc1KUamsBUEsDBBQAAAAIAAAAIVx3R9+OBQAAAAoAAAAIAAAAaWNvbi5wbmerqIABAFBLAQIUAxQA"
        + "AAAIAAAAIVybDVeLfgAAACkBAAAJAAAAAAAAAAAAAACAAQAAAABwYXNzLmpzb25QSwECFAMUAAAACAAAACFcd0ffjgUAAAAK"
        + "AAAACAAAAAAAAAAAAAAAgAGlAAAAaWNvbi5wbmdQSwUGAAAAAAIAAgBtAAAA0AAAAAAA"

    @Test("a pass is what its barcode would be")
    func readsPacked() async throws {
        let symbols = try await Self.decode(try #require(Base64.decode(Self.packed)))
        #expect(symbols.map(\.text) == ["Käse 5 §"] && symbols.map(\.symbology) == [.aztec])
        #expect(symbols.first?.bytes == Array("K".utf8) + [0xE4] + Array("se 5 ".utf8) + [0xA7])
        #expect(symbols.first?.encoding == .told("ISO-8859-1"))
    }

    static let passes: [(json: String, found: [String])] = [
        (pass("QR", "https://example.com/"), ["qr_code https://example.com/"]), (pass("PDF417", "a"), ["pdf417 a"]),
        (pass("Code128", "12"), ["code_128 12"]), (pass("Aztec", "é", "utf-8"), ["aztec é"]),
        (pass("QR", "д", "windows-1251"), ["qr_code д"]), (pass("QR", "д"), ["qr_code д"]),
        (pass("QR", "a", "klingon"), ["qr_code a"]),
        (pass("Codabar", "1"), []), (pass("QR", ""), []), ("{}", []), (#"{"barcodes":{"format":1}}"#, []),
        (#"{"barcode":{"format":"PKBarcodeFormatQR","message":"old"}}"#, ["qr_code old"]),
        (#"{"barcodes":[],"barcode":{"format":"PKBarcodeFormatQR","message":"old"}}"#, ["qr_code old"]),
    ]

    @Test("format, message and encoding are obeyed", arguments: passes)
    func reads(json: String, found: [String]) async throws {
        let symbols = try await Self.decode(Archive(json).bytes)
        #expect(symbols.map { "\($0.symbology.name) \($0.text ?? "")" } == found)
    }

    @Test("bytes that are not text are left as they are, for rail tickets")
    func keepsBytes() async throws {
        let symbol = try #require(
            try await Self.decode(Archive(Self.pass("Aztec", #"#UT\u0001\u00e9\u009c"#)).bytes).first)
        #expect(symbol.bytes == [0x23, 0x55, 0x54, 1, 0xE9, 0x9C] && symbol.text == nil)
    }

    @Test("only the symbologies of the options are read")
    func obeysOptions() async throws {
        let bytes = Archive(Self.pass("QR", "a")).bytes
        #expect(try await Self.decode(bytes, DecodeOptions(only: [.aztec])).isEmpty)
        #expect(try await Self.decode(bytes, DecodeOptions(only: [.qr])).count == 1)
    }

    private static func changed(_ change: (inout Archive) -> Void) -> [UInt8] {
        var archive = Archive(pass("QR", "a"))
        change(&archive)
        return archive.bytes
    }

    static let faults: [(bytes: [UInt8], reason: String)] = [
        (changed { $0.files[0].name = "word/document.xml" }, "without pass.json"),
        (changed { $0.files[0].name = "/pass.json" }, "without pass.json"),
        (changed { $0.files[0].name = "../pass.json" }, "without pass.json"),
        (changed { $0.files.append($0.files[0]) }, "truncated or damaged"),
        (changed { $0.flags = 1 }, "encrypted"), (changed { $0.method = 12 }, "a method that is not read"),
        (changed { $0.method = 8 }, "truncated or damaged"), (changed { $0.checksum = 1 }, "truncated or damaged"),
        (changed { $0.size = 3 }, "truncated or damaged"),
        (changed { $0.size = 1 << 21 }, "longer than 1048576 bytes"),
        (changed { $0.size = .max }, "longer than 1048576 bytes"),
        (Archive("[").bytes, "not JSON"), (Archive("7").bytes, "not JSON"),
        (
            Archive(#"{"barcodes":["# + Array(repeating: "0", count: 101).joined(separator: ",") + "]}").bytes,
            "more than 100 barcodes"
        ),
        ([0x50, 0x4B, 3, 4], "truncated or damaged"),
    ]

    @Test("hostile and truncated archives are refused", arguments: faults)
    func refuses(bytes: [UInt8], reason: String) async throws {
        let error = await #expect(throws: DecodeError.self) { try await Self.decode(bytes) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("a pass that is cut or changed anywhere is read or refused")
    func survivesDamage() async throws {
        let whole = try #require(Base64.decode(Self.packed))
        for length in 0..<whole.count where length >= 4 {
            await #expect(throws: DecodeError.self) { try await Self.decode(Array(whole[..<length])) }
        }
        for place in 4..<whole.count {
            for change in [0x01, 0x80, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] ^= change
                _ = try? await Self.decode(bytes)
            }
        }
    }
}
