import BeelineContent
import Testing

@testable import BeelineRules

/// Links as an attacker would print them, and as shops, museums and people do.
@Suite("A collection of links")
struct LinkCollectionTests {
    private static let linkGuard = LinkGuard(trusting: [
        "www.amazon.com", "openlibrary.org", "books.google.com", "world.openfoodfacts.org", "www.discogs.com",
        "www.googleapis.com", "www.openstreetmap.org", "paypal.com", "apple.com", "www.worldcat.org",
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let url: String
        /// The code of a reason that must be among those that are found.
        let code: String
        var testDescription: String { "\(code): \(url.debugDescription)" }
    }

    /// By the reason.
    static let hostile: [(code: String, urls: [String])] = [
        (
            "metadata-service",
            [
                "http://metadata.goog/computeMetadata/v1/", "http://metadata.goog./computeMetadata/v1/",
                "http://METADATA.goog:80/", "http://metadata.google.internal/computeMetadata/v1/", "http://metadata/",
                "http://instance-data/latest/meta-data/", "http://instance-data.ec2.internal/latest/",
                "http://metadata.tencentyun.com/latest/meta-data/", "http://metadata.azure.internal/metadata/instance",
                "http://api.metadata.cloud.ibm.com/", "http://169.254.169.254/latest/meta-data/",
                "http://169.254.170.2/v2/credentials",
                "http://168.63.129.16/machine?comp=goalstate", "http://100.100.100.200/latest/meta-data/",
                "http://192.0.0.192/latest/", "http://[fd00:ec2::254]/latest/",
                "http://[fd20:ce::254]/computeMetadata/",
                "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/", "http://[::ffff:a9fe:a9fe]/",
                "http://[64:ff9b::a9fe:a9fe]/", "http://169.254.169.254.nip.io/", "http://169-254-169-254.sslip.io/",
                "http://a9fea9fe.nip.io/", "http://www.169.254.169.254.xip.io/", "http://169.254.169.254.evil.example/",
            ]
        ),
        (
            "local-host",
            [
                "http://fritz.box/", "http://fritz.nas/", "http://myfritz.box/", "http://www.fritz.box/",
                "http://speedport.ip/html/",
                "http://tplinkwifi.net/", "http://tplinkmodem.net/", "http://tplinkrepeater.net/",
                "http://routerlogin.net/",
                "http://www.routerlogin.com/", "http://orbilogin.com/", "http://my.router/", "http://easy.box/",
                "http://o2.box/",
                "http://congstar.box/", "http://internet.box/", "http://livebox/", "http://livebox.home/",
                "http://asusrouter.com/",
                "http://router.asus.com/", "http://mywifiext.net/", "http://repeater/", "http://dlinkrouter.local/",
                "http://huaweimobilewifi.com/", "http://hi.link/", "http://miwifi.com/", "http://tendawifi.com/",
                "http://setup.meraki.com/", "http://pi.hole/admin/", "http://unifi/", "http://router.home.arpa/",
                "http://nas.internal/", "http://nas.lan/", "http://wiki.corp/", "http://api.default.svc/",
                "http://api.default.svc.cluster.local/", "http://kubernetes.default.svc/",
                "http://host.docker.internal/",
                "http://vault.service.consul/", "http://localhost./", "http://a.localhost/", "http://localtest.me/",
                "http://sub.lvh.me/", "http://127.0.0.1.nip.io/", "http://app-10-0-0-1.nip.io/",
                "http://7f000001.nip.io/",
                "http://192-168-1-1.abcdef.plex.direct/", "http://10.0.0.1.evil.example/", "http://com/", "http://ai./",
                "http://printer.nosuchregistry/", "http://fe80--1.nosuch/", "http://127.0.0.1/", "http://0.0.0.0/",
                "http://[::1]/", "http://[::]/", "http://[fe80::1]/", "http://[fd12::1]/", "http://192.168.178.1/",
                "http://100.64.1.1/", "http://１２７.０.０.１/",
            ]
        ),
        (
            "obfuscated-address",
            [
                "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/", "http://0x7f.1/",
                "http://017700000001/", "http://0x08080808/", "http://134744072/", "http://[::ffff:8.8.8.8]/",
                "http://[::8.8.8.8]/", "http://[2002:808:808::]/", "http://00000010.0.0.1/",
            ]
        ),
        ("literal-address", ["https://8.8.8.8/", "https://93.184.216.34:443/", "https://[2606:4700::1111]/"]),
        (
            "reserved-address",
            ["https://192.88.99.1/", "https://224.0.0.1/", "https://[5f00::1]/", "https://[4000::1]/"]
        ),
        (
            "near-name",
            [
                "https://amazon.duckdns.org/", "https://amazon.github.io/", "https://amazon.s3.amazonaws.com/",
                "https://amazon.co.com/", "https://amazon.us.com/", "https://amazon.eu.com/",
                "https://amazon.blogspot.com/",
                "https://amazon.pages.dev/", "https://amazon.web.app/", "https://amazon.netlify.app/",
                "https://amazon.cm/",
                "https://amazon.om/", "https://amazon.support/", "https://amazon.zip/", "https://wwwamazon.com/",
                "https://www-amazon.com/", "https://amazonlogin.com/", "https://secure-amazon.com/",
                "https://loginamazon.com/",
                "https://amazoncom.net/", "https://amazon-com.net/", "https://amazom.com/", "https://amzaon.com/",
                "https://amaazon.com/", "https://ama-zon.com/", "https://ama.zon.com/", "https://amazon.evil.example/",
                "https://a.amazon-id.evil.example/", "https://paypal-security.example/",
                "https://my.paypal.evil.example/",
                "https://openlibrary.com/", "https://openlibrary.net/", "https://login.worldcat.com/",
                "https://amazon.org/",
                "https://amazon.tk/", "https://amazon.ml/", "https://amazon.co/", "https://amazon.com.co/",
                "https://discogs.io/", "https://openfoodfacts.me/",
                "https://openlibary.org/", "https://google.github.io/", "https://discogs.shop/",
                // A letter that resembles no ASCII letter still counts as a letter.
                "https://xn--amazon-5jd.com/",
                "https://xn--opentreetmap-o9a.org/",
                "https://xn--amaon-7uc.com/",
            ]
        ),
        (
            "look-alike",
            [
                "https://arnazon.com/", "https://amaz0n.com/", "https://4mazon.com/", "https://аmazon.com/",
                "https://xn--mazon-3ve.com/", "https://àmazon.com/", "https://amazοn.com/",
                "https://amazon.com.evil.example/",
                "https://www.amazon.com.account.evil.example/", "https://paypa1.com/", "https://PAYPAI.com/",
                "https://app1e.com/", "https://xn--80ak6aa92e.com/", "https://ｇooɡle.com/",
                "https://paypal.com.pages.dev/",
                "https://discоgs.com/",
                // Letters with strokes and hooks, in A-labels.
                "https://xn--amaon-isb.com/",
                "https://xn--discos-tbc.com/",
                "https://xn--amaon-jcc.com/",
                "https://xn--openlibrar-2fe.org/",
                "https://xn--mazon-mb9c.com/",
                "https://xn--openoodfacts-55c.org/",
                "https://xn--amazo-gob.com/",
                "https://xn--amazn-14b.com/",
                "https://xn--openstreemap-cqc.org/",
                "https://xn--amaon-5gc.com/",
                "https://amaƶon.com/", "https://worƚdcat.org/", "https://worldcaŧ.org/",
            ]
        ),
        (
            "user-info",
            [
                "https://amazon.com@evil.example/", "https://amazon.com:443@evil.example/", "https://@evil.example/",
                "https://amazon.com%2Fdp@evil.example/", "https://user:password@evil.example/",
                "https://amazon.com;@evil.example/",
                "https://amazon.com%E2%88%95dp@evil.example/", "https://a@b@evil.example/", "ssh://root@evil.example/",
            ]
        ),
        (
            "at-sign-in-path",
            [
                "https://evil.example/login@paypal.com", "https://evil.example/@paypal.com/login",
                "https://evil.example/https:@www.apple.com/id", "https://evil.example?@paypal.com/",
                "https://evil.example#@paypal.com/", "https://evil.example/%40paypal.com",
                "https://evil.example/x%40paypal.com/",
                "https://evil.example/a/b/c@paypal.com",
                "https://evil.example/login@paypal.com,x", "https://evil.example/login@paypal.com!x",
                "https://evil.example/login@paypal.com&x", "https://evil.example/login@paypal.com'x",
                "https://evil.example/login@paypal.com.x", "https://evil.example/login@paypal.com-x-y",
                "https://evil.example/login@paypal.com@x", "https://evil.example/login@PAYPAL.com%41",
                "https://evil.example/./login@a-bank.com", "https://evil.example/x/../login@a-bank.com",
                "https://evil.example/%2e/login@a-bank.com", "https://evil.example/login@a-bank.com/../x",
                "https://evil.example/＠www.amazon.com", "https://evil.example/%EF%BC%A0www.amazon.com",
                "https://evil.example/﹫www.amazon.com", "https://evil.example/x＠amazon．com",
                "https://evil.example/login%2540paypal.com", "https://evil.example/login%252540a-bank.com",
                "https://evil.example?a%40paypal.com", "https://evil.example?a%2540paypal.com",
                "https://evil.example?a#@paypal.com", "https://evil.example/x/login@amazon.com",
                "https://evil.example/x/login@smile.amazon.com",
            ]
        ),
        (
            "irregular-slashes",
            [
                "https:evil.example", "https:/evil.example/", "https:///evil.example/", "https:\\\\evil.example\\",
                "https://amazon.com\\@evil.example/", "http:////evil.example/", "https:\\/evil.example",
                "http:evil.example",
                "HTTPS:\\\\EVIL.EXAMPLE", "https://evil.example\\.amazon.com/",
            ]
        ),
        (
            "not-understood",
            [
                "", "evil.example", "//evil.example/", "\\\\evil.example\\share", "https://", "http:///", "https:",
                "https://:443/",
                "https://evil.example:99999/", "https://evil.example:x/", "https://evil%2eexample/",
                "https://evil..example/",
                "https://[::1/", "https://[fe80::1%25eth0]/", "https://amazon.com%00.evil.example/",
                "https://amazon.com%40evil.example/",
                "https://xn--a.example/", "https://evil example/", "https://<evil>/", "https://evil.example。/",
                "https://\(String(repeating: "a.", count: 200))example/", "httpss://evil.example\\a",
            ]
        ),
        (
            "hidden-characters",
            [
                "https://evil.example/\u{202E}gpj.exe", "https://evil.example/a\u{200B}b",
                "https://evil\u{200B}.example/",
                "https://evil.example/%E2%80%AEgpj", "https://evil.example/%25E2%2580%25AE",
                "https://evil.example/a%00.png",
                "https://evil.example/a%0D%0ASet-Cookie:a=b", "https://evil.example/\t", "https://evil.example/\n",
                " https://evil.example/", "java\nscript:alert(1)", "\tjavascript:alert(1)",
                "https://evil.example/\u{2066}a",
                "https://evil.example/\u{FEFF}", "https://evil.example/%F3%A0%81%A1", "https://evil.example/\u{3164}",
                "https://evil.example/?q=%1B%5B2J", "https://evil.example/#%E2%80%8B",
            ]
        ),
        (
            "mixed-scripts",
            ["https://pаypal.com/", "https://ωhatsapp.com/", "https://microsоft.com/", "https://xn--pypal-4ve.com/"]
        ),
        ("confusable-letters", ["https://сосо.example/", "https://ѕсоре.example/", "https://xn--n1aahb.example/"]),
        (
            "dangerous-scheme",
            [
                "javascript:alert(1)", "JavaScript:alert(1)", "JAVASCRIPT://example.com/%0aalert(1)",
                "vbscript:msgbox(1)",
                "data:text/html;base64,PHNjcmlwdD4=", "DATA:text/html,<b>", "blob:https://example.com/1", "about:blank",
                "file:///etc/passwd", "file://server/share/a.exe", "smb://server/share", "cifs://server/share",
                "afp://server/share",
                "nfs://server/share", "dav://server/share", "jar:https://a.example/b.jar!/", "feed:https://a.example/",
                "view-source:https://a.example/", "intent://scan/#Intent;scheme=zxing;end",
                "android-app://com.example/",
                "itms-services://?action=download-manifest&url=https://evil.example/a.plist",
                "search-ms:query=a&crumb=location:%5C%5Cevil",
                "ms-msdt:/id", "ms-appinstaller:?source=https://evil.example/a.msix", "ms-officecmd:%7B%7D",
                "ms-search:query=a",
                "shell:startup", "chrome://settings/", "resource://gre/", "jnlp://evil.example/a.jnlp",
                "applescript://a?script=b",
                "x-man-page://ls", "hcp://a", "res://a", "mk:@MSITStore:a", "filesystem:https://a.example/",
                "edge://flags",
            ]
        ),
        (
            "other-scheme",
            [
                "ftp://evil.example/a", "steam://run/1", "vscode://file/etc/passwd", "vscode-insiders://a/b",
                "ms-settings:network",
                "ms-word:ofe|u|https://evil.example/a.docx", "ms-excel:ofv|u|https://evil.example/a.xlsx",
                "tel:*%2306%23",
                "tel:*21*5550100%23", "tel:+1900555010", "sms:+1900555010?body=JOIN",
                "mailto:a@evil.example?attach=/etc/passwd",
                "telnet://evil.example/", "ldap://evil.example/", "gopher://evil.example/", "skype:a?call",
                "zoommtg://a/join",
                "slack://open", "ws://evil.example/", "magnet:?xt=urn:btih:a", "web+x:a",
                "microsoft-edge:https://evil.example/",
                "shortcuts://run-shortcut?name=a", "bitcoin:1A1z", "otpauth://totp/a?secret=b", "ssh://evil.example/",
                "rdp://a",
            ]
        ),
        (
            "unusual-port",
            [
                "https://evil.example:0/", "https://evil.example:8443/", "http://evil.example:22/",
                "http://evil.example:443/",
            ]
        ),
        (
            "overlong-host",
            [
                "https://www.amazon.com-\(String(repeating: "a", count: 50)).\(String(repeating: "b", count: 40)).evil.example/"
            ]
        ),
        (
            "shortener",
            [
                "https://bit.ly/a", "HTTPS://BIT.LY/a", "https://bit.ly./a", "https://www.tinyurl.com/a",
                "https://t.co/a",
                "https://is.gd/a", "https://cutt.ly/a", "https://2u.pw/a", "https://shorturl.at/a", "https://qrco.de/a",
                "https://tr.ee/a", "https://t2m.io/a", "https://s.id/a", "https://ouo.io/a", "https://snipurl.com/a",
                "https://me-qr.com/a", "https://scan.page/a", "https://uqr.to/a", "https://qr-code.click/a",
                "https://lin.ee/a", "https://goo.gl/a", "https://other.app.goo.gl/a",
            ]
        ),
        (
            "redirector",
            [
                "https://www.google.com/url?q=https://evil.example/",
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fevil.example",
                "https://www.youtube.com/redirect?q=https://evil.example", "https://href.li/?https://evil.example/",
                "https://steamcommunity.com/linkfilter/?url=https://evil.example",
                "https://vk.com/away.php?to=https://evil.example",
                "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example",
                "https://www.facebook.com/x/../l.php?u=https://evil.example/",
                "https://www.youtube.com/./redirect?q=x", "https://www.google.com/%2e/url?q=x",
                "https://www.google.com/x/%2E%2e/url?q=x", "https://www.google.com//url?q=x",
                "https://www.google.com/url//..?q=x", "https://www.google.com/%75rl?q=x",
                "https://www.google.com/url;a?q=x", "https://www.google.com/url/?q=x",
                "https://vk.com/%61way.php?to=x", "https://www.bing.com/CK/a?u=x",
                "https://www.google.nl/url?q=x", "https://www.google.ca/url?q=x", "https://www.google.ch/url?q=x",
                "https://www.google.com.br/url?q=x", "https://www.google.co.in/url?q=x",
                "https://www.google.com/amp/s/evil.example/", "https://translate.google.com/translate?u=x",
                "https://evil-example.translate.goog/",
                "https://www.youtube.com/attribution_link?u=x", "https://googleads.g.doubleclick.net/aclk?adurl=x",
                "https://ad.doubleclick.net/clk;1;2;x", "https://www.bing.com/aclick?u=x",
                "https://r.search.yahoo.com/x", "https://link.zhihu.com/?target=x", "https://medium.com/r/?url=x",
                "https://disq.us/url?url=x", "https://www.awin1.com/cread.php?ued=x",
                "https://click.linksynergy.com/deeplink?murl=x", "https://www.flowcode.com/p/a",
            ]
        ),
        (
            "dynamic-host",
            [
                "https://evil.duckdns.org/", "https://evil.no-ip.org/", "https://evil.hopto.org/",
                "https://evil.ddns.net/",
                "https://abc.ngrok-free.app/", "https://a-b-c.trycloudflare.com/", "https://evil.loca.lt/",
                "https://evil.serveo.net/",
                "https://evil.loclx.io/", "https://evil.expose.sh/", "https://evil.tunnelto.dev/",
                "https://evil.asuscomm.com/", "https://evil.tplinkdns.com/", "https://evil.keenetic.pro/",
                "https://evil.iptime.org/",
            ]
        ),
    ]

    static let extensions = """
        odc dqy mht mhtml contact group perfmoncfg provxml efi py wflow alfredworkflow wsb fxp vsdm ipk nupkg onc
        exe msi msix msixbundle appx appxbundle msu mst msp cab diagcab scr pif cpl bat cmd ps1 vbs jse wsf hta sct lnk url scf
        rdp library-ms search-ms searchconnector-ms appref-ms settingcontent-ms theme reg chm jar jnlp pyw pyz pyzw ahk
        xll xlam xla xlsm xlsb dotm docm pptm ppam ppa potm accde mde one slk iqy oqy iso img vhd vhdx udf vmdk dmg toast
        pkg mpkg command tool terminal scpt workflow inetloc fileloc webloc afploc mobileconfig mobileprovision shortcut
        deb rpm snap flatpakref appimage run desktop sh bash apk apks xapk aab ipa crx xpi safariextz oxt vsix p12 pfx crt ovpn
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    static let hostileCases = hostile.flatMap { row in row.urls.map { Case(url: $0, code: row.code) } }

    @Test("no link that hides or pretends something is opened without a reason", arguments: hostileCases)
    func holdsHostile(_ example: Case) {
        let verdict = Self.linkGuard.verdict(on: example.url)
        #expect(verdict.reasons.map(\.code).contains(example.code), "\(verdict)")
        #expect(verdict.decision > .allow)
    }

    @Test("a file that a system runs, installs or mounts is named", arguments: extensions)
    func holdsDownloads(_ ending: String) {
        for name in [
            "a.\(ending)", "a.pdf.\(ending.uppercased())", "a%2E\(ending)", "a.\(ending)%20", "a.\(ending).",
            "a.\(ending);v=1",
        ] {
            let verdict = Self.linkGuard.verdict(on: "https://example.com/get/\(name)")
            #expect(verdict.reasons == [.runnableDownload(ending)], "\(name)")
        }
    }

    static let served = [
        "setup.exe::$DATA", "?file=setup.exe", "?filename=SETUP.EXE", "?a=b&f=setup%2Eexe", "?setup.exe",
        "?path=/files/setup.exe",
        "?url=https%3A%2F%2Fcdn.example%2Fsetup.exe",
        "?response-content-disposition=attachment%3B%20filename%3D%22setup.exe%22",
        "setup.exe/download", "setup.exe/latest", "x/setup.exe/file?a=b",
    ]

    @Test("a file that the query names, or the path before a page that serves it, is one too", arguments: served)
    func holdsServed(_ rest: String) {
        let verdict = Self.linkGuard.verdict(on: "https://example.com/\(rest)")
        #expect(verdict.reasons == [.runnableDownload("exe")])
    }

    static let forwarding = [
        "redirect?url=https%3A%2F%2Fevil.example%2F", "redirect.php?to=//evil.example/",
        "out?x=1&u=http://evil.example",
        "a/r?u=https://evil.example", "goto/https://evil.example/", "redir/https%3A%2F%2Fevil.example",
        "login?redirect_to=https://evil.example/", "click-1?adurl=https%253A%252F%252Fevil.example",
        "?https://evil.example/",
    ]

    @Test(
        "a page that leads on to a link in the link is one that redirects, unless the rules trust its host",
        arguments: forwarding)
    func holdsForwarding(_ rest: String) {
        #expect(Self.linkGuard.verdict(on: "https://example.com/\(rest)").reasons == [.redirector("example.com")])
        #expect(LinkGuard(trusting: ["example.com"]).verdict(on: "https://example.com/\(rest)").reasons == [])
        let own = rest.replacing("evil.example", with: "www.example.com")
        #expect(Self.linkGuard.verdict(on: "https://example.com/\(own)").reasons == [])
    }

    @Test("each host is in the table once, as links have it")
    func isTable() {
        let names = KnownHosts.Role.allCases.flatMap(KnownHosts.names(of:)).map(String.init)
        #expect(names.count >= 1_500 && Set(names).count == names.count)
        for name in names {
            #expect(WebAddress("https://\(name)/")?.hostName == name)
            #expect(KnownHosts.find("a.\(name)")?.name == name)
        }
    }

    static let plain = [
        "https://www.amazon.com/dp/4873119049", "https://www.amazon.co.jp/dp/4873119049?tag=a-22", "https://amazon.de/",
        "https://www.amazon.com.au/gp/product/B0", "https://amazon.com.mx/", "https://www.amazon.in/s?k=9784873119045",
        "https://s3.amazonaws.com/bucket/menu.pdf", "https://my-bucket.s3.eu-central-1.amazonaws.com/a.pdf",
        "https://www.google.de/search?q=a", "https://www.google.co.uk/maps/place/@51.5,-0.12,15z",
        "https://docs.google.com/forms/d/e/1/viewform",
        "https://maps.app.goo.gl.example.com/a", "https://fonts.googleapis.com/css2?family=Inter",
        "https://www.apple.com/de/iphone/", "https://apps.apple.com/jp/app/id284882215",
        "https://play.google.com/store/apps/details?id=com.a.b",
        "https://www.paypal.com/paypalme/shop/10EUR", "https://paypal.me/shop",
        "https://openlibrary.org/isbn/9780140328721",
        "https://fr.openfoodfacts.org/produit/3017624010701", "https://www.discogs.com/release/249504",
        "https://www.openstreetmap.org/?mlat=1&mlon=2#map=17/48.85/2.29", "https://openstreetmap.de/",
        "https://youtube.com/@name", "https://www.youtube.com/@museum.of.art", "https://medium.com/@name/a-story-1a2b",
        "https://www.tiktok.com/@name/video/1", "https://mastodon.social/@user@fosstodon.org", "https://t.me/channel",
        "https://wa.me/4915112345678?text=Hallo%0AWelt", "https://unpkg.com/react@18.2.0/umd/react.js",
        "https://www.npmjs.com/package/@scope/name", "https://user.github.io/project/", "https://museum.pages.dev/",
        "https://my-shop.myshopify.com/products/a", "https://shop.co.com/", "https://project.netlify.app/",
        "https://en.wikipedia.org/wiki/Amazon.com",
        "https://ja.wikipedia.org/wiki/QR%E3%82%B3%E3%83%BC%E3%83%89",
        "https://ar.wikipedia.org/wiki/%D8%B1%D9%85%D8%B2", "https://hi.wikipedia.org/wiki/%E0%A4%AC%E0%A4%BE%E0%A4%B0",
        "https://xn--wgv71a119e.jp/", "https://xn--mller-kva.example/", "https://www.xn--kln-sna.de/",
        "https://xn--80adxhks.xn--p1ai/", "https://example.com/company/acme.com/about",
        "https://example.com/www.example.org/page",
        "https://github.com/user/repo/blob/main/README.md", "https://example.com/report.final.v2.pdf",
        "https://example.com/file.tar.gz",
        "https://example.com/data.zip", "https://example.com/a.js?v=3", "https://example.com/index.php",
        "https://shop.example/product.action",
        "https://shop.example/product.do?id=1", "https://example.com/a.b.c/d.e.f/g", "https://example.com/exe",
        "https://example.com/install.exe.html",
        "https://example.com/?utm_source=qr&utm_medium=poster&gclid=Cj0KCQjw\(String(repeating: "aB3", count: 400))",
        "https://example.com/?next=https%3A%2F%2Fother.example%2F&mail=jane%40example.com",
        "https://example.com/login?user=jane@example.com",
        "https://example.com?mail=jane@example.com", "https://example.com/#/route?a=b",
        "https://example.com/#:~:text=a%20b",
        "https://www.sparkasse-koelnbonn.de/", "https://www.sncf-connect.com/",
        "https://www.rijksmuseum.nl/en/collection/SK-C-5",
        "https://www.louvre.fr/", "https://www.metmuseum.org/art/collection/search/436532",
        "https://www.city.yokohama.lg.jp/kurashi/",
        "https://www.gov.uk/", "https://europa.eu/", "https://parlament.gv.at/",
        "https://id.gs1.org/01/09506000134352/10/ABC?17=251231",
        "https://brand.example/01/9506000134352?linkType=gs1:pip", "https://doi.org/10.1038/s41586-020-2649-2",
        "https://example.com.",
        "https://EXAMPLE.com:443/", "https://ec2-54-1-2-3.eu-west-1.compute.amazonaws.com/", "https://1.example.com/",
        "https://4chan.org/",
        "https://www.fritz.com/", "https://boxen.example/", "https://svc.example.com/", "https://router.example.com/",
        "https://livebox.fr/",
        // Short links that lead only to pages of their own owner, and pages that begin like those that lead anywhere.
        "https://maps.app.goo.gl/abc", "https://photos.app.goo.gl/abc", "https://1drv.ms/a", "https://w.wiki/a",
        "https://db.tt/a", "https://we.tl/t-a", "https://forms.gle/a", "https://youtu.be/a",
        "https://www.google.com/urls-and-more", "https://www.google.com/url/../maps",
        "https://www.linkedin.com/redirects", "https://vk.com/away",
        "https://example.com/kontakt.job", "https://example.com/x/jane@museum.example.com",
        "https://bsky.app/profile/bsky.app", "https://bsky.app/profile/museum.run",
        "https://example.org/@user@server.run",
        "https://web.archive.org/web/2020/https://example.sh", "https://www.trustpilot.com/review/example.run",
        "https://github.com/user/repo/blob/main/install.sh", "https://en.wikipedia.org/wiki/AUTOEXEC.BAT",
        "https://www.google.com/search?q=setup.exe", "https://example.com/viewer?file=https://example.com/a.pdf",
        "https://example.com/share?url=https://museum.example/",
        "https://example.com/r/a/submit?url=https://museum.example/",
        "https://example.com/login?returnUrl=https://museum.example/",
        "https://example.com/authorize?redirect_uri=https://a.example/",
        "https://www.google.com.co/maps", "https://www.google.org/",
        "https://medium.com/@user", "https://medium.com/%40user.art", "https://example.com/./@museum.of.art",
    ]

    @Test("no genuine name is reported as a look-alike", arguments: plain)
    func letsPlainPass(_ url: String) { #expect(Self.linkGuard.verdict(on: url).reasons == []) }

    @Test("the collection is large, and nothing is in it twice")
    func isLarge() {
        #expect(Self.hostileCases.count >= 300)
        #expect(Set(Self.hostileCases.map(\.url)).count == Self.hostileCases.count)
        #expect(Self.plain.count >= 80 && Set(Self.plain).count == Self.plain.count)
        #expect(Set(Self.extensions).count == Self.extensions.count)
    }
}
