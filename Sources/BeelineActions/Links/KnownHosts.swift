/// Hosts that are known for what they do, each with all hosts below it.
enum KnownHosts {
    /// Services that lead on to wherever somebody else has chosen. Those that lead only to pages of their own owner are
    /// not here, nor pages that show where their links lead.
    static let shorteners: Set<String> = [
        "0rz.tw", "1drv.ms", "2no.co", "a.co", "adf.ly", "amzn.asia", "amzn.eu", "amzn.to", "app.link", "b.link",
        "bc.vc",
        "bit.do", "bit.ly", "bitly.com", "bitly.ws", "bl.ink", "buff.ly", "chilp.it", "clck.ru", "cli.re", "cutt.ly",
        "cutt.us", "db.tt", "dlvr.it", "dub.sh", "fb.me", "gg.gg", "git.io", "go.ly", "goo.gl", "goo.su",
        "grabify.link",
        "hubs.la", "hubs.ly", "hyperurl.co", "ift.tt", "iplogger.org", "is.gd", "j.mp", "kutt.it", "lin.ee", "linkd.in",
        "lnk.to", "lnkd.in", "mcaf.ee", "me2.do", "n9.cl", "o-x.fr", "onelink.me", "onl.bz", "onl.la", "onl.sc",
        "onl.tw",
        "ow.ly", "page.link", "po.st", "ppt.cc", "q-r.to", "qr.ae", "qr.codes", "qr.link", "qr.net", "qr1.be",
        "qrco.de",
        "qrcd.org", "qrfy.com", "qrs.ly", "qrto.org", "r10.to", "rb.gy", "rebrand.ly", "reurl.cc", "s.id", "scnv.io",
        "short.gy", "short.io", "shorte.st", "shorturl.at", "shrtco.de", "smarturl.it", "sniply.io", "soo.gd", "spr.ly",
        "su.pr", "surl.li", "t.co", "t.cn", "t.ly", "tiny.cc", "tiny.one", "tiny.pl", "tinyurl.com", "tny.im",
        "trib.al",
        "u.to", "url.cn", "urlz.fr", "ux.nu", "v.gd", "vk.cc", "w.wiki", "we.tl", "wp.me", "x.co", "x.gd", "zpr.io",
    ]

    /// Names that lead to the address that is written in them, or to this machine.
    static let mirrors: Set<String> = [
        "lacolhost.com", "localtest.me", "lvh.me", "nip.io", "sslip.io", "traefik.me", "vcap.me", "xip.io",
    ]

    /// By hash, for a first look.
    static let hashes = HashTable((shorteners.union(mirrors)).map { TextHash($0.utf8.reversed()).value })

    /// The one of them that a host is or is below, by whole labels; nil for most.
    static func entry(for host: String, in entries: Set<String>) -> String? {
        var rest = host.hasSuffix(".") ? host.dropLast() : host[...]
        while true {
            if entries.contains(String(rest)) { return String(rest) }
            guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            rest = rest[rest.utf8.index(after: dot)...]
        }
    }
}
