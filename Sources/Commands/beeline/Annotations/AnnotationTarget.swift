import BeelineSupport

/// What pictures with their codes are drawn into.
enum AnnotationTarget: Hashable, Sendable {
    /// One image, with its pages one below the other.
    case svg(String)
    /// One page for all images, by its path.
    case html(String)
    /// As many pages as there need to be, in a folder.
    case folder(String)

    /// Why nothing can be drawn there.
    enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case standardOutput
        case unknownEnding
        case severalImages(Int)
        case takenFolder

        var description: String {
            switch self {
            case .standardOutput: "a name is needed: it is written to a file, OUT.svg or OUT.html, or a folder"
            case .unknownEnding: "a file ends in .svg or .html; a folder that is not there yet ends in /"
            case .severalImages(let count):
                "an SVG shows one image, and there are \(count); a .html file or a folder takes all of them"
            case .takenFolder: "it has an index.html that is none of Beeline's; choose another folder"
            }
        }
    }

    /// - Parameters:
    ///   - text: as it stands on the command line.
    ///   - count: how many images there are.
    /// - Throws: `Problem`.
    init(_ text: String, images count: Int) throws(Problem) {
        let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...].lowercased() }
        if text.isEmpty || text == "-" { throw .standardOutput }
        if isFolder(text) || text.hasSuffix("/") || (ending == nil && !exists(text)) {
            var folder = text[...]
            while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
            self = .folder(String(folder))
            let index = "\(folder)/index.html"
            if exists(index), !PicturePage.isOurs(index) { throw .takenFolder }
        } else if ending == ".svg" {
            guard count == 1 else { throw .severalImages(count) }
            self = .svg(text)
        } else if ending == ".html" || ending == ".htm" {
            self = .html(text)
        } else {
            throw .unknownEnding
        }
    }

    /// The greatest side in pixels of the pictures that are asked for.
    ///
    /// A photograph is about 1 MB at the greatest, and 40 kB as one of many.
    ///
    /// - Parameter count: how many images there are.
    func previewSide(images count: Int) -> Int {
        switch self {
        case .svg: 1_600
        case .html: count == 1 ? 1_200 : 320
        case .folder: count == 1 ? 1_200 : 320
        }
    }

    /// What stands in errors.
    var path: String {
        switch self {
        case .svg(let path), .html(let path), .folder(let path): path
        }
    }

    /// Where its bytes lie until they are all there.
    var spoolFolder: String {
        switch self {
        case .folder(let path): path
        case .svg(let path), .html(let path):
            switch path.lastIndex(of: "/") {
            case nil: "."
            case path.startIndex: "/"
            case .some(let slash): String(path[..<slash])
            }
        }
    }
}
