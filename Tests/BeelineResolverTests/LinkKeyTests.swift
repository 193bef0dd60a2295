import BeelineResolver
import Testing

@Suite struct LinkKeyTests {
    @Test(arguments: [
        ("/01/09506000134352", "/01/09506000134352"),
        ("/01/9506000134352", "/01/09506000134352"),
        ("/01/012345678905", "/01/00012345678905"),
        ("/01/96385074", "/01/00000096385074"),
        ("/01/09506000134352/", "/01/09506000134352"),
        ("/some/where/01/09506000134352/10/ABC", "/01/09506000134352/10/ABC"),
        ("/01/09506000134352/10/AB%2FC", "/01/09506000134352/10/AB%2FC"),
        ("/01/09506000134352/10/AB%2fC", "/01/09506000134352/10/AB%2FC"),
        ("/01/09506000134352/22/2A/10/1234/21/xyz", "/01/09506000134352/22/2A/10/1234/21/xyz"),
        ("/01/09506000134352/235/TPX1", "/01/09506000134352/235/TPX1"),
        ("/01/09506000134352/10/a(b)%21", "/01/09506000134352/10/a%28b%29%21"),
        ("/414/9506000134376/254/KL8G", "/414/9506000134376/254/KL8G"),
        ("/00/095060001343520000", "/00/095060001343520000"),
        ("/8004/9506000134352ABC", "/8004/9506000134352ABC"),
    ])
    func `a path is read in its canonical form`(_ path: String, _ canonical: String) throws {
        let key = try LinkKey(rawPath: path[...])
        #expect(key.path == canonical)
        #expect(try LinkKey(rawPath: key.path[...]) == key)
    }

    @Test func `a slash that is encoded belongs to the value`() throws {
        let key = try LinkKey(rawPath: "/01/09506000134352/10/AB%2FC")
        #expect(key.qualifiers.map(\.value) == ["AB/C"])
        #expect(key.elementString == "(01)09506000134352(10)AB/C")
    }

    @Test(arguments: [
        ("/01/09506000134353", "(01): the check digit is 3, expected 2"),
        ("/01/0950600013435", "(01): the check digit"),
        ("/01/x", "(01): its value is too short"),
        ("/01/09506000134352/foo", "'foo' is not an Application Identifier"),
        ("/01/09506000134352/10", "(10) has no value"),
        ("/01/09506000134352/10//", "(10) has no value"),
        ("/01//", "(01) has no value"),
        (
            "/01/09506000134352/21/1/10/A",
            "(10) is not allowed here; the qualifiers of (01), in their order: (22), (10), (21)"
        ),
        ("/01/09506000134352/10/A/10/B", "(10) is not allowed here"),
        ("/01/09506000134352/235/A/21/B", "(21) is not allowed here"),
        ("/01/09506000134352/17/271231", "(17) is an attribute, which belongs in the query: ?17=VALUE"),
        ("/414/9506000134376/10/A", "(10) is an attribute"),
        ("/01/09506000134352/10/123456789012345678901", "(10): its value is too long, it has 20 characters at most"),
        ("/01/09506000134352/10/%C3%A4", "(10): it has an invalid character there"),
        ("/01/09506000134352/10/%FF", "(10): the value is not UTF-8"),
        ("/01/09506000134352/10/%00", "(10): it has an invalid character there"),
        ("/01/09506000134352/10/A%2", "(10): two hexadecimal digits must follow the percent sign"),
        ("/01/09506000134352/00/095060001343520000", "(00) is not a qualifier of (01)"),
    ])
    func `a path that breaks a rule says which`(_ path: String, _ problem: String) {
        let error = #expect(throws: LinkKeyError.self) { try LinkKey(rawPath: path[...]) }
        guard case .invalid(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.hasPrefix(problem), "\(text)")
    }

    @Test(arguments: ["", "/", "/01", "/01/", "/favicon.ico", "/gtin/09506000134352", "/99/09506000134352", "/10/ABC"])
    func `a path without a primary key is not for the resolver`(_ path: String) {
        #expect(throws: LinkKeyError.notAKey) { try LinkKey(rawPath: path[...]) }
    }

    @Test func `a path without an end is refused`() {
        let path = "/01/09506000134352/10/" + String(repeating: "A", count: 10_000)
        #expect(throws: LinkKeyError.invalid("the path is longer than 2048 bytes")) { try LinkKey(rawPath: path[...]) }
    }

    @Test(arguments: [
        ("9506000134352", "/01/09506000134352"),
        ("(01)09506000134352(21)X(10)ABC", "/01/09506000134352/10/ABC/21/X"),
        ("https://id.gs1.org/01/09506000134352/10/AB%2FC?17=271231", "/01/09506000134352/10/AB%2FC"),
        ("01/09506000134352", "/01/09506000134352"),
        ("/01/09506000134352?linkType=all", "/01/09506000134352"),
    ])
    func `people write a key in several ways`(_ text: String, _ path: String) throws {
        #expect(try LinkKey(text: text).path == path)
    }

    @Test(arguments: ["9506000134353", "(10)ABC", "mailto:a@example.com", "x", "", "https://example.com/"])
    func `an invalid key is refused`(_ text: String) {
        #expect(throws: LinkKeyError.self) { try LinkKey(text: text) }
    }

    @Test func `a key covers requests that have all its qualifiers`() throws {
        func key(_ path: String) throws -> LinkKey { try LinkKey(rawPath: path[...]) }
        let covering = try key("/01/09506000134352/10/A/21/B").covering
        for path in ["", "/10/A", "/21/B", "/10/A/21/B"] {
            #expect(covering.contains(try key("/01/09506000134352\(path)")))
        }
        for path in ["/10/B", "/22/A", "/22/C/10/A/21/B"] {
            #expect(!covering.contains(try key("/01/09506000134352\(path)")))
        }
        #expect(!covering.contains(try key("/01/09506000134369")))
    }
}

@Suite struct LinkTypeTests {
    @Test(arguments: [
        "pip", "gs1:pip", "GS1:PIP", "https://ref.gs1.org/voc/pip", "https://gs1.org/voc/pip",
        "https://www.gs1.org/voc/pip",
    ])
    func `a type of GS1 has several names`(_ text: String) throws {
        let type = try #require(LinkType(parsing: text))
        #expect(type.stored == "pip")
        #expect(type.uri == "https://ref.gs1.org/voc/pip")
        #expect(type.title == "Product Information Page")
    }

    @Test func `types of other vocabularies are URIs`() throws {
        let type = try #require(LinkType(parsing: "https://schema.org/manual"))
        #expect(type.uri == "https://schema.org/manual" && !type.isOfGS1 && !type.isRatified)
        #expect(LinkType(parsing: "gs1:nosuchlt").map(\.isRatified) == false)
        for text in ["", "gs1:", "urn:x", "a b", "ftp://example.com/x", "gs1:a/b", "../x"] {
            #expect(LinkType(parsing: text) == nil, "\(text)")
        }
    }

    @Test func `the table has each type once, with a title`() {
        #expect(LinkType.ratified.count == 58)
        #expect(LinkType.ratified == LinkType.ratified.sorted { $0.lowercased() < $1.lowercased() })
        #expect(LinkType.ratified.allSatisfy { LinkType(parsing: $0.uppercased())?.stored == $0 })
    }
}
