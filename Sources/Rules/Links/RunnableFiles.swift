internal import BeelineContent
internal import BeelineSymbols

/// Extensions of files that a system runs, installs, mounts or takes as settings when someone opens them. Left out are
/// archives (`zip`), extensions that web pages have too (`js`, `php`, `job`, `action`), the top-level domain `com`, and
/// folders that systems show as files (`app`).
enum RunnableFiles {
    /// The extensions by the program that opens them.
    private static let table: [(openedBy: String, extensions: String)] = [
        (
            "Windows: programs and their parts (PATHEXT; CreateProcess, rundll32)",
            "acm ax bat cmd cpl dll drv efi ex_ exe fxp ocx olb pif prg scr sys tlb vxd xbap"
        ),
        (
            "Windows Script Host, HTML applications and script components (mshta, wscript, regsvr32)",
            "asx bas hta htc htt inx jse rgs sct shb shs vb vbe vbs vbscript wmz ws wsc wsf wsh"
        ),
        (
            "PowerShell",
            "cdxml msh msh1 msh1xml msh2 msh2xml mshxml ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 psm1 psrc pssc"
        ),
        (
            "Windows Installer, App Installer, ClickOnce, updates and packages",
            """
            appinstaller application appref-ms appv appx appxbundle cab esd gadget inf ins isp isu manifest msi msix
            msixbundle msp mst msu mum nupkg ppkg vsix vsto wim wpk xap
            """
        ),
        (
            "Windows Explorer: shortcuts, searches, libraries, themes, help, consoles, remote desktops, troubleshooters",
            """
            accountpicture-ms appcontent-ms bgi chm cnt contact desklink deskthemepack diagcab diagcfg diagpkg dun fon
            group grp hlp hpj its library-ms lnk mapimail mht mhtml msc msrcincident msstyles ops osd pbk pcd perfmoncfg
            prf printerexport provxml rdg rdp reg rmskin rnk scf sdb search-ms searchconnector-ms settingcontent-ms
            theme themepack udl url vsmacros wcm wcx webpnp website wms wsb xnk xrm-ms zfsendtotarget
            """
        ),
        (
            "Microsoft Office: add-ins, macros, queries (Outlook's list of blocked attachments; Trust Center)",
            """
            accda accdb accde accdr accdt accdu accdw accft ade adn adp docm dot dotm dqy iqy mad maf mag mam maq mar
            mas mat mau mav maw mcf mda mdb mde mdt mdw mdz odc one onepkg onetoc2 oqy plg potm ppa ppam ppsm pptm pst
            rqy sldm slk vbp vsdm vsmacros vssm vstm vsw wbk wiz wll xla xlam xlb xlc xll xlm xls4 xlsb xlsm xlt xltm
            xlw xsn
            """
        ),
        (
            "disk images, which systems mount, and machines, which hypervisors start",
            """
            b5t b6t bwt ccd cdr cue daa dart dc42 diskcopy42 dmg dmgpart dvdr ffu hdd hfs ima img imgpart iso isz mdf
            mds ndif nrg ova ovf pvm qcow qcow2 sfs smi sparsebundle sparseimage squashfs swm toast udf udif vbox vdi
            vdx vfd vhd vhdx vmdk vmx wim
            """
        ),
        (
            "macOS: programs, installers, scripts of Terminal, Automator, Script Editor and Shortcuts",
            """
            alfredextension alfredsnippets alfredworkflow appex applescript colorpicker command configprofile definition
            dylib jxa kext kmmacros lbaction mdimporter mpkg osas osax pkg popclipext popclipextz prefpane qlgenerator
            saver scpt scptd seplugin shortcut sketchplugin spoon streamdeckplugin term terminal tool tpkg wdgt
            webarchive wflow workflow xip xpc
            """
        ),
        (
            "macOS: files that lead elsewhere, also to other files (Launch Services)",
            """
            afploc fileloc ftploc inetcorloc inetloc internetconnect networkconnect savedsearch textclipping vncloc
            webloc
            """
        ),
        (
            "Linux: packages, programs and launchers (Filesystem Hierarchy Standard; freedesktop.org Desktop Entry)",
            """
            appimage bin deb desktop ebuild elf eopkg flatpak flatpakref flatpakrepo ipk kmod ko kwinscript opk pet pisi
            plasmoid pup rpm run service shar slp snap so socket tcz timer txz udeb vib xbps
            """
        ),
        ("projects, which development tools run when they open them", "csproj fsproj sln suo vbproj vcxproj"),
        ("shells of Unix", "bash csh fish ksh sh tcsh zsh"),
        (
            "runtimes: Java, Python, AutoHotkey, AutoIt, Adobe AIR and Flash, Ruby, PHP, Tcl, MATLAB; macros of drawings",
            """
            a3x ahk air arx au3 class dvb ear egg fas gem gms jad jar jnlp lsp lua mlappinstall mltbx odb phar py pyc
            pyd pyo pyw pyz pyzw rb rbw swf tcl vlx war whl
            """
        ),
        ("Android", "aab apex apk apkm apks dex odex vdex xapk"),
        (
            "iOS: apps and profiles (Apple Configurator)",
            "ipa ipsw itms mobileconfig mobileprovision provisionprofile tipa"
        ),
        ("other telephones, watches and television sets", "cod hap hsp jam pbw sis sisx tpk wgt wgz"),
        ("browsers and office suites: extensions", "crx nex oex oxt safariextz xpi"),
        (
            "certificates, keys and connections, which systems offer to install",
            "cer crt der eap-config ica nmconnection onc ovpn p12 p7b p7c p7r p7s pac pcf pem pfx spc sst stl tblk"
        ),
    ]

    private static let extensions = Set(
        table.flatMap { $0.extensions.split(whereSeparator: \.isWhitespace) }.map(String.init))

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
