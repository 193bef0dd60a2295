internal import CIDN2

/// Hosts beyond ASCII: IDNA 2008 after the mapping of Unicode Technical Standard 46, non-transitional.
///
/// Each text that the library gives is copied, and freed in the function that asked for it.
enum InternationalHost {
    enum Answer {
        /// In A-labels and lower case.
        case ascii(String)
        /// No such name can be; with the reason.
        case wrong(String)
    }

    /// A character takes at most four octets here, and one at least in DNS.
    private static let longest = 4 * Host.longestName

    static let tooLong = "the host is longer than any name can be"

    /// The A-labels of a host; a host that has some already is checked, for not every `xn--…` stands for a name.
    ///
    /// The library's own rules for ASCII (STD 3) stay off: it would drop what they forbid instead of refusing it, and
    /// `a／b.de` would lead to `ab.de`. So the caller must look at what characters became of others.
    static func ascii(_ host: String) -> Answer {
        guard host.utf8.count <= longest else { return .wrong(tooLong) }
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let status = idn2_to_ascii_8z(host, &output, flags)
        defer { idn2_free(output) }
        guard status == IDN2_OK.rawValue, let output else { return .wrong("the host is no name: \(message(status))") }
        return .ascii(String(cString: output))
    }

    /// A host as people write it; nil when that is how it is already.
    static func unicode(_ host: String) -> String? {
        guard host.utf8.count <= longest else { return nil }
        var output: UnsafeMutablePointer<CChar>?
        let status = idn2_to_unicode_8z8z(host, &output, 0)
        defer { idn2_free(output) }
        guard status == IDN2_OK.rawValue, let output else { return nil }
        let text = String(cString: output)
        return text.utf8.elementsEqual(host.utf8) ? nil : text
    }

    private static func message(_ status: Int32) -> String {
        idn2_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    }
}
