internal import BeelineSymbols
internal import Glibc

/// Finds regions that look like a code, readable or not.
///
///     for region in CodeRegions.find(in: image) { print(region.kind, region.outline) }
///
/// It takes a few milliseconds for a million pixels, and finds too much rather than too little: its results are places
/// to search.
package enum CodeRegions {
    /// The regions of a picture: those with the pattern of a matrix code, then bars, the likeliest of each first.
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
            let patches = BarPatch.find(in: picture, GradientCells(picture)).map { $0.scaled(by: factor) }
            regions += LinearRegions(image: image).find(among: patches)
            regions += matrices(in: picture).map { $0.scaled(by: factor) }
            guard factor < coarsest else { break }
            picture = picture.halved()
            factor *= 2
        }
        return distinct(regions)
    }

    /// Codes with a distinctive pattern.
    private static func matrices(in picture: GrayImage) -> [CodeRegion] {
        guard let binary = BinaryPicture(picture) else { return [] }
        let patches = BusyPatches(binary)
        return FinderPatterns.regions(in: binary) + BullsEyes.regions(in: binary, patches)
            + StartPatterns.regions(in: binary, patches) + SolidBorders.regions(in: binary, patches)
    }

    /// Without those that are found again, at another scale or in part. A pattern says more than bars, of which all
    /// codes have some. But the rows of a PDF417 are different, and where bars run through there is none.
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

/// Finds Data Matrix codes by their border: two dark sides, opposite two that alternate (ISO/IEC 16022, 5.2).
enum SolidBorders {
    static func regions(in picture: BinaryPicture, _ patches: BusyPatches) -> [CodeRegion] {
        patches.patches.compactMap { region($0, picture) }
    }

    private static func region(_ patch: BusyPatches.Patch, _ picture: BinaryPicture) -> CodeRegion? {
        let least = min(patch.length, patch.height)
        guard least >= 10, max(patch.length, patch.height) <= 4.5 * least else { return nil }
        // Clockwise, each from its first corner to its second, seen from within.
        let across = patch.along.turned
        let right = patch.along * (patch.length / 2)
        let down = across * (patch.height / 2)
        let corners = [-right - down, right - down, right + down, down - right].map { patch.middle + $0 }
        for solid in 0..<4 {
            let first = side(corners, solid, picture)
            guard first.dark >= 0.92 else { continue }
            let second = side(corners, (solid + 1) % 4, picture)
            guard second.dark >= 0.92 else { continue }
            let third = side(corners, (solid + 2) % 4, picture)
            let fourth = side(corners, (solid + 3) % 4, picture)
            guard let opposite = third.modules, let next = fourth.modules else { continue }
            // From the second solid side to the next corner: the third lies opposite the first.
            let length = (corners[(solid + 1) % 4] - corners[solid]).length
            let height = (corners[(solid + 2) % 4] - corners[(solid + 1) % 4]).length
            let modules = (length / Double(opposite), height / Double(next))
            guard modules.0 < 1.35 * modules.1, modules.1 < 1.35 * modules.0 else { continue }
            // The solid sides are the left one and the lower one. They follow each other clockwise, lower, then left.
            let outline = Outline(
                topLeft: Point(corners[(solid + 2) % 4]), topRight: Point(corners[(solid + 3) % 4]),
                bottomRight: Point(corners[solid]), bottomLeft: Point(corners[(solid + 1) % 4]))
            return CodeRegion(
                kind: .dataMatrix, outline: outline, module: (modules.0 + modules.1) / 2,
                certainty: min(first.dark, second.dark))
        }
        return nil
    }

    /// How much of a side is dark, and of how many modules it is if it alternates; of lines at several depths the best.
    private static func side(
        _ corners: [Vector], _ index: Int, _ picture: BinaryPicture
    ) -> (dark: Double, modules: Int?) {
        let from = corners[index]
        let to = corners[(index + 1) % 4]
        let length = (to - from).length
        let along = (to - from) / length
        let inward = along.turned
        var dark = 0.0
        var modules: Int?
        for depth in [0.7, 1.2, 1.8, 2.6, 3.6] where depth < length / 10 {
            let count = Int(length * 2)
            let samples = (0..<count).map { step in
                picture.isDark(at: from + along * ((Double(step) + 0.5) / 2) + inward * depth) ?? false
            }
            dark = max(dark, Double(samples.count { $0 }) / Double(count))
            modules = modules ?? alternating(samples)
        }
        return (dark, modules)
    }

    /// The number of runs, if they are about equally long and as many as a side can have.
    private static func alternating(_ samples: [Bool]) -> Int? {
        var runs: [Int] = []
        var length = 1
        for (previous, next) in zip(samples, samples.dropFirst()) {
            if previous == next {
                length += 1
            } else {
                runs.append(length)
                length = 1
            }
        }
        runs.append(length)
        guard runs.count >= 7, runs.count <= 145 else { return nil }
        let mean = Double(samples.count) / Double(runs.count)
        let equal = runs.count { Double($0) > 0.4 * mean && Double($0) < 1.8 * mean }
        return Double(equal) >= 0.85 * Double(runs.count) ? (runs.count + 1) / 2 * 2 : nil
    }
}
