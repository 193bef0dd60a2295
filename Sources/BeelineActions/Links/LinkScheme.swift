/// What the scheme of a link says about it.
enum LinkScheme {
    private static let dangerous: Set<String> = [
        "about", "blob", "chrome", "data", "feed", "file", "filesystem", "intent", "jar", "javascript", "livescript",
        "mhtml", "mk", "mocha", "ms-appinstaller", "ms-cxh-full", "ms-its", "ms-msdt", "ms-officecmd", "ms-search",
        "res",
        "resource", "search", "search-ms", "shell", "vbscript", "view-source",
    ]

    /// The schemes whose host is one of the internet, each with the port that is meant where none is given.
    static let usualPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

    /// The reason for caution with one that is not of the web.
    static func reason(_ scheme: String) -> LinkReason {
        dangerous.contains(scheme) ? .dangerousScheme(scheme) : .otherScheme(scheme)
    }

    /// Whether what follows the colon is no link, but is made one by browsers: backslashes before the path, or another
    /// number of slashes than two (WHATWG URL, section 4.4).
    static func isIrregular(_ scheme: String, rest: Substring) -> Bool {
        guard usualPorts[scheme] != nil, !rest.isEmpty else { return false }
        let bytes = Array(rest.utf8)
        let slashes = bytes.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard slashes.count == 2, !slashes.contains(UInt8(ascii: "\\")) else { return bytes.count > slashes.count }
        return bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.contains(UInt8(ascii: "\\"))
    }
}
