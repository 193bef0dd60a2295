internal import Glibc

/// QR codes on paper that is not flat, drawn again.
///
/// ZXing and ZBar assume that a code is flat, seen from somewhere: three finder patterns and one more place determine
/// where all modules are. On a bottle, or on paper that is folded or has waves, that is wrong by whole modules in large
/// codes. Here a ``QRMesh`` determines where each module is; the code is drawn with square modules, and given to a
/// decoder.
enum QRMeshes {
    /// A flat picture of each code, those first whose finder patterns fit together best.
    static func parts(of scales: PictureScales) -> [DerivedImage] {
        guard let binary = scales.whole.binary else { return [] }
        let picture = scales.picture
        let squares = FinderPatterns.patterns(in: binary, most: mostPatterns, stretch: mostStretch, rows: 0.5, step: 2)
            .compactMap { FinderSquare($0, in: picture.image) }
        guard squares.count >= 3 else { return [] }
        var parts: [DerivedImage] = []
        var isUsed = [Bool](repeating: false, count: squares.count)
        var left = mostModules
        for triple in FinderTriple.triples(of: squares).prefix(mostTriples) {
            guard parts.count < mostParts, left > 0, !triple.members.contains(where: { isUsed[$0] }) else { continue }
            guard let image = triple.isDark ? picture.image : scales.inverted,
                let found = code(triple, in: image, left: &left)
            else { continue }
            for member in triple.members { isUsed[member] = true }
            if let part = flat(found.mesh, found.modules, in: picture) { parts.append(part) }
        }
        return parts
    }

    private static let mostPatterns = 60
    private static let mostStretch = 2.5
    private static let mostTriples = 32
    private static let mostParts = 16
    /// Of all meshes together, those that lead to nothing as well: ten of the largest codes.
    private static let mostModules = 300_000

    /// The mesh of the version that fits best, if one does.
    private static func code(
        _ triple: FinderTriple, in image: GrayImage, left: inout Int
    ) -> (mesh: QRMesh, modules: GrayImage)? {
        var best: (mesh: QRMesh, modules: GrayImage, fit: Double)?
        for version in triple.versions(in: image).prefix(mostVersions) {
            guard let layout = QRLayout(version: version) else { continue }
            left -= layout.size * layout.size
            guard var mesh = QRMesh(layout, in: image, frames: triple.frames), let rough = mesh.modules(),
                guideFit(rough, layout) > leastRoughFit
            else { continue }
            mesh.settle()
            guard let modules = mesh.modules() else { continue }
            let fit = guideFit(modules, layout)
            if fit > best?.fit ?? leastFit { best = (mesh, modules, fit) }
            if fit > certainFit { break }
        }
        return best.map { ($0.mesh, $0.modules) }
    }

    private static let mostVersions = 3
    /// Half of it fits by chance.
    private static let leastFit = 0.7
    private static let certainFit = 0.95
    /// Before a mesh has settled.
    private static let leastRoughFit = 0.6

    /// The part of the timing and alignment patterns that is as it must be.
    private static func guideFit(_ modules: GrayImage, _ layout: QRLayout) -> Double {
        guard let binary = modules.thresholded(radius: thresholdRadius, share: 0) else { return 0 }
        var (right, all) = (0, 0)
        for row in 0..<layout.size {
            for column in 0..<layout.size {
                guard let isDark = layout.isDarkGuide(column: column, row: row) else { continue }
                all += 1
                if (binary.pixels[row * layout.size + column] == 0) == isDark { right += 1 }
            }
        }
        return Double(right) / Double(max(all, 1))
    }

    /// In modules: as many as light may change over.
    private static let thresholdRadius = 4

    /// The code in black and white, with all that is known of it as it must be.
    private static func flat(_ mesh: QRMesh, _ modules: GrayImage, in picture: DerivedImage) -> DerivedImage? {
        let layout = mesh.layout
        let size = layout.size
        guard let figure = Quadrilateral(mesh.corners),
            let inner = Mapping(square: Double(size * scale), to: figure),
            let binary = modules.sharpened(radius: 1, strength: 1)?.thresholded(radius: thresholdRadius, share: 0)
        else { return nil }
        let isDark = binary.pixels.indices.map { module in
            layout.isDark(column: module % size, row: module / size) ?? (binary.pixels[module] == 0)
        }
        // A corner of a module is half a pixel before the middle of its first one.
        let space = 0.5 - Double(quietZone * scale)
        let mapping = inner.after(.shift(x: space, y: space))
        return DerivedImage(
            image: GrayImage(modules: isDark, columns: size, side: scale, space: quietZone),
            mapping: picture.mapping.after(mapping))
    }

    /// In modules (ISO/IEC 18004, 6.3.8).
    private static let quietZone = 4
    /// Pixels a module.
    private static let scale = 4
}

/// Three finder patterns that may be those of one code.
struct FinderTriple {
    /// Their numbers: top left, top right, bottom left.
    let members: [Int]
    let isDark: Bool
    /// From their modules to pixels, turned as the code is.
    let frames: [Mapping]
    /// How badly they fit together; 0 is best.
    let misfit: Double
    /// Modules between the middles of two, about.
    let distance: Double

    /// A pattern beside another one.
    private struct Neighbour {
        let index: Int
        /// Its first corner if the way to it goes right.
        let first: Int
        let distance: Double
        let misfit: Double
    }

    /// The likeliest first.
    static func triples(of squares: [FinderSquare]) -> [FinderTriple] {
        var triples: [FinderTriple] = []
        for (index, square) in squares.enumerated() {
            for first in 0..<4 {
                let beside = neighbours(of: index, squares, first)
                let below = beside.isEmpty ? [] : neighbours(of: index, squares, first + 1)
                for right in beside {
                    for down in below where down.index != right.index {
                        let unequal = abs(log(right.distance / down.distance))
                        guard unequal < 0.6 else { continue }
                        triples.append(
                            FinderTriple(
                                members: [index, right.index, down.index], isDark: square.isDark,
                                frames: [
                                    square.frames[first], squares[right.index].frames[right.first],
                                    // The way there goes down.
                                    squares[down.index].frames[(down.first + 3) % 4],
                                ], misfit: right.misfit + down.misfit + 1.5 * unequal,
                                distance: (right.distance + down.distance) / 2))
                    }
                }
            }
        }
        return triples.sorted { $0.misfit < $1.misfit }
    }

    /// Those that may stand to the right if a corner is the first; the likeliest first.
    private static func neighbours(of index: Int, _ squares: [FinderSquare], _ first: Int) -> [Neighbour] {
        let square = squares[index]
        let found = squares.indices.compactMap { other -> Neighbour? in
            guard other != index, squares[other].isDark == square.isDark else { return nil }
            let offset = squares[other].middle - square.middle
            guard let there = square.modules(to: offset, first % 4), there.x > 8, abs(there.y) < mostSlant * there.x
            else { return nil }
            for turn in 0..<4 {
                guard let back = squares[other].modules(to: offset, turn), back.x > 8,
                    abs(back.y) < mostSlant * back.x
                else { continue }
                let distance = 2 / (1 / there.x + 1 / back.x)
                let unequal = abs(log(there.x / back.x))
                guard (12...260).contains(distance), unequal < 1.1 else { return nil }
                return Neighbour(
                    index: other, first: turn, distance: distance,
                    misfit: abs(there.y) / there.x + abs(back.y) / back.x + unequal)
            }
            return nil
        }
        return Array(found.sorted { $0.misfit < $1.misfit }.prefix(5))
    }

    /// How far a pattern may be off the line in which its neighbour's sides run: on a bottle they turn on the way.
    private static let mostSlant = 0.8

    /// The versions that it may be, the likeliest first.
    func versions(in image: GrayImage) -> [Int] {
        var votes = [Double](repeating: 0, count: 41)
        for (version, weight) in [words(in: image, 1), words(in: image, 2)].joined() { votes[version] += weight }
        let estimate = (distance - 10) / 4
        for version in QRLayout.versions {
            let size = Double(4 * version + 10)
            guard size > 0.6 * distance, size < 1.4 * distance else {
                // Further off no bits are believed.
                votes[version] = 0
                continue
            }
            votes[version] += timing(version, in: image) - 0.02 * abs(Double(version) - estimate)
        }
        return QRLayout.versions.filter { votes[$0] > Self.leastVotes }.sorted { votes[$0] > votes[$1] }
    }

    private static let leastVotes = 0.45

    /// What the version information beside one of the patterns says, and how much that counts.
    private func words(in image: GrayImage, _ pattern: Int) -> [(version: Int, weight: Double)] {
        let frame = frames[pattern]
        let light = (image.gray(at: frame(Vector(1.5, 3.5))) + image.gray(at: frame(Vector(5.5, 3.5)))) / 2
        let threshold = (image.gray(at: frame(Vector(3.5, 3.5))) + light) / 2
        var bits = 0
        for bit in 0..<18 {
            let (along, across) = (Double(bit / 3) + 0.5, Double(bit % 3) - 3.5)
            let place = frame(pattern == 1 ? Vector(across, along) : Vector(along, across))
            if image.gray(at: place) < threshold { bits |= 1 << bit }
        }
        guard let nearest = VersionInformation.nearest(to: bits), nearest.errors <= 4 else { return [] }
        return [(nearest.version, 1 - 0.15 * Double(nearest.errors))]
    }

    /// How well both timing patterns fit a version, -1 to 1: between the finder patterns they are curves that begin and
    /// end in the direction of their sides.
    private func timing(_ version: Int, in image: GrayImage) -> Double {
        func along(_ from: Mapping, _ to: Mapping, isAcross: Bool) -> Double {
            func place(_ frame: Mapping, _ along: Double, _ across: Double) -> Vector {
                frame(isAcross ? Vector(along, across) : Vector(across, along))
            }
            let length = Double(4 * version + 10)
            let (start, end) = (place(from, 3.5, 6.5), place(to, 3.5, 6.5))
            let leave = (place(from, 4, 6.5) - place(from, 3, 6.5)) * length
            let arrive = (place(to, 4, 6.5) - place(to, 3, 6.5)) * length
            let aside = (place(from, 3.5, 7) - place(from, 3.5, 6) + place(to, 3.5, 7) - place(to, 3.5, 6)) / 2
            var best = -1.0
            for side in stride(from: -1.0, through: 1, by: 0.5) {
                for lag in stride(from: -1.0, through: 1, by: 0.5) {
                    // From the module behind one separator to that before the other.
                    let line = (5...(Int(length) - 5)).map { module -> Double in
                        let t = Double(module) / length
                        let bump = 4 * t * (1 - t)
                        let s = t + lag * bump / length
                        let curve =
                            start * ((1 + 2 * s) * (1 - s) * (1 - s)) + leave * (s * (1 - s) * (1 - s))
                            + end * (s * s * (3 - 2 * s)) + arrive * (s * s * (s - 1))
                        return image.gray(at: curve + aside * (side * bump))
                    }
                    var (sum, all) = (0.0, 1.0)
                    for index in 1..<(line.count - 1) {
                        let step = line[index - 1] + line[index + 1] - 2 * line[index]
                        sum += index.isMultiple(of: 2) ? -step : step
                        all += abs(step)
                    }
                    best = max(best, sum / all)
                }
            }
            return best
        }
        return (along(frames[0], frames[1], isAcross: true) + along(frames[0], frames[2], isAcross: false)) / 2
    }
}
