/// A PDF that is written by hand: each page has black rectangles on white.
struct DrawnPDF {
    /// A rectangle in points, from the bottom left corner of the page.
    struct Bar {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// For each page its bars.
    var pages: [[Bar]] = []
    /// Of every page, in points.
    var size = (width: 300.0, height: 200.0)
    /// Whether it wants the password "reader" (by qpdf, for the identifier in the trailer: ISO 32000-1, 7.6.3).
    var isLocked = false

    /// A page with an EAN-13.
    ///
    /// - Parameters:
    ///   - digits: all thirteen.
    ///   - module: the width of the thinnest bar, in points: 3 pixels at 150 an inch.
    ///   - left: where it begins, in points.
    static func ean(_ digits: String, module: Double = 1.44, left start: Double = 40) -> [Bar] {
        let left = [
            "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
            "0001011",
        ]
        let parities = [
            "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
        ]
        let values = digits.compactMap(\.wholeNumberValue)
        func inverted(_ modules: String) -> String { String(modules.map { $0 == "0" ? "1" : "0" }) }
        var modules = "101"
        for (value, parity) in zip(values[1...6], parities[values[0]]) {
            modules += parity == "L" ? left[value] : String(inverted(left[value]).reversed())
        }
        modules += "01010"
        for value in values[7...] { modules += inverted(left[value]) }
        modules += "101"
        return modules.enumerated().filter { $0.element == "1" }.map {
            Bar(x: start + Double($0.offset) * module, y: 60, width: module, height: 80)
        }
    }

    /// The file.
    var bytes: [UInt8] {
        var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
        let kids = pages.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
        objects.append("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
        for (index, bars) in pages.enumerated() {
            let drawing = bars.map { "\($0.x) \($0.y) \($0.width) \($0.height) re f\n" }.joined()
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(size.width) \(size.height)] /Contents \(4 + 2 * index) 0 R >>"
            )
            objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)endstream")
        }
        var lock = ""
        if isLocked {
            objects.append(
                """
                << /Filter /Standard /V 1 /R 2 /Length 40 /P -4
                /O <93fe0d5254ab4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd>
                /U <9be289cd080f23f8086512520c686abf1b7dc3aae2b5db9271360ac1fafb5664> >>
                """)
            let identifier = "<8f36c7ed6c74e9332a0d2df200f0aff9>"
            lock = " /ID [\(identifier) \(identifier)] /Encrypt \(objects.count) 0 R"
        }
        var text = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n" }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R\(lock) >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
