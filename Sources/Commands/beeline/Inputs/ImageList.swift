import BeelineSupport
import BeelineSymbols

/// The images that a command line names.
enum ImageList {
    /// An image: what output calls it, and what to open.
    struct Entry: Sendable {
        let name: String
        let isStandardInput: Bool
        /// Why it cannot be opened, if that is known already.
        var problem: InputError?
    }

    /// - Parameters:
    ///   - operands: files, `-`, and with `recursive` folders.
    ///   - list: a file of names, each ended by a NUL.
    /// - Throws: `FileError` when the list cannot be read.
    static func entries(operands: [String], recursive: Bool, list: String?) throws(FileError) -> [Entry] {
        var entries: [Entry] = []
        for operand in operands {
            if operand == "-" {
                entries.append(Entry(name: "-", isStandardInput: true))
            } else if isFolder(operand) {
                let problem = InputError(
                    code: "cannot-open", message: "it is a folder; with --recursive the files in it are scanned")
                let found =
                    recursive ? images(in: operand) : [Entry(name: operand, isStandardInput: false, problem: problem)]
                if found.isEmpty { StandardError.write("beeline: \(operand): no file is in it\n") }
                entries += found
            } else {
                // The arguments have come through Swift's strings, which put this mark for what is no UTF-8.
                let isMangled = operand.unicodeScalars.contains("\u{FFFD}") && !exists(operand)
                entries.append(Entry(name: operand, isStandardInput: false, problem: isMangled ? badName : nil))
            }
        }
        guard let list else { return entries }
        let bytes =
            list == "-"
            ? try readToEnd(of: 0, path: "standard input", limit: longestList)
            : try readFile(list, limit: longestList)
        return entries + self.entries(named: bytes)
    }

    /// Files by their names, between which NULs stand.
    static func entries(named bytes: [UInt8]) -> [Entry] {
        bytes.split(separator: 0).map { bytes in
            guard let name = String(validating: bytes, as: UTF8.self) else {
                return Entry(name: String(decoding: bytes, as: UTF8.self), isStandardInput: false, problem: badName)
            }
            return Entry(name: name, isStandardInput: false)
        }
    }

    private static let longestList = 1 << 30

    private static let badName = InputError(code: "cannot-open", message: "its name is not UTF-8; rename it")

    /// The files below a folder, by name; what cannot be read as a folder is an entry of its own, with the reason.
    private static func images(in folder: String) -> [Entry] {
        do throws(FileError) {
            var entries: [Entry] = []
            for name in try fileNames(in: folder, suffix: "") {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                // Links to folders are not followed: they may lead back.
                if isFolder(path, followingLinks: false) {
                    entries += images(in: path)
                } else if name.unicodeScalars.contains("\u{FFFD}"), !exists(path) {
                    // What was not UTF-8 has been replaced, and so the file is not found.
                    entries.append(Entry(name: path, isStandardInput: false, problem: badName))
                } else if isRegularFile(path) {
                    // Nobody who names a folder means the pipes and devices in it.
                    entries.append(Entry(name: path, isStandardInput: false))
                }
            }
            return entries
        } catch {
            let problem = InputError(code: "cannot-open", message: error.message)
            return [Entry(name: folder, isStandardInput: false, problem: problem)]
        }
    }
}
