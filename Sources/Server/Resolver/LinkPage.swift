internal import BeelineContent
internal import BeelineResolver
internal import BeelineSupport
internal import BeelineSymbols

/// The HTML pages of a resolver: the links of a key, or why there are none. They have no scripts and no other files.
enum LinkPage {
    /// The page of a key. `isChoice` is whether the request did not decide between these links. `document` is the links
    /// as JSON-LD, for programs that read the page.
    static func links(_ entries: [LinkEntry], of key: LinkKey, isChoice: Bool, document: [UInt8]) -> [UInt8] {
        let name = plainText(entries.lazy.compactMap(\.itemDescription).first ?? key.elementString, limit: 200)
        return page(name, document: document) { html in
            html.element("h1", text: name)
            html.element("p", ["class": "key"]) { $0.element("code", text: plainText(key.elementString, limit: 200)) }
            html.element("p", text: isChoice ? "Several links answer this request. Choose one:" : "Links for this key:")
            for entry in entries {
                // A key above this one: links of the product are below those of its batch.
                if entries.count > 1 { html.element("h2", text: plainText(entry.key.elementString, limit: 200)) }
                html.element("ul") { html in for link in entry.links { write(link, to: &html) } }
            }
        }
    }

    static func problem(_ problem: Problem) -> [UInt8] {
        page("\(problem.status) \(HTTPStatus.title(problem.status))") { html in
            html.element("h1", text: problem.status == 404 ? "Nothing here" : HTTPStatus.title(problem.status))
            html.element("p", text: plainText(problem.detail, limit: 600))
        }
    }

    private static func write(_ link: Link, to html: inout XMLWriter) {
        var notes = [link.type.title ?? link.type.shortName]
        if !link.languages.isEmpty { notes.append(link.languages.joined(separator: ", ")) }
        if let type = link.mediaType, type != LinksetForm.page.rawValue { notes.append(type) }
        if !link.contexts.isEmpty { notes.append(link.contexts.joined(separator: ", ")) }
        if link.isDefault { notes.append("default") }
        let title = plainText(link.title, limit: 300)
        html.element("li") { html in
            // The table may have been made by another program: a script must not become a link.
            if !link.href.hasPrefix("https://"), !link.href.hasPrefix("http://") {
                html.element("span", text: title)
            } else if let language = link.languages.first, link.languages.count == 1 {
                html.element("a", ["href": link.href, "hreflang": language, "lang": language], text: title)
            } else {
                html.element("a", ["href": link.href], text: title)
            }
            html.element("small", text: plainText(notes.joined(separator: " · "), limit: 300))
        }
    }

    private static func page(
        _ title: String, document: [UInt8]? = nil, _ content: (inout XMLWriter) -> Void
    ) -> [UInt8] {
        var html = XMLWriter()
        html.append(written: "<!DOCTYPE html>\n")
        html.element("html", ["lang": "en"]) { html in
            html.element("head") { html in
                html.element("meta", ["charset": "utf-8"])
                html.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                html.element("title", text: title)
                html.append(written: "<style>\(style)</style>\n")
                if let document {
                    // In JSON the sign occurs in texts only; there, `</script` would end the element.
                    let text = String(decoding: document, as: UTF8.self).replacing("<", with: "\\u003C")
                    html.append(written: "<script type=\"application/ld+json\">\(text)</script>\n")
                }
            }
            html.element("body") { html in html.element("main") { content(&$0) } }
        }
        return Array(html.text.utf8)
    }

    /// The colours of the page of the server.
    private static let style = """
        :root { color-scheme: light dark; --ground: #fbf8f2; --panel: #fff; --line: #e0d8c8; --text: #1d1a14; \
        --soft: #625b4d; --link: #7a5200; }
        @media (prefers-color-scheme: dark) { :root { --ground: #15130f; --panel: #1f1c17; --line: #3a352b; \
        --text: #f5f0e6; --soft: #b8af9e; --link: #ffcb5c; } }
        body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; \
        font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
        h2 { font-size: 1.1rem; margin: 1.5rem 0 0; }
        .key, small { color: var(--soft); }
        ul { list-style: none; padding: 0; }
        li { background: var(--panel); border: 1px solid var(--line); border-radius: 14px; margin: 0.75rem 0; }
        li { padding: 0.75rem 1rem; }
        a { color: var(--link); font-weight: 600; }
        a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        small { display: block; }
        """

    /// The content security policy, which allows only this style.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'sha256-\(Base64.encode(SHA256.hash(Array(style.utf8))))'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
}
