internal import BeelineSymbols

/// What ZBar is asked to look for, and how closely.
struct ZBarQuery: Hashable, Sendable {
    /// What is looked for; add-ons come with retail symbols.
    var symbologies = ZBarDecoder.readable
    /// Every how many columns a line is read from top to bottom; 0 reads none.
    var columnStep = 1
    /// Every how many rows a line is read from left to right.
    var rowStep = 1

    /// Whether a symbology is to be read, add-ons included.
    func asks(for symbology: Symbology) -> Bool {
        symbologies.contains(symbology) || symbology.isAddOn && symbologies.contains { $0.isRetail }
    }
}
