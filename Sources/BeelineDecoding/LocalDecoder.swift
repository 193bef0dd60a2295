internal import BeelineFiles
public import BeelineImages
public import BeelineSymbols

/// Decodes in this process.
///
/// What a decoder does to a hostile image, it does to this process; where that matters use the workers instead.
///
///     let symbols = try await LocalDecoder().symbols(in: .file("shelf.jpg"))
public struct LocalDecoder: BarcodeDecoder {
    private let limits: ImageLimits

    /// - Parameter limits: what larger images are refused by.
    public init(limits: ImageLimits = .default) { self.limits = limits }

    public func symbols(in image: ImageSource) async throws(DecodeError) -> [Symbol] {
        try symbols(now: image)
    }

    /// The same, for callers that may block.
    public func symbols(now source: ImageSource) throws(DecodeError) -> [Symbol] {
        let bytes = try read(source)
        let image: GrayImage
        do throws(ImageError) {
            image = try GrayImage(decoding: bytes, limits: limits)
        } catch {
            throw DecodeError(error)
        }
        return try ZBarDecoder().symbols(in: image)
    }

    private func read(_ source: ImageSource) throws(DecodeError) -> [UInt8] {
        do throws(FileError) {
            switch source {
            case .bytes(let bytes): return bytes
            case .file(let path): return try readFile(path, limit: limits.maxBytes)
            case .descriptor(let descriptor):
                return try readToEnd(of: descriptor, path: "image", limit: limits.maxBytes)
            }
        } catch {
            if case .tooLong(let limit) = error.reason {
                throw .tooLarge(ImageError.tooManyBytes(limit: limit).description)
            }
            throw .cannotOpen(error.message)
        }
    }
}

extension DecodeError {
    fileprivate init(_ error: ImageError) {
        switch error {
        case .tooManyPixels, .tooManyBytes: self = .tooLarge(error.description)
        default: self = .unreadableImage(error.description)
        }
    }
}
