internal import BeelineSymbols

/// What is painted on a page of a PDF file, in points (72 to an inch) from the bottom left corner.
struct PDFPage {
    let width: Double
    let height: Double
    private(set) var content = ""
    /// The logos of the page, by their names in the content.
    private(set) var images: [(name: String, logo: Logo, background: Colour)] = []

    static let pointsPerMillimetre = 72 / 25.4

    /// - Parameters: in millimetres.
    init(width: Double, height: Double) {
        self.width = width * Self.pointsPerMillimetre
        self.height = height * Self.pointsPerMillimetre
    }

    /// Paints a drawing.
    ///
    /// - Parameters:
    ///   - x: how far its left edge is from that of the page, in millimetres.
    ///   - y: how far its top edge is from that of the page, in millimetres.
    ///   - moduleWidth: in millimetres.
    mutating func paint(_ drawing: Drawing, x: Double, y: Double, moduleWidth: Double) {
        let unit = moduleWidth * Self.pointsPerMillimetre
        let left = x * Self.pointsPerMillimetre
        let top = height - y * Self.pointsPerMillimetre
        // From here on a unit is a module, and y counts downwards.
        content += "q \(Self.number(unit)) 0 0 \(Self.number(-unit)) \(Self.number(left)) \(Self.number(top)) cm\n"
        let layout = drawing.layout
        if let light = drawing.options.colours.light {
            content += "\(Self.colour(light)) rg 0 0 \(layout.width) \(layout.height) re f\n"
        }
        content += "\(Self.colour(drawing.options.colours.dark)) rg\n"
        for shape in layout.shapes { content += Self.path(shape) }
        content += "f\n"
        if let logo = drawing.options.logo, let place = layout.logo {
            let frame = logo.frame(in: place)
            let name = "I\(images.count)"
            images.append((name, logo, drawing.options.colours.light ?? .white))
            content += "q \(Self.number(frame.width)) 0 0 \(Self.number(-frame.height)) "
            content += "\(Self.number(frame.x)) \(Self.number(frame.y + frame.height)) cm /\(name) Do Q\n"
        }
        for text in layout.texts { content += Self.text(text) }
        content += "Q\n"
    }

    /// A line of text in Helvetica, cut where it is longer than a width.
    ///
    /// - Parameters: in millimetres; `y` is the baseline from the top, and `size` the height of the typeface.
    mutating func write(_ text: String, x: Double, y: Double, width: Double, size: Double) {
        let points = size * Self.pointsPerMillimetre
        let bytes = Helvetica.fitting(text, width: width * Self.pointsPerMillimetre / points * 1_000)
        guard !bytes.isEmpty else { return }
        let room = width * Self.pointsPerMillimetre - Double(Helvetica.width(bytes)) / 1_000 * points
        let left = x * Self.pointsPerMillimetre + max(room, 0) / 2
        content += "0 g BT /F \(Self.number(points)) Tf \(Self.number(left)) "
        content += "\(Self.number(height - y * Self.pointsPerMillimetre)) Td (\(Helvetica.escaped(bytes))) Tj ET\n"
    }

    /// Numbers of PDF have no exponent; four decimals are a tenth of a thousandth of a millimetre.
    static func number(_ value: Double) -> String { shortNumber(value) }

    static func colour(_ colour: Colour) -> String {
        [colour.red, colour.green, colour.blue].map { number(Double($0) / 255) }.joined(separator: " ")
    }

    private static func path(_ shape: Shape) -> String {
        switch shape {
        case .bar(let bar): return "\(bar.x) \(bar.y) \(bar.width) \(bar.height) re\n"
        case .disc(let x, let y, let radius):
            return roundedPath(x - radius, y - radius, radius * 2, radius * 2, radius, isReversed: false)
        case .rounded(let bar, let radius, let isHole):
            return roundedPath(
                Double(bar.x), Double(bar.y), Double(bar.width), Double(bar.height), radius, isReversed: isHole)
        }
    }

    /// A rectangle with round corners, which are cubic curves near enough to arcs; a hole goes round the other way.
    private static func roundedPath(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ r: Double, isReversed: Bool
    ) -> String {
        let k = r * 0.447_715
        let (right, bottom) = (x + width, y + height)
        // Each corner: where its curve begins, the two points that pull it, where it ends.
        var corners: [[(Double, Double)]] = [
            [(right - r, y), (right - k, y), (right, y + k), (right, y + r)],
            [(right, bottom - r), (right, bottom - k), (right - k, bottom), (right - r, bottom)],
            [(x + r, bottom), (x + k, bottom), (x, bottom - k), (x, bottom - r)],
            [(x, y + r), (x, y + k), (x + k, y), (x + r, y)],
        ]
        if isReversed { corners = corners.reversed().map { $0.reversed() } }
        func point(_ point: (Double, Double)) -> String { "\(number(point.0)) \(number(point.1))" }
        var path = ""
        for (index, corner) in corners.enumerated() {
            path += "\(point(corner[0])) \(index == 0 ? "m" : "l")\n"
            path += "\(point(corner[1])) \(point(corner[2])) \(point(corner[3])) c\n"
        }
        return path + "h\n"
    }

    /// Characters each in the middle of its place.
    private static func text(_ text: PlacedText) -> String {
        // The digits of Helvetica are 0.703 as high as it is said to be.
        let size = text.height / 0.703
        var content = "BT /F \(number(size)) Tf\n"
        for (index, scalar) in text.characters.unicodeScalars.enumerated() {
            let bytes = Helvetica.bytes(String(scalar))
            let left = text.x + Double(index) * text.pitch - Double(Helvetica.width(bytes)) / 2_000 * size
            // Upright in a space whose y counts downwards.
            content += "1 0 0 -1 \(number(left)) \(number(Double(text.y) + text.height)) Tm "
            content += "(\(Helvetica.escaped(bytes))) Tj\n"
        }
        return content + "ET\n"
    }
}
