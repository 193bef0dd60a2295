import BeelineSupport

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
