internal import BeelineContent
internal import BeelineSymbols

/// What the path of a link pretends or brings along.
enum LinkPath {
    /// Extensions of what a system runs, installs or takes as its settings when it is opened.
    private static let runnable: Set<String> = [
        "action", "apk", "app", "appimage", "appinstaller", "application", "appx", "bash", "bat", "cab", "chm",
        "cmd", "command", "cpl", "crx", "deb", "desktop", "dmg", "docm", "exe", "flatpak", "flatpakref",
        "gadget", "hta", "ipa", "iso", "jar", "jnlp", "jse", "ksh", "lnk", "mobileconfig", "mpkg", "msc", "msi",
        "msix", "msp", "pif", "pkg", "pptm", "ps1", "ps1xml", "psm1", "pyw", "reg", "rpm", "run", "scf", "scr",
        "settingcontent-ms", "sh", "snap", "tool", "url", "vb", "vbe", "vbs", "vhd", "vhdx", "workflow", "wsf",
        "wsh", "xapk", "xlsm", "xpi", "zsh",
    ]

    /// The extensions of up to eight letters, by hash, for a first look.
    static let hashes = HashTable(runnable.map { TextHash($0.utf8).value })

    /// The extension of the file that a path names, if it is one of those: the last one, however it is encoded, without
    /// parameters (`;v=1`) and the dots and blanks behind it that systems drop.
    static func runnableExtension(of path: String) -> String? {
        var bytes = Array(path.utf8)
        for _ in 0..<3 {
            guard let decoded = PercentEncoding.bytesOnceMore(bytes) else { break }
            bytes = decoded
        }
        let slashes = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        var name = bytes[...]
        if let slash = name.lastIndex(where: slashes.contains) { name = name[(slash + 1)...] }
        if let end = name.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == 0 }) { name = name[..<end] }
        while let last = name.last, last == UInt8(ascii: ".") || last == 0x20 { name = name.dropLast() }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        return runnable.contains(ending) ? ending : nil
    }

    /// The name behind an `@` in a path that looks as if it were the host, as in `/login@paypal.com`: right behind the host,
    /// or anywhere if it is one that the rules trust; nil for people on sites such as `/@name`, and for addresses of mail
    /// further on.
    static func hostBehindAtSign(of path: String, trusted: TrustedHosts) -> String? {
        guard path.utf8.contains(UInt8(ascii: "@")) else { return nil }
        for (place, segment) in path.split(separator: "/").enumerated() {
            guard let sign = segment.lastIndex(of: "@") else { continue }
            let name = String(segment[segment.index(after: sign)...].prefix { $0 != ":" && $0 != ";" })
            // It must end in what registries really have.
            guard let host = WebAddress(name)?.hostName, name.lowercased().hasPrefix(host) else { continue }
            if trusted.contains(host) || (place == 0 && !segment.hasPrefix("@")) { return host }
        }
        return nil
    }
}
