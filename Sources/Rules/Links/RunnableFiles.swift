internal import BeelineContent
internal import BeelineSymbols

/// Files that a system runs, installs, mounts or takes as its settings when someone opens them, by their extension.
///
/// Left out are archives (`zip`), pages of the web that have such an extension too (`js`, `py`, `php`, `job`), `com`,
/// with which addresses end, and folders that systems show as files (`action`).
enum RunnableFiles {
    /// By what opens them, which is the source of each group.
    private static let table: [(openedBy: String, extensions: String)] = [
        (
            "Windows: programs and their parts (PATHEXT; CreateProcess, rundll32)",
            "bat cmd cpl dll drv exe ocx pif scr sys xbap"
        ),
        (
            "Windows Script Host, HTML applications and script components (mshta, wscript, regsvr32)",
            "hta htc jse sct shb shs vb vbe vbs vbscript ws wsc wsf wsh"
        ),
        (
            "PowerShell",
            "cdxml msh msh1 msh1xml msh2 msh2xml mshxml ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 psm1 pssc"
        ),
        (
            "Windows Installer, App Installer, ClickOnce, updates and packages",
            """
            appinstaller application appref-ms appx appxbundle cab esd gadget inf ins isp manifest msi msix msixbundle msp mst
            msu mum ppkg vsix vsto wim xap
            """
        ),
        (
            "Windows Explorer: shortcuts, searches, libraries, themes, help, consoles, remote desktops, troubleshooters",
            """
            appcontent-ms chm deskthemepack desklink diagcab diagcfg diagpkg grp hlp its library-ms lnk mapimail msc
            msrcincident msstyles osd pcd printerexport rdp reg scf search-ms searchconnector-ms settingcontent-ms theme
            themepack udl url vsmacros webpnp website wcx xnk
            """
        ),
        (
            "Microsoft Office: add-ins, macros, queries (Outlook's list of blocked attachments; Trust Center)",
            """
            accda accdb accde accdr accdu ade adn adp dot dotm docm iqy mad maf mag mam maq mas mat mau mav maw mcf mda mdb mde mdt
            mdw mdz one onepkg oqy potm ppa ppam ppsm pptm rqy sldm slk wbk wiz wll xla xlam xll xlm xls4 xlsb xlsm xlt xltm xlw
            """
        ),
        (
            "disk images, which systems mount, and machines, which hypervisors start",
            """
            cdr daa dmg ima img iso isz mdf mds nrg ova ovf qcow2 smi sparsebundle sparseimage toast udf vdi vfd vhd vhdx vmdk vmx
            """
        ),
        (
            "macOS: programs, installers, scripts of Terminal, Automator, Script Editor and Shortcuts",
            """
            app applescript command configprofile definition dylib kext mdimporter mpkg osax pkg prefpane qlgenerator saver
            scpt scptd shortcut terminal tool wdgt workflow xip
            """
        ),
        (
            "macOS: files that lead elsewhere, also to other files (Launch Services)",
            "afploc fileloc ftploc inetloc inetcorloc internetconnect networkconnect savedsearch vncloc webloc"
        ),
        (
            "Linux: packages, programs and launchers (Filesystem Hierarchy Standard; freedesktop.org Desktop Entry)",
            """
            appimage bin deb desktop eopkg elf flatpak flatpakref flatpakrepo ko kmod pet plasmoid rpm run slp snap so tcz txz udeb
            """
        ),
        ("shells of Unix", "bash csh fish ksh sh tcsh zsh"),
        (
            "runtimes: Java, Python, AutoHotkey, AutoIt, Adobe AIR, Ruby",
            "a3x ahk au3 ear egg gem jad jar jnlp pyc pyo pyw pyz pyzw war whl"
        ),
        ("Android", "aab apex apk apkm apks dex xapk"),
        ("iOS: apps and profiles (Apple Configurator)", "ipa itms mobileconfig mobileprovision provisionprofile"),
        ("other telephones, watches and television sets", "cod hap jam sis sisx tpk wgt wgz"),
        ("browsers and office suites: extensions", "crx nex oex oxt safariextz xpi"),
        (
            "certificates, keys and connections, which systems offer to install",
            "cer crt der ica nmconnection ovpn p12 p7b p7c pac pfx spc"
        ),
    ]

    private static let extensions = Set(
        table.flatMap { $0.extensions.split(whereSeparator: \.isWhitespace) }.map(String.init))

    /// The extension of the file that a path names, if it is one of those: the last one, however it is encoded, without
    /// parameters (`;v=1`) and the dots and blanks after it that systems drop.
    static func ending(of path: some StringProtocol) -> String? {
        // Nearly no path has a dot, and an encoded one has a percent sign.
        guard path.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return nil }
        let name = fileName(decoded(path))
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        // None is longer than 20 letters, and many a path has no end.
        let ending = String(decoding: name[(dot + 1)...].prefix(32), as: UTF8.self).lowercased()
        return extensions.contains(ending) ? ending : nil
    }

    /// Servers decode once, and many a script after them again.
    private static func decoded(_ path: some StringProtocol) -> [UInt8] {
        var bytes = Array(path.utf8)
        for _ in 0..<3 {
            guard let decoded = BeelineContent.PercentEncoding.bytesOnceMore(bytes) else { break }
            bytes = decoded
        }
        return bytes
    }

    private static func fileName(_ path: [UInt8]) -> ArraySlice<UInt8> {
        var name = path[...]
        if let slash = name.lastIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
            name = name[(slash + 1)...]
        }
        if let end = name.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == 0 }) { name = name[..<end] }
        while let last = name.last, last == UInt8(ascii: ".") || last == 0x20 { name = name.dropLast() }
        return name
    }
}
