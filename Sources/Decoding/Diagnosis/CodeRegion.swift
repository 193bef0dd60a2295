package import BeelineSymbols
internal import CPixels

/// Measurements of a code that was not read.
struct Legibility {
    let module: Double
    /// The width of the sharpest edges in pixels; 1 is the least.
    let spread: Double
    /// The difference between light and dark, of 255.
    let contrast: Double
    /// Whether what is beside the code is as dark as its dark parts.
    let isInverted: Bool
    /// The narrowest space between the code and the picture's edge, in modules.
    let space: Double

    init(of region: CodeRegion, in image: GrayImage) {
        module = region.module
        let corners = region.outline.corners.map(Vector.init)
        let right = corners[1] - corners[0]
        let down = corners[3] - corners[0]
        let middle = corners.reduce(Vector.zero, +) / 4
        let width = max(1, right.length)
        let height = max(1, down.length)
        let along = right / width
        let across = down / height
        // The quiet zone shows what is light.
        let lying = [-0.3, -0.15, 0, 0.15, 0.3].map { part in
            BarProfile(
                image, middle: middle + down * part, along: along, length: width + 4 * region.module, thickness: 1)
        }
        let standing = [-0.3, -0.15, 0, 0.15, 0.3].map { part in
            BarProfile(
                image, middle: middle + right * part, along: across, length: height + 4 * region.module, thickness: 1)
        }
        let profiles = region.kind == .linear || region.kind == .pdf417 ? lying : lying + standing
        let levels = profiles.map { profile in
            (
                dark: BarProfile.percentile(0.06, of: profile.grays),
                light: BarProfile.percentile(0.94, of: profile.grays)
            )
        }
        let contrast = BarProfile.percentile(0.5, of: levels.map { $0.light - $0.dark })
        self.contrast = contrast
        let beside = zip(profiles, levels).map { profile, levels in
            (max(profile.grays.first ?? 0, profile.grays.last ?? 0) - levels.dark) / max(1, levels.light - levels.dark)
        }
        isInverted = BarProfile.percentile(0.5, of: beside) < 0.3
        let steepest = profiles.map { $0.steepest(least: max(3, contrast * 0.25)) }.filter { $0 > 0 }
        let slope = BarProfile.percentile(0.5, of: steepest)
        spread = slope > 0 ? max(1, contrast / slope) : 0
        let directions =
            region.kind == .linear || region.kind == .pdf417 ? [along, -along] : [along, -along, across, -across]
        let ends = directions.enumerated().map { index, direction in
            middle + direction * ((index < 2 ? width : height) / 2)
        }
        let pixels = zip(ends, directions).map { end, direction in
            image.room(from: end, to: direction)
        }
        space = (pixels.min() ?? 0) / max(0.5, region.module)
    }
}

extension Legibility {
    /// The contrast of a whole picture, and in pixels how far its sharpest edges spread, without anything known of what
    /// is in it: one pixel in five hundred counts as edge.
    static func whole(_ image: GrayImage) -> (contrast: Double, spread: Double) {
        var grays = Array(repeating: 0, count: 256)
        var steps = grays
        beeline_count_grays(image.pixels, image.pixels.count, &grays)
        beeline_count_steps(image.pixels, image.width, image.height, &steps)
        /// The least value that so large a part is not above.
        func level(_ counts: [Int], _ part: Double) -> Double {
            var left = part * Double(image.pixels.count)
            for (value, count) in counts.enumerated() {
                left -= Double(count)
                if left <= 0 { return Double(value) }
            }
            return Double(counts.count - 1)
        }
        let contrast = level(grays, 0.99) - level(grays, 0.01)
        return (contrast, contrast / max(1, level(steps, 0.998)))
    }
}

extension BarProfile {
    /// How steep the steeper edges are, in grays a pixel: steeper than three of four of them.
    fileprivate func steepest(least: Double) -> Double {
        let edges = edges(least: least)
        let slopes = edges.map { edge in
            let from = max(1, Int(edge) - 1)
            let to = min(grays.count - 1, Int(edge) + 2)
            return (from...max(from, to)).reduce(0.0) { steepest, index in
                index < grays.count ? max(steepest, abs(grays[index] - grays[index - 1])) : steepest
            }
        }
        return Self.percentile(0.75, of: slopes)
    }
}

extension GrayImage {
    /// How many pixels there are from a place to the edge of the picture in a direction; 0 if it is outside.
    fileprivate func room(from place: Vector, to direction: Vector) -> Double {
        func room(_ place: Double, _ direction: Double, _ length: Int) -> Double {
            if abs(direction) < 0.01 { return .infinity }
            return max(0, direction > 0 ? (Double(length) - place) / direction : place / -direction)
        }
        return min(room(place.x, direction.x, width), room(place.y, direction.y, height))
    }
}

/// The measured limits of reading: codes drawn by zint were degraded until neither ZBar nor ZXing read half of them.
/// Docs/Diagnosis.md has the figures. The decoders sometimes read codes beyond some of the limits; so a code that is
/// within all of them is expected to be read, and one that is beyond is not expected to be.
struct LegibilityLimits {
    let module: Double
    /// The greatest spread of the sharpest edges, in modules.
    let spread: Double
    /// The least difference of light and dark, of 255.
    let contrast: Double
    /// The least space between the code and the edge of the picture, in modules.
    let space: Double

    init(_ kind: CodeRegion.Kind) {
        switch kind {
        case .linear: self.init(module: 1.5, spread: 0.8, contrast: 10, space: 7)
        case .qr: self.init(module: 1.4, spread: 1.4, contrast: 12, space: 4)
        case .dataMatrix: self.init(module: 1.6, spread: 1.4, contrast: 20, space: 1)
        case .aztec: self.init(module: 2, spread: 1.2, contrast: 20, space: 0)
        case .pdf417: self.init(module: 1.3, spread: 1.7, contrast: 20, space: 2)
        }
    }

    private init(module: Double, spread: Double, contrast: Double, space: Double) {
        (self.module, self.spread, self.contrast, self.space) = (module, spread, contrast, space)
    }
}

/// A region of a picture that looks like a code.
package struct CodeRegion: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Bars side by side.
        case linear
        case qr
        case dataMatrix
        case aztec
        case pdf417
    }

    package var kind: Kind
    /// Without the quiet zone. Which way up a linear code is cannot be seen: its bars may run from right to left.
    package var outline: Outline
    /// The width of a module in pixels, as far as it is known.
    package var module: Double
    /// How much it looks like a code, up to 1: for linear codes how well its bars run straight through.
    package var certainty: Double
}

extension CodeRegion {
    /// How many pixels it is wide, along the bars or from the left corners to the right ones.
    package var width: Double { (Vector(outline.topRight) - Vector(outline.topLeft)).length }
    package var height: Double { (Vector(outline.bottomLeft) - Vector(outline.topLeft)).length }

    /// The same at so many times the scale.
    func scaled(by factor: Double) -> CodeRegion {
        let corners = outline.corners.map { Point(Vector($0) * factor) }
        var scaled = self
        scaled.outline = Outline(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        scaled.module *= factor
        return scaled
    }

    /// Whether most of the smaller one's box is within the other's.
    func overlaps(_ other: CodeRegion) -> Bool {
        let width =
            min(outline.columns.upperBound, other.outline.columns.upperBound)
            - max(outline.columns.lowerBound, other.outline.columns.lowerBound)
        let height =
            min(outline.rows.upperBound, other.outline.rows.upperBound)
            - max(outline.rows.lowerBound, other.outline.rows.lowerBound)
        guard width > 0, height > 0 else { return false }
        return 2 * width * height > min(outline.box, other.outline.box)
    }
}

extension Outline {
    /// The pixels of the upright rectangle round it.
    fileprivate var box: Int { columns.count * rows.count }

    /// The rectangle round a middle, from there so far along one direction and so far across it, both ways.
    init(around middle: Vector, along: Vector, _ length: Double, _ height: Double) {
        // Of the two ways to see it, the one that is less upside down.
        let right = along.x > 0.01 || (abs(along.x) <= 0.01 && along.y < 0) ? along : -along
        let down = Vector(-right.y, right.x)
        let across = right * (length / 2)
        let below = down * (height / 2)
        self.init(
            topLeft: Point(middle - across - below), topRight: Point(middle + across - below),
            bottomRight: Point(middle + across + below), bottomLeft: Point(middle - across + below))
    }
}
