import BeelineContent
import BeelineSupport
import BeelineSymbols
import TestPrograms
import Testing

/// A hostile code must not keep the program busy: whatever is read takes a time in step with its length.
@Suite("The time to read a code grows in step with its length")
struct ParsingTimeTests {
    /// How codes of each kind begin.
    static let openings = [
        "", "978", "ISBN ", "urn:isbn:", "(01)09521234543213", "\u{1D}0109521234543213", "https://a.example/",
        "https://a.example/01/09521234543213?", "http://", "https://a.example/?", "https://a.example/#", "www.",
        "WIFI:S:", "WIFI:", "BEGIN:VCARD\n", "BEGIN:VCARD\nVERSION:3.0\nN:",
        "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:",
        "BEGIN:VCARD\nVERSION:4.0\nTEL;", "BEGIN:VCARD\nADR:", "BEGIN:VCARD\nEMAIL:", "MECARD:", "MECARD:N:",
        "BIZCARD:N:",
        "BEGIN:VCALENDAR\n", "BEGIN:VEVENT\n", "BEGIN:VEVENT\nDTSTART:", "BEGIN:VEVENT\nSUMMARY;",
        "BEGIN:VEVENT\nDURATION:",
        "otpauth://totp/", "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&", "tel:", "sms:", "smsto:+1:", "geo:", "geo:1,2;",
        "FIDO:/", "BCD\n", "BCD\n002\n1\nSCT\n\n", "SPC\n", "000201", "00020101021126", "upi://pay?", "SPD*1.0*",
        "bitcoin:", "ethereum:", "lightning:", "lnbc1", "bc1", "M1", "@\n\u{1E}\rANSI ", "@", "{", "[", "{\"a\":",
        "mailto:",
        "mailto:a@b.example?", "MATMSG:TO:", "SMTP:", "MEBKM:", "URL:", "javascript:", "data:", "a@", "+49",
    ]

    static let units = [
        "0", "a", "%", "\\", ";", ":", ",", "=\n", "&a=1", "?", "/", ".", "-", "@", "\"", "\n ", "\r\n", " ", "\t",
        "(10)a",
        "\u{1D}10a", "*a:1", "S:a;", "N:a\n", "BEGIN:VCARD\n", "BEGIN:VEVENT\n", "TYPE=a,", "{", "[", "\"a\":1,", "<a>",
        "0102",
        "e\u{301}", "\u{200B}", "=3D", "+1 ", "xn--",
    ]

    @Test("whatever a code repeats", arguments: openings)
    func grows(_ opening: String) {
        for unit in Self.units {
            let growth = Growth.of(
                size: 1 << 11, { opening + String(repeating: unit, count: max(1, $0 / unit.utf8.count)) }
            ) { text in
                Self.read(Symbol(.qr, text))
            }
            #expect(!growth.isExcessive, "\(unit.debugDescription): \(growth)")
        }
    }

    /// Reads a code, and all that rules and output can ask of it.
    private static func read(_ symbol: Symbol) {
        let reading = ContentParser.reading(of: symbol)
        for field in Field.table.map(\.field) { _ = reading.value(of: field)?.description }
        _ = reading.warnings.map(\.description)
        _ = reading.shownText
    }
}
