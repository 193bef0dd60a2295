import BeelineSupport

/// An image with what was found in it, as a drawing that stands alone: its pages one below the other, each with what its
/// numbers mean.
struct PictureSVG {
    private static let margin = 24
    /// Narrower ones have no room for texts.
    private static let leastWidth = 640
    private static let greatestSide = 1_200.0
    /// Small pictures are shown so many times as large at most.
    private static let greatestScale = 4.0
    /// A drawing of a whole book helps nobody.
    static let mostPages = 20

    private var xml = XMLWriter()
    private var y = PictureSVG.margin
    private let width: Int
    private let pictures: [AnnotatedPicture]

    init(_ pictures: [AnnotatedPicture]) {
        self.pictures = pictures
        let widths = pictures.map { Self.size(of: $0).width }
        width = max(Self.leastWidth, widths.max() ?? 0) + 2 * Self.margin
        for picture in pictures { append(picture) }
    }

    /// In pixels of the screen; both sides keep their proportion.
    private static func size(of picture: AnnotatedPicture) -> (width: Int, height: Int) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        guard width > 0, height > 0 else { return (0, 0) }
        let scale = min(greatestScale, greatestSide / max(width, height))
        return (max(1, Int(width * scale)), max(1, Int(height * scale)))
    }

    private mutating func append(_ picture: AnnotatedPicture) {
        lines(Typeface(size: 17, isMonospaced: false), picture.title, "heading", count: 2)
        lines(.text, picture.verdict.title, picture.verdict == .hit ? "line" : "caution")
        y += 4
        let (width, height) = Self.size(of: picture)
        if let drawing = PictureDrawing(picture, side: Double(max(width, height))) {
            drawing.write(to: &xml, at: (Self.margin, y, width, height))
            y += height + 12
        }
        for remark in picture.remarks { lines(.text, remark, "caution") }
        for mark in picture.marks { append(mark) }
        y += Self.margin
    }

    private mutating func append(_ mark: AnnotatedPicture.Mark) {
        y += 10
        let center = Self.margin + 12
        PictureDrawing.badge(mark, x: "\(center)", y: "\(y + 9)", down: "\(y + 14)", &xml)
        lines(Typeface(size: 14, isMonospaced: false), mark.title, "title", indent: 34)
        if let text = mark.text { lines(.code, text, "code", indent: 34) }
        for line in mark.lines { lines(.text, line.text, line.isCaution ? "caution" : "line", indent: 34) }
    }

    private mutating func lines(
        _ typeface: Typeface, _ text: String, _ style: String, indent: Int = 0, count: Int = 4
    ) {
        let room = width - 2 * Self.margin - indent
        for line in typeface.lines(of: text, width: room, count: count) {
            y += typeface.size + 5
            xml.element("text", ["x": "\(Self.margin + indent)", "y": "\(y - 4)", "class": style], text: line)
        }
    }

    /// The whole drawing.
    var document: String {
        var document = XMLWriter()
        document.append(written: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        document.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": "\(width)", "height": "\(y)",
                "viewBox": "0 0 \(width) \(y)", "role": "img",
            ]
        ) { svg in
            svg.element("title", text: pictures.first?.name ?? "")
            svg.element("style") { $0.append(written: PictureStyle.drawing) }
            svg.element("rect", ["class": "paper", "width": "\(width)", "height": "\(y)"])
            svg.append(written: xml.text)
        }
        return document.text
    }
}
