extension BarcodeDecoder {
    /// Decodes many images, several at once, and returns their results in the order of the images.
    ///
    ///     for await (image, result) in pool.decodings(of: paths.map { ImageSource.file($0) }) {
    ///         print(image, (try? result.get().symbols.count) ?? 0)
    ///     }
    ///
    /// Images are decoded ahead of the one that is asked for, but no more than `atOnce`. Abandoning the stream, or
    /// cancelling the task that iterates, cancels these.
    ///
    /// - Parameter atOnce: how many images are decoded at once. Default: 8; a pool decodes as many as it has workers.
    public func decodings(
        of images: some Sequence<ImageSource> & Sendable, options: DecodeOptions = DecodeOptions(), atOnce: Int = 8
    ) -> AsyncStream<(image: ImageSource, result: Result<Decoding, DecodeError>)> {
        let batch = ImageBatch(images, atOnce: max(1, atOnce)) { image in
            do throws(DecodeError) { return .success(try await decode(image, options: options)) } catch {
                return .failure(error)
            }
        }
        return AsyncStream { await batch.next() }
    }
}

extension ImageSource {
    /// Gray pixels, such as a frame of a camera of one's own: they become the bytes of a PGM file.
    ///
    ///     let image = ImageSource.gray([0, 255, 255, 0], width: 2, height: 2)
    ///
    /// - Parameters:
    ///   - pixels: their brightness, 0…255, row by row from the top.
    ///   - bytesPerRow: from the beginning of a row to that of the next one. Default: the width.
    /// - Precondition: there are as many pixels.
    public static func gray(_ pixels: [UInt8], width: Int, height: Int, bytesPerRow: Int? = nil) -> ImageSource {
        let step = bytesPerRow ?? width
        precondition(width > 0 && height > 0 && step >= width && pixels.count >= step * (height - 1) + width)
        var file = Array("P5\n\(width) \(height)\n255\n".utf8)
        file.reserveCapacity(file.count + width * height)
        for row in 0..<height { file += pixels[row * step..<row * step + width] }
        return .bytes(file)
    }
}

/// Images that are decoded a few ahead of the one that is asked for.
private actor ImageBatch<Images: Sequence<ImageSource> & Sendable> {
    typealias Outcome = Result<Decoding, DecodeError>

    private var rest: Images.Iterator
    private let most: Int
    private let decode: @Sendable (ImageSource) async -> Outcome
    private var begun: [(image: ImageSource, work: Task<Outcome, Never>)] = []

    init(_ images: Images, atOnce most: Int, decode: @escaping @Sendable (ImageSource) async -> Outcome) {
        (rest, self.most, self.decode) = (images.makeIterator(), most, decode)
    }

    deinit { for (_, work) in begun { work.cancel() } }

    /// The next result; nil after the last one, and when the task is cancelled.
    func next() async -> (image: ImageSource, result: Outcome)? {
        while begun.count < most, !Task.isCancelled, let image = rest.next() {
            begun.append((image, Task { [decode] in await decode(image) }))
        }
        guard !begun.isEmpty, !Task.isCancelled else {
            for (_, work) in begun { work.cancel() }
            begun = []
            return nil
        }
        let (image, work) = begun.removeFirst()
        let result = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        return (image, result)
    }
}
