internal import BeelineActions
internal import BeelineRules
internal import BeelineSupport

/// Where cards are kept.
package struct CardFolder {
    let path: String

    /// - Parameters:
    ///   - written: what the rule says: a path from the root, or one that begins with `~/`; nil: nothing.
    ///   - standard: the name of the folder in the user's data folder where the rule says nothing.
    init(_ written: ActionValue?, standard: String) throws(CardError) {
        guard case .text(let text)? = written, !text.isEmpty else {
            guard let data = userDataFolder() else { throw .noFolder }
            path = "\(data)/\(standard)"
            return
        }
        if let problem = Self.problem(with: text) { throw problem }
        if text.hasPrefix("~/") {
            guard let home = userHome() else { throw .noFolder }
            path = home + text.dropFirst()
        } else {
            path = text
        }
    }

    /// Why a rule cannot name this folder; nil when it can, and when it names none.
    static func problem(with folder: String) -> CardError? {
        folder.isEmpty || folder.hasPrefix("/") || folder.hasPrefix("~/") ? nil : .relativeFolder(folder)
    }

    /// Finds that a rule writes a folder that is none, before there is a card for it.
    static func problem(in written: ArgumentCheck.Written) -> ArgumentCheck.Problem? {
        written.texts["folder"].flatMap(problem(with:)).map { .init($0.description, parameter: "folder") }
    }

    /// Puts a card there under a name that says whose it is; no other file is touched.
    ///
    /// - Parameter title: of which the name is made, as far as it is harmless.
    /// - Returns: the path.
    func add(_ bytes: [UInt8], title: String, orElse name: String, suffix: String) throws(FileError) -> String {
        let harmless = Self.fileName(title)
        return try makeNewFile(in: path, name: harmless.isEmpty ? name : harmless, suffix: suffix, bytes)
    }

    /// Of a title what is harmless in the name of a file: letters, digits and single blanks, at most 80 bytes. So it has no
    /// slash, no dot and nothing that hides, begins with no `-`, and is no option of any program.
    static func fileName(_ title: String) -> String {
        var name = ""
        var isParted = false
        for scalar in title.unicodeScalars {
            let properties = scalar.properties
            let isLetter =
                switch properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                    .decimalNumber, .nonspacingMark, .spacingMark:
                    !properties.isDefaultIgnorableCodePoint
                default: false
                }
            guard isLetter else {
                isParted = !name.isEmpty
                continue
            }
            guard name.utf8.count + UTF8.width(scalar) + (isParted ? 1 : 0) <= 80 else { break }
            if isParted { name += " " }
            isParted = false
            name.unicodeScalars.append(scalar)
        }
        return name
    }
}

/// Why a card was not written.
enum CardError: Error, Hashable, Sendable, CustomStringConvertible {
    case noFolder
    case relativeFolder(String)
    /// A field must be there, or be of another form.
    case badField(String, String)

    var description: String {
        switch self {
        case .noFolder: "it is not known where to: HOME is no path from the root; set it, or give 'folder' such a path"
        case .relativeFolder(let folder): "'\(folder)' is no path from the root; begin 'folder' with / or ~/"
        case .badField(let field, let problem): "'\(field)' \(problem)"
        }
    }
}
