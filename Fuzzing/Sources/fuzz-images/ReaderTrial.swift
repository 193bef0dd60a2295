import BeelineDecoding
import CLibFuzzer

/// One input of the fuzzer that is an image file.
enum ReaderTrial {
    /// Small, so that an input takes less than a millisecond.
    static let limits = ImageLimits(maxPixels: 1 << 15, maxBytes: 1 << 20, maxPages: 8)

    /// The promises that are broken by what is read from a file.
    ///
    /// - Parameter isWritten: whether the library writes each pixel of a damaged file; that of HEVC does not.
    static func problems(with input: [UInt8], isWritten: Bool) -> [String] {
        // Pixels that were never written show what was in the memory before: another image.
        beeline_fuzz_fill_new_memory(0)
        let once = read(input)
        beeline_fuzz_fill_new_memory(0xFF)
        let again = read(input)
        let isSame =
            once.count == again.count
            ? zip(once, again).compactMap { difference($0, $1, isWritten: isWritten) }
            : ["\(once.count) pages, then \(again.count)"]
        return isSame.map { "reading again says something else: \($0)" } + once.flatMap(broken) + broken(by: once)
    }

    private static func read(_ input: [UInt8]) -> [ImagePage] {
        var pages: [ImagePage] = []
        ImagePage.forEach(in: input, limits: limits) { page in
            pages.append(page)
            return true
        }
        return pages
    }

    /// Pages are numbered where there are several.
    private static func broken(by pages: [ImagePage]) -> [String] {
        let numbers = pages.map(\.number)
        let isCounted =
            pages.count == 1 && numbers[0] == nil
            || numbers.allSatisfy { $0 != nil } && zip(numbers, numbers.dropFirst()).allSatisfy { $0 ?? 0 < $1 ?? 0 }
        return (isCounted ? [] : ["the numbers of pages are \(numbers)"])
            + (pages.count <= limits.maxPages + 1 ? [] : ["\(pages.count) pages"])
    }

    private static func broken(by page: ImagePage) -> [String] {
        switch page.picture {
        case .success(let image): broken(by: image)
        case .failure(let error): broken(by: error)
        }
    }

    private static func broken(by image: GrayImage) -> [String] {
        let size = "\(image.width) × \(image.height)"
        return (image.width > 0 && image.height > 0 ? [] : ["a picture of \(size)"])
            + (image.width * image.height == image.pixels.count ? [] : ["\(image.pixels.count) pixels for \(size)"])
            + (image.pixels.count <= limits.maxPixels ? [] : ["\(size) is beyond the limit"])
    }

    /// The reason is a line of a message.
    private static func broken(by error: ImageError) -> [String] {
        let text = error.description
        let isLine =
            !text.isEmpty && text.utf8.count < 400
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isLine ? [] : ["the error is long, empty or more than a line: \(text.debugDescription)"]
    }

    /// In what two readings of the same page differ; nil where they do not.
    private static func difference(_ one: ImagePage, _ other: ImagePage, isWritten: Bool) -> String? {
        guard one.picture != other.picture || one.number != other.number else { return nil }
        // What libtiff complains of first may hang on memory that it never wrote.
        if case .failure = one.picture, case .failure = other.picture { return nil }
        guard case .success(let first) = one.picture, case .success(let second) = other.picture,
            (first.width, first.height) == (second.width, second.height)
        else { return "\(summary(one)), then \(summary(other))" }
        guard isWritten else { return nil }
        let places = first.pixels.indices.filter { first.pixels[$0] != second.pixels[$0] }
        let unwritten = places.filter { first.pixels[$0] == 0 && second.pixels[$0] == 255 }
        let values = places.prefix(20).map { "\($0): \(first.pixels[$0]), then \(second.pixels[$0])" }
        return "\(places.count) of \(first.pixels.count) pixels of \(summary(one)), "
            + "of which \(unwritten.count) were never written; \(values.joined(separator: ", "))"
    }

    private static func summary(_ page: ImagePage) -> String {
        let number = page.number.map { "page \($0), " } ?? ""
        switch page.picture {
        case .success(let image): return number + "\(image.width) × \(image.height)"
        case .failure(let error): return number + "\(error)"
        }
    }
}
