internal import BeelineSymbols

/// Whitens codes that are read, so that the same question finds the next one.
enum Masking {
    /// A copy of a part of a page in which the boxes around some outlines of the page are white.
    ///
    /// - Parameter part: a crop of the page: its mapping is a shift.
    static func covered(_ outlines: [Outline], in part: DerivedImage) -> GrayImage {
        let image = part.image
        guard image.width > 0, image.height > 0 else { return image }
        let origin = part.mapping(x: 0, y: 0)
        var pixels = image.pixels
        for outline in outlines {
            let columns = shifted(outline.columns, by: Int(origin.x), below: image.width)
            for row in shifted(outline.rows, by: Int(origin.y), below: image.height) {
                let start = row * image.width
                // Both ends are within the row.
                for column in columns { pixels[start + column] = 255 }
            }
        }
        return GrayImage(width: image.width, height: image.height, pixels: pixels)
    }

    private static func shifted(_ range: ClosedRange<Int>, by shift: Int, below side: Int) -> Range<Int> {
        let start = min(max(range.lowerBound - shift, 0), side)
        return start..<min(max(range.upperBound - shift + 1, start), side)
    }
}
