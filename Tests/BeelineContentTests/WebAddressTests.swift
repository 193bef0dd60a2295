import BeelineContent
import Foundation
import Testing

@Suite("Links")
struct WebAddressTests {
    static let links = [
        "https://example.com", "http://example.com/", "https://example.com/a/b.html", "https://example.com?a=b",
        "https://example.com#top", "https://example.com/?#", "https://example.com/a?b#c", "https://example.com/a#b?c",
        "https://example.com:8443/a", "https://example.com:/a", "https://user@example.com/",
        "ftp://u:p@example.com:21/f",
        "https://user%40home:pass%3Aword@example.com/", "http://192.168.0.1:80/a", "http://[2001:db8::1]/a",
        "http://[::1]:8080?q", "http://[::ffff:192.0.2.1]#f", "https://a_b-c.example.co.uk/~x/!$&'()*+,;=:@",
        "https://example.com/%E6%97%A5%E6%9C%AC?q=%20", "https://example.com/a//b/../c/./", "file:///etc/hosts",
        "file://server/share", "myapp+x-y.1://open/thing?id=5", "https://example.com/a?x=/?:@", "https://localhost",
        "https://xn--bcher-kva.example/", "https://example.com./a",
    ]

    @Test("the parts are those that Foundation finds", arguments: links)
    func agrees(link: String) throws {
        let address = try #require(WebAddress(link))
        let components = try #require(URLComponents(string: link))
        #expect(address.url == link)
        #expect(address.scheme == components.scheme)
        #expect(address.hostName == components.encodedHost ?? "")
        #expect(address.port == components.port)
        #expect(address.path == components.percentEncodedPath)
        #expect(address.query == components.percentEncodedQuery)
        let userInfo = components.percentEncodedUser.map { user in
            components.percentEncodedPassword.map { "\(user):\($0)" } ?? user
        }
        #expect(address.userInfo == userInfo)
    }

    @Test("scheme and host are put in lower case, and nothing else is")
    func lowersSchemeAndHost() throws {
        let address = try #require(WebAddress("HTTPS://User:PASS@Example.COM:443/Path?Query=X#Fragment"))
        #expect(address.url == "https://User:PASS@example.com:443/Path?Query=X#Fragment")
        #expect(address.scheme == "https")
        #expect(address.hostName == "example.com")
        #expect(try #require(WebAddress("http://[2001:DB8::A]/")).hostName == "[2001:db8::a]")
    }

    @Test(
        "blanks around a link and a prefix do not matter",
        arguments: [" https://a.b/c\n", "URL:https://a.b/c", "url: https://a.b/c", "\tUrl:\r\nHTTPS://A.b/c"])
    func trims(text: String) {
        #expect(WebAddress(text)?.url == "https://a.b/c")
    }

    static let queries: [(String, String, String?)] = [
        ("a=1&b=2", "b", "2"), ("a=1&a=2", "a", "1"), ("a", "a", ""), ("a=", "a", ""), ("a=b=c", "a", "b=c"),
        ("a=b+c%20d", "a", "b c d"), ("a%62=1", "ab", "1"), ("%E6%97%A5=%e6%9c%ac", "日", "本"), ("a=%F0%9F", "a", nil),
        ("a=%", "a", "%"), ("a=%2", "a", "%2"), ("a=%zz", "a", "%zz"), ("a=%+1", "a", "% 1"), ("a=%-0", "a", "%-0"),
        ("a=%00", "a", "\0"), ("A=1", "a", nil), ("&&a=1&", "a", "1"), ("=1", "", "1"), ("", "a", nil),
        ("b=1", "a", nil),
        ("a=1;b=2", "b", nil), ("a=%2B%26%3D", "a", "+&="),
    ]

    @Test("a parameter of a query is decoded as forms encode it", arguments: queries)
    func decodesQuery(query: String, name: String, value: String?) throws {
        let address = try #require(WebAddress("https://example.com/?\(query)#a=9"))
        #expect(address.queryValue(name) == value)
    }

    @Test("parameters are those that Foundation finds")
    func agreesOnQueries() throws {
        let link = "https://example.com/?a=1&b=%E6%97%A5&c=x%20y&d&e=&f=%3D%26"
        let address = try #require(WebAddress(link))
        let items = try #require(URLComponents(string: link)?.queryItems)
        #expect(items.count == 6)
        for item in items { #expect(address.queryValue(item.name) == item.value ?? "") }
    }
}
