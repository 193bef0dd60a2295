import Foundation
import TestPrograms
import Testing

@Suite("Pictures with marked codes")
struct AnnotationTests {
    static let hostile = [
        "</text></svg><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "<!--", "]]>", "&lt;b&gt;",
        "https://evil.example/?a=1&b=<i>", "javascript:alert(1)", "\u{202E}gpj.exe", "nul\u{0}\u{1B}[31m",
        "' onload='alert(1)", "</style><style>*{display:none}</style>", "line\nfeed",
        String(repeating: "A", count: 9_000),
        "Z\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}",
    ]

    /// Reads a page as browsers do and says what it has: names of elements with attributes, addresses, and what is wrong.
    private static let reader = """
        import html.parser, json, sys
        VOID = {"meta", "input"}
        class Reader(html.parser.HTMLParser):
            def __init__(self):
                super().__init__()
                self.stack, self.names, self.attributes, self.addresses, self.articles, self.wrong = [], set(), set(), [], [], []
            def handle_starttag(self, tag, attributes):
                self.names.add(tag)
                for name, value in attributes:
                    self.attributes.add(name)
                    if name in ("href", "src", "action", "data", "xlink:href", "srcset"): self.addresses.append(value)
                if tag == "article": self.articles.append(dict(attributes)["class"])
                if tag not in VOID: self.stack.append(tag)
            def handle_startendtag(self, tag, attributes):
                self.handle_starttag(tag, attributes)
                if tag not in VOID: self.stack.pop()
            def handle_endtag(self, tag):
                if not self.stack or self.stack.pop() != tag: self.wrong.append(tag)
        reader = Reader()
        reader.feed(open(sys.argv[1], encoding="utf-8").read())
        reader.close()
        print(json.dumps([sorted(reader.names), sorted(reader.attributes), reader.addresses, reader.articles,
            reader.wrong + reader.stack]))
        """

    struct Page {
        let names: [String]
        let attributes: [String]
        let addresses: [String]
        let articles: [String]
    }

    private func page(_ path: String) async throws -> Page {
        let result = try await run("python3", ["-c", Self.reader, path])
        let parts = try #require(try json(result.output) as? [[String]], "\(result.errors)")
        #expect(parts[4].isEmpty, "what is opened is closed: \(parts[4])")
        return Page(names: parts[0], attributes: parts[1], addresses: parts[2], articles: parts[3])
    }

    private func expectHarmless(_ page: Page) {
        let known = [
            "article", "bdi", "body", "circle", "code", "div", "h1", "h2", "head", "html", "image", "input", "label",
            "li",
            "main", "meta", "nav", "a", "ol", "p", "polygon", "rect", "span", "strong", "style", "svg", "text", "title",
        ]
        #expect(Set(page.names).isSubset(of: known), "\(Set(page.names).subtracting(known))")
        #expect(page.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "src" && $0 != "style" })
        for address in page.addresses {
            let isPage = address.wholeMatch(of: /index\.html|page-[0-9]+\.html/) != nil
            #expect(address.hasPrefix("data:image/png;base64,") || isPage, "\(address)")
        }
    }

    @Test("no text of a code becomes a part of the page or of the drawing", arguments: hostile)
    func escapes(_ text: String) async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image("a<b>&\".png", FakeAnswer.image([FakeAnswer.symbol(text)]))
        for name in ["out.svg", "out.html"] {
            let result = try await worker.beeline("scan", "--annotate", name, image)
            #expect(result.errors.isEmpty)
            #expect(try worker.read(name).utf8.count < 40_000)
        }
        let script = "import sys, xml.etree.ElementTree as E; E.parse(sys.argv[1])"
        let check = try await run("python3", ["-c", script, worker.path("out.svg")])
        #expect(check.status == 0, "\(check.errors)")
        let drawing = try worker.read("out.svg")
        #expect(!drawing.contains("<script") && !drawing.contains("<img") && !drawing.contains("<a "))
        let page = try await page(worker.path("out.html"))
        expectHarmless(page)
        #expect(page.articles.count == 1)
        let written = try worker.read("out.html")
        #expect(written.contains("default-src 'none'; img-src data:;"))
        #expect(!written.unicodeScalars.contains("\u{202E}") && !written.unicodeScalars.contains("\u{1B}"))
    }

    private static let page = FakeAnswer.page()
    private static let small = FakeAnswer.page(
        more:
            #","diagnosis":{"tried":[],"findings":[{"kind":"too-small","value":0.8,"outline":[[1,1],[9,1],[9,9],[1,9]]}]}"#
    )

    @Test("a page has the misses first, then errors, doubts and hits")
    func order() async throws {
        let worker = try await FakeWorker.make()
        let images = [
            try worker.image("hit.png", FakeAnswer.image([FakeAnswer.symbol("9784873119045", symbology: "ean_13")])),
            try worker.image("doubt.png", FakeAnswer.image([FakeAnswer.symbol("https://paypal.com@evil.example/")])),
            try worker.image("torn.png", #"{"error":{"code":"unreadable-image","detail":"it is torn"}}"#),
            try worker.image("miss.png", FakeAnswer.image([], pages: [Self.small])), worker.path("missing.png"),
        ]
        let result = try await worker.beeline(["scan", "--annotate", "out.html"] + images)
        #expect(result.status == 3)
        let page = try await page(worker.path("out.html"))
        expectHarmless(page)
        #expect(page.articles == ["miss", "error", "error", "doubt", "hit"])
        let text = try worker.read("out.html")
        #expect(text.contains("1 nothing found, 2 not read, 1 in doubt, 1 read."))
        #expect(text.contains("it has 0.8 pixels per module"))
        #expect(text.contains("it is torn"))
        #expect(text.contains("deny: a user name before the host"))
        #expect(text.contains("rule book.amazon: Open the book on Amazon"))
        #expect(text.contains("open-url https://www.amazon.com/dp/4873119049"))
        // It is asked for small pictures, and why an image gave nothing; the output has only requested parts.
        let options = try worker.requests().compactMap { $0["options"] as? [String: Any] }
        #expect(options.allSatisfy { $0["previewSide"] as? Int == 320 && $0["diagnoses"] as? Bool == true })
        #expect(!result.output.contains("pixels per module"))
    }

    @Test("a document has a picture for each of its pages")
    func document() async throws {
        let worker = try await FakeWorker.make()
        let failed = #"{"page":3,"width":0,"height":0,"error":{"code":"unreadable-image","detail":"torn"}}"#
        let document = try worker.image(
            "a.pdf",
            FakeAnswer.image(
                [FakeAnswer.symbol("hello", page: 2)], pages: [FakeAnswer.page(1), FakeAnswer.page(2), failed]))
        for name in ["out.html", "out.svg"] {
            _ = try await worker.beeline("scan", "--annotate", name, document)
            let text = try worker.read(name)
            for page in 1...3 { #expect(text.contains("a.pdf, page \(page)<")) }
            #expect(text.split(separator: "data:image/png").count == 3)
        }
        #expect(try await page(worker.path("out.html")).articles == ["miss", "error", "hit"])
    }

    static let secrets = [
        "WIFI:T:WPA;S:Guest;P:open sesame;;", "https://anna:sesame@host.example/", "WIFI:T:WPA;P:open sesame;;",
    ]

    @Test("a secret is neither in the texts nor in the picture, unless it is requested", arguments: secrets)
    func withholds(_ text: String) async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image("a.png", FakeAnswer.image([FakeAnswer.symbol(text)]))
        for name in ["out.svg", "out.html"] {
            _ = try await worker.beeline("scan", "--annotate", name, image)
            let hidden = try worker.read(name)
            #expect(!hidden.contains("sesame") && !hidden.contains("data:image"))
            #expect(hidden.contains("withheld"))
            _ = try await worker.beeline("scan", "--show-secrets", "--annotate", name, image)
            let shown = try worker.read(name)
            #expect(shown.contains("sesame") && shown.contains("data:image/png"))
        }
    }

    @Test("a folder has as many pages as it needs, and no page of an earlier scan")
    func folder() async throws {
        let worker = try await FakeWorker.make()
        let hit = FakeAnswer.image([FakeAnswer.symbol("hello")])
        let images = try (0..<450).map { try worker.image("in/\($0)", $0 == 449 ? FakeAnswer.image([]) : hit) }
        let result = try await worker.beeline(["scan", "--annotate", "out/"] + images)
        #expect(result.errors.isEmpty)
        var articles: [String] = []
        for (name, count) in [("index", 200), ("page-2", 200), ("page-3", 50)] {
            let page = try await page(worker.path("out/\(name).html"))
            expectHarmless(page)
            #expect(page.articles.count == count)
            articles += page.articles
        }
        #expect(articles.first == "miss")
        #expect(Set(articles.dropFirst()) == ["hit"])
        _ = try await worker.beeline("scan", "--annotate", "out", images[0])
        let left = try FileManager.default.contentsOfDirectory(atPath: worker.path("out"))
        #expect(left == ["index.html"])
    }

    @Test("one page for all lists what it leaves out")
    func bounded() async throws {
        let worker = try await FakeWorker.make()
        let hit = FakeAnswer.image([FakeAnswer.symbol("hello")])
        let images = try (0..<520).map { try worker.image("in/\($0)", $0 < 10 ? FakeAnswer.image([]) : hit) }
        let result = try await worker.beeline(["scan", "--annotate", "out.html"] + images)
        #expect(result.errors.contains("out.html shows 500 of 520 pictures"))
        let page = try await page(worker.path("out.html"))
        #expect(page.articles == Array(repeating: "miss", count: 10) + Array(repeating: "hit", count: 490))
        #expect(try worker.read("out.html").contains("Shown are 500"))
    }

    @Test("no other file is replaced, and a file that cannot be written is reported")
    func refuses() async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image("a.png", FakeAnswer.image([FakeAnswer.symbol("9784873119045")]))
        _ = try worker.image("site/index.html", "<p>mine</p>")
        let taken = try await worker.beeline("scan", "--annotate", "site", image)
        #expect(taken.status == 2)
        #expect(taken.errors.contains("it has an index.html that Beeline did not write"))
        #expect(try worker.read("site/index.html") == "<p>mine</p>")

        let blocked = try await worker.beeline("scan", "--annotate", "a.png/out.svg", image)
        #expect(blocked.status == 3)
        #expect(blocked.errors.contains("a.png"))
        #expect(blocked.output.contains("9784873119045"))

        let left = try FileManager.default.contentsOfDirectory(atPath: worker.path("."))
        #expect(left.allSatisfy { !$0.hasSuffix(".part") })
    }
}
