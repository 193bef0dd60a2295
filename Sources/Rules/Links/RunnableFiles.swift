internal import BeelineContent
internal import BeelineSymbols

/// Finds files that a system runs, installs, mounts or takes as settings when someone opens them.
enum RunnableFiles {
    private static let extensions = Set(LinkLists.words("files.runnable").map(String.init))

    /// The extension of the file that a link names, if it is in the table: the last one, however it is encoded, without
    /// parameters (`;v=1`) and the dots and blanks after it that systems drop.
    static func ending(of address: WebAddress) -> String? {
        (address.mayHaveDotInPath ? ending(ofPath: address) : nil)
            ?? (address.query.map(mayName) ?? false ? ending(ofQuery: address) : nil)
    }

    /// Nearly no query has a dot, and an encoded one has a percent sign.
    private static func mayName(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
    }

    private static func ending(ofPath address: WebAddress) -> String? {
        let path = LinkParameter.decoded(address.path.utf8)
        // A slash at the end is that of a folder.
        guard path.last.map(isSlash) == false else { return nil }
        let segments = path.split(whereSeparator: isSlash).suffix(3).map { Array($0) }
        guard let last = segments.last else { return nil }
        let folder = segments.dropLast().last.map { String(decoding: $0, as: UTF8.self).lowercased() }
        if let ending = ending(ofName: last[...]) {
            return showsName(last, ending, in: folder, address) ? nil : ending
        }
        // `setup.exe/download`: the page that serves it.
        guard servingPages.contains(String(decoding: last, as: UTF8.self).lowercased()), segments.count > 1 else {
            return nil
        }
        return ending(ofName: segments[segments.count - 2][...])
    }

    /// Whether a page only shows the named thing: an account or a site with a host as its name, or the text of a file.
    private static func showsName(_ name: [UInt8], _ ending: String, in folder: String?, _ address: WebAddress) -> Bool
    {
        if name.first == UInt8(ascii: "@") { return true }
        if let folder, foldersOfNames.contains(folder) || folder.hasSuffix(":"), PublicSuffixes.isTopLevelDomain(ending)
        {
            return true
        }
        guard let domain = address.domain, let shown = pagesOfFiles[domain], address.query == nil else { return false }
        return LinkPath.segments(of: address.path).contains(shown)
    }

    /// Pages that serve the file which the path names before them.
    private static let servingPages: Set = ["dl", "download", "file", "get", "latest", "raw", "stable"]

    /// Folders of accounts and sites, which are named by hosts: `/profile/someone.run`.
    private static let foldersOfNames: Set = ["domain", "profile", "review", "website", "whois"]

    /// The folder in which a site shows files and articles instead of serving them.
    private static let pagesOfFiles = [
        "bitbucket.org": "src", "codeberg.org": "src", "github.com": "blob", "gitlab.com": "blob",
        "wikimedia.org": "wiki", "wikipedia.org": "wiki", "wiktionary.org": "wiki",
    ]

    private static func ending(ofQuery address: WebAddress) -> String? {
        for parameter in LinkParameter.all(of: address) {
            var value = parameter.value[...]
            if let link = ForwardingLink.target(of: parameter.value) {
                // The host of another link is not a file.
                guard let path = WebAddress(link)?.path else { continue }
                value = LinkParameter.decoded(path.utf8)[...]
            }
            guard namesOfFiles.contains(parameter.name) || value.contains(where: isSlash) else { continue }
            // `attachment; filename="setup.exe"`.
            for word in value.split(whereSeparator: { " ;=\"'".utf8.contains($0) }) {
                let name = word.split(whereSeparator: isSlash).last ?? []
                if let ending = ending(ofName: name) { return ending }
            }
        }
        return nil
    }

    /// Parameters whose value is the name of a file; a path in another parameter counts, too.
    private static let namesOfFiles: Set = [
        "", "app", "asset", "attachment", "attname", "dl", "document", "download", "f", "file", "filename", "filepath",
        "fn", "fname", "installer", "key", "name", "object", "package", "pkg", "responsecontentdisposition", "rscd",
    ]

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func ending(ofName name: ArraySlice<UInt8>) -> String? {
        var name = name
        // A colon is before the name of a stream of the file (NTFS).
        if let end = name.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") || $0 == 0 }) {
            name = name[..<end]
        }
        while let last = name.last, last == UInt8(ascii: ".") || last == 0x20 { name = name.dropLast() }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        // None is longer than 20 letters, and many a path has no end.
        let ending = String(decoding: name[(dot + 1)...].prefix(32), as: UTF8.self).lowercased()
        return extensions.contains(ending) ? ending : nil
    }
}
