internal import BeelineSupport
internal import BeelineSymbols

extension Drawing {
    /// The drawing as an SVG file: one path in whole modules, which no viewer smooths, and the text as text.
    ///
    /// - Parameter inMillimetres: whether the file says how large it is in print, by the module width. Default: true.
    public func svg(inMillimetres: Bool = true) -> String {
        let layout = layout
        let viewBox = "0 0 \(layout.width) \(layout.height)"
        var writer = XMLWriter()
        if inMillimetres {
            let width = "\(shortNumber(Double(layout.width) * moduleWidth))mm"
            let height = "\(shortNumber(Double(layout.height) * moduleWidth))mm"
            writer.element(
                "svg",
                ["xmlns": "http://www.w3.org/2000/svg", "viewBox": viewBox, "width": width, "height": height]
            ) { parts(of: layout, &$0) }
        } else {
            writer.element("svg", ["xmlns": "http://www.w3.org/2000/svg", "viewBox": viewBox]) {
                parts(of: layout, &$0)
            }
        }
        return writer.text
    }

    private func parts(of layout: Layout, _ writer: inout XMLWriter) {
        if let light = options.colours.light {
            writer.element(
                "rect", ["width": "\(layout.width)", "height": "\(layout.height)", "fill": light.description])
        }
        // Discs are to be round; bars are to have edges.
        let isCrisp = layout.shapes.allSatisfy { if case .bar = $0 { true } else { false } }
        writer.element(
            "path",
            [
                "shape-rendering": isCrisp ? "crispEdges" : "auto", "fill": options.colours.dark.description,
                "d": layout.shapes.map(Self.path).joined(),
            ])
        if let logo = options.logo, let place = layout.logo {
            let frame = logo.frame(in: place)
            writer.element(
                "image",
                [
                    "x": shortNumber(frame.x), "y": shortNumber(frame.y), "width": shortNumber(frame.width),
                    "height": shortNumber(frame.height),
                    "href": "data:\(logo.mediaType);base64,\(Base64.encode(logo.file))",
                ])
        }
        for text in layout.texts { element(text, &writer) }
    }

    private static func path(_ shape: Shape) -> String {
        switch shape {
        case .bar(let bar): return "M\(bar.x) \(bar.y)h\(bar.width)v\(bar.height)h-\(bar.width)z"
        case .disc(let x, let y, let radius):
            let r = shortNumber(radius)
            let d = shortNumber(radius * 2)
            return "M\(shortNumber(x - radius)) \(shortNumber(y))a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0 -\(d) 0z"
        case .rounded(let bar, let radius, let isHole):
            let r = shortNumber(radius)
            let (w, h) = (shortNumber(Double(bar.width) - 2 * radius), shortNumber(Double(bar.height) - 2 * radius))
            let (x, y) = (Double(bar.x), Double(bar.y))
            // A hole goes round the other way, so that it stays light.
            guard isHole else {
                return
                    "M\(shortNumber(x + radius)) \(bar.y)h\(w)a\(r) \(r) 0 0 1 \(r) \(r)v\(h)a\(r) \(r) 0 0 1 -\(r) \(r)"
                    + "h-\(w)a\(r) \(r) 0 0 1 -\(r) -\(r)v-\(h)a\(r) \(r) 0 0 1 \(r) -\(r)z"
            }
            return "M\(bar.x) \(shortNumber(y + radius))v\(h)a\(r) \(r) 0 0 0 \(r) \(r)h\(w)a\(r) \(r) 0 0 0 \(r) -\(r)"
                + "v-\(h)a\(r) \(r) 0 0 0 -\(r) -\(r)h-\(w)a\(r) \(r) 0 0 0 -\(r) \(r)z"
        }
    }

    /// A text whose characters have their places, whatever typeface there is.
    private func element(_ text: PlacedText, _ writer: inout XMLWriter) {
        let places = 0..<text.characters.unicodeScalars.count
        // Capitals and digits of these typefaces are seven tenths as high as the typeface is said to be.
        writer.element(
            "text",
            [
                "x": places.map { shortNumber(text.x + Double($0) * text.pitch) }.joined(separator: " "),
                "y": shortNumber(Double(text.y) + text.height),
                "font-family": "OCRB, 'OCR-B', 'Liberation Mono', 'DejaVu Sans Mono', monospace",
                "font-size": shortNumber(text.height / 0.7), "text-anchor": "middle", "xml:space": "preserve",
                "fill": options.colours.dark.description,
            ],
            text: text.characters)
    }
}

extension Logo {
    fileprivate var mediaType: String {
        switch kind {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        }
    }
}
