import BeelineDecoding
import Testing

@Suite("PNM, which has no library to rely on")
struct NetpbmTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let width: Int
        let pixels: [UInt8]
        let why: String
        var testDescription: String { why }
    }

    static let cases = [
        Case(text: "P1 4 1 0101", width: 4, pixels: [255, 0, 255, 0], why: "bits may touch, and 1 is black"),
        Case(text: "P1 2 1 0 # one is left\n1", width: 2, pixels: [255, 0], why: "comments may stand among pixels"),
        Case(text: "P2 2 1 15 0 15", width: 2, pixels: [0, 255], why: "a file may end with its last digit"),
        Case(text: "P2 1 1 255 999", width: 1, pixels: [255], why: "beyond the maximum is as bright as it"),
        Case(text: "P2 1 1 1 1", width: 1, pixels: [255], why: "a maximum of 1 is white"),
        Case(text: "P3 1 1 255 255 0 0", width: 1, pixels: [76], why: "red is as bright as Rec. 601 says"),
        Case(text: "P5\t2\u{0B}1\u{0C}255\nAB", width: 2, pixels: [65, 66], why: "any white space separates"),
        Case(text: "P5 2 1 255\n\nB", width: 2, pixels: [10, 66], why: "one white space only is passed"),
        Case(text: "P5 2 1 255\r\nB", width: 2, pixels: [10, 66], why: "a line feed that is needed is a pixel"),
        Case(text: "P5 1 1 255# why\nA", width: 1, pixels: [65], why: "a comment may touch the last number"),
        Case(text: "P5#c\r2 1 255 AB", width: 2, pixels: [65, 66], why: "a carriage return ends a comment"),
        Case(text: "P4 9 1 A~", width: 9, pixels: [255, 0, 255, 255, 255, 255, 255, 0, 255], why: "rows fill bytes"),
    ]

    @Test(arguments: cases)
    func reads(_ example: Case) throws {
        let image = try GrayImage(decoding: Array(example.text.utf8))
        #expect(image.width == example.width)
        #expect(image.pixels == example.pixels)
    }

    static let errors: [(String, ImageError)] = [
        ("P5 0 5 255 ", .noPixels(.pnm)),
        ("P5 5 5 255 AB", .truncated(.pnm)),
        ("P5 5", .truncated(.pnm)),
        ("P4 9 1 A", .truncated(.pnm)),
        ("P1 3 1 01", .truncated(.pnm)),
        ("P2 2 1 255 12 ", .truncated(.pnm)),
        ("P5 1 1 0 A", .damaged(.pnm, "a maximum of 0, which is not 1 to 65535")),
        ("P5 1 1 65536 AA", .damaged(.pnm, "a maximum of 65536, which is not 1 to 65535")),
        ("P5 -1 1 255 A", .damaged(.pnm, "a byte where a number belongs")),
        ("P5 9999999999999999999999 1 255 A", .damaged(.pnm, "a number that is too large")),
        ("P1 2 1 02", .damaged(.pnm, "a byte where 0 or 1 belongs")),
        ("P5 1 1 255A", .damaged(.pnm, "no space after the header")),
    ]

    @Test(arguments: errors)
    func refuses(_ text: String, _ error: ImageError) {
        #expect(throws: error) { try GrayImage(decoding: Array(text.utf8)) }
    }
}
