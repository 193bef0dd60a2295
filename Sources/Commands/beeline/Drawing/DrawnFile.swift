import BeelineContent
import BeelineDrawing
import BeelineSupport

/// What a code is written as.
enum DrawnFile: String, CaseIterable, Hashable, Sendable {
    case svg, png, pdf
    /// Half blocks, for a terminal.
    case text

    /// What the end of a file's name says.
    init?(ending path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "svg": self = .svg
        case "png": self = .png
        case "pdf": self = .pdf
        case "txt": self = .text
        default: return nil
        }
    }

    /// For people.
    var title: String {
        switch self {
        case .svg: "SVG"
        case .png: "PNG"
        case .pdf: "PDF"
        case .text: "text"
        }
    }

    /// Whether a terminal shows it.
    var isText: Bool { self == .text || self == .svg }
}

/// What can be drawn, for a terminal.
enum DrawList {
    static var text: TerminalText {
        let formats = CodeFormat.allCases.map { row($0.rawValue, $0.title, $0.holds) }
        let kinds = CodeText.fields.flatMap { kind, names in
            wrapped(names).enumerated().map { index, line in row(index == 0 ? kind.rawValue : "", line) }
        }
        let sheets = SheetLayout.names.map { row($0.name, $0.summary) }
        return """
            Formats, for --as
            \(formats.joined())
            Kinds and their fields, for --kind
            \(kinds.joined())
            Sheets of Avery, for --sheet
            \(sheets.joined())
            """
    }

    private static func row(_ cells: String...) -> TerminalText {
        let widths = [26, 38]
        var line: TerminalText = "  "
        for (index, cell) in cells.enumerated() {
            let isLast = index == cells.count - 1
            let gap = isLast ? 0 : max(2, widths[min(index, widths.count - 1)] - cell.count)
            line += "\(cell)\(TerminalText.blanks(gap))"
        }
        return line + "\n"
    }

    /// Names with commas between them, in lines that a terminal has room for.
    private static func wrapped(_ names: [String]) -> [String] {
        var lines: [String] = []
        for name in names {
            if let last = lines.last, last.count + name.count < 70 {
                lines[lines.count - 1] = "\(last), \(name)"
            } else {
                if !lines.isEmpty { lines[lines.count - 1] += "," }
                lines.append(name)
            }
        }
        return lines
    }
}

extension CodeFormat {
    /// What it can say.
    fileprivate var holds: String {
        switch self {
        case .qr, .dataMatrix, .aztec, .pdf417: "any text or bytes"
        case .microQR: "some 15 characters or 35 digits"
        case .rectangularMicroQR: "up to some 150 characters"
        case .microPDF417: "up to some 250 characters"
        case .gs1QR, .gs1DataMatrix, .gs1128, .databarExpanded, .databarExpandedStacked:
            "GS1 element strings: (01)09521234543213(10)AB-1"
        case .ean13: "12 digits, and a check digit"
        case .ean8: "7 digits, and a check digit"
        case .upcA: "11 digits, and a check digit"
        case .upcE: "7 digits that begin with 0 or 1, and a check digit"
        case .isbn: "an ISBN in any form"
        case .code128, .code93: "ASCII"
        case .code39: "capitals, digits, blanks and -.$/+%"
        case .codabar: "digits and -$:/.+ between two letters of A to D"
        case .itf: "an even number of digits"
        case .itf14: "a GTIN of 14 digits"
        case .databar, .databarStacked, .databarStackedOmni: "a GTIN"
        case .databarLimited: "a GTIN that begins with 0 or 1"
        }
    }
}
