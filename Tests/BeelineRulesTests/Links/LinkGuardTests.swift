import Testing

@testable import BeelineRules

@Suite("LinkGuard")
struct LinkGuardTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let url: String
        let reasons: [LinkReason]
        var testDescription: String { url.debugDescription }

        init(_ url: String, _ reasons: LinkReason...) { (self.url, self.reasons) = (url, reasons) }
    }

    static let cases = [
        Case("https://example.com"),
        Case("https://example.com/a%20b?c=d&e=https://x@y#f"),
        Case("HTTPS://EXAMPLE.COM/"),
        Case("https://example.com:443/"),
        Case("https://example.com./"),
        Case("https://1.example/"),
        Case("https://example.com/日本?q=é"),
        Case("http://example.com/", .notEncrypted),
        Case("HTTP://example.com:80/", .notEncrypted),
        Case("https://example.com:8443/", .unusualPort(8443)),
        Case("https://example.com:80/", .unusualPort(80)),
        Case("http://example.com:443/", .notEncrypted, .unusualPort(443)),
        Case("https://example.com:0/", .unusualPort(0)),
        // A user name before the host.
        Case("https://paypal.com@evil.example/", .userInfo),
        Case("https://user:secret@evil.example/", .userInfo),
        Case("https://@evil.example/", .userInfo),
        Case("https://a@b@evil.example/", .userInfo),
        Case("https://paypal.com%2F@evil.example/", .userInfo),
        Case("https://www.paypal.com:443@evil.example:444/", .userInfo, .unusualPort(444)),
        // Marks that turn the text around, percent-encoded; joiners are parts of words.
        Case("https://example.com/%E2%80%AEgpj.exe", .hiddenCharacters, .runnableDownload("exe")),
        Case("https://example.com/%e2%81%a6a", .hiddenCharacters),
        Case("https://fa.example/%D9%85%DB%8C%E2%80%8C%D8%AE"),
        // Names of the local network.
        Case("https://router/", .localHost("router")),
        Case("https://printer.lan/", .localHost("printer.lan")),
        Case("https://localexample.com/"),
        // Letters that look like others.
        Case("https://xn--pypal-4ve.com/", .mixedScripts("xn--pypal-4ve.com")),
        Case("https://www.XN--PYPAL-4VE.com/", .mixedScripts("www.xn--pypal-4ve.com")),
        Case("https://аpple.com/", .notUnderstood, .mixedScripts("xn--pple-43d.com")),
        Case("https://ｅxample.com/", .notUnderstood),
        // Addresses, in every spelling that browsers take.
        Case("https://93.184.216.34/", .literalAddress("93.184.216.34")),
        Case(
            "https://1572395042/", .obfuscatedAddress("1572395042", meaning: "93.184.216.34"),
            .literalAddress("1572395042")),
        Case(
            "https://0x5db8d822/", .obfuscatedAddress("0x5db8d822", meaning: "93.184.216.34"),
            .literalAddress("0x5db8d822")),
        Case(
            "https://0135.0270.0330.042/", .obfuscatedAddress("0135.0270.0330.042", meaning: "93.184.216.34"),
            .literalAddress("0135.0270.0330.042")),
        Case("https://256.1.1.1/", .literalAddress("256.1.1.1")),
        Case("https://1.2.3.4.5/", .literalAddress("1.2.3.4.5")),
        Case("https://99999999999999999999/", .literalAddress("99999999999999999999")),
        Case("https://example.09/", .literalAddress("example.09")),
        Case("https://8.8.8.8./", .literalAddress("8.8.8.8")),
        Case("https://[2606:2800:220:1::1]/", .literalAddress("[2606:2800:220:1::1]")),
        // This machine and the networks around it.
        Case("https://127.0.0.1/", .localHost("127.0.0.1")),
        Case("https://127.1/", .obfuscatedAddress("127.1", meaning: "127.0.0.1"), .localHost("127.1")),
        Case("https://127.0.0.1./", .localHost("127.0.0.1")),
        Case("https://2130706433/", .obfuscatedAddress("2130706433", meaning: "127.0.0.1"), .localHost("2130706433")),
        Case(
            "https://017700000001/", .obfuscatedAddress("017700000001", meaning: "127.0.0.1"),
            .localHost("017700000001")),
        Case("https://0X7F.0.0.1/", .obfuscatedAddress("0x7f.0.0.1", meaning: "127.0.0.1"), .localHost("0x7f.0.0.1")),
        Case("https://0/", .obfuscatedAddress("0", meaning: "0.0.0.0"), .localHost("0")),
        Case("https://10.1.2.3/", .localHost("10.1.2.3")),
        Case("https://172.16.0.1/", .localHost("172.16.0.1")),
        Case("https://172.32.0.1/", .literalAddress("172.32.0.1")),
        Case("https://192.168.0.1/", .localHost("192.168.0.1")),
        Case("https://169.254.169.254/latest/", .metadataService("169.254.169.254")),
        Case("https://100.64.0.1/", .localHost("100.64.0.1")),
        Case("https://[::1]/", .localHost("[::1]")),
        Case("https://[::]/", .localHost("[::]")),
        Case(
            "https://[::ffff:127.0.0.1]/", .obfuscatedAddress("[::ffff:127.0.0.1]", meaning: "127.0.0.1"),
            .localHost("[::ffff:127.0.0.1]")),
        Case("https://[FE80::1]/", .localHost("[fe80::1]")),
        Case("https://[fd00::1]/", .localHost("[fd00::1]")),
        Case("https://localhost/", .localHost("localhost")),
        Case("https://LocalHost./", .localHost("localhost")),
        Case("https://a.localhost/", .localHost("a.localhost")),
        Case("https://printer.local/", .localHost("printer.local")),
        Case("https://localhost.example/"),
        Case("http://user@192.168.0.1:8080/", .notEncrypted, .userInfo, .localHost("192.168.0.1"), .unusualPort(8080)),
        // Characters that hide something.
        Case("https://example.com/\u{202E}fdp.exe", .hiddenCharacters, .runnableDownload("exe")),
        Case("https://example.com/a\u{200B}b", .hiddenCharacters),
        Case("https://example.com/\u{2066}a", .hiddenCharacters),
        Case("https://example.com/a\u{AD}b", .hiddenCharacters),
        Case("https://example.com/a\u{A0}b", .hiddenCharacters),
        Case("https://example.com/\u{2028}", .hiddenCharacters),
        Case("https://example.com/a b", .hiddenCharacters, .notUnderstood),
        Case("https://example.com/\u{0}", .hiddenCharacters, .notUnderstood),
        Case(" javascript:alert(1)", .hiddenCharacters, .otherScheme(" javascript")),
        Case("java\nscript:alert(1)", .hiddenCharacters, .otherScheme("java\nscript")),
        // Schemes.
        Case("javascript:alert(1)", .dangerousScheme("javascript")),
        Case("JavaScript://example.com/%0Aalert(1)", .hiddenCharacters, .dangerousScheme("javascript")),
        Case("data:text/html,<b>", .dangerousScheme("data")),
        Case("file:///etc/passwd", .dangerousScheme("file")),
        Case("FILE://host/x", .dangerousScheme("file")),
        Case("intent://x#Intent;end", .dangerousScheme("intent")),
        Case("view-source:https://example.com/", .dangerousScheme("view-source")),
        Case("mailto:a@b.example", .otherScheme("mailto")),
        Case("sip:alice@example.org", .otherScheme("sip")),
        Case("foo:bar", .otherScheme("foo")),
        Case("JavaScript:alert%281%29", .dangerousScheme("javascript")),
        Case("tel:+1555", .otherScheme("tel")),
        // Nothing that leads anywhere.
        Case("", .notUnderstood),
        Case("example.com", .notUnderstood),
        Case("//example.com/", .notUnderstood),
        Case("www.example.com/a", .notUnderstood),
        Case("https://xn--a.example/", .notUnderstood),
        Case("https:", .notUnderstood),
        Case("https:example.com", .irregularSlashes),
        Case("https:///example.com", .irregularSlashes),
        Case("https://", .notUnderstood),
        Case("https://example.com\\@evil.example/", .irregularSlashes),
        Case("https://example.com:99999/", .notUnderstood),
        Case("https://exa%6dple.com/", .notUnderstood),
        Case("https://[::1/", .notUnderstood),
    ]

    @Test(arguments: cases)
    func findsReasons(_ example: Case) {
        #expect(LinkGuard.standard.verdict(on: example.url).reasons == example.reasons)
    }

    @Test("the cache of the hosts of other links changes no verdict")
    func remembersHosts() {
        let trusted = ["www.paypal.com", "bücher.example", "xn--bcher-kva.example"]
        let linkGuard = LinkGuard(trusting: trusted)
        // Each host a second time with another scheme, and more hosts than the cache has room for.
        let urls =
            Self.cases.map(\.url) + Self.cases.map { $0.url.replacing("https:", with: "http:") }
            + (0..<12_000).map { "https://paypa\($0).example/\($0)" }
        for url in urls + urls {
            #expect(linkGuard.verdict(on: url) == LinkGuard(trusting: trusted).verdict(on: url), "\(url)")
        }
    }

    @Test("the strictest reason decides, and every reason can be shown")
    func strictestDecides() {
        #expect(LinkVerdict(reasons: []).decision == .allow)
        #expect(LinkVerdict(reasons: [.notEncrypted]).decision == .allow)
        #expect(LinkVerdict(reasons: [.notEncrypted, .unusualPort(1)]).decision == .ask)
        #expect(LinkVerdict(reasons: [.shortener("x"), .userInfo, .notEncrypted]).decision == .deny)
        let reasons = Set(Self.cases.flatMap(\.reasons))
        #expect(Set(reasons.map(\.code)).count == 14)
        #expect(reasons.allSatisfy { !$0.description.isEmpty })
    }
}
