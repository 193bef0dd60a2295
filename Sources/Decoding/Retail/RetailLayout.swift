internal import BeelineSymbols

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
        case shape(RetailTemplates.Guard)
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
