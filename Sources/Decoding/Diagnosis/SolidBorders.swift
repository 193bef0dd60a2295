internal import BeelineSymbols

/// Finds Data Matrix codes by their border: two sides that are all dark, opposite two that alternate (ISO/IEC 16022,
/// 5.2).
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
