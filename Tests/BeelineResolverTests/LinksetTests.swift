import BeelineResolver
import Foundation
import TestPrograms
import Testing

@Suite struct LinksetTests {
    private static let list = """
        path,linkType,href,title,type,hreflang,context,default,itemDescription
        /01/09506000134352,pip,https://example.com/tea,Tea,text/html,en,,yes,Green tea
        /01/09506000134352,pip,https://example.com/tee,Tee,text/html,de de-CH,,yes,
        /01/09506000134352,https://schema.org/manual,https://example.com/m,Manual,,,LK,,
        /01/09506000134352/10/A%2FB,recallStatus,https://example.com/recall,Recall,,,,,
        """

    @Test func `a linkset has what RFC 9264 and GS1 want`() throws {
        let document = LinksetDocument(try entries(Self.list), base: "https://id.example.com/")
        let expected = #"""
            {"linkset":[
              {"anchor":"https://id.example.com/01/09506000134352","itemDescription":"Green tea",
               "https://ref.gs1.org/voc/defaultLink":[{"href":"https://example.com/tea","title":"Tea"}],
               "https://ref.gs1.org/voc/defaultLinkMulti":[
                 {"href":"https://example.com/tea","title":"Tea","type":"text/html","hreflang":["en"]},
                 {"href":"https://example.com/tee","title":"Tee","type":"text/html","hreflang":["de","de-CH"]}],
               "https://ref.gs1.org/voc/pip":[
                 {"href":"https://example.com/tea","title":"Tea","type":"text/html","hreflang":["en"]},
                 {"href":"https://example.com/tee","title":"Tee","type":"text/html","hreflang":["de","de-CH"]}],
               "https://schema.org/manual":[{"href":"https://example.com/m","title":"Manual","context":["LK"]}]},
              {"anchor":"https://id.example.com/01/09506000134352/10/A%2FB","itemDescription":"Recall",
               "https://ref.gs1.org/voc/recallStatus":[{"href":"https://example.com/recall","title":"Recall"}]}]}
            """#
        #expect(try json(document.json()) == json(Array(expected.utf8)))
    }

    @Test func `JSON-LD is the same with the context`() throws {
        let document = LinksetDocument(try entries(Self.list), base: "https://id.example.com")
        let linkset = try #require(try json(document.json()) as? NSDictionary)
        let linked = try #require(try json(document.jsonLD()) as? NSDictionary)
        let context = try #require(try json(LinksetDocument.contextDocument) as? NSDictionary)
        #expect(linked["linkset"] as? NSArray == linkset["linkset"] as? NSArray)
        #expect(linked["@context"] as? NSDictionary == context["@context"] as? NSDictionary)
        #expect((context["@context"] as? NSDictionary)?["anchor"] as? String == "@id")
    }

    @Test(arguments: [
        ("https://id.example.com", "https://id.example.com"), ("https://ID.example.com/", "https://id.example.com"),
        ("http://127.0.0.1:8377/links/", "http://127.0.0.1:8377/links"),
    ])
    func `a base is a URL of the web`(_ text: String, _ base: String) { #expect(LinksetDocument.base(text) == base) }

    @Test(arguments: ["", "id.example.com", "ftp://example.com", "https://example.com/?a=b", "https://me@example.com"])
    func `an invalid base is refused`(_ text: String) { #expect(LinksetDocument.base(text) == nil) }

    private func json(_ bytes: [UInt8]) throws -> NSObject? {
        try JSONSerialization.jsonObject(with: Data(bytes)) as? NSObject
    }
}
