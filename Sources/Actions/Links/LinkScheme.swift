/// What the scheme of a link says about it.
enum LinkScheme {
    /// Schemes that run code, read files, install programs or connect to the shares of others.
    private static let dangerous: Set<String> = {
        let groups = [
            // Code in the link itself.
            "data javascript livescript mocha vbscript applescript",
            // Pages of a browser, and what it has inside of it.
            "about brave chrome chrome-extension chrome-search devtools edge moz-extension moz-icon opera resource vivaldi view-source wyciwyg",
            // Files and archives, of this machine or of one that a share belongs to.
            """
            afp blob cifs content dav davs feed feeds file filesystem jar mhtml mk ms-its nfs res smb smb2 webdav webdavs
            x-nautilus-search x-nautilus-desktop
            """,
            // Windows: searches in foreign folders, troubleshooters, installers, consoles.
            """
            hcp ms-appinstaller ms-cxh ms-cxh-full ms-help ms-msdt ms-officecmd ms-search ms-wpc search search-ms shell
            """,
            // Programs that are installed or started.
            "android-app apk appinstaller apt help intent itms-services jnlp jnlps snap x-man-page",
        ]
        return Set(groups.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init))
    }()

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
