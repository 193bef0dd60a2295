import BeelineResolver
import Testing

@Suite struct CheckedLinksTests {
    static let header = "path,linkType,href,title,type,hreflang,context,default\n"
    static let tea = "/01/09506000134352,gs1:pip,https://example.com/tea,Tea,text/html,en,,yes\n"

    /// Rows that are wrong, with the line, the column and the beginning of what is said.
    struct Case: Sendable, CustomTestStringConvertible {
        let rows: String
        let line: Int
        let column: LinkColumn?
        let message: String
        var testDescription: String { message }

        init(_ rows: String, _ column: LinkColumn?, _ message: String, line: Int = 2) {
            (self.rows, self.line, self.column, self.message) = (rows, line, column, message)
        }
    }

    @Test(arguments: [
        Case(
            "/01/09506000134353,pip,https://a.example/,T,,,,yes", .path,
            "'/01/09506000134353': (01): the check digit is 3"),
        Case(
            "/01/09506000134352/17/271231,pip,https://a.example/,T,,,,yes", .path,
            "'/01/09506000134352/17/271231': (17) is an"),
        Case(
            "/01/09506000134352?17=271231,pip,https://a.example/,T,,,,yes", .path,
            "'/01/09506000134352?17=271231' is not a path"),
        Case(
            "https://id.example/01/09506000134352,pip,https://a.example/,T,,,,yes", .path,
            "'https://id.example/01/09506"),
        Case(
            "/x/01/09506000134352,pip,https://a.example/,T,,,,yes", .path,
            "'/x/01/09506000134352' begins with something else"),
        Case(
            "/01/09506000134352/10/A/21/B,pip,https://a.example/,T,,,,yes", .path,
            "a serial number (21) identifies one item"),
        Case(
            "/01/09506000134352/22/A/21/B,pip,https://a.example/,T,,,,yes", .path,
            "a serial number (21) identifies one item"),
        Case(
            "/01/09506000134352/235/A/21/B,pip,https://a.example/,T,,,,yes", .path,
            "'/01/09506000134352/235/A/21/B': (21) is not allowed"),
        Case(",pip,https://a.example/,T,,,,yes", .path, "it is empty"),
        Case("/01/09506000134352,,https://a.example/,T,,,,yes", .linkType, "it is empty; say what the link leads to"),
        Case("/01/09506000134352,a b,https://a.example/,T,,,,yes", .linkType, "'a b' is not a link type"),
        Case(
            "/01/09506000134352,gs1:defaultLink,https://a.example/,T,,,,yes", .linkType, "gs1:defaultLink does not say"),
        Case("/01/09506000134352,all,https://a.example/,T,,,,yes", .linkType, "gs1:all is a request"),
        Case("/01/09506000134352,pip,,T,,,,yes", .href, "it is empty; write where the link leads"),
        Case(
            "/01/09506000134352,pip,ftp://a.example/,T,,,,yes", .href,
            "'ftp://a.example/' is not an address with http or https"),
        Case("/01/09506000134352,pip,javascript:alert(1),T,,,,yes", .href, "'javascript:alert(1)' is not an address"),
        Case("/01/09506000134352,pip,/tea,T,,,,yes", .href, "'/tea' is not an address"),
        Case("/01/09506000134352,pip,https://a.example/ä,T,,,,yes", .href, "'https://a.example/ä' has blanks"),
        Case("/01/09506000134352,pip,https://me:pw@a.example/,T,,,,yes", .href, "it has a name or a password"),
        Case("/01/09506000134352,pip,https://a.example/, ,,,,yes", .title, "it is empty; each link has a title"),
        Case("/01/09506000134352,pip,https://a.example/,\"T\nT\",,,,yes", .title, "it has line breaks"),
        Case("/01/09506000134352,pip,https://a.example/,T,html,,,yes", .type, "'html' is not a media type"),
        Case(
            "/01/09506000134352,pip,https://a.example/,T,text/html; charset=utf-8,,,yes", .type,
            "'text/html; charset=utf-8' is"),
        Case(
            "/01/09506000134352,pip,https://a.example/,T,,zh-Hant,,yes", .hreflang,
            "'zh-Hant' is not a language of a linkset"),
        Case("/01/09506000134352,pip,https://a.example/,T,,english,,yes", .hreflang, "'english' is not a language"),
        Case("/01/09506000134352,pip,https://a.example/,T,,,,maybe", .isDefault, "'maybe' is neither yes nor no"),
        Case(
            "/01/09506000134352,pip,https://a.example/,T,,,,", .isDefault,
            "/01/09506000134352 has no default link; write"),
        Case(
            "/01/09506000134352/10/A,pip,https://a.example/,T,,,,", .isDefault,
            "/01/09506000134352/10/A has no default link, and /01/09506000134352 above it has none"),
        Case(
            "\(CheckedLinksTests.tea)/01/9506000134352,pip,https://b.example/,T,text/html,en,,yes", .isDefault,
            "line 2 is a default of this", line: 3),
        Case(
            "\(CheckedLinksTests.tea)/01/9506000134352,pip,https://example.com/tea,Again,text/html,en,,", nil,
            "the same link of this key is in line 2", line: 3),
        Case(
            "/01/09506000134352,pip,https://a.example/,T,,,,yes,more", nil,
            "the row has 9 cells, but there are 8 columns"),
        Case("/01/09506000134352,pip,\"https://a.example/,T,,,,yes", nil, "the quote at the start of this cell"),
    ])
    func `a list that breaks a rule of registration is refused`(_ tried: Case) throws {
        let error = #expect(throws: LinkMistakes.self) { try links(Self.header + tried.rows) }
        let mistake = try #require(error?.mistakes.first)
        #expect(error?.mistakes.count == 1, "\(String(describing: error))")
        #expect(mistake.line == tried.line && mistake.column == tried.column, "\(mistake)")
        #expect(mistake.message.hasPrefix(tried.message), "\(mistake)")
        #expect(mistake.description.hasPrefix("links.csv:\(tried.line): "))
    }

    @Test func `all errors of a list are reported, each with its line, up to a limit`() {
        let wrong = "/01/09506000134353,pip,ftp://a.example/,,,,,yes\n"
        let error = #expect(throws: LinkMistakes.self) { try links(Self.header + Self.tea + wrong + Self.tea + wrong) }
        #expect(error?.mistakes.map(\.line) == [3, 3, 3, 5, 5, 5])
        let many = #expect(throws: LinkMistakes.self) {
            try links(Self.header + String(repeating: wrong, count: 1_000))
        }
        #expect(many?.mistakes.count == LinkMistakes.most)
        #expect(many?.summary == "50 errors; the rest was not checked")
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("path,linkType,href\n", "there is no column 'title'"),
        ("path,linkType,href,title,hreflanf\n", "there is no column 'hreflanf' (did you mean 'hreflang'?)"),
        ("path,linkType,href,title,Title\n", "two columns have the name 'title'"),
        ("path,linkType,href,title\n", "there is no link in it"),
    ])
    func `the first line names the columns`(_ text: String, _ message: String) {
        let error = #expect(throws: LinkMistakes.self) { try links(text) }
        #expect(error?.mistakes.first?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test func `types that GS1 does not list are taken with a warning`() throws {
        let list = try links(
            Self.header + Self.tea
                + "/01/09506000134352,gs1:instruction,https://a.example/,T,,,,\n"
                + "/01/09506000134352,gs1:productSustainabilityInfo,https://b.example/,T,,,,\n"
                + "/01/09506000134352,https://schema.org/manual,https://c.example/,T,,,,\n")
        #expect(
            list.warnings.map(\.description) == [
                "links.csv:3: linkType: gs1:instruction is not in GS1's list of link types (did you mean 'instructions'?)",
                "links.csv:4: linkType: gs1:productSustainabilityInfo is deprecated; use gs1:sustainabilityInfo",
            ])
        #expect(list.linkCount == 4 && list.keyCount == 1 && list.primaryAIs == ["01"])
    }

    @Test func `a default above a key will do`() throws {
        let list = try links(
            Self.header + "/01/09506000134352/10/A,gs1:recallStatus,https://a.example/,Recall,,,,\n" + Self.tea
                + "/01/09506000134352/22/V/10/A,pip,https://b.example/,T,,,,\n"
                + "/01/09506000134352/21/S,pip,https://c.example/,T,,,,\n")
        #expect(list.keyCount == 4)
    }

    @Test func `links are read from tables with tabs and from JSON as from CSV`() throws {
        let csv = Self.header + Self.tea.replacing("en,", with: "en pt-br,LK DE")
        let tsv = csv.replacing(",", with: "\t")
        let json =
            #"{"path":"/01/09506000134352","linkType":"gs1:pip","href":"https://example.com/tea","title":"Tea","#
            + #""type":"text/html","hreflang":["en","pt-BR"],"context":["LK","DE"],"default":true}"#
        var found: [[LinkEntry]] = []
        for (text, format) in [(csv, LinkFileFormat.csv), (tsv, .tsv), (json, .json)] {
            found.append(try entries(text, format))
        }
        let link = try #require(found.first?.first?.links.first)
        #expect(link.languages == ["en", "pt-BR"] && link.contexts == ["LK", "DE"] && link.mediaType == "text/html")
        #expect(found[0] == found[1] && found[0] == found[2])
    }

    @Test(arguments: [
        ("[1]", "each line is an object"),
        (#"{"path":"/01/09506000134352""#, "no JSON, at column"),
        (#"{"path":"/01/09506000134352","titel":"x"}"#, "there is no member 'titel' (did you mean 'title'?)"),
        (#"{"path":7}"#, "path: a text is needed, this is a number"),
        (#"{"hreflang":["a b"]}"#, "hreflang: a list must have texts without blanks"),
    ])
    func `JSON that is not of a link is refused with its line`(_ line: String, _ message: String) {
        let error = #expect(throws: LinkMistakes.self) {
            try CheckedLinks(Array("\n\(line)\n".utf8), .json, source: "links.jsonl")
        }
        #expect(error?.mistakes.first?.message.hasPrefix(message) == true, "\(String(describing: error))")
        #expect(error?.mistakes.first?.line == 2)
    }

    private func links(_ text: String) throws(LinkMistakes) -> CheckedLinks {
        try CheckedLinks(Array(text.utf8), .csv, source: "links.csv")
    }
}
