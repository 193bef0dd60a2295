/// Finds what looks like a code, readable or not.
///
///     for region in CodeRegions.find(in: image) { print(region.kind, region.outline) }
///
/// It is quick, a few milliseconds for a million pixels, and errs on the side of finding: what it returns is where to
/// look, not what is there.
package enum CodeRegions {
    /// The regions of a picture: first those with the pattern of a matrix code, then bars, of each those first that
    /// look most like a code.
    package static func find(in image: GrayImage) -> [CodeRegion] {
        guard min(image.width, image.height) >= 8, max(image.width, image.height) >= 16 else { return [] }
        var regions: [CodeRegion] = []
        var picture = image
        var factor = 1.0
        // Codes that are lost by this are of less than two pixels a module in a picture of 8 megapixels and more.
        while picture.width * picture.height > 8_000_000 {
            picture = picture.halved()
            factor *= 2
        }
        let coarsest = factor * 8
        // Modules of a few pixels show in the picture as it is, larger and blurred ones in a smaller one.
        while min(picture.width, picture.height) >= 9 {
            let patches = BarPatch.find(in: picture).map { $0.scaled(by: factor) }
            regions += LinearRegions(image: image).find(among: patches)
            regions += matrices(in: picture).map { $0.scaled(by: factor) }
            guard factor < coarsest else { break }
            picture = picture.halved()
            factor *= 2
        }
        return distinct(regions)
    }

    /// Codes that tell themselves by a pattern of their own.
    private static func matrices(in picture: GrayImage) -> [CodeRegion] {
        guard let binary = BinaryPicture(picture) else { return [] }
        let patches = BusyPatches(binary)
        return FinderPatterns.regions(in: binary) + BullsEyes.regions(in: binary, patches)
            + StartPatterns.regions(in: binary, patches) + SolidBorders.regions(in: binary, patches)
    }

    /// Without those that are found again, at another scale or in part.
    ///
    /// A pattern says more than bars, of which all codes have some. But the rows of a PDF417 are different, and where
    /// bars run through there is none.
    private static func distinct(_ regions: [CodeRegion]) -> [CodeRegion] {
        let bars = regions.filter { $0.kind == .linear }
        let patterns = regions.filter { region in
            guard region.kind != .linear else { return false }
            let isBarred = bars.contains {
                $0.overlaps(region) && $0.certainty > 0.8 && $0.width > region.width * 0.7
            }
            return region.kind != .pdf417 || !isBarred
        }
        // Patterns come from the finest picture on, in which their modules are measured best.
        var kept: [CodeRegion] = []
        for region in patterns where !kept.contains(where: { $0.overlaps(region) && 1.3 * $0.width > region.width }) {
            kept.removeAll { $0.overlaps(region) }
            kept.append(region)
        }
        for region in bars.sorted(by: { $0.certainty * $0.width > $1.certainty * $1.width })
        where !kept.contains(where: { $0.overlaps(region) }) {
            kept.append(region)
        }
        return kept
    }
}
