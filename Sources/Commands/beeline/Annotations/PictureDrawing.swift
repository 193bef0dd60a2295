import BeelineSupport
import BeelineSymbols

/// A picture with the outlines of what was found in it, as an `svg` element whose unit is a pixel of the screen:
/// browsers do not draw letters that are smaller than one.
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

    /// - Parameter place: where it is in another drawing; nil in a page, whose style says how large it is.
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
        case .withheld: note("the picture is withheld, because a code in it is a secret", &xml)
        case .none: note("no picture", &xml)
        }
        for mark in picture.marks { draw(mark, &xml) }
    }

    /// What is in the place of a picture.
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
    /// - Parameter down: the line on which it is.
    static func badge(
        _ mark: AnnotatedPicture.Mark, x: String, y: String, down: String, _ xml: inout XMLWriter
    ) {
        xml.element("circle", ["class": "badge \(mark.look.rawValue)", "cx": x, "cy": y, "r": "11"])
        xml.element(
            "text", ["class": "number \(mark.look.rawValue)", "x": x, "y": down, "font-size": "14"],
            text: "\(mark.number)")
    }
}

/// How pictures with their marks look: in light, in dark and on paper, to everyone's eyes.
///
/// The colours are those of Okabe and Ito, which differ in lightness as well; and no colour says anything alone:
/// outlines are whole, dashed and dotted, and what a picture is is beside it in words.
enum PictureStyle {
    /// Of outlines and their numbers, wherever they are drawn.
    static let marks = """
        .sheet { fill: #d9dde2; }
        .pixels { image-rendering: pixelated; }
        .note { text-anchor: middle; fill: #3d444d; }
        .halo { fill: none; stroke: #ffffff; stroke-opacity: 0.85; stroke-linejoin: round; }
        .outline { fill: none; stroke-linejoin: round; }
        .outline.sound { stroke: #0072b2; }
        .outline.doubt { stroke: #c77700; }
        .outline.trouble { stroke: #b03a00; }
        .badge { stroke: #ffffff; }
        .badge.sound { fill: #0072b2; }
        .badge.doubt { fill: #f0b429; }
        .badge.trouble { fill: #b03a00; }
        .number { text-anchor: middle; font-weight: 700; fill: #ffffff; }
        .number.doubt { fill: #000000; }

        """

    /// Of a drawing that is alone.
    static let drawing = """
        text { font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        .paper { fill: #ffffff; }
        .heading { font-size: 16px; font-weight: 600; fill: #1f2328; }
        .title { font-size: 13px; font-weight: 600; fill: #1f2328; }
        .line { font-size: 13px; fill: #59636e; }
        .caution { font-size: 13px; fill: #8a3b00; font-weight: 600; }
        .code { font-family: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: 12px; \
        fill: #1f2328; }
        @media (prefers-color-scheme: dark) {
        .paper { fill: #0d1117; }
        .heading, .title, .code { fill: #e6edf3; }
        .line { fill: #9aa7b4; }
        .caution { fill: #f0b429; }
        }

        """ + marks

    /// Of a page.
    static let page = """
        :root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #ffffff; --card: #f5f6f8;
        --edge: #c4ccd4; --caution: #8a3b00; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9aa7b4; --paper: #0d1117;
        --card: #161b22; --edge: #485563; --caution: #f0b429; } }
        * { box-sizing: border-box; }
        body { margin: 0; padding: 20px; background: var(--paper); color: var(--ink);
        font: 14px/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        h1 { font-size: 20px; margin: 0 0 4px; }
        h2 { font-size: 14px; margin: 0 0 6px; overflow-wrap: anywhere; }
        p { margin: 0 0 4px; overflow-wrap: anywhere; }
        .summary { color: var(--quiet); margin-bottom: 12px; }
        nav { margin: 12px 0; line-height: 2; }
        nav a, nav strong { padding: 3px 8px; color: inherit; }
        nav strong { border: 2px solid; border-radius: 6px; }
        .filter { position: absolute; opacity: 0; }
        .filter + label { display: inline-block; margin: 0 6px 12px 0; padding: 5px 12px; border: 1px solid var(--edge);
        border-radius: 6px; background: var(--card); cursor: pointer; }
        .filter:checked + label { outline: 2px solid var(--ink); font-weight: 600; }
        .filter:focus-visible + label { outline: 3px dashed var(--ink); }
        main { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 14px;
        align-items: start; }
        main.large { grid-template-columns: minmax(0, 1fr); max-width: 1240px; }
        #show-miss:checked ~ main article:not(.miss), #show-error:checked ~ main article:not(.error),
        #show-doubt:checked ~ main article:not(.doubt), #show-hit:checked ~ main article:not(.hit) { display: none; }
        article { border: 1px solid var(--edge); border-left-width: 6px; border-radius: 6px; padding: 12px;
        background: var(--card); break-inside: avoid; content-visibility: auto;
        contain-intrinsic-size: auto 320px auto 420px; }
        article.hit { border-left-color: #0072b2; }
        article.doubt { border-left: 6px dashed #c77700; }
        article.miss, article.error { border-left: 6px dotted #b03a00; }
        .picture svg { display: block; width: 100%; max-height: 320px; margin-bottom: 8px; }
        .large .picture svg { max-height: 1200px; }
        .verdict { display: inline-block; padding: 0 7px; margin-right: 6px; border: 1px solid; border-radius: 10px;
        font-size: 12px; font-weight: 600; white-space: nowrap; }
        .miss .verdict, .error .verdict, .doubt .verdict, .caution { color: var(--caution); }
        ol { margin: 0; padding: 0; list-style: none; }
        li { margin-top: 8px; padding-left: 30px; position: relative; }
        li .key { position: absolute; left: 0; top: 0; width: 22px; height: 22px; border-radius: 11px; text-align: center;
        line-height: 22px; font-size: 13px; font-weight: 700; color: #ffffff; background: #0072b2; }
        li .key.doubt { color: #000000; background: #f0b429; }
        li .key.trouble { background: #b03a00; }
        code { font: 12px/1.4 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere;
        unicode-bidi: isolate; }
        .line { color: var(--quiet); }
        .caution { font-weight: 600; }
        @media print {
        :root { --ink: #000000; --quiet: #333333; --paper: #ffffff; --card: #ffffff; --caution: #5c2700; }
        .filter + label, nav { display: none; }
        body { padding: 0; font-size: 10pt; }
        main { grid-template-columns: 1fr 1fr; }
        main.large { grid-template-columns: 1fr; }
        article { content-visibility: visible; }
        svg, .key { print-color-adjust: exact; }
        }

        """ + marks
}

/// An image with what was found in it, as a drawing that is alone: its pages one below the other, each with what its
/// numbers mean.
struct PictureSVG {
    private static let margin = 24
    /// Narrower ones have no room for texts.
    private static let leastWidth = 640
    private static let greatestSide = 1_200.0
    /// Small pictures are shown so many times as large at most.
    private static let greatestScale = 4.0
    /// A drawing of a whole book is of no use.
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
