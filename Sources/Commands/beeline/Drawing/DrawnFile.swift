import BeelineContent
import BeelineDrawing
import BeelineSupport

enum DrawnFile: String, CaseIterable, Hashable, Sendable {
    case svg, png, pdf
    /// Half blocks, for a terminal.
    case text

    /// The format of a file's extension.
    init?(ending path: String) {
        guard let ending = extensionOfFile(path), let file = Self.allCases.first(where: { $0.ending == ending }) else {
            return nil
        }
        self = file
    }

    private var ending: String { self == .text ? "txt" : rawValue }

    /// The name for people.
    var title: String { self == .text ? "text" : rawValue.uppercased() }

    /// Whether a terminal can show it.
    var isText: Bool { self == .text || self == .svg }
}

/// The file format of a graph of rules. Graphviz draws all formats except DOT.
enum GraphFile: String, CaseIterable, Hashable, Sendable {
    case dot, svg, png, pdf
}

/// The extension of a file's name, in small letters; nil where there is no dot.
func extensionOfFile(_ path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
}

/// The list of formats, kinds and sheets for `beeline draw --list`.
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

    /// Names with commas between them, in lines for a terminal.
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
