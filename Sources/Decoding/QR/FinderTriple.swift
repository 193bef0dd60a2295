internal import Glibc

/// Three finder patterns that may be those of one code.
struct FinderTriple {
    /// Their numbers: top left, top right, bottom left.
    let members: [Int]
    let isDark: Bool
    /// From their modules to pixels, turned as the code is.
    let frames: [Mapping]
    /// How badly they fit together. Of codes in a row the nearer patterns are those of one code.
    let misfit: Double
    /// Modules between the middles of two, about.
    let distance: Double

    /// The same in a picture that was halved so many times.
    func halved(times: Int) -> FinderTriple {
        let scale = 1 / Double(1 << times)
        let shift = 0.5 * scale - 0.5
        let halving = Mapping(matrix: [scale, 0, shift, 0, scale, shift, 0, 0, 1])
        return FinderTriple(
            members: members, isDark: isDark, frames: frames.map { halving.after($0) }, misfit: misfit,
            distance: distance)
    }

    /// A pattern beside another one.
    private struct Neighbour {
        let index: Int
        /// Its first corner if the way to it goes right.
        let first: Int
        let distance: Double
        let misfit: Double
    }

    /// The likeliest first.
    static func triples(of squares: [FinderSquare], mostMisfit: Double) -> [FinderTriple] {
        var triples: [FinderTriple] = []
        for (index, square) in squares.enumerated() {
            let around = neighbours(of: index, squares)
            for first in 0..<4 {
                let (beside, below) = (around[first], around[(first + 1) % 4])
                for right in beside {
                    for down in below where down.index != right.index {
                        let unequal = abs(log(right.distance / down.distance))
                        let fits = square.fit + squares[right.index].fit + squares[down.index].fit
                        let misfit =
                            right.misfit + down.misfit + 1.5 * unequal + 2 * (3 - fits)
                            + 0.15 * log((right.distance + down.distance) / 28)
                        guard unequal < 0.6, misfit < mostMisfit else { continue }
                        triples.append(
                            FinderTriple(
                                members: [index, right.index, down.index], isDark: square.isDark,
                                frames: [
                                    square.frames[first], squares[right.index].frames[right.first],
                                    // The way there goes down.
                                    squares[down.index].frames[(down.first + 3) % 4],
                                ], misfit: misfit, distance: (right.distance + down.distance) / 2))
                    }
                }
            }
        }
        return triples.sorted { $0.misfit < $1.misfit }
    }

    /// Those that may stand to the right if a corner is the first, for each corner; the likeliest first.
    private static func neighbours(of index: Int, _ squares: [FinderSquare]) -> [[Neighbour]] {
        let square = squares[index]
        var around = [[Neighbour]](repeating: [], count: 4)
        for other in squares.indices where other != index && squares[other].isDark == square.isDark {
            let ratio = squares[other].module / square.module
            guard ratio > 0.4, ratio < 2.5 else { continue }
            let offset = squares[other].middle - square.middle
            guard let there = side(of: square, offset), let back = side(of: squares[other], offset) else { continue }
            let distance = 2 / (1 / there.along + 1 / back.along)
            let unequal = abs(log(there.along / back.along))
            guard (12...260).contains(distance), unequal < 1.1 else { continue }
            around[there.first].append(
                Neighbour(
                    index: other, first: back.first, distance: distance, misfit: there.slant + back.slant + unequal))
        }
        return around.map { Array($0.sorted { $0.misfit < $1.misfit }.prefix(5)) }
    }

    /// The corner that must be the first so that a place lies to the right, how many modules away it is, and how far off the line
    /// in which the sides run; nil where it lies on no side.
    private static func side(of square: FinderSquare, _ offset: Vector) -> (first: Int, along: Double, slant: Double)? {
        guard let place = square.modules(to: offset) else { return nil }
        let isAcross = abs(place.x) > abs(place.y)
        let (along, aside) = isAcross ? (place.x, place.y) : (place.y, place.x)
        guard abs(along) > 8, abs(aside) < mostSlant * abs(along) else { return nil }
        return (isAcross ? (along > 0 ? 0 : 2) : (along > 0 ? 1 : 3), abs(along), abs(aside / along))
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
