import BeelineSupport
import BeelineSymbols

/// A picture with the outlines of what was found in it, as an `svg` element whose unit is a pixel of the screen: browsers
/// do not draw letters that are smaller than one.
struct PictureDrawing {
    let picture: AnnotatedPicture
    /// How many pixels of the screen are one of the image.
    private let scale: Double
    private let width: Double
    private let height: Double

    /// - Parameter side: the greatest side with which it is shown, in pixels of the screen.
    /// - Returns: nil for an image of which there is nothing to show.
    init?(_ picture: AnnotatedPicture, side: Double) {
        guard picture.width > 0, picture.height > 0 else { return nil }
        self.picture = picture
        scale = side / Double(max(picture.width, picture.height))
        width = Double(picture.width) * scale
        height = Double(picture.height) * scale
    }

    /// The signature of PNG files (PNG, section 5.2).
    static func isPNG(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    }

    /// - Parameter place: where it stands in another drawing; nil in a page, whose style says how large it is.
    func write(to xml: inout XMLWriter, at place: (x: Int, y: Int, width: Int, height: Int)? = nil) {
        let box = "0 0 \(decimal(width)) \(decimal(height))"
        let label = "\(picture.title): \(counted(picture.marks.count, "thing")) marked"
        if let place {
            xml.element(
                "svg",
                [
                    "x": "\(place.x)", "y": "\(place.y)", "width": "\(place.width)", "height": "\(place.height)",
                    "viewBox": box, "role": "img", "aria-label": label,
                ], content)
        } else {
            xml.element("svg", ["viewBox": box, "role": "img", "aria-label": label], content)
        }
    }

    private func content(_ xml: inout XMLWriter) {
        let (width, height) = (decimal(width), decimal(height))
        xml.element("rect", ["class": "sheet", "width": width, "height": height])
        switch picture.image {
        case .png(let bytes):
            xml.element(
                "image",
                [
                    "width": width, "height": height, "preserveAspectRatio": "none",
                    "class": scale > 2 ? "pixels" : "smooth", "href": "data:image/png;base64,\(Base64.encode(bytes))",
                ])
        case .withheld: note("the picture is withheld: a code in it is a secret", &xml)
        case .none: note("no picture", &xml)
        }
        for mark in picture.marks { draw(mark, &xml) }
    }

    /// What stands in the place of a picture.
    private func note(_ text: String, _ xml: inout XMLWriter) {
        let size = max(1, min(13, 1.7 * width / Double(text.count)))
        xml.element(
            "text",
            ["class": "note", "x": decimal(width / 2), "y": decimal(height / 2), "font-size": decimal(size)], text: text
        )
    }

    private func draw(_ mark: AnnotatedPicture.Mark, _ xml: inout XMLWriter) {
        guard let outline = mark.outline else { return }
        let corners = outline.corners.map { "\(place($0.x)),\(place($0.y))" }.joined(separator: " ")
        let dashes =
            switch mark.look {
            case .sound: "none"
            case .doubt: "10 5"
            case .trouble: "3 4"
            }
        // It shows on any ground.
        xml.element("polygon", ["class": "halo", "points": corners, "stroke-width": "6"])
        xml.element(
            "polygon",
            [
                "class": "outline \(mark.look.rawValue)", "points": corners, "stroke-width": "3",
                "stroke-dasharray": dashes,
            ])
        // Beside the corner, where it covers no bar, as far as it stays in the picture.
        let radius = 11.0
        let x = min(max(Double(outline.topLeft.x) * scale - 7, radius), max(radius, width - radius))
        let y = min(max(Double(outline.topLeft.y) * scale - 7, radius), max(radius, height - radius))
        Self.badge(mark, x: decimal(x), y: decimal(y), down: decimal(y + 5), &xml)
    }

    /// A coordinate on the screen. A worker may say anything; what is far outside is not seen.
    private func place(_ coordinate: Int32) -> String {
        decimal(min(max(Double(coordinate) * scale, -10_000), 10_000))
    }

    /// The number of a mark.
    ///
    /// - Parameter down: the line on which it stands.
    static func badge(
        _ mark: AnnotatedPicture.Mark, x: String, y: String, down: String, _ xml: inout XMLWriter
    ) {
        xml.element("circle", ["class": "badge \(mark.look.rawValue)", "cx": x, "cy": y, "r": "11"])
        xml.element(
            "text", ["class": "number \(mark.look.rawValue)", "x": x, "y": down, "font-size": "14"],
            text: "\(mark.number)")
    }
}
