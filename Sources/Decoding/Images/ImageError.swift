package import BeelineSupport
import Glibc

/// A file format that can be read.
package enum ImageFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, tiff, gif, bmp, heic, avif, pnm

    /// The format's name as people write it, such as `WebP`.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .tiff: "TIFF"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .heic: "HEIC"
        case .avif: "AVIF"
        case .pnm: "PNM"
        }
    }
}

/// Why an image file was not read.
package enum ImageError: Error, Equatable, Sendable {
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

    /// The picture is longer than it may be for its width, or higher: see `PictureSides`.
    case tooUneven(width: Int, height: Int)

    /// The file is longer than ``ImageLimits/maxBytes``.
    case tooManyBytes(limit: Int)

    /// The file has more pages or frames than ``ImageLimits/maxPages``; those before are read.
    case tooManyPages(limit: Int)

    /// The picture is within the limits, and there was no memory for it.
    case outOfMemory

    case cancelled
}

extension ImageError: CustomStringConvertible {
    /// What is wrong, and where there is one the remedy, for people: a clause without a full stop.
    package var description: String {
        switch self {
        case .empty: "the file is empty; if it was copied or downloaded, do that again"
        case .unknownFormat(nil): "not an image: unknown format (readable are \(Self.readable))"
        case .unknownFormat(Self.pdf):
            "a PDF, whose pages must be drawn first; `beeline scan`, `DecodingPool` and `LocalDecoder` do that"
        case .unknownFormat(let name?): "\(name), which cannot be read; convert it to one of \(Self.readable)"
        case .truncated(let format):
            "the \(format.name) ends in the midst of its pixels; if it was copied or downloaded, do that again"
        case .damaged(let format, let words): "the \(format.name) is damaged: \(Self.line(words))"
        case .unsupported(let format, let words):
            "this kind of \(format.name) cannot be read: \(Self.line(words)); save it again as an ordinary one"
        case .noPixels(let format): "the \(format.name) has no pixels: its width or height is 0"
        case .tooManyPixels(let width, let height, let limit):
            "a picture of \(width) × \(height) pixels, and at most \(limit) in all are read; make it smaller"
        case .tooUneven(let width, let height):
            "a picture of \(width) × \(height) pixels: \(PictureSides.problem); cut it into pieces"
        case .tooManyBytes(let limit):
            "the file is longer than the \(limit) bytes that are read at most; make it smaller"
        case .tooManyPages(let limit):
            "this page and what follows is not read, but only the first \(limit) pages are; split the file"
        case .outOfMemory:
            "there is not enough memory for the picture; make it smaller, or let the program have more"
        case .cancelled: "reading was cancelled"
        }
    }

    /// The name of the one format for which there is another way.
    static let pdf = "a PDF"

    /// A library's words as a part of a line: without control characters, for some end with a line feed.
    private static func line(_ words: String) -> String {
        words.unicodeScalars.split { $0.properties.generalCategory == .control }
            .map { String($0) }.joined(separator: " ")
    }

    /// `JPEG, PNG, … PNM and PDF`, from the formats there are.
    private static var readable: String {
        ImageFormat.allCases.map(\.name).joined(separator: ", ") + ", PDF and \(WalletPass.format)"
    }
}

/// What an image file may require. Everything beyond is refused before memory is allocated for it. A reader has one
/// byte for each pixel in memory beside the file, and while it decodes as many as twelve more (a progressive JPEG of
/// inks; a WebP without loss takes eight). So `maxPixels` bounds the memory that a hostile file occupies.
package struct ImageLimits: Sendable {
    /// The most pixels, width × height. Default: 128 000 000, more than any camera in use takes.
    package var maxPixels: Int

    /// How many times larger either side may be where rows and columns can be averaged while they are read, so that the
    /// picture that is made is within ``maxPixels``. Default: 1, no larger picture is read.
    package var mostReduction: Int

    /// The greatest length of the file in bytes. Default: 256 MiB.
    package var maxBytes: Int

    /// The most pages or frames of one file. Default: 1000.
    package var maxPages: Int

    /// Ends reading between rows and between pages. Default: nil, nothing does.
    package var cancellation: Cancellation?

    /// The limits that fit photographs and scans.
    package static let `default` = ImageLimits()

    /// The same, and plans and microfilm at a reduced scale: an A0 at 1200 dots per inch has 2200 megapixels.
    package static let reduced = ImageLimits(mostReduction: 4)

    /// `maxPixels` is width × height; `maxBytes` the length of the file; `maxPages` the pages or frames of one file;
    /// `mostReduction` how many times larger the sides may be.
    package init(
        maxPixels: Int = 128_000_000, maxBytes: Int = 256 << 20, maxPages: Int = 1000, mostReduction: Int = 1
    ) {
        self.maxPixels = maxPixels
        self.mostReduction = mostReduction
        self.maxBytes = maxBytes
        self.maxPages = maxPages
    }

    /// Refuses sides that no picture has or that make too many pixels, and a side that is too long for the other. After
    /// it, the pixels can be counted in bytes without overflow, even with several samples of 16 bits in each.
    func check(width: Int, height: Int, of format: ImageFormat) throws(ImageError) {
        guard width > 0, height > 0 else { throw .noPixels(format) }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= min(maxPixels, 1 << 40) else {
            throw .tooManyPixels(width: width, height: height, limit: maxPixels)
        }
        guard !PictureSides.areTooUneven(width, height) else { throw .tooUneven(width: width, height: height) }
    }

    /// By which number the sides are to be divided so that the picture is within the limits, for a format whose library
    /// can divide by some numbers, or by all.
    func reduction(
        width: Int, height: Int, of format: ImageFormat, by numbers: [Int]? = nil
    ) throws(ImageError) -> Int {
        let possible = (numbers ?? Array(1...max(mostReduction, 1))).filter { $0 <= mostReduction }
        for number in possible where width >= number && height >= number {
            let (count, overflow) = (width / number).multipliedReportingOverflow(by: height / number)
            guard !overflow, count <= min(maxPixels, 1 << 40) else { continue }
            guard !PictureSides.areTooUneven(width, height) else { break }
            return number
        }
        try check(width: width, height: height, of: format)
        return 1
    }

    func checkCancelled() throws(ImageError) {
        if cancellation?.isCancelled == true { throw .cancelled }
    }
}

extension GrayImage {
    /// Makes a picture whose pixels are all written by `fill`. It gets exactly `width * height` bytes, uninitialised.
    init(
        width: Int, height: Int, filledBy fill: (UnsafeMutableBufferPointer<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) {
        let count = width * height
        guard Self.memoryAllows(count) else { throw .outOfMemory }
        var failure: ImageError?
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            // The initialiser of Array rethrows without the type, so the error goes round it.
            do throws(ImageError) {
                try fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
                initializedCount = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// Whether the system lets the process have that many bytes. A failed allocation of an array ends the program. A
    /// worker's memory is limited, so this tries first. (With `malloc` instead of `mmap` the compiler may remove the
    /// test.)
    private static func memoryAllows(_ count: Int) -> Bool {
        let worthAsking = 1 << 20
        guard count >= worthAsking else { return true }
        let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard place != MAP_FAILED else { return false }
        munmap(place, count)
        return true
    }
}

/// Bytes for the time of decoding, uninitialised unless it says otherwise, freed with the value.
struct Scratch: ~Copyable {
    /// The first byte.
    let start: UnsafeMutablePointer<UInt8>

    /// How many bytes there are.
    let count: Int

    init(count: Int) throws(ImageError) {
        guard let place = malloc(max(count, 1)) else { throw .outOfMemory }
        start = place.bindMemory(to: UInt8.self, capacity: max(count, 1))
        self.count = count
    }

    /// Bytes that are zero, for what may leave some of them out.
    init(zeros count: Int) throws(ImageError) {
        guard let place = calloc(max(count, 1), 1) else { throw .outOfMemory }
        start = place.bindMemory(to: UInt8.self, capacity: max(count, 1))
        self.count = count
    }

    deinit {
        free(start)
    }
}
