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
