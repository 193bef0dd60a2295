internal import Glibc

/// Finds where along a line the parts of a symbol stand, if one is there: the best way through all places and widths.
///
/// Widths may change from part to part, as they do on a bottle or seen from the side.
final class RetailTrellis {
    /// The way through one line.
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

        /// The worst guard.
        var guardScore: Float {
            zip(layout.parts, scores).reduce(Float.infinity) {
                if case .shape = $1.0 { min($0, $1.1) } else { $0 }
            }
        }
    }

    private struct Node {
        var place: Int32
        var width: Int32
        var score: Float
        var gain: Float
        var parent: Int32
    }

    /// What one digit's fit counts, as independent observations.
    private static let weight: Float = 4
    /// What differs from the template though nothing is wrong, as a part of the line's contrast.
    private static let noise: Float = 0.07
    /// What it costs when the width changes by one sample from one part to the next.
    private static let bend: Float = 0.25
    private static let beam: Float = 10
    private static let mostNodes = 60

    private let templates: RetailTemplates
    /// Samples of the line.
    private let count: Int
    private let floor: Float
    private var nodes: [Node] = []
    private var touched: [Int] = []

    // The hot part works on memory of its own, which lives as long as the trellis: the line's samples and sums ...
    private let samples: UnsafeMutablePointer<Float>
    private let sums: UnsafeMutablePointer<Float>
    private let squares: UnsafeMutablePointer<Float>
    // ... and by place and width the best way there, where it comes from and what its last part gained,
    private let best: UnsafeMutablePointer<Float>
    private let from: UnsafeMutablePointer<Int32>
    private let gains: UnsafeMutablePointer<Float>
    // and the fits already worked out, for the left sets and behind them for the right one.
    private let cache: UnsafeMutablePointer<Float>

    init(_ line: ScanLine, _ templates: RetailTemplates) {
        self.templates = templates
        count = line.count
        floor = max(line.contrast * Self.noise, 1.5) * max(line.contrast * Self.noise, 1.5)
        samples = .allocate(capacity: count)
        samples.initialize(from: line.samples, count: count)
        sums = .allocate(capacity: count + 1)
        sums.initialize(from: line.sums, count: count + 1)
        squares = .allocate(capacity: count + 1)
        squares.initialize(from: line.squares, count: count + 1)
        let size = count * RetailTemplates.widthCount
        best = .allocate(capacity: size)
        best.initialize(repeating: -.infinity, count: size)
        from = .allocate(capacity: size)
        from.initialize(repeating: -1, count: size)
        gains = .allocate(capacity: size)
        gains.initialize(repeating: 0, count: size)
        cache = .allocate(capacity: 2 * size)
        cache.initialize(repeating: .nan, count: 2 * size)
    }

    deinit {
        for memory in [samples, sums, squares, best, gains, cache] { memory.deallocate() }
        from.deallocate()
    }

    // MARK: Searching

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
            nodes.append(
                Node(
                    place: Int32(place + guide.places[1] - guide.places[0]), width: Int32(width),
                    score: max(shapeScore(.start, place, width), -1), gain: 0, parent: Int32(place)))
            nodes[nodes.count - 1].gain = nodes[nodes.count - 1].score
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
        var found: [Node] = []
        for width in Swift.stride(from: 1, to: RetailTemplates.widthCount, by: 4) {
            let size = guardSize(.start, width)
            for place in (ScanLine.padding / 2)..<last {
                let score = shapeScore(.start, place, width)
                guard score > 1 else { continue }
                found.append(
                    Node(
                        place: Int32(place + size), width: Int32(width), score: score, gain: score,
                        parent: Int32(place)))
            }
        }
        if found.count > 100 {
            found.sort { $0.score > $1.score }
            found.removeLast(found.count - 100)
        }
        nodes = found
        return 0..<nodes.count
    }

    private func guardSize(_ shape: RetailTemplates.Guard, _ width: Int) -> Int {
        (shape.modules * (width + RetailTemplates.widths.lowerBound) * 2 + 7) / 14
    }

    /// All nodes behind the next part.
    private func step(_ front: Range<Int>, _ part: RetailLayout.Part, within: ClosedRange<Int>? = nil) -> Range<Int> {
        touched.removeAll(keepingCapacity: true)
        let places = within ?? 0...(count - ScanLine.padding / 2 - 1)
        for index in front {
            let node = nodes[index]
            let (place, width) = (Int(node.place), Int(node.width))
            switch part {
            case .shape(let shape):
                let size = guardSize(shape, width)
                let gain = shapeScore(shape, place, width)
                for change in -1...1 {
                    let shifted = change == 0 ? gain : max(gain, shapeScore(shape, place + change, width))
                    offer(index, node.score, place + size + change, width, shifted, change == 0 ? 0 : 0.2, places)
                }
            case .left, .right:
                let side = part == .left ? 0 : 1
                for next in max(0, width - 2)...min(RetailTemplates.widthCount - 1, width + 2) {
                    let end = place + next + RetailTemplates.widths.lowerBound
                    guard end <= places.upperBound else { break }
                    guard end >= places.lowerBound else { continue }
                    let change = Float(next - width)
                    offer(
                        index, node.score, end, next, digitScore(side, place, next), change * change * Self.bend,
                        places)
                }
            }
        }
        return keep()
    }

    private func offer(
        _ index: Int, _ before: Float, _ place: Int, _ width: Int, _ gain: Float, _ cost: Float,
        _ places: ClosedRange<Int>
    ) {
        guard places.contains(place), place >= 0, place < count else { return }
        let slot = place * RetailTemplates.widthCount + width
        let score = before + gain - cost
        if best[slot] == -.infinity { touched.append(slot) }
        if score > best[slot] {
            best[slot] = score
            from[slot] = Int32(index)
            gains[slot] = gain
        }
    }

    /// Makes nodes of the best that the last step touched.
    private func keep() -> Range<Int> {
        let start = nodes.count
        guard let top = touched.lazy.map({ self.best[$0] }).max() else { return start..<start }
        var reach = Self.beam
        while touched.count(where: { best[$0] > top - reach }) > Self.mostNodes, reach > 0.1 { reach *= 0.75 }
        let least = top - reach
        for slot in touched {
            if best[slot] > least {
                nodes.append(
                    Node(
                        place: Int32(slot / RetailTemplates.widthCount),
                        width: Int32(slot % RetailTemplates.widthCount),
                        score: best[slot], gain: gains[slot], parent: from[slot]))
            }
            best[slot] = -.infinity
        }
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

    // MARK: Fitting

    /// How much better a template explains a stretch of the line than a flat one.
    private func score(product: Float, start: Int, count: Int, weight: Float) -> Float {
        let sum = sums[start + count] - sums[start]
        let energy = max(squares[start + count] - squares[start] - sum * sum / Float(count), 0)
        let explained = product > 0 ? min(product * product, energy) : 0
        let base = floor * Float(count)
        // A stretch that is the template upside down is worse than a flat one.
        let worse = product > 0 ? 0 : min(product * product, energy)
        return weight * logf((energy + base) / (energy - explained + worse + base))
    }

    private func digitScore(_ side: Int, _ place: Int, _ width: Int) -> Float {
        let slot = (side * count + place) * RetailTemplates.widthCount + width
        let known = cache[slot]
        if !known.isNaN { return known }
        var top = -Float.infinity
        withProducts(place, width, side == 0 ? 0..<20 : 20..<30) { _, product in if product > top { top = product } }
        let result = score(
            product: top, start: place - RetailTemplates.margin,
            count: width + RetailTemplates.widths.lowerBound + 2 * RetailTemplates.margin, weight: Self.weight)
        cache[slot] = result
        return result
    }

    @inline(__always)
    private func withProducts(_ place: Int, _ width: Int, _ digits: Range<Int>, _ body: (Int, Float) -> Void) {
        let stride = RetailTemplates.digitStride
        let start = place - RetailTemplates.margin
        guard start >= 0, start + stride <= count else { return }
        templates.digits.withUnsafeBufferPointer { templates in
            guard let base = templates.baseAddress else { return }
            for digit in digits {
                body(digit, Self.product(samples + start, base + (width * 30 + digit) * stride, stride))
            }
        }
    }

    /// The scalar product of two stretches, a multiple of four long.
    @inline(__always)
    private static func product(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ length: Int) -> Float {
        let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        var sums = SIMD4<Float>()
        // By bytes.
        for at in Swift.stride(from: 0, to: length &* 4, by: 16) {
            sums +=
                a.loadUnaligned(fromByteOffset: at, as: SIMD4<Float>.self)
                * b.loadUnaligned(fromByteOffset: at, as: SIMD4<Float>.self)
        }
        let two = sums.lowHalf + sums.highHalf
        return two.x + two.y
    }

    private func shapeScore(_ shape: RetailTemplates.Guard, _ place: Int, _ width: Int) -> Float {
        let index = shape.rawValue * RetailTemplates.widthCount + width
        let start = place - templates.guards[index].before
        let length = templates.guards[index].values.count
        guard start >= 0, start + length <= count else { return -.infinity }
        let product = templates.guards[index].values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return Float(0) }
            let whole = length & ~3
            var sum = Self.product(samples + start, base, whole)
            for offset in whole..<length { sum += samples[start + offset] * values[offset] }
            return sum
        }
        return score(product: product, start: start, count: length, weight: Self.weight * Float(length) / 34)
    }

    // MARK: What the digits are

    /// How well each digit of each set fits where a path has a digit, places and widths a little varied: by digit of
    /// the symbol, set and digit, 30 for each.
    func evidence(along path: Path) -> [Float] {
        var evidence: [Float] = []
        evidence.reserveCapacity(path.layout.digitCount * 30)
        for (index, part) in path.layout.parts.enumerated() {
            if case .shape = part { continue }
            var row = [Float](repeating: 0, count: 30)
            let digits = part == .left ? 0..<20 : 20..<30
            for width in max(0, path.widths[index] - 1)...min(RetailTemplates.widthCount - 1, path.widths[index] + 1) {
                let drift = (width - path.widths[index]) / 2
                for place in (path.places[index] - drift - 1)...(path.places[index] - drift + 1) {
                    let length = width + RetailTemplates.widths.lowerBound + 2 * RetailTemplates.margin
                    guard place - RetailTemplates.margin >= 0,
                        place - RetailTemplates.margin + length <= count
                    else { continue }
                    withProducts(place, width, digits) { digit, product in
                        row[digit] = max(
                            row[digit],
                            score(
                                product: product, start: place - RetailTemplates.margin, count: length,
                                weight: Self.weight))
                    }
                }
            }
            evidence += row
        }
        return evidence
    }

    /// How well the templates fit along a path that others found: what tells one blur from another.
    func score(along path: Path) -> Float {
        var sum: Float = 0
        for (index, part) in path.layout.parts.enumerated() {
            let (place, width) = (path.places[index], path.widths[index])
            switch part {
            case .shape(let shape): sum += max(shapeScore(shape, place, width), -4)
            case .left, .right:
                let side = part == .left ? 0 : 1
                var top = -Float.infinity
                for place in (place - 1)...(place + 1) { top = max(top, digitScore(side, place, width)) }
                sum += top
            }
        }
        return sum
    }
}
