/// Why an image file was not read.
public enum ImageError: Error, Equatable, Sendable {
    /// The file has no bytes.
    case empty

    /// The bytes begin like none of the readable formats; with its article (`a PDF`) the format they do begin like.
    case unknownFormat(String?)

    /// The file ends before its pixels do.
    case truncated(ImageFormat)

    /// The file breaks its format; in the reading library's words.
    case damaged(ImageFormat, String)

    /// The file is what its format allows and the reader does not; in the reading library's words.
    case unsupported(ImageFormat, String)

    /// The picture is of width or height 0.
    case noPixels(ImageFormat)

    /// The picture is larger than ``ImageLimits/maxPixels``.
    case tooManyPixels(width: Int, height: Int, limit: Int)

    /// The file is longer than ``ImageLimits/maxBytes``.
    case tooManyBytes(limit: Int)

    /// The file has more pages or frames than ``ImageLimits/maxPages``; those before are read.
    case tooManyPages(limit: Int)

    /// The picture is within the limits, and there was no memory for it.
    case outOfMemory
}

extension ImageError: CustomStringConvertible {
    /// What is wrong, and where there is one the remedy, for people: a clause without a full stop.
    public var description: String {
        switch self {
        case .empty:
            "the file is empty; if it was copied or downloaded, do that again"
        case .unknownFormat(nil):
            "not an image: unknown format (readable are \(Self.readable))"
        case .unknownFormat(ForeignFormat.pdf):
            "a PDF, which is no picture before its pages are drawn; `beeline scan` and `DecodingPool` do that with a file"
        case .unknownFormat(let name?):
            "\(name), which cannot be read; convert it to one of \(Self.readable)"
        case .truncated(let format):
            "the \(format.name) ends in the midst of its pixels; if it was copied or downloaded, do that again"
        case .damaged(let format, let words):
            "the \(format.name) is damaged: \(Self.line(words))"
        case .unsupported(let format, let words):
            "this kind of \(format.name) cannot be read: \(Self.line(words)); save it anew as an ordinary one"
        case .noPixels(let format):
            "the \(format.name) has no pixels: its width or height is 0"
        case .tooManyPixels(let width, let height, let limit):
            "a picture of \(width) × \(height) pixels, and at most \(limit) in all are read; make it smaller"
        case .tooManyBytes(let limit):
            "the file is longer than the \(limit) bytes that are read at most; make it smaller"
        case .tooManyPages(let limit):
            "this page and what follows is not read, but only the first \(limit) pages are; split the file"
        case .outOfMemory:
            "there is not enough memory for the picture; make it smaller, or let the program have more"
        }
    }

    /// A library's words as a part of a line: without control characters, for some end with a line feed.
    private static func line(_ words: String) -> String {
        words.unicodeScalars.split { $0.properties.generalCategory == .control }
            .map { String($0) }.joined(separator: " ")
    }

    /// `JPEG, PNG, … PNM and PDF`, from the formats there are.
    private static var readable: String { ImageFormat.allCases.map(\.name).joined(separator: ", ") + " and PDF" }
}
