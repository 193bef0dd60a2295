internal import BeelineSymbols

/// Decides which number the evidence of all lines is for, and how far ahead of any other.
struct CodeWords {
    /// A number and how well it fits.
    struct Candidate {
        var score: Float
        /// The digits as the symbol's text has them, without a UPC-A's or with an EAN-13's first.
        var digits: [UInt8]
    }

    /// The best two.
    private(set) var best: Candidate?
    private(set) var second: Candidate?

    /// What the best is ahead of the second.
    var margin: Float {
        guard let best, let second else { return 0 }
        return best.score - second.score
    }

    /// - Parameter evidence: 30 values for each digit of the symbol, as ``RetailTrellis/evidence(along:)`` has them.
    init(_ layout: RetailLayout, _ evidence: [Float]) {
        switch layout {
        case .ean13: addEAN13(evidence)
        case .ean8: addEAN8(evidence)
        case .upcE: addUPCE(evidence)
        }
    }

    private mutating func add(_ candidate: Candidate) {
        if candidate.score > best?.score ?? -.infinity {
            second = best
            best = candidate
        } else if candidate.score > second?.score ?? -.infinity {
            second = candidate
        }
    }

    private mutating func addEAN13(_ evidence: [Float]) {
        for first in 0..<10 {
            let parity = RetailPatterns.firstDigits[first]
            let rows = (0..<12).map { index in
                Row(
                    start: index * 30 + (index < 6 ? Int(parity >> (5 - index)) & 1 : 2) * 10,
                    weight: index % 2 == 0 ? 3 : 1)
            }
            for candidate in Self.bestTwo(evidence, rows, rest: (10 - first) % 10) {
                add(Candidate(score: candidate.score, digits: [UInt8(first)] + candidate.digits))
            }
        }
    }

    private mutating func addEAN8(_ evidence: [Float]) {
        let rows = (0..<8).map { index in
            Row(start: index * 30 + (index < 4 ? 0 : 20), weight: index % 2 == 0 ? 3 : 1)
        }
        for candidate in Self.bestTwo(evidence, rows, rest: 0) { add(candidate) }
    }

    /// The check digit is that of the UPC-A which the UPC-E stands for; how, its last digit says.
    private mutating func addUPCE(_ evidence: [Float]) {
        for system in 0...1 {
            for check in 0..<10 {
                let parity = system == 0 ? RetailPatterns.upcE[check] : ~RetailPatterns.upcE[check]
                for last in 0..<10 {
                    let weights: [Int] =
                        switch last {
                        case 0...2: [1, 3, 3, 1, 3]
                        case 3: [1, 3, 1, 1, 3]
                        case 4: [1, 3, 1, 3, 3]
                        default: [1, 3, 1, 3, 1]
                        }
                    let rows = (0..<5).map { index in
                        Row(start: index * 30 + (Int(parity >> (5 - index)) & 1) * 10, weight: weights[index])
                    }
                    let known = system * 3 + check + last * (last < 3 ? 1 : last < 5 ? 0 : 3)
                    let score = evidence[5 * 30 + (Int(parity) & 1) * 10 + last]
                    for candidate in Self.bestTwo(evidence, rows, rest: (100 - known) % 10) {
                        add(
                            Candidate(
                                score: candidate.score + score,
                                digits: [UInt8(system)] + candidate.digits + [UInt8(last), UInt8(check)]))
                    }
                }
            }
        }
    }

    /// The evidence for one digit of the symbol, and its weight in the check sum.
    private struct Row {
        let start: Int
        let weight: Int
    }

    /// The two best ways to choose a digit of each row so that the weighted sum leaves a rest modulo 10.
    private static func bestTwo(_ evidence: [Float], _ rows: [Row], rest: Int) -> [Candidate] {
        struct Way {
            var score: Float
            var digit: UInt8
            var from: UInt8
        }
        let none = Way(score: -.infinity, digit: 0, from: 0)
        // Two ways for each rest, the better one first.
        var table: [[Way]] = []
        var before = [Float](repeating: -.infinity, count: 20)
        before[0] = 0
        for row in rows {
            var ways = [Way](repeating: none, count: 20)
            for slot in 0..<20 where before[slot] > -.infinity {
                for digit in 0..<10 {
                    let score = before[slot] + evidence[row.start + digit]
                    let target = 2 * ((slot / 2 + digit * row.weight) % 10)
                    let way = Way(score: score, digit: UInt8(digit), from: UInt8(slot))
                    if score > ways[target].score {
                        ways[target + 1] = ways[target]
                        ways[target] = way
                    } else if score > ways[target + 1].score {
                        ways[target + 1] = way
                    }
                }
            }
            table.append(ways)
            before = ways.map(\.score)
        }
        return (0..<2).compactMap { rank in
            var slot = 2 * rest + rank
            guard before[slot] > -.infinity else { return nil }
            let score = before[slot]
            var digits: [UInt8] = []
            for ways in table.reversed() {
                digits.append(ways[slot].digit)
                slot = Int(ways[slot].from)
            }
            return Candidate(score: score, digits: digits.reversed())
        }
    }
}
