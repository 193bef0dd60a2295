import BeelineResolver
import Testing

/// Which link a request gets, as a matter of values: the query, `Accept` and `Accept-Language` against some entries.
@Suite struct NegotiationTests {
    // MARK: The links that are asked for

    static func link(
        _ type: String, _ name: String, _ mediaType: String? = nil, _ languages: [String] = [],
        contexts: [String] = [], isDefault: Bool = false
    ) throws -> Link {
        Link(
            type: try #require(LinkType(parsing: type)), href: "https://example.com/\(name)", title: name,
            mediaType: mediaType, languages: languages, contexts: contexts, isDefault: isDefault)
    }

    /// A serial number, its batch and the product, the most specific one first.
    static func entries() throws -> [LinkEntry] {
        [
            LinkEntry(
                key: try LinkKey(rawPath: "/01/09506000134352/21/S1"),
                links: [try link("traceability", "trace-item"), try link("https://voc.example/own", "own")]),
            LinkEntry(
                key: try LinkKey(rawPath: "/01/09506000134352/10/B1"),
                links: [
                    try link("traceability", "trace-batch"), try link("recallStatus", "recall", "application/json"),
                ]),
            LinkEntry(
                key: try LinkKey(rawPath: "/01/09506000134352"),
                links: [
                    try link("pip", "en", "text/html", ["en"], isDefault: true),
                    try link("pip", "de", "text/html", ["de"], isDefault: true),
                    try link("pip", "pt", "text/html", ["pt"], isDefault: true),
                    try link("instructions", "manual.html", "text/html", ["en"]),
                    try link("instructions", "manual.pdf", "application/pdf", ["en"]),
                    try link("instructions", "manual-de.pdf", "application/pdf", ["de"]),
                    try link("certificationInfo", "one", "text/html", ["en"]),
                    try link("certificationInfo", "two", "text/html", ["en"]),
                    try link("sustainabilityInfo", "everywhere"),
                    try link("sustainabilityInfo", "us", contexts: ["US", "CA"]),
                    try link("sustainabilityInfo", "lk", contexts: ["LK"]),
                    try link("support", "untyped"), try link("support", "typed", "text/html"),
                    try link("faqs", "plain"), try link("faqs", "british", nil, ["en-GB"]),
                    try link("faqs", "chinese", nil, ["zh-Hant"]),
                ]),
        ]
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var query: String?
        var accept: [String] = []
        var language: [String] = []
        /// The last part of the target, or what else is answered.
        let expected: String

        init(_ query: String? = nil, accept: String..., language: String..., to expected: String) {
            (self.query, self.accept, self.language, self.expected) = (query, accept, language, expected)
        }

        var testDescription: String {
            "?\(query ?? "") \(accept.joined(separator: " | ")) \(language.joined(separator: " | ")): \(expected)"
        }
    }

    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

    static let cases: [Case] = [
        // The default, and how a language chooses between several.
        Case(to: "en"), Case("", to: "en"), Case("linkType=", to: "en"), Case("foo=bar", to: "en"),
        Case(accept: "*/*", to: "en"), Case(accept: browser, language: "de", to: "de"),
        Case(language: "de", to: "de"), Case(language: "pt-BR, en;q=0.1", to: "pt"),
        Case(language: "fr, pt;q=0.5, de;q=0.7", to: "de"), Case(language: "fr", to: "en"),
        Case(language: "fr", "de", to: "de"), Case(language: "de;q=0, *", to: "en"),
        Case(language: "en;q=0, fr", to: "de"), Case(language: "undefined", to: "en"),
        Case(language: "de;q=2, pt", to: "pt"), Case(language: "DE-at-1996", to: "de"),
        Case("linkType=defaultLink", to: "en"), Case("linkType=gs1%3AdefaultLinkMulti", language: "de", to: "de"),

        // All spellings of a link type; the most specific entry that has it answers.
        Case("linkType=recallStatus", to: "recall"), Case("linkType=gs1:recallStatus", to: "recall"),
        Case("linkType=gs1%3ArecallStatus", to: "recall"),
        Case("linkType=https://gs1.org/voc/recallStatus", to: "recall"),
        Case("linkType=https%3A%2F%2Fref.gs1.org%2Fvoc%2FrecallStatus", to: "recall"),
        Case("linkType=https://www.gs1.org/voc/recallStatus&x=1", to: "recall"),
        Case("a=b&linkType=traceability", to: "trace-item"),
        Case("linkType=https://voc.example/own", to: "own"),
        Case("linkType=gs1:nosuchlt", to: "no such type"), Case("linkType=no+type", to: "no such type"),
        Case("linkType=gs1:nosuchlt", accept: browser, to: "no such type"),

        // Linksets, by the query and by what is accepted.
        Case("linkType=linkset", to: "linkset application/linkset+json"),
        Case("linkType=all", to: "linkset application/linkset+json"),
        Case("linkType=linkset", accept: browser, to: "linkset text/html"),
        Case("linkType=linkset", accept: "application/json", to: "linkset application/json"),
        Case("linkType=linkset", accept: "application/ld+json", to: "linkset application/ld+json"),
        Case("linkType=linkset", accept: "image/png", to: "linkset application/linkset+json"),
        Case("linkType=linkset", accept: "application/json, text/plain, */*", to: "linkset application/json"),
        Case(accept: "application/linkset+json", to: "linkset application/linkset+json"),
        Case("linkType=all", accept: "application/linkset+json", to: "linkset application/linkset+json"),
        Case("linkType=pip", accept: "application/linkset+json", to: "linkset application/linkset+json"),
        Case("linkType=gs1:nosuchlt", accept: "application/linkset+json", to: "linkset application/linkset+json"),
        Case(accept: "application/json", to: "linkset application/json"),
        Case(accept: "application/ld+json;profile=\"a,b\"", to: "linkset application/ld+json"),
        Case(accept: "application/json, text/plain, */*", to: "en"),
        Case(accept: "application/linkset+json;q=0.1, text/html", to: "en"),
        Case(accept: "application/linkset+json;q=0", to: "en"),
        Case("linkType=recallStatus", accept: "application/json", to: "recall"),

        // Media type, then language, then context.
        Case("linkType=instructions", accept: "application/pdf", language: "en", to: "manual.pdf"),
        Case("linkType=instructions", accept: "application/pdf", language: "de", to: "manual-de.pdf"),
        Case("linkType=instructions", accept: "text/html", language: "de", to: "manual.html"),
        Case("linkType=instructions", accept: "text/*;q=0.5, application/*", language: "de", to: "manual-de.pdf"),
        Case(
            "linkType=instructions", accept: "application/*, application/pdf;q=0.1",
            to: "choices manual.pdf manual-de.pdf"),
        Case("linkType=instructions", accept: "image/png", language: "de", to: "manual-de.pdf"),
        Case("linkType=instructions", language: "de", to: "manual-de.pdf"),
        Case("linkType=instructions", to: "choices manual.html manual.pdf manual-de.pdf"),
        Case("linkType=certificationInfo", to: "choices one two"),
        Case("linkType=certificationInfo", accept: "text/html", language: "en", to: "choices one two"),
        Case("linkType=sustainabilityInfo", to: "everywhere"),
        Case("linkType=sustainabilityInfo&context=US", to: "us"),
        Case("context=LK&linkType=sustainabilityInfo", to: "lk"),
        Case("linkType=sustainabilityInfo&context=FR", to: "everywhere"),
        Case("linkType=sustainabilityInfo&context=", to: "everywhere"),
        // A link without media type or language may match any request, but one that states them goes first.
        Case("linkType=support", accept: "undefined", to: "untyped"),
        Case("linkType=support", accept: "text/html", to: "typed"),
        Case("linkType=support", accept: "text/html;q=0.x", to: "untyped"),
        Case("linkType=faqs", to: "plain"), Case("linkType=faqs", language: "fr", to: "plain"),
        Case("linkType=faqs", language: "en-GB-oed", to: "british"),
        Case("linkType=faqs", language: "en", to: "british"),
        Case("linkType=faqs", language: "zh-Hant-TW", to: "chinese"),
        Case("linkType=faqs", language: "zh-x-a, en-gb;q=0.1", to: "british"),
    ]

    private func text(of decision: LinkDecision) -> String {
        func name(_ link: Link) -> String { String(link.href.dropFirst("https://example.com/".count)) }
        return switch decision {
        case .redirect(let link): name(link)
        case .handOver(let link): "hand over to \(link.href)"
        case .linkset(let form): "linkset \(form.rawValue)"
        case .choices(let entries, _): "choices " + entries.flatMap(\.links).map(name).joined(separator: " ")
        case .unknown: "unknown"
        case .noSuchType: "no such type"
        }
    }

    @Test(arguments: cases) func `a request gets the link that its query and its header choose`(_ c: Case) throws {
        let request = try LinkRequest(query: c.query, accept: c.accept, acceptLanguage: c.language)
        #expect(text(of: request.decision(among: try Self.entries())) == c.expected)
    }

    @Test func `nothing is found for a key without entries, whatever is requested`() throws {
        for query in [nil, "linkType=pip", "linkType=linkset"] {
            let request = try LinkRequest(query: query, accept: [], acceptLanguage: [])
            #expect(request.decision(among: []) == .unknown)
        }
    }

    @Test func `without a default there is a choice, and another resolver has priority over it`() throws {
        let key = try LinkKey(rawPath: "/01/09506000134352")
        let pip = try Self.link("pip", "page")
        let other = Link(type: .handledBy, href: "https://resolver.example/", title: "The maker's")
        let request = try LinkRequest(query: nil, accept: [], acceptLanguage: [])
        let alone = LinkEntry(key: key, links: [pip])
        #expect(request.decision(among: [alone]) == .choices([alone], .linkset))
        let both = LinkEntry(key: key, links: [pip, other])
        #expect(request.decision(among: [both]) == .handOver(other))
        let typed = try LinkRequest(query: "linkType=support", accept: [], acceptLanguage: [])
        #expect(typed.decision(among: [both]) == .handOver(other))
        let known = try LinkRequest(query: "linkType=pip", accept: [], acceptLanguage: [])
        #expect(known.decision(among: [both]) == .redirect(pip))
        #expect(
            other.location(ofPath: "/01/09506000134352", passing: "a=b")
                == "https://resolver.example/01/09506000134352?a=b")
        #expect(other.location(ofPath: "/01/1", passing: "") == "https://resolver.example/01/1")
    }

    // MARK: Unreadable requests

    @Test(
        arguments: [
            "linkType=%", "linkType=%4", "linkType=%GG", "linkType=%FF", "linkType=a%00b", "context=%0D%0AX",
            "context=%C3",
            "linkType=pip&linkType=faqs", "context=a&context=b",
        ])
    func `a query that has no one meaning is refused`(_ query: String) {
        #expect(throws: LinkRequestError.self) { try LinkRequest(query: query, accept: [], acceptLanguage: []) }
    }

    @Test(arguments: ["a=%", "%=%&=&&", "linktype=%", "linkType", "x=%00"])
    func `other parameters than the resolver's are ignored`(_ query: String) throws {
        let request = try LinkRequest(query: query, accept: [], acceptLanguage: [])
        #expect(request == (try LinkRequest(query: nil, accept: [], acceptLanguage: [])))
    }

    @Test func `a parameter that is given twice with one value counts once`() throws {
        let request = try LinkRequest(query: "linkType=pip&linkType=pip", accept: [], acceptLanguage: [])
        #expect(request == (try LinkRequest(query: "linkType=pip", accept: [], acceptLanguage: [])))
    }

    @Test(
        arguments: [
            String(repeating: ",", count: 20_000), String(repeating: "a/b;q=0.5,", count: 3_000),
            String(repeating: ";", count: 20_000), "\"", "text/html;q=\"", "*;q=", "/", "*", "\\\"\\", "a/b;q=1.0000",
            "q=1",
            String(repeating: "*/*,", count: 5_000) + "application/pdf",
        ])
    func `any header field is read in bounded time`(_ field: String) throws {
        let request = try LinkRequest(query: "linkType=instructions", accept: [field], acceptLanguage: [field])
        switch request.decision(among: try Self.entries()) {
        case .redirect, .choices: break
        case let other: Issue.record("\(other)")
        }
    }

    // MARK: Targets

    static let targets: [(href: String, query: String?, location: String)] = [
        ("https://example.com/a", nil, "https://example.com/a"),
        ("https://example.com/a", "", "https://example.com/a"),
        ("https://example.com/a", "foo=bar", "https://example.com/a?foo=bar"),
        ("https://example.com/a?x=1", "foo=bar;baz=%2f&c", "https://example.com/a?x=1&foo=bar;baz=%2f&c"),
        ("https://example.com/a?", "q", "https://example.com/a?q"),
        ("https://example.com/a?x&", "q", "https://example.com/a?x&q"),
        ("https://example.com/a#part", "q=1", "https://example.com/a?q=1#part"),
        ("https://example.com/a?x=1#part?", "q=1", "https://example.com/a?x=1&q=1#part?"),
        ("https://example.com/a#", nil, "https://example.com/a#"),
    ]

    @Test(arguments: targets)
    func `the query is passed on byte for byte`(href: String, query: String?, location: String) {
        #expect(Link(type: .productPage, href: href, title: "a").location(passing: query) == location)
    }
}
