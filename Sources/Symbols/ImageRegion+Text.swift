extension ImageRegion {
    /// Reads `x,y,width,height`. A number with a point or a percent sign is a part of the image's width or height, one
    /// without is pixels; the two may be mixed.
    ///
    ///     try ImageRegion("0.1,0.2,0.5,0.5")
    ///     try ImageRegion("10,20,50%,200")
    package init(_ text: String) throws(RegionProblem) {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard texts.count == 4 else { throw .notFour(texts.count) }
        var lengths: [Length] = []
        for text in texts { lengths.append(try Length(text)) }
        self.init(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
        for (name, side) in [("width", width), ("height", height)] {
            switch side {
            case .pixels(0), .fraction(0): throw .isEmpty(name)
            case .pixels(1): throw .onePixel
            case .pixels, .fraction: break
            }
        }
        for (names, start, side) in [("x and width", x, width), ("y and height", y, height)] {
            guard case .fraction(let side) = side else { continue }
            // Pixels may lie anywhere in an image whose size is not known yet.
            guard case .fraction(let start) = start else { continue }
            // Sums such as 0.1 + 0.9 are not exact.
            guard start + side < 1.000_001 else {
                throw .reachesOut(names, percent: Int(((start + side) * 100 - 0.000_1).rounded(.up)))
            }
        }
    }
}

extension ImageRegion.Length {
    /// More pixels than any image has on a side.
    private static let longestNumber = 7

    fileprivate init(_ text: String) throws(RegionProblem) {
        let isPercentage = text.hasSuffix("%")
        let number = isPercentage ? text.dropLast() : text[...]
        let halves = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // `Double` takes more than is meant here, such as "inf" and "0x1p3".
        let areDigits = halves.allSatisfy { half in half.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        guard areDigits, !halves[0].isEmpty, halves[0].count <= Self.longestNumber, halves.last?.isEmpty == false,
            let value = Double(String(number))
        else { throw .noNumber(text) }
        if isPercentage || halves.count == 2 {
            let share = isPercentage ? value / 100 : value
            guard share <= 1 else { throw .aboveAll(text) }
            self = .fraction(share)
        } else {
            self = .pixels(Int(value))
        }
    }
}

/// What is wrong with the text of a region.
package enum RegionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// With how many numbers there are.
    case notFour(Int)
    case noNumber(String)
    /// A side of nothing.
    case isEmpty(String)
    /// A side of one pixel, which was meant to be all of it.
    case onePixel
    /// A fraction above 1, or a percentage above 100.
    case aboveAll(String)
    /// It ends beyond the image: "x and width", and what they come to.
    case reachesOut(String, percent: Int)

    package var description: String {
        switch self {
        case .notFour(let count):
            "must be four numbers, x,y,width,height, not \(count): 10,20,300,200 or 0.1,0.2,0.5,0.5"
        case .noNumber(let text):
            "'\(text)' is not a length; write pixels as 120, fractions of the image as 0.25 or 25%"
        case .isEmpty(let name): "a \(name) of 0 leaves nothing to scan"
        case .onePixel: "1 is one pixel; write 1.0 or 100% for the whole width or height"
        case .aboveAll(let text): "'\(text)' is more than the whole image"
        case .reachesOut(let names, let percent):
            "\(names) reach beyond the image: together they are \(percent)% of it"
        }
    }
}
