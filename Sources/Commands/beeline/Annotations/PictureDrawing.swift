import BeelineSupport
import BeelineSymbols
import BundledReference

/// A picture with outlines of its marks, as an `svg` element. Its unit is a pixel of the screen, because browsers do
/// not draw letters that are smaller than one unit.
struct PictureDrawing {
    let picture: AnnotatedPicture
    /// The size of an image pixel, in pixels of the screen.
    private let scale: Double
    private let width: Double
    private let height: Double

    /// Nil for an image of unknown size. The longest side is in pixels of the screen.
    init?(_ picture: AnnotatedPicture, side: Double) {
        guard picture.width > 0, picture.height > 0 else { return nil }
        self.picture = picture
        scale = side / Double(max(picture.width, picture.height))
        width = Double(picture.width) * scale
        height = Double(picture.height) * scale
    }

    /// - Parameter place: the place in another drawing; nil in a page, whose style sets the size.
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
        for mark in picture.marks {
            for outline in mark.outlines { draw(mark, at: outline, &xml) }
        }
    }

    private func note(_ text: String, _ xml: inout XMLWriter) {
        let size = max(1, min(13, 1.7 * width / Double(text.count)))
        xml.element(
            "text",
            ["class": "note", "x": decimal(width / 2), "y": decimal(height / 2), "font-size": decimal(size)], text: text
        )
    }

    private func draw(_ mark: AnnotatedPicture.Mark, at outline: Outline, _ xml: inout XMLWriter) {
        let corners = outline.corners.map { "\(place($0.x)),\(place($0.y))" }.joined(separator: " ")
        let dashes =
            switch mark.look {
            case .sound: "none"
            case .doubt: "10 5"
            case .trouble: "3 4"
            }
        // The halo makes it visible on any background.
        xml.element("polygon", ["class": "halo", "points": corners, "stroke-width": "6"])
        xml.element(
            "polygon",
            [
                "class": "outline \(mark.look.rawValue)", "points": corners, "stroke-width": "3",
                "stroke-dasharray": dashes,
            ])
        // Beside the corner, where it covers no bar, but inside the picture.
        let radius = 11.0
        let x = min(max(Double(outline.topLeft.x) * scale - 7, radius), max(radius, width - radius))
        let y = min(max(Double(outline.topLeft.y) * scale - 7, radius), max(radius, height - radius))
        Self.badge(mark, x: decimal(x), y: decimal(y), down: decimal(y + 5), &xml)
    }

    /// A coordinate on the screen. A worker may send any number, so it is limited.
    private func place(_ coordinate: Int32) -> String {
        decimal(min(max(Double(coordinate) * scale, -10_000), 10_000))
    }

    /// Writes the number of a mark in a circle, with its baseline at `down`.
    static func badge(_ mark: AnnotatedPicture.Mark, x: String, y: String, down: String, _ xml: inout XMLWriter) {
        xml.element("circle", ["class": "badge \(mark.look.rawValue)", "cx": x, "cy": y, "r": "11"])
        xml.element(
            "text", ["class": "number \(mark.look.rawValue)", "x": x, "y": down, "font-size": "14"],
            text: "\(mark.number)")
    }
}

/// The style sheets of annotated pictures, for light and dark screens and for paper. They are in
/// `Sources/C/BundledReference`.
///
/// The colours are those of Okabe and Ito, which colour-blind people can distinguish. No meaning depends on colour
/// alone: outlines are also solid, dashed or dotted, and the verdict is beside each picture in words.
enum PictureStyle {
    /// The style of an SVG file.
    static var drawing: String { String(cString: beeline_drawing_style()) }
    static var page: String { String(cString: beeline_page_style()) }
}

/// An annotated image as an SVG file: its pages one below the other, each with the meanings of its numbers.
struct PictureSVG {
    private static let margin = 24
    /// A narrower drawing has no room for texts.
    private static let leastWidth = 640
    private static let greatestSide = 1_200.0
    /// The largest magnification of small pictures.
    private static let greatestScale = 4.0
    /// The largest number of pages; a drawing of a whole book is not useful.
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

    /// The size in pixels of the screen, with the proportions of the image.
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

/// A page of annotated pictures in one file: it has no script and loads nothing. Its policy forbids the browser to load
/// anything, whatever the texts of codes contain.
struct PicturePage {
    /// The numbers of pictures on all pages and of those that are left out.
    let counts: [AnnotatedPicture.Verdict: Int]
    /// The number of pictures on all pages.
    let shownCount: Int
    /// The number of this page, from 1, and the number of pages.
    let number: Int
    let total: Int
    /// Whether there is one image, which is shown as large as there is room.
    let isLarge: Bool

    private static let mark = "Beeline, beeline scan --annotate"

    private static let policy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// Whether a file is a page of Beeline, which may be replaced.
    static func isOurs(_ path: String) -> Bool {
        guard let file = try? OpenFile(path: path),
            let start = try? readOnce(from: file.descriptor, path: path, atMost: 1_024)
        else { return false }
        return String(decoding: start, as: UTF8.self).contains(mark)
    }

    static func name(_ number: Int) -> String { number == 1 ? "index.html" : "page-\(number).html" }

    private var count: Int { counts.values.reduce(0, +) }

    /// Everything before the first picture; `foot` follows the last one.
    var head: String {
        var xml = XMLWriter()
        xml.append(written: "<!DOCTYPE html>\n<html lang=\"en\">\n")
        xml.element("head") { head in
            head.element("meta", ["charset": "utf-8"])
            head.element("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
            head.element("meta", ["name": "generator", "content": Self.mark])
            head.element("meta", ["name": "referrer", "content": "no-referrer"])
            head.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            head.element("title", text: "Beeline: \(counted(count, "picture"))")
            head.element("style") { $0.append(written: PictureStyle.page) }
        }
        xml.append(written: "<body>\n")
        xml.element("h1", text: counted(count, "picture"))
        xml.element("p", ["class": "summary"], text: summary)
        pages(&xml)
        // A single picture needs no filters.
        if count > 1 { filters(&xml) }
        xml.append(written: isLarge ? "<main class=\"large\">\n" : "<main>\n")
        return xml.text
    }

    var foot: String {
        var xml = XMLWriter()
        xml.append(written: "</main>\n")
        pages(&xml)
        xml.append(written: "</body>\n</html>\n")
        return xml.text
    }

    private var summary: String {
        let parts = AnnotatedPicture.Verdict.allCases.map { "\(counts[$0] ?? 0) \($0.title)" }
        let rest =
            shownCount < count
            ? " Shown are \(shownCount), in this order; beeline scan --annotate FOLDER/ shows all of them." : ""
        return parts.joined(separator: ", ") + "." + rest
    }

    /// Writes links to the other pages.
    private func pages(_ xml: inout XMLWriter) {
        guard total > 1 else { return }
        xml.element("nav") { nav in
            nav.append("Pages: ")
            for page in 1...total {
                if page == number {
                    nav.element("strong", text: "\(page)")
                } else {
                    nav.element("a", ["href": Self.name(page)], text: "\(page)")
                }
            }
        }
    }

    /// Writes buttons that filter the pictures by style rules, without a script.
    private func filters(_ xml: inout XMLWriter) {
        xml.element(
            "input", ["class": "filter", "type": "radio", "name": "show", "id": "show-all", "checked": "checked"])
        xml.element("label", ["for": "show-all"], text: "all")
        for verdict in AnnotatedPicture.Verdict.allCases where counts[verdict] ?? 0 > 0 {
            let id = "show-\(verdict.rawValue)"
            xml.element("input", ["class": "filter", "type": "radio", "name": "show", "id": id])
            xml.element("label", ["for": id], text: verdict.title)
        }
    }
}

extension AnnotatedPicture {
    /// The picture as a part of a page. Its longest side is in pixels of the screen.
    func article(side: Double) -> String {
        var xml = XMLWriter()
        xml.element("article", ["class": verdict.rawValue]) { article in
            if let drawing = PictureDrawing(self, side: side) {
                article.element("div", ["class": "picture"]) { drawing.write(to: &$0) }
            }
            article.element("h2") { heading in
                heading.element("span", ["class": "verdict"], text: verdict.title)
                heading.element("bdi", text: title)
            }
            for remark in remarks { article.element("p", ["class": "caution"], text: remark) }
            guard !marks.isEmpty else { return }
            article.element("ol") { list in
                for mark in marks { list.element("li") { mark.write(to: &$0) } }
            }
        }
        return xml.text
    }
}

extension AnnotatedPicture.Mark {
    fileprivate func write(to xml: inout XMLWriter) {
        xml.element("span", ["class": "key \(look.rawValue)"], text: "\(number)")
        xml.element("strong", text: title)
        if let text { xml.element("p") { $0.element("code", text: text) } }
        for line in lines {
            xml.element("p", ["class": line.isCaution ? "caution" : "line"]) { $0.element("bdi", text: line.text) }
        }
    }
}
