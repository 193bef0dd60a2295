import Testing

@testable import BeelineRules

@Suite("Hosts that look like trusted ones")
struct LookAlikeTests {
    private static let linkGuard = LinkGuard(trusting: [
        "www.amazon.co.jp", "paypal.com", "loc.gov", "shop.example.co.uk", "192.168.0.9",
        "books.or.jp", "openlibrary.org", "www.googleapis.com",
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let host: String
        let code: String?
        var testDescription: String { host }

        init(_ host: String, _ code: String? = nil) { (self.host, self.code) = (host, code) }
    }

    static let cases = [
        // The hosts themselves, and those that have the same owner.
        Case("paypal.com"), Case("www.paypal.com"), Case("paypal.com."), Case("amazon.co.jp"),
        Case("music.amazon.co.jp"),
        Case("openlibrary.org"), Case("loc.gov"),
        // Names that the owner of a registered name offers to the public, and a country that is `com` with a letter
        // missing.
        Case("paypal.github.io", "near-name"), Case("paypal.duckdns.org", "near-name"),
        Case("paypal.s3.amazonaws.com", "near-name"), Case("paypal.co.com", "near-name"),
        Case("paypal.uk.com", "near-name"), Case("paypal.blogspot.com", "near-name"), Case("paypal.cm", "near-name"),
        Case("amazon.us.com", "near-name"), Case("someone.github.io"), Case("shop.co.com"),
        // A name that is joined with the text around it, or is split.
        Case("wwwpaypal.com", "near-name"), Case("paypalcom.example", "near-name"),
        Case("paypallogin.net", "near-name"),
        Case("secureamazon.net", "near-name"), Case("www-amazon.com", "near-name"), Case("ww.paypal.com"),
        Case("pay.pal.example.com"), Case("pay.pal.com", "near-name"), Case("p-a-y-p-a-l.com", "near-name"),
        Case("amaz.on.example", "near-name"), Case("wwwbooks.example"),
        // The same name with another registry.
        Case("paypal.de"), Case("amazon.com"), Case("amazon.com.au"), Case("openlibrary.shop", "near-name"),
        Case("paypal.xyz", "near-name"), Case("loc.example"), Case("paypal.eu"), Case("openlibrary.de"),
        // Suffixes where everyone registers, and names that have another owner there.
        Case("paypal.net", "near-name"), Case("paypal.org", "near-name"), Case("paypal.tk", "near-name"),
        Case("paypal.co", "near-name"), Case("paypal.io", "near-name"), Case("paypal.to", "near-name"),
        Case("paypal.com.co", "near-name"), Case("openlibrary.com", "near-name"), Case("openlibrary.net", "near-name"),
        Case("login.openlibrary.com", "near-name"), Case("amazon.org", "near-name"), Case("amazon.tv", "near-name"),
        // Of the same owner after all.
        Case("paypal.me"), Case("www.paypal.me"), Case("amazon.com.be"),
        // To the eye the same.
        Case("paypa1.com", "look-alike"), Case("paypai.com", "look-alike"), Case("paypa1.de", "look-alike"),
        Case("www.pay.paypa1.com", "look-alike"), Case("amaz0n.co.jp", "look-alike"), Case("arnazon.de", "look-alike"),
        Case("openl1brary.net", "look-alike"), Case("xn--pypal-4ve.com", "look-alike"),
        Case("1oc.gov", "look-alike"), Case("ioc.org"), Case("ioc.gov", "look-alike"),
        // The host in front of another one.
        Case("paypal.com.example.net", "look-alike"), Case("a.paypal.com.b.example.net", "look-alike"),
        Case("amazon.co.jp.example.net", "look-alike"), Case("paypal.example.net", "near-name"),
        // Below that domain anyone may register, so that its `www` is a name; elsewhere it is not.
        Case("www.googleapis.com.example.net", "look-alike"), Case("vvww.googleapis.com", "look-alike"),
        Case("api.googleapis.com"), Case("www.example.net"), Case("www.example.googleapis.net"),
        Case("paypal-com.example.net", "near-name"), Case("my-paypal.example.net", "near-name"),
        Case("paypal.com-x.example.net", "near-name"), Case("mypaypal.example.net", "near-name"),
        Case("paypalette.example.net"),
        // One letter.
        Case("paypall.com", "near-name"), Case("paypl.com", "near-name"), Case("papyal.com", "near-name"),
        Case("peypal.com", "near-name"), Case("openlibary.org", "near-name"), Case("pypl.com"), Case("payppall.com"),
        // A letter beyond ASCII is one letter, whatever it takes in bytes; those with a stroke or a hook are like those
        // without.
        Case("xn--amaon-isb.com", "look-alike"), Case("xn--openlibrar-2fe.org", "look-alike"),
        Case("xn--paypa-pqa.com", "near-name"), Case("xn--paypal-eta.com", "near-name"), Case("xn--aypa-unae.com"),
        // Names that mean something by themselves, or are too short to resemble anything.
        Case("books.example.net"), Case("bocks.example.net"), Case("shop.example.net"), Case("log.gov"),
        Case("doc.gov"),
        Case("example.org"), Case("192.168.0.8", "local-host"),
    ]

    @Test("are distinguished from them, and from all others", arguments: cases)
    func findsResemblance(_ example: Case) {
        let reasons = Self.linkGuard.verdict(on: "https://\(example.host)/").reasons
            .filter { !["mixed-scripts", "confusable-letters", "dynamic-host"].contains($0.code) }
        #expect(reasons.map(\.code) == (example.code.map { [$0] } ?? []))
    }

    @Test("a guard that trusts no host finds none")
    func needsTrust() {
        for example in Self.cases where example.code == "look-alike" || example.code == "near-name" {
            let reasons = LinkGuard.standard.verdict(on: "https://\(example.host)/").reasons.map(\.code)
            #expect(!reasons.contains("look-alike") && !reasons.contains("near-name"))
        }
    }

    @Test("a trusted shortener, and a trusted name beyond ASCII, are hosts like others")
    func trusts() {
        let linkGuard = LinkGuard(trusting: ["bit.ly", "xn--80ak6aa92e.com"])
        #expect(linkGuard.verdict(on: "https://bit.ly/a").reasons.isEmpty)
        #expect(linkGuard.verdict(on: "https://www.bit.ly/a").reasons.isEmpty)
        #expect(linkGuard.verdict(on: "https://xn--80ak6aa92e.com/").reasons.isEmpty)
        #expect(linkGuard.verdict(on: "https://t.co/a").reasons == [.shortener("t.co")])
        #expect(linkGuard.verdict(on: "https://u@bit.ly/a.exe").reasons == [.userInfo, .runnableDownload("exe")])
    }
}
