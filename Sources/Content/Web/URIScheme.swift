internal import BeelineSymbols

/// Schemes of links that have no `//`, and what must follow, for `line:3` and `data:42` are not links. A scheme before
/// `//` needs no entry. See the register of RFC 7595 and the makers of the programs.
enum URIScheme {
    /// The form of the rest of a link, which distinguishes it from a note that begins with the same word.
    enum Rest {
        case anything
        case beginning(String)
        case containing(String)
    }

    private static let known: [String: Rest] = [
        // Calls and messages.
        "sip": .anything, "sips": .anything, "xmpp": .containing("."), "im": .containing("@"),
        "jabber": .containing("@"), "acct": .containing("@"), "callto": .anything, "skype": .anything,
        "facetime": .anything, "facetime-audio": .anything, "facetime-group": .anything, "tg": .containing("?"),
        "whatsapp": .containing("?"), "matrix": .containing("/"), "nostr": .beginning("n"),
        "news": .containing("."), "cid": .containing("@"), "mid": .containing("@"),
        // Names of things.
        "urn": .containing(":"), "doi": .beginning("10."), "ark": .containing("/"), "did": .containing(":"),
        "magnet": .beginning("?"), "spotify": .containing(":"),
        // Papers and keys for other programs.
        "mdoc": .anything, "shc": .beginning("/"),
        // What a browser does itself; a guard judges these.
        "javascript": .anything, "vbscript": .anything, "data": .containing(","), "about": .beginning("blank"),
        "blob": .containing("://"), "filesystem": .containing("://"), "view-source": .containing(":"),
        "jar": .containing("!/"), "intent": .containing("#Intent;"), "file": .beginning("/"),
        "search-ms": .containing("="), "feed": .containing("://"),
    ]

    /// Programs that open the link after their name. Some of the names are words as well.
    private static let openers: Set = [
        "acrobat", "apt", "brave", "chrome", "ddgquicklink", "dolphin", "duckduckgo", "edge", "firefox",
        "firefox-focus",
        "firefox-klar", "googlechrome", "googlechromes", "help", "iina", "intent", "itms", "itms-apps", "itms-appss",
        "itms-services", "microsoft-edge", "microsoft-edge-holographic", "mpv", "mttbrowser", "nplayer-http",
        "nplayer-https",
        "onenote", "opera", "opera-http", "opera-https", "opera-touch", "pcast", "podcast", "potplayer", "puffin",
        "qqbrowser",
        "read", "safari", "samsunginternet", "search", "shell", "snap", "steam", "thunder", "touch-http", "touch-https",
        "ucbrowser",
        "vivaldi", "vlc", "webcal", "x-apple-reader", "x-safari-http", "x-safari-https", "x-web-search",
        "yandexbrowser",
    ]

    /// Whether a scheme, in lower case, is that of a program which opens the link after it.
    static func opensLinks(_ scheme: String) -> Bool { openers.contains(scheme) }

    /// Whether a text may be the name of a scheme: a letter, then letters, digits, `+`, `-`, `.`; two at least.
    static func isName(_ text: some Sequence<Unicode.Scalar>) -> Bool {
        var count = 0
        for scalar in text {
            guard scalar.isASCII else { return false }
            let byte = UInt8(scalar.value)
            guard byte.isASCIILetter || count > 0 && (byte.isASCIIDigit || "+-.".utf8.contains(byte)) else {
                return false
            }
            count += 1
        }
        return count > 1
    }

    /// Whether a text is a link of a known scheme, in lower case, without `//`.
    static func isLink(_ scheme: String, rest: Substring.UTF8View) -> Bool {
        guard !rest.isEmpty else { return false }
        // Families of programs: `ms-settings:`, `ms-word:`, and what a web page registers for itself.
        if scheme.hasPrefix("ms-") || scheme.hasPrefix("web+") { return true }
        if opensLinks(scheme), contains(rest, Array("://".utf8)) { return true }
        switch known[scheme] {
        case .anything: return true
        case .beginning(let text): return rest.starts(with: text.utf8)
        case .containing(let text): return contains(rest, Array(text.utf8))
        case nil: return false
        }
    }

    /// Whether links of the scheme, in lower case, must have a host, whose case does not matter; unknown for programs.
    static func isOfTheWeb(_ scheme: String) -> Bool { ["https", "http", "ftp", "ws", "wss"].contains(scheme) }

    /// The texts sought have at most eight bytes, so that this is linear.
    private static func contains(_ text: Substring.UTF8View, _ part: [UInt8]) -> Bool {
        var rest = text
        while let start = rest.firstIndex(where: { $0 == part.first }) {
            if rest[start...].starts(with: part) { return true }
            rest = rest[rest.index(after: start)...]
        }
        return false
    }
}
