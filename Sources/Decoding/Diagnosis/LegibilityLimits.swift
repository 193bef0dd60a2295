/// Where reading ends, as measured: codes that zint drew, at falling sizes and so on, until neither ZBar nor ZXing read
/// half of them. Docs/Diagnosis.md has the figures.
///
/// The decoders go on beyond some of the limits now and then; so a code that is within all of them is expected to be
/// read, and one that is beyond is not expected to be.
struct LegibilityLimits {
    /// The least pixels per module.
    let module: Double
    /// The greatest spread of the sharpest edges, in modules.
    let spread: Double
    /// The least difference of light and dark, of 255.
    let contrast: Double
    /// The least space between the code and the edge of the picture, in modules.
    let space: Double

    init(_ kind: CodeRegion.Kind) {
        switch kind {
        case .linear: self.init(module: 1.5, spread: 0.8, contrast: 10, space: 7)
        case .qr: self.init(module: 1.4, spread: 1.4, contrast: 12, space: 4)
        case .dataMatrix: self.init(module: 1.6, spread: 1.4, contrast: 20, space: 1)
        case .aztec: self.init(module: 2, spread: 1.2, contrast: 20, space: 0)
        case .pdf417: self.init(module: 1.3, spread: 1.7, contrast: 20, space: 2)
        }
    }

    private init(module: Double, spread: Double, contrast: Double, space: Double) {
        (self.module, self.spread, self.contrast, self.space) = (module, spread, contrast, space)
    }
}
