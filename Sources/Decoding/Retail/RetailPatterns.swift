/// The bars of EAN and UPC symbols (ISO/IEC 15420, GS1 General Specifications 5.2), module by module.
enum RetailPatterns {
    /// The number sets A, B and C of the standard.
    enum NumberSet: Int, CaseIterable {
        case a, b, c
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
