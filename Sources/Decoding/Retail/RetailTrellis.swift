internal import CPixels

/// Finds the parts of a symbol along a line: the best path through all places and widths. Widths may change from part
/// to part, as they do on a bottle or seen from the side.
final class RetailTrellis {
    struct Path {
        let layout: RetailLayout
        /// The sum over all parts of how well they fit.
        let score: Float
        /// Where each part begins, and where the last one ends, in samples of the line.
        let places: [Int]
        /// The width in which each part was matched, an index of ``RetailTemplates/widths``.
        let widths: [Int]
        /// How well each part fits.
        let scores: [Float]

        /// How well the digits fit on the average.
        var digitScore: Float {
            var sum: Float = 0
            for (part, score) in zip(layout.parts, scores) {
                if case .shape = part { continue }
                sum += score
            }
            return sum / Float(layout.digitCount)
        }

        var guardScore: Float {
            zip(layout.parts, scores).reduce(Float.infinity) {
                if case .shape = $1.0 { min($0, $1.1) } else { $0 }
            }
        }
    }

    /// What differs from the template though nothing is wrong, as a part of the line's contrast.
    private static let noise: Float = 0.07
    /// What it costs when the width changes by one sample from one part to the next.
    private static let bend: Float = 0.25
    private static let beam: Float = 10
    private static let mostNodes = 60

    private let templates: RetailTemplates
    /// Samples of the line.
    private let count: Int
    private var nodes: [BeelineNode] = []
    /// The memory that the C functions work on, which lives as long as this.
    private var memory: BeelineTrellis
    private let floats: UnsafeMutablePointer<Float>
    private let integers: UnsafeMutablePointer<Int32>
    private let kept: UnsafeMutablePointer<BeelineNode>

    init(_ line: ScanLine, _ templates: RetailTemplates) {
        self.templates = templates
        count = line.count
        let size = count * RetailTemplates.widthCount
        floats = .allocate(capacity: 3 * count + 2 + 4 * size)
        integers = .allocate(capacity: 2 * size)
        kept = .allocate(capacity: size)
        let sums = floats + count
        let squares = sums + count + 1
        let best = squares + count + 1
        floats.initialize(from: line.samples, count: count)
        sums.initialize(from: line.sums, count: count + 1)
        squares.initialize(from: line.squares, count: count + 1)
        best.initialize(repeating: -.infinity, count: size)
        (best + 2 * size).initialize(repeating: .nan, count: 2 * size)
        let noise = max(line.contrast * Self.noise, 1.5)
        memory = BeelineTrellis(
            count: count, noise: noise * noise, widths: RetailTemplates.widthCount,
            least_width: RetailTemplates.widths.lowerBound, margin: RetailTemplates.margin,
            digit_room: RetailTemplates.digitStride, samples: floats, sums: sums, squares: squares, best: best,
            from: integers, gains: best + size, cache: best + 2 * size, touched: integers + size, touched_count: 0)
    }

    deinit {
        floats.deallocate()
        integers.deallocate()
        kept.deallocate()
    }

    /// The best way for each layout, nil where there is none.
    func paths() -> [Path] {
        nodes.removeAll(keepingCapacity: true)
        var found: [Path] = []
        var front = starts()
        var four = front
        for digit in 1...6 {
            front = step(front, .left)
            if digit == 4 { four = front }
            guard isPromising(front, digit) else { return [] }
        }
        if let path = finish(step(front, .shape(.upcEEnd)), .upcE) { found.append(path) }
        front = step(front, .shape(.center))
        for _ in 0..<6 { front = step(front, .right) }
        if let path = finish(step(front, .shape(.end)), .ean13) { found.append(path) }
        four = step(four, .shape(.center))
        for digit in 1...4 where isPromising(four, digit + 4) { four = step(four, .right) }
        if isPromising(four, 8), let path = finish(step(four, .shape(.end)), .ean8) { found.append(path) }
        return found
    }

    /// Whether there is a way that fits at least poorly so far.
    private func isPromising(_ front: Range<Int>, _ digits: Int) -> Bool {
        let top = front.lazy.map { self.nodes[$0].score }.max() ?? -.infinity
        return top > Float(digits) * 2.4 - 4
    }

    /// The best way near another one, whose guards need not be seen here.
    func path(near guide: Path, shift: Int) -> Path? {
        nodes.removeAll(keepingCapacity: true)
        let reach = 6
        var front = 0..<0
        let first = guide.places[0] + shift
        for place in (first - reach)...(first + reach) where isInside(place) {
            let width = guide.widths[0]
            let score = max(shapeScore(.start, place, width), -1)
            nodes.append(
                BeelineNode(
                    place: Int32(place + guide.places[1] - guide.places[0]), width: Int32(width), score: score,
                    gain: score, parent: Int32(place)))
        }
        front = 0..<nodes.count
        for (index, part) in guide.layout.parts.enumerated().dropFirst() {
            let middle = guide.places[index + 1] + shift
            front = step(front, part, within: (middle - reach)...(middle + reach))
            if front.isEmpty { return nil }
        }
        return finish(front, guide.layout)
    }

    private func isInside(_ place: Int) -> Bool {
        place >= ScanLine.padding / 2 && place < count - ScanLine.padding / 2
    }

    private func starts() -> Range<Int> {
        let last = count - ScanLine.padding - RetailTemplates.samplesPerModule * 40
        guard last > ScanLine.padding / 2 else { return 0..<0 }
        var found: [BeelineNode] = []
        for width in Swift.stride(from: 1, to: RetailTemplates.widthCount, by: 4) {
            let size = guardSize(.start, width)
            let shape = templates.shapes[RetailPatterns.Guard.start.rawValue][width]
            var (next, score) = (ScanLine.padding / 2, Float(0))
            while true {
                let place = beeline_trellis_next_shape(&memory, templates.guards, shape, next, last, 1, &score)
                guard place >= 0 else { break }
                found.append(
                    BeelineNode(
                        place: Int32(place + size), width: Int32(width), score: score, gain: score,
                        parent: Int32(place)))
                next = place + 1
            }
        }
        if found.count > 100 {
            found.sort { $0.score > $1.score }
            found.removeLast(found.count - 100)
        }
        nodes = found
        return 0..<nodes.count
    }

    private func guardSize(_ shape: RetailPatterns.Guard, _ width: Int) -> Int {
        (shape.modules * (width + RetailTemplates.widths.lowerBound) * 2 + 7) / 14
    }

    /// All nodes behind the next part.
    private func step(_ front: Range<Int>, _ part: RetailLayout.Part, within: ClosedRange<Int>? = nil) -> Range<Int> {
        let places = within ?? 0...(count - ScanLine.padding / 2 - 1)
        nodes.withUnsafeBufferPointer { nodes in
            guard let nodes = nodes.baseAddress else { return }
            switch part {
            case .shape(let shape):
                let sizes = (0..<RetailTemplates.widthCount).map { Int(guardSize(shape, $0)) }
                let shapes = templates.shapes[shape.rawValue]
                beeline_trellis_step_shape(
                    &memory, nodes, front.lowerBound, front.upperBound, templates.guards, shapes, sizes,
                    places.lowerBound, places.upperBound)
            case .left, .right:
                beeline_trellis_step_digit(
                    &memory, nodes, front.lowerBound, front.upperBound, templates.digits, part == .right, Self.bend,
                    places.lowerBound, places.upperBound)
            }
        }
        let start = nodes.count
        let made = beeline_trellis_keep(&memory, Self.beam, Self.mostNodes, kept)
        nodes.append(contentsOf: UnsafeBufferPointer(start: kept, count: made))
        return start..<nodes.count
    }

    private func finish(_ front: Range<Int>, _ layout: RetailLayout) -> Path? {
        guard let last = front.max(by: { nodes[$0].score < nodes[$1].score }) else { return nil }
        var (places, widths, scores): ([Int], [Int], [Float]) = ([], [], [])
        var index = last
        for _ in 1..<layout.parts.count {
            let node = nodes[index]
            places.append(Int(node.place))
            widths.append(Int(node.width))
            scores.append(node.gain)
            index = Int(node.parent)
        }
        let node = nodes[index]
        places += [Int(node.place), Int(node.parent)]
        widths.append(Int(node.width))
        scores.append(node.gain)
        return Path(
            layout: layout, score: nodes[last].score, places: places.reversed(), widths: widths.reversed(),
            scores: scores.reversed())
    }

    private func shapeScore(_ shape: RetailPatterns.Guard, _ place: Int, _ width: Int) -> Float {
        beeline_trellis_shape(&memory, templates.guards, templates.shapes[shape.rawValue][width], place)
    }

    /// How well each digit of each set fits where a path has a digit, places and widths a little varied: by digit of
    /// the symbol, set and digit, 30 for each.
    func evidence(along path: Path) -> [Float] {
        var evidence: [Float] = []
        evidence.reserveCapacity(path.layout.digitCount * 30)
        for (index, part) in path.layout.parts.enumerated() {
            if case .shape = part { continue }
            var row = [Float](repeating: 1, count: 30)
            for width in max(0, path.widths[index] - 1)...min(RetailTemplates.widthCount - 1, path.widths[index] + 1) {
                let drift = (width - path.widths[index]) / 2
                for place in (path.places[index] - drift - 1)...(path.places[index] - drift + 1) {
                    beeline_trellis_evidence(&memory, templates.digits, part == .right, place, width, &row)
                }
            }
            beeline_trellis_weigh(&row, row.count)
            evidence += row
        }
        return evidence
    }

    /// How well the templates fit along a path that others found, to compare one blur with another.
    func score(along path: Path) -> Float {
        var sum: Float = 0
        for (index, part) in path.layout.parts.enumerated() {
            let (place, width) = (path.places[index], path.widths[index])
            switch part {
            case .shape(let shape): sum += max(shapeScore(shape, place, width), -4)
            case .left, .right:
                var top = -Float.infinity
                for place in (place - 1)...(place + 1) {
                    top = max(top, beeline_trellis_digit(&memory, templates.digits, part == .right, place, width))
                }
                sum += top
            }
        }
        return sum
    }
}
