/// How wide the narrowest bar or square of a symbol (its module, the X-dimension) may be in print.
struct ModuleWidthLimits: Hashable, Sendable {
    /// Millimetres that are allowed.
    let allowed: ClosedRange<Double>
    /// Millimetres that scanners of general distribution (warehouses, conveyors) need too.
    let distribution: ClosedRange<Double>?
    /// Millimetres to aim at.
    let target: Double
    /// Where that is written.
    let source: String

    private init(
        _ allowed: ClosedRange<Double>, distribution: ClosedRange<Double>? = nil, target: Double, _ source: String
    ) {
        (self.allowed, self.distribution, self.target, self.source) = (allowed, distribution, target, source)
    }

    // What is allowed is what any application of the standard allows. Figures and tables have other numbers in every edition
    // of it; sections 5.12.3.1 (shops), 5.12.3.2 (general distribution), 5.12.3.6 (healthcare) have kept theirs.

    /// EAN and UPC.
    static let retail = ModuleWidthLimits(
        0.264...0.66, distribution: 0.495...0.66, target: 0.33,
        "GS1 General Specifications, sections 5.12.3.1 and 5.12.3.2")
    static let databar = ModuleWidthLimits(
        0.17...0.66, distribution: 0.495...0.66, target: 0.33,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")
    static let itf14 = ModuleWidthLimits(
        0.17...1.016, distribution: 0.495...1.016, target: 0.495,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")
    static let gs1128 = ModuleWidthLimits(
        0.17...1.016, distribution: 0.495...1.016, target: 0.495,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")
    /// GS1 DataMatrix and GS1 QR Code. In general distribution they are to be one and a half times as wide as linear
    /// symbols.
    static let gs1Matrix = ModuleWidthLimits(
        0.254...1.524, distribution: 0.743...1.524, target: 0.38,
        "GS1 General Specifications, sections 5.12.3.2 and 5.12.3.6")

    /// Where no standard of an application says anything, ordinary printers and cameras do.
    static let ordinary = ModuleWidthLimits(0.19...20, target: 0.4, "what office printers print and cameras see")
}
