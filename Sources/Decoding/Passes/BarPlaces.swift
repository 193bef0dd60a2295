internal import CPixels

/// Cuts out parts of a picture that look like bars, each turned upright.
///
/// Decoders of linear codes read along rows, and a row crosses all bars of a code only where it is nearly upright.
/// Gradients show where bars are and how they are turned; a strip of the code alone is a small part of the picture, and
/// the mean of several of its lines has less noise.
enum BarPlaces {
    /// The strips, those first that are likeliest codes.
    static func parts(of scales: PictureScales) -> [DerivedImage] {
        let picture = scales.picture
        var left = max(picture.image.pixels.count, leastPixels)
        var parts: [DerivedImage] = []
        for place in places(in: scales).prefix(mostPlaces) where place.bars.hasBars(in: picture.image) {
            guard let strip = Strip(place) else { continue }
            let samples = strip.columns * strip.rows * strip.lines
            guard parts.count < most else { break }
            guard samples <= left else { continue }
            left -= samples
            if let part = strip.cut(from: picture) { parts.append(part) }
        }
        return parts
    }

    /// The strip of a place; nil where there is none.
    static func strip(_ place: Place, of picture: DerivedImage) -> DerivedImage? {
        Strip(place)?.cut(from: picture)
    }

    private static let most = 48
    /// The most that are looked at: a page of text has hundreds of words.
    private static let mostPlaces = 200
    /// In a small picture there is time for all.
    private static let leastPixels = 1_000_000

    /// A box round bars, with what may belong to it on both sides.
    struct Place {
        var bars: BarPatch
        /// What is found behind their ends, in pixels across the bars: an add-on, or the rest of a code.
        var before = 0.0
        var behind = 0.0

        /// Of a row of text the lines are as regular, but it is as low as its letters.
        fileprivate var likelihood: Double { bars.length.squareRoot() * min(bars.height, bars.length) }
    }

    /// Where bars stand, the likeliest first.
    static func places(in scales: PictureScales) -> [Place] {
        let patches = patches(in: scales)
        return patches.map { patch in
            var place = Place(bars: patch)
            for other in patches { place.reach(to: other) }
            return place
        }
        .sorted { $0.likelihood > $1.likelihood }
    }

    /// The patches that may be codes, at several scales: large and blurred bars show in smaller pictures.
    private static func patches(in scales: PictureScales) -> [BarPatch] {
        var found: [BarPatch] = []
        for times in 0...mostHalvings {
            guard let scale = scales.halved(times: times) else { break }
            let picture = scale.picture.image
            guard min(picture.width, picture.height) >= 17 else { break }
            let factor = Double(1 << times)
            for patch in BarPatch.find(in: picture, scale.gradients).map({ $0.scaled(by: factor) })
            where patch.length >= leastLength && patch.height >= leastHeight
                && !found.contains(where: { $0.isAlike(patch) })
            {
                found.append(patch)
            }
            guard max(picture.width, picture.height) >= 128 else { break }
        }
        return found
    }

    private static let mostHalvings = 2
    /// In pixels: the shortest retail code has 51 modules.
    private static let leastLength = 40.0
    private static let leastHeight = 12.0
}

extension BarPlaces.Place {
    /// Takes in bars that are behind the own ones in the same line: add-ons, and what glare has parted.
    fileprivate mutating func reach(to other: BarPatch) {
        let turn = bars.along.dot(other.along)
        guard abs(turn) > 0.99 else { return }
        let offset = other.middle - bars.middle
        let (along, across) = (offset.dot(bars.along), offset.dot(bars.along.turned))
        let gap = abs(along) - (bars.length + other.length) / 2
        guard abs(across) < (bars.height + other.height) / 4, other.height > bars.height / 2, gap > -other.length / 2
        else { return }
        // GS1 General Specifications, section 5.2.2.5: add-ons follow at a distance of 7 to 12 modules of 95, and have at
        // most 47. What is as long and as far away is another code.
        let mostGap = other.length < 0.7 * bars.length ? 0.25 : 0.1
        guard gap < mostGap * bars.length else { return }
        let reach = abs(along) + other.length / 2 - bars.length / 2
        if along < 0 { before = max(before, reach) } else { behind = max(behind, reach) }
    }
}

extension BarPatch {
    /// Whether a line across it has as many edges as the shortest code: the sides of a shadow have two, a word has ten.
    fileprivate func hasBars(in image: GrayImage) -> Bool {
        [0, -0.25, 0.25].contains { part in
            let profile = BarProfile(
                image, middle: middle + along.turned * (height * part), along: along, length: length,
                thickness: height < 24 ? 1 : 3)
            let contrast =
                BarProfile.percentile(0.95, of: profile.grays) - BarProfile.percentile(0.05, of: profile.grays)
            return profile.edges(least: max(6, contrast * 0.15)).count >= Bars.fewest
        }
    }

    /// Whether another one, found at a larger scale, is the same.
    fileprivate func isAlike(_ other: BarPatch) -> Bool {
        guard abs(along.dot(other.along)) > 0.985 else { return false }
        let offset = other.middle - middle
        return abs(offset.dot(along)) < 0.15 * length && abs(offset.dot(along.turned)) < 0.25 * height
            && other.length < 1.25 * length && other.height < 1.5 * height
    }
}

/// A turned box of which a picture is made.
private struct Strip {
    /// From the first line of a row to that of the next one, in pixels: the gap between codes that are above each other
    /// must not be lost between them.
    private static let mostPitch = 4.0
    /// So many lines are enough for what all of them say.
    private static let enoughLines = 64.0

    let columns: Int
    let rows: Int
    /// How many lines of the box make a row.
    let lines: Int
    /// From one line to the next, in pixels.
    private let step: Double
    /// Pixels of the strip for each of the picture, across the bars.
    private let scale: Double
    private let origin: Vector
    private let right: Vector

    init?(_ place: BarPlaces.Place) {
        let bars = place.bars
        // The quiet zone has 11 modules of 95 (GS1 General Specifications, section 5.2.3.4).
        let space = 8 + 0.12 * bars.length
        let isForward = bars.along.x > 0 || bars.along.x == 0 && bars.along.y > 0
        right = isForward ? bars.along : -bars.along
        let (before, behind) = isForward ? (place.before, place.behind) : (place.behind, place.before)
        let length = bars.length + before + behind + 2 * space
        scale = bars.length < 110 ? 3 : bars.length < 300 ? 2 : 1
        let across = length * scale
        guard across >= 1, across < 16_384, bars.height >= 1, bars.height < 16_384 else { return nil }
        let pitch = min(Self.mostPitch, max(1, bars.height / 10))
        step = min(max(1, bars.height / Self.enoughLines), pitch)
        lines = max(1, Int(pitch / step))
        columns = Int(across)
        rows = max(1, Int(bars.height / (step * Double(lines))))
        origin = bars.middle - right * (bars.length / 2 + before + space) - right.turned * (bars.height / 2)
    }

    func cut(from picture: DerivedImage) -> DerivedImage? {
        let image = picture.image
        let down = right.turned * step
        let across = right / scale
        let frame = BeelineFrame(
            x: origin.x, y: origin.y, right_x: across.x, right_y: across.y, down_x: down.x, down_y: down.y)
        let made = image.withPixels { source in
            GrayImage.made(width: columns, height: rows) { made in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: columns) { sums in
                    guard let sums = sums.baseAddress else { return }
                    beeline_straighten(source, image.width, image.height, frame, lines, columns, rows, sums, made)
                }
            }
        }
        // The middle of a row is that of its lines.
        let first = origin + down * (Double(lines - 1) / 2)
        let rowStep = down * Double(lines)
        let mapping = Mapping(matrix: [across.x, rowStep.x, first.x, across.y, rowStep.y, first.y, 0, 0, 1])
        return made.map { DerivedImage(image: $0, mapping: picture.mapping.after(mapping)) }
    }
}
