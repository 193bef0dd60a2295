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
