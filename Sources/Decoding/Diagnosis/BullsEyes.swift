internal import BeelineSymbols
internal import Glibc

/// Finds Aztec codes by the rings in their middle (ISO/IEC 24778, 5.2).
enum BullsEyes {
    static func regions(in picture: BinaryPicture, _ patches: BusyPatches) -> [CodeRegion] {
        eyes(in: picture).map { eye in region(eye.middle, eye.module, patches) }
    }

    /// The middles of such rings, and how wide a module is along a row; not more than ``most``.
    static func eyes(in picture: BinaryPicture) -> [(middle: Vector, module: Double)] {
        var found: [(middle: Vector, module: Double)] = []
        var bounds: [Int] = []
        for y in 0..<picture.height {
            picture.bounds(inRow: y, &bounds)
            guard bounds.count > 8 else { continue }
            for index in 0..<(bounds.count - 7) {
                let total = bounds[index + 7] - bounds[index]
                let inner = bounds[index + 4] - bounds[index + 3]
                guard inner * 4 <= total, inner * 12 >= total else { continue }
                guard let module = RunPattern.module(bounds, from: index, shape, modules: 7) else { continue }
                let place = Vector(Double(bounds[index + 3] + bounds[index + 4]) / 2, Double(y) + 0.5)
                guard
                    !found.contains(where: { ($0.middle - place).length < 4 * $0.module }),
                    isBullsEye(picture, place, module)
                else { continue }
                found.append((place, module))
                if found.count == most { return found }
            }
        }
        return found
    }

    private static let most = 8

    /// Across the middle the innermost rings are as wide as the middle itself.
    private static let shape = [1, 1, 1, 1, 1, 1, 1]

    /// Whether the rings are there in all directions. They are square; but circles at 1.1 and 2.3 modules stay within
    /// the first and the second of them, however the code is turned.
    private static func isBullsEye(_ picture: BinaryPicture, _ middle: Vector, _ module: Double) -> Bool {
        guard module >= 1.2, let isDark = picture.isDark(at: middle),
            let vertical = picture.runs(through: middle, along: Vector(0, 1), each: 3, longest: 3 * module),
            let height = RunPattern.module(vertical, shape), height < 1.5 * module, module < 1.5 * height
        else { return false }
        // Along a row the rings of a turned code look wider.
        var best = 0.0
        for stretch in [1.0, 0.85, 0.72] {
            let module = (module + height) / 2 * stretch
            var (right, all) = (0, 0)
            for (radius, isSame) in [(1.1, false), (2.3, true), (3.5, false)] {
                for step in 0..<16 {
                    let angle = Double(step) * .pi / 8
                    let place = middle + Vector(cos(angle), sin(angle)) * (radius * module)
                    all += 1
                    if let dark = picture.isDark(at: place), (dark == isDark) == isSame { right += 1 }
                }
            }
            best = max(best, Double(right) / Double(all))
        }
        return best >= 0.87
    }

    private static func region(_ middle: Vector, _ module: Double, _ patches: BusyPatches) -> CodeRegion {
        // The code is square with the rings in its middle, so what reaches further on one side is something else.
        var half = 7.5 * module
        var along = Vector(1, 0)
        var certainty = 0.8
        if let patch = patches.patch(around: middle) {
            let offset = middle - patch.middle
            let room = min(
                patch.length / 2 - abs(offset.dot(patch.along)), patch.height / 2 - abs(offset.dot(patch.along.turned)))
            if room >= 6 * module {
                (half, along) = (room, patch.along)
                certainty = 0.9
            }
        }
        let outline = Outline(around: middle, along: along, 2 * half, 2 * half)
        let stretch = max(abs(along.x), abs(along.y))
        return CodeRegion(kind: .aztec, outline: outline, module: module * stretch, certainty: certainty)
    }
}
