/// The light space around a symbol without which no reader finds it, in modules.
struct QuietZone: Hashable, Sendable {
    let left: Int
    let right: Int
    /// Above and below.
    let vertical: Int
    /// Where that is written.
    let source: String

    private init(_ left: Int, _ right: Int, _ vertical: Int, _ source: String) {
        (self.left, self.right, self.vertical, self.source) = (left, right, vertical, source)
    }

    static let qr = QuietZone(4, 4, 4, "ISO/IEC 18004:2015, section 9.1")
    static let microQR = QuietZone(2, 2, 2, "ISO/IEC 18004:2015, section 9.1")
    static let rectangularMicroQR = QuietZone(2, 2, 2, "ISO/IEC 23941")
    static let dataMatrix = QuietZone(1, 1, 1, "ISO/IEC 16022:2006, section 7.1")
    static let aztec = QuietZone(0, 0, 0, "ISO/IEC 24778:2008, section 4.1")
    static let pdf417 = QuietZone(2, 2, 2, "ISO/IEC 15438:2015, section 5.8.3")
    static let microPDF417 = QuietZone(1, 1, 1, "ISO/IEC 24728:2006, section 5.8.3")
    static let ean13 = QuietZone(11, 7, 0, "GS1 General Specifications, section 5.2.3.4")
    static let ean8 = QuietZone(7, 7, 0, "GS1 General Specifications, section 5.2.3.4")
    static let upcA = QuietZone(9, 9, 0, "GS1 General Specifications, section 5.2.3.4")
    static let upcE = QuietZone(9, 7, 0, "GS1 General Specifications, section 5.2.3.4")
    static let linear = QuietZone(10, 10, 0, "the standard of the symbology")
    static let databar = QuietZone(0, 0, 0, "GS1 General Specifications, section 5.5")

    /// Behind an add-on (GS1 General Specifications, section 5.2.3.4).
    static let behindAddOn = 5

    /// What is drawn when nothing is asked for: the least, and a little where that is nothing, because what stands
    /// beside a symbol is often dark.
    func margins(_ asked: Int?, hasAddOn: Bool) -> Margins {
        let right = hasAddOn ? Self.behindAddOn : right
        if let asked { return Margins(left: asked, right: asked, vertical: asked) }
        return Margins(left: max(left, 2), right: max(right, 2), vertical: max(vertical, 2))
    }
}

/// The space that a drawing has around its symbol, in modules.
struct Margins: Hashable, Sendable {
    var left: Int
    var right: Int
    var vertical: Int
}
