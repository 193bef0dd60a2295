internal import BeelineSymbols

/// How much a reading counts. What adds up to 1 is accepted.
///
/// Matrix codes correct errors and so find out what they cannot correct; a linear code has at best one check digit, and
/// noise that looks like bars passes it once in ten times.
enum Acceptance {
    static func weight(of symbol: Symbol, trust: Pass.Trust) -> Double {
        let length = symbol.bytes.count
        switch (symbol.symbology, symbol.sighting?.decoder) {
        case (_, RetailReader.name):
            return 1
        case (.itf, _) where length < 6, (.codabar, _) where length < 4, (.code39, _) where length < 4:
            return 0.3
        case (let symbology, ZBarDecoder.name):
            return weight(ofZBar: symbology, lines: symbol.sighting?.quality ?? 0, trust: trust)
        case (let symbology, _):
            return weight(ofZXing: symbology, length: length, trust: trust)
        }
    }

    /// ZBar counts the scan lines that agree.
    private static func weight(ofZBar symbology: Symbology, lines: Int, trust: Pass.Trust) -> Double {
        switch symbology {
        case .ean13, .upcA: lines >= 30 ? 1 : lines >= 8 ? 0.7 : 0.4
        case .ean8, .upcE:
            // They have half of the digits, or a check digit that is nowhere printed.
            switch trust {
            case .direct: lines >= 30 ? 1 : lines >= 8 ? 0.6 : 0.2
            case .derived: lines >= 8 ? 0.5 : 0.2
            }
        case .itf, .codabar, .code39: lines >= 8 ? 1 : 0.4
        case .code93, .code128: lines >= 2 ? 1 : 0.6
        case .databar, .databarExpanded, .databarLimited: lines >= 4 ? 1 : 0.6
        default: 1
        }
    }

    /// ZXing stops when two rows agree, so it cannot say more.
    private static func weight(ofZXing symbology: Symbology, length: Int, trust: Pass.Trust) -> Double {
        switch (symbology, trust) {
        case (.ean13, .direct), (.upcA, .direct), (.ean8, .direct), (.upcE, .direct): 0.7
        case (.ean13, .derived), (.upcA, .derived): 0.6
        case (.ean8, .derived), (.upcE, .derived): 0.5
        case (.itf, .derived), (.codabar, .derived), (.code39, .derived): 0.6
        case (.code93, .derived), (.code128, .derived): length >= 6 ? 1 : 0.6
        default: 1
        }
    }
}
