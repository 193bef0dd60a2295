import Beeline
import BeelineDrawing
import BeelineSymbols

extension DecodeOptions {
    /// What the options of a command say of what is looked for, and how.
    init(_ arguments: Arguments) throws(UsageError) {
        self.init()
        effort = arguments.choice(.effort) ?? .normal
        only = try Self.symbologies(arguments.all(.only))
        stopsAtFirst = arguments.has(.one)
        if let text = arguments[.region] {
            do throws(RegionProblem) {
                region = try ImageRegion(text)
            } catch {
                throw .badRegion(text, error)
            }
        }
    }

    private static func symbologies(_ lists: [String]) throws(UsageError) -> Set<Symbology> {
        var symbologies: Set<Symbology> = []
        for name in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            var symbology = Symbology(name: String(name))
            // The names by which this program draws count as well.
            if !Symbology.all.contains(symbology), let format = CodeFormat(name: String(name)) {
                symbology = format.symbology
            }
            if symbology.isAddOn { throw .addOnAlone(symbology) }
            guard Symbology.selectable.contains(symbology) else { throw .unknownSymbology(String(name)) }
            symbologies.insert(symbology)
        }
        return symbologies
    }
}

/// How many images are decoded at once.
enum Jobs {
    /// More processes than any machine has a use for.
    static let most = 256

    /// What the options say; nil is one for each core.
    static func number(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments[.jobs] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        guard isNumber, !text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { throw .badCount(.jobs, text) }
        // One that is too long for Int is too many as well.
        guard let number = Int(text), number <= most else { throw .tooManyJobs(text, most: most) }
        return number
    }
}

extension ImageRegion {
    /// Reads `x,y,width,height`. A number with a point or a percent sign is a part of the image's width or height, one
    /// without is pixels; the two may be mixed.
    ///
    ///     try ImageRegion("0.1,0.2,0.5,0.5")
    ///     try ImageRegion("10,20,50%,200")
    init(_ text: String) throws(RegionProblem) {
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
