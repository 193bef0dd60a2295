/// A picture as its file stores it, and which way up that is.
struct StoredPicture {
    let image: GrayImage
    let orientation: Orientation

    /// The picture as it is to be seen.
    ///
    /// - Throws: ``ImageError/outOfMemory``.
    func upright() throws(ImageError) -> GrayImage {
        guard orientation != .upright else { return image }
        let width = orientation.swapsSides ? image.height : image.width
        let height = orientation.swapsSides ? image.width : image.height
        let (origin, right, down) = path
        return try GrayImage(width: width, height: height) { shown in
            image.pixels.withUnsafeBufferPointer { stored in
                // In squares, because a stored column read to its end would leave the cache before its neighbour comes.
                let side = 64
                for top in stride(from: 0, to: height, by: side) {
                    for left in stride(from: 0, to: width, by: side) {
                        for y in top..<min(top + side, height) {
                            var source = origin + y * down + left * right
                            for x in left..<min(left + side, width) {
                                shown[y * width + x] = stored[source]
                                source += right
                            }
                        }
                    }
                }
            }
        }
    }

    /// The way through the stored pixels: where the shown top left pixel is, and how far it is from a shown pixel to
    /// its right neighbour and to the one below.
    private var path: (origin: Int, right: Int, down: Int) {
        let row = image.width
        let lastInRow = row - 1
        let lastRow = (image.height - 1) * row
        return switch orientation {
        case .upright: (0, 1, row)
        case .mirrored: (lastInRow, -1, row)
        case .upsideDown: (lastRow + lastInRow, -1, -row)
        case .flipped: (lastRow, 1, -row)
        case .transposed: (0, row, 1)
        case .turnedLeft: (lastRow, -row, 1)
        case .transversed: (lastRow + lastInRow, -row, -1)
        case .turnedRight: (lastInRow, row, -1)
        }
    }
}
