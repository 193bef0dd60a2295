internal import BeelineSymbols

/// The bars of EAN and UPC symbols (ISO/IEC 15420, GS1 General Specifications 5.2), module by module.
enum RetailPatterns {
    /// The number sets A, B and C of the standard.
    enum NumberSet: Int, CaseIterable {
        case a, b, c
    }

    /// The parts of a symbol beside digits.
    enum Guard: Int, CaseIterable {
        /// 101, with three modules of quiet zone before it.
        case start
        /// 01010.
        case center
        /// 101, with three modules of quiet zone after it.
        case end
        /// 010101, with five modules of quiet zone after it: with fewer, half an EAN-13 looks like it.
        case upcEEnd

        /// Modules that it takes, without the quiet zone.
        var modules: Int {
            switch self {
            case .start, .end: 3
            case .center: 5
            case .upcEEnd: 6
            }
        }

        /// Modules before and after it that belong to the template.
        var surroundings: (before: Double, behind: Double) {
            switch self {
            case .start: (3, 0.75)
            case .center: (0.75, 0.75)
            case .end: (0.75, 3)
            case .upcEEnd: (0.75, 5)
            }
        }

        var bars: [Bool] {
            switch self {
            case .start, .end: [true, false, true]
            case .center: [false, true, false, true, false]
            case .upcEEnd: [false, true, false, true, false, true]
            }
        }
    }

    /// Widths in modules of the two spaces and two bars of set A, by digit.
    private static let widths: [[Int]] = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2],
        [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2], [1, 2, 1, 3], [3, 1, 1, 2],
    ]

    /// The seven modules of a digit, true where there is a bar.
    static func modules(_ digit: Int, _ set: NumberSet) -> [Bool] {
        var modules: [Bool] = []
        var isBar = false
        for width in widths[digit] {
            modules += Array(repeating: isBar, count: width)
            isBar.toggle()
        }
        // C is A with bars and spaces exchanged, and B is C read backwards.
        switch set {
        case .a: return modules
        case .b: return modules.reversed().map { !$0 }
        case .c: return modules.map { !$0 }
        }
    }

    /// By the first digit of an EAN-13: which of its left six digits are from set B, the leftmost in the highest bit.
    static let firstDigits: [UInt8] = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]

    /// By the check digit of a UPC-E of number system 0, the same; number system 1 has A and B exchanged.
    static let upcE: [UInt8] = [
        0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
    ]
}

/// The three arrangements of digits and guards; a UPC-A is an EAN-13 that begins with 0.
enum RetailLayout: CaseIterable {
    case ean13, ean8, upcE

    /// Digits with bars of their own.
    var digitCount: Int {
        switch self {
        case .ean13: 12
        case .ean8: 8
        case .upcE: 6
        }
    }

    var modules: Int {
        switch self {
        case .ean13: 95
        case .ean8: 67
        case .upcE: 51
        }
    }

    /// A digit or a guard, as they follow each other from the left.
    enum Part: Hashable {
        case shape(RetailPatterns.Guard)
        /// Of sets A and B.
        case left
        /// Of set C.
        case right
    }

    var parts: [Part] {
        switch self {
        case .ean13:
            [.shape(.start)] + Array(repeating: .left, count: 6) + [.shape(.center)]
                + Array(repeating: .right, count: 6) + [.shape(.end)]
        case .ean8:
            [.shape(.start)] + Array(repeating: .left, count: 4) + [.shape(.center)]
                + Array(repeating: .right, count: 4) + [.shape(.end)]
        case .upcE: [.shape(.start)] + Array(repeating: .left, count: 6) + [.shape(.upcEEnd)]
        }
    }
}

/// An estimate of the width of a module from how far apart bars and spaces are.
enum ModuleWidth {
    /// The mean width of a bar or space of an EAN or UPC symbol, in modules: 95 modules are 59 bars and spaces.
    private static let meanElement = 1.58

    /// - Returns: the width in samples of the line; nil where there are not enough bars for the least symbol.
    static func estimate(_ line: ScanLine) -> Double? {
        let least = max(line.contrast * 0.12, 4)
        var gaps: [Int] = []
        var (low, high) = (0, 0)
        var isRising = true
        var last: Int?
        line.samples.withUnsafeBufferPointer { samples in
            for index in samples.indices {
                if isRising {
                    if samples[index] > samples[high] { high = index }
                    if samples[index] < samples[high] - least {
                        if let last { gaps.append(high - last) }
                        last = high
                        (isRising, low) = (false, index)
                    }
                } else {
                    if samples[index] < samples[low] { low = index }
                    if samples[index] > samples[low] + least {
                        if let last { gaps.append(low - last) }
                        last = low
                        (isRising, high) = (true, index)
                    }
                }
            }
        }
        guard gaps.count >= 18 else { return nil }
        let median = gaps.sorted()[gaps.count / 2]
        let usual = gaps.filter { $0 <= 4 * max(median, 1) }
        return Double(usual.reduce(0, +)) / Double(usual.count) / meanElement
    }
}
