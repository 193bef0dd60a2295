import Testing

@testable import BeelineActions

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
        // The same name with another registry.
        Case("paypal.de"), Case("amazon.com"), Case("amazon.com.au"), Case("openlibrary.shop", "near-name"),
        Case("paypal.xyz", "near-name"), Case("loc.example"),
        // To the eye the same.
        Case("paypa1.com", "look-alike"), Case("paypai.com", "look-alike"), Case("paypa1.de", "look-alike"),
        Case("www.pay.paypa1.com", "look-alike"), Case("amaz0n.co.jp", "look-alike"), Case("arnazon.de", "look-alike"),
        Case("openl1brary.net", "look-alike"), Case("xn--pypal-4ve.com", "look-alike"),
        Case("1oc.gov", "look-alike"), Case("ioc.org"), Case("ioc.gov", "look-alike"),
        // The host in front of another one.
        Case("paypal.com.example.net", "look-alike"), Case("a.paypal.com.b.example.net", "look-alike"),
        Case("amazon.co.jp.example.net", "look-alike"), Case("paypal.example.net", "near-name"),
        // Below that domain everybody may register, so that its `www` is a name; elsewhere it is none.
        Case("www.googleapis.com.example.net", "look-alike"), Case("vvww.googleapis.com", "look-alike"),
        Case("api.googleapis.com"), Case("www.example.net"), Case("www.example.googleapis.net"),
        Case("paypal-com.example.net", "near-name"), Case("my-paypal.example.net", "near-name"),
        Case("paypal.com-x.example.net", "near-name"), Case("mypaypal.example.net"),
        // One letter.
        Case("paypall.com", "near-name"), Case("paypl.com", "near-name"), Case("papyal.com", "near-name"),
        Case("peypal.com", "near-name"), Case("openlibary.org", "near-name"), Case("pypl.com"), Case("payppall.com"),
        // Names that mean something by themselves, or are too short to resemble anything.
        Case("books.example.net"), Case("bocks.example.net"), Case("shop.example.net"), Case("log.gov"),
        Case("doc.gov"),
        Case("example.org"), Case("192.168.0.8", "local-host"),
    ]

    @Test("are told from them, and from all others", arguments: cases)
    func findsResemblance(_ example: Case) {
        let reasons = Self.linkGuard.verdict(on: "https://\(example.host)/").reasons
            .filter { !["mixed-scripts", "confusable-letters"].contains($0.code) }
        #expect(reasons.map(\.code) == (example.code.map { [$0] } ?? []))
        // What is seen at first sight is what a closer look finds.
        #expect(
            Self.linkGuard.closelySeenReasons("https://\(example.host)/")
                == Self.linkGuard.verdict(on: "https://\(example.host)/").reasons)
    }

    @Test("what nearly every host has, and what is too short to resemble anything, needs no closer look")
    func seesAtOnce() {
        let trusted = TrustedHosts(["www.googleapis.com", "books.or.jp"])
        var seen = SeenHosts()
        for host in ["www.example.net", "www.book.example.net", "book.net"] {
            #expect(OrdinaryLink.reasons("https://\(host)/a", trusted, &seen) == [], "\(host)")
        }
    }

    @Test("a guard that trusts nobody knows none")
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

    @Test("the hash of a text without one letter is that of the text that is left")
    func leavesOut() {
        for text in ["", "a", "ab", "amazon", "aaaa", String(repeating: "xyz", count: 21)] {
            let bytes = Array(text.utf8)
            var hashes: Set<UInt64> = []
            _ = bytes.withUnsafeBufferPointer { bytes in
                TextHash.anyWithoutOne(of: bytes) { hash in
                    hashes.insert(hash)
                    return false
                }
            }
            let expected = bytes.indices.map { index in TextHash(bytes[..<index] + bytes[(index + 1)...]).value }
            #expect(hashes == Set(expected))
        }
    }
}
