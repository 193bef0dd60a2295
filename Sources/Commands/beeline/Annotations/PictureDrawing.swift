import BeelineSupport
import BeelineSymbols
import BundledReference

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

/// How pictures with their marks look: in light, in dark and on paper, to everyone's eyes. The styles themselves are in
/// `Sources/C/BundledReference`.
///
/// The colours are those of Okabe and Ito, which differ in lightness as well; and no colour says anything alone:
/// outlines are whole, dashed and dotted, and what a picture is is beside it in words.
enum PictureStyle {
    /// Of a drawing that is alone.
    static var drawing: String { String(cString: beeline_drawing_style()) }
    /// Of a page.
    static var page: String { String(cString: beeline_page_style()) }
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

/// A page of pictures to look through, which needs only itself: no script, nothing from elsewhere, and a policy
/// that lets the browser load none, whatever the texts of codes say.
struct PicturePage {
    /// How many pictures there are, whether they are on this page or not.
    let counts: [AnnotatedPicture.Verdict: Int]
    /// How many are shown on all pages together; less than there are where there is room for no more.
    let shownCount: Int
    /// Its number, from 1, of how many.
    let number: Int
    let total: Int
    /// Whether it has just one image, which is then shown as large as there is room.
    let isLarge: Bool

    private static let mark = "Beeline, beeline scan --annotate"

    private static let policy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// Whether a file is a page that was made here, and may be replaced.
    static func isOurs(_ path: String) -> Bool {
        guard let file = try? OpenFile(path: path),
            let start = try? readOnce(from: file.descriptor, path: path, atMost: 1_024)
        else { return false }
        return String(decoding: start, as: UTF8.self).contains(mark)
    }

    static func name(_ number: Int) -> String { number == 1 ? "index.html" : "page-\(number).html" }

    private var count: Int { counts.values.reduce(0, +) }

    /// All before the first picture; `foot` follows the last one.
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
        // A picture alone is not looked for.
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

    /// The way to the other pages.
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

    /// Buttons that need no script: what is chosen decides by the style what is shown.
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
    /// The picture as a part of a page.
    ///
    /// - Parameter side: the greatest side with which it is shown.
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
