package import BeelineSymbols

/// Reads EAN-13, UPC-A, EAN-8 and UPC-E symbols that are worn, blurred, small or unevenly lit.
///
/// It does not binarise the picture and measure bars. It compares gray values along many lines with templates of digits
/// under several blurs, adds up the evidence of the lines, and answers if one number is far ahead of all others. It is
/// meant for images in which other decoders found nothing.
///
///     RetailReader().symbols(in: image)
package struct RetailReader: Sendable {
    package static let name = "beeline"

    package enum Effort: Sendable, CaseIterable {
        /// The most likely place and blur only.
        case little
        /// Several places, lines and blurs.
        case full
    }

    private let effort: Effort

    package init(effort: Effort = .full) { self.effort = effort }

    /// The symbols in an image, at most one for each band of bars.
    package func symbols(in image: GrayImage) -> [Symbol] {
        let bands = bands(in: image).map { (band: $0, pairs: PairReader(image, $0)) }.filter { $0.pairs.mayHaveBars }
        var found: [Symbol] = []
        for reading in readings(in: image, bands.map(\.band)) where reading.isCertain {
            let symbol = reading.symbol
            if !found.contains(where: { $0.text == symbol.text }) { found.append(symbol) }
        }
        guard found.isEmpty else { return found }
        // It takes longer, and sees what is blurred by more than a module.
        let reading = bands.lazy.compactMap { $0.pairs.reading() }.first { $0.isCertain }
        return reading.map { [$0.symbol] } ?? []
    }

    private func bands(in image: GrayImage) -> [BarBand] {
        guard image.width >= 48, image.height >= 1 else { return [] }
        return BarBands(image).bands(atMost: effort == .full ? 4 : 1)
    }

    /// The reading of each band, certain or not.
    func readings(in image: GrayImage) -> [RetailReading] { readings(in: image, bands(in: image)) }

    private func readings(in image: GrayImage, _ bands: [BarBand]) -> [RetailReading] {
        var found: [RetailReading] = []
        for band in bands {
            if let reading = RetailBandReader(image, band, effort).reading() {
                found.append(reading)
                if reading.isCertain { break }
            }
        }
        return found
    }
}

/// The combined reading of the lines through a band.
struct RetailReading {
    let layout: RetailLayout
    let digits: [UInt8]
    /// The margin to the second best number, on average for each line.
    let margin: Float
    /// How much better digits fit whose check digit or sets are wrong, on average for each line.
    let excess: Float
    /// See ``CodeWords/weakest``.
    let weakest: Float
    /// How well the worst guard fits on the average of the lines.
    let guards: Float
    /// Lines that were used.
    let lines: Int
    let outline: Outline

    /// How much the widths of neighbouring digits differ, on the average: the square, in samples.
    let roughness: Float

    /// The left half of an EAN-13 is a UPC-E of number system 1 but for the quiet zone, which pictures cut off.
    private var mayBeHalfOfAnother: Bool { layout == .upcE && digits.first != 0 }

    /// Whether it may be reported.
    var isCertain: Bool { isClear && !mayBeHalfOfAnother }

    /// Whether it confirms the same reading of another decoder, though it must not be reported by itself.
    var isSupport: Bool { isClear || !mayBeHalfOfAnother }

    /// Whether it fits so well that chance is excluded. The limits come from thousands of worn, cut and disturbed
    /// codes, and of codes of other symbologies: the fewer digits agree with a check digit and a guard, the easier
    /// something else looks like a symbol.
    private var isClear: Bool {
        // Where a digit is overwritten, none fits well, or one that makes the check digit wrong.
        guard excess < margin / 6, weakest > 0.25 else { return false }
        return switch layout {
        case .ean13: margin > 2.4 || margin > 1.7 && guards > 0.6 && roughness < 0.6
        case .ean8: margin > 3.5 && guards > 1.5
        case .upcE: margin > 2.8 && guards > 2.1 && margin + guards / 2 > 4.4
        }
    }

    var symbol: Symbol { layout.symbol(digits, at: outline, quality: Int(margin)) }
}

extension RetailLayout {
    /// The symbol whose digits our reader has read.
    func symbol(_ digits: [UInt8], at outline: Outline, quality: Int) -> Symbol {
        let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let sighting = Sighting(outline: outline, decoder: RetailReader.name, quality: quality)
        switch self {
        case .ean13:
            guard digits.first == 0 else { return Symbol(.ean13, text, sighting: sighting) }
            return Symbol(.upcA, String(text.dropFirst()), sighting: sighting)
        case .ean8: return Symbol(.ean8, text, sighting: sighting)
        case .upcE: return Symbol(.upcE, text, sighting: sighting)
        }
    }
}

/// Reads the symbol in one band.
struct RetailBandReader {
    private let image: GrayImage
    private let band: BarBand
    private let effort: RetailReader.Effort
    /// Where the lines lie along the bars, in pixels, and how many pixels each averages.
    private let heights: [Double]
    private let rows: Int

    init(_ image: GrayImage, _ band: BarBand, _ effort: RetailReader.Effort) {
        self.image = image
        self.band = band
        self.effort = effort
        let span = band.along.upperBound - band.along.lowerBound
        let spacing = max(2, span / 20)
        let count = max(1, Int(span / spacing))
        heights = (0..<count).map { band.along.lowerBound + (Double($0) + 0.5) * span / Double(count) }
        rows = min(max(Int(spacing.rounded()), 1), 5)
    }

    /// A line through the band in which a module is that many pixels wide when a sample is a quarter of it.
    private func line(_ height: Double, step: Double) -> ScanLine {
        let (dx, dy) = band.direction
        let (x, y) = band.point(band.across.lowerBound, height)
        return ScanLine(
            image, x: x, y: y, along: (dx * step, dy * step),
            count: max(1, Int((band.across.upperBound - band.across.lowerBound) / step)), across: (-dy, dx), rows: rows)
    }

    /// The view of a line: sampling step, direction and templates.
    private struct View {
        var step: Double
        var isReversed: Bool
        var templates: Int
    }

    private static let templates: [RetailTemplates] = [
        RetailTemplates(blur: 0.55, spread: 0),
        RetailTemplates(blur: 0.95, spread: 0),
        RetailTemplates(blur: 0.3, spread: 0),
        RetailTemplates(blur: 0.75, spread: 0),
        RetailTemplates(blur: 1.2, spread: 0),
        RetailTemplates(blur: 0.4, spread: 0.3),
        RetailTemplates(blur: 0.4, spread: -0.3),
        RetailTemplates(blur: 0.75, spread: 0.3),
        RetailTemplates(blur: 0.75, spread: -0.3),
    ]

    private struct Match {
        var index: Int
        var view: View
        var path: RetailTrellis.Path
    }

    private func line(_ index: Int, _ view: View) -> ScanLine {
        let line = line(heights[index], step: view.step)
        return view.isReversed ? line.reversed : line
    }

    func reading() -> RetailReading? {
        guard let module = moduleWidth() else { return nil }
        var best: RetailReading?
        // Half an EAN-13 looks like a UPC-E, so the longest comes first.
        let anchors = scout(module).sorted { $0.path.layout.modules > $1.path.layout.modules }
        for anchor in anchors where anchor.path.isWorthFollowing {
            guard let reading = follow(anchor) else { continue }
            if reading.isCertain { return reading }
            if reading.margin > best?.margin ?? -1 { best = reading }
        }
        return best
    }

    private func moduleWidth() -> Double? {
        let widths = stride(from: 0, to: heights.count, by: max(1, heights.count / 8)).compactMap {
            ModuleWidth.estimate(line(heights[$0], step: 1))
        }
        guard !widths.isEmpty else { return nil }
        return widths.sorted()[widths.count / 2]
    }

    /// For each layout the line and the view that fit best.
    private func scout(_ module: Double) -> [Match] {
        var best: [Match] = []
        let scouts = effort == .full ? 4 : 3
        let every = max(1, heights.count / scouts)
        let indices = Array(stride(from: every / 2, to: heights.count, by: every))
        for templates in 0..<(effort == .full ? 2 : 1) {
            for scale in templates == 0 ? [1, 0.8, 1.25] : [1, 0.8] {
                let step = max(module * scale, 0.9) / Double(RetailTemplates.samplesPerModule)
                for index in indices {
                    let line = line(heights[index], step: step)
                    for isReversed in [false, true] {
                        let oriented = isReversed ? line.reversed : line
                        for path in RetailTrellis(oriented, Self.templates[templates]).paths() {
                            let match = Match(
                                index: index,
                                view: View(step: step, isReversed: isReversed, templates: templates), path: path)
                            if let known = best.firstIndex(where: { $0.path.layout == path.layout }) {
                                if path.rank > best[known].path.rank { best[known] = match }
                            } else {
                                best.append(match)
                            }
                            if path.layout == .ean13, path.digitScore > 8 { return best }
                        }
                    }
                }
                if best.contains(where: { $0.path.layout == .ean13 && $0.path.digitScore > 6 }) { return best }
            }
        }
        return best
    }

    /// The same in all lines, going up and down from the best one.
    private func follow(_ anchor: Match) -> RetailReading? {
        var view = anchor.view
        var top = -Float.infinity
        let line = line(anchor.index, view)
        for index in Self.templates.indices {
            let score = RetailTrellis(line, Self.templates[index]).score(along: anchor.path)
            if score > top { (top, view.templates) = (score, index) }
        }
        let start = RetailTrellis(line, Self.templates[view.templates])
        let path = start.path(near: anchor.path, shift: 0) ?? anchor.path
        var evidence = start.evidence(along: path)
        var used = [(index: anchor.index, path: path)]
        for direction in [-1, 1] {
            var guide = path
            var index = anchor.index + direction
            var misses = 0
            while heights.indices.contains(index), misses < 3 {
                let trellis = RetailTrellis(self.line(index, view), Self.templates[view.templates])
                if let next = trellis.path(near: guide, shift: 0), next.digitScore > 0.35 * path.digitScore {
                    let own = trellis.evidence(along: next)
                    for slot in evidence.indices { evidence[slot] += own[slot] }
                    used.append((index, next))
                    guide = next
                    misses = 0
                } else {
                    misses += 1
                }
                index += direction
            }
        }
        let words = CodeWords(path.layout, evidence)
        guard let best = words.best else { return nil }
        let count = Float(used.count)
        return RetailReading(
            layout: path.layout, digits: best.digits, margin: words.margin / count, excess: words.excess / count,
            weakest: words.weakest,
            guards: guards(used.map(\.path)), lines: used.count,
            outline: outline(used, view), roughness: used.reduce(0) { $0 + $1.path.roughness } / count)
    }

    /// The guard with the worst score over all lines: glare may hide it in some of them.
    private func guards(_ paths: [RetailTrellis.Path]) -> Float {
        guard let layout = paths.first?.layout else { return 0 }
        var worst = Float.infinity
        for (index, part) in layout.parts.enumerated() {
            guard case .shape = part else { continue }
            worst = min(worst, paths.reduce(0) { $0 + $1.scores[index] } / Float(paths.count))
        }
        return worst
    }

    private func outline(_ used: [(index: Int, path: RetailTrellis.Path)], _ view: View) -> Outline {
        let indices = used.map(\.index)
        let total = Double(max(1, Int((band.across.upperBound - band.across.lowerBound) / view.step)))
        func line(_ index: Int?) -> (ends: (left: Double, right: Double), height: Double) {
            guard let index, let places = used.first(where: { $0.index == index })?.path.places else {
                return ((0, 0), 0)
            }
            let ends = [places.first ?? 0, places.last ?? 0].map { place in
                let place = Double(place - ScanLine.padding)
                return (view.isReversed ? total - place : place) * view.step
            }
            return ((ends[0], ends[1]), heights[index])
        }
        return band.outline(
            from: line(indices.min()), to: line(indices.max()), thickness: Double(rows), isReversed: view.isReversed,
            in: image)
    }
}

extension RetailTrellis.Path {
    /// Whether other lines may make a reading of it.
    var isWorthFollowing: Bool {
        switch layout {
        case .ean13: digitScore > 2.5
        case .ean8, .upcE: digitScore > 3 && guardScore > 1
        }
    }

    /// How much the widths of neighbouring digits differ: the mean square, in samples.
    var roughness: Float {
        var sum: Float = 0
        for (one, next) in zip(widths, widths.dropFirst()) { sum += Float((next - one) * (next - one)) }
        return sum / Float(max(widths.count - 1, 1))
    }

    /// What makes one path better than another, whatever its layout.
    var rank: Float { digitScore + min(guardScore, 4) * 0.5 }
}
