/// Whether readers can tell the colours of a code apart.
///
/// Symbol contrast is the difference of the greatest and the least reflectance (ISO/IEC 15416 and
/// ISO/IEC 15415): grade C begins at 40 %, grade B at 55 %. A scanner of linear codes shines red light
/// on them, in which red ink is as light as paper; cameras see luminance.
struct Contrast {
    let dark: Double
    let light: Double
    /// In which light: for people.
    let name: String

    private static let least = 0.4
    private static let good = 0.55

    init(red colours: CodeColours) {
        self.init(dark: colours.dark.redReflectance, light: colours.light?.redReflectance ?? 1, name: "red light")
    }

    init(white colours: CodeColours) {
        self.init(dark: colours.dark.luminance, light: colours.light?.luminance ?? 1, name: "white light")
    }

    private init(dark: Double, light: Double, name: String) {
        (self.dark, self.light, self.name) = (dark, light, name)
    }

    private var value: Double { light - dark }

    /// What is wrong with the colours of a code.
    ///
    /// - Throws: `.colours` when its readers will not read it, unless that is allowed.
    static func check(
        _ colours: CodeColours, isLinear: Bool, allowsPoor: Bool
    ) throws(DrawingError) -> [DrawingWarning] {
        // Cameras read all; a matrix code is sometimes read in red light too.
        let lights = [Contrast(white: colours), Contrast(red: colours)]
        var warnings: [DrawingWarning] = []
        for (index, light) in lights.enumerated() {
            let percent = Int((light.value * 100).rounded())
            let isNeeded = index == 0 || isLinear
            if isNeeded, !allowsPoor {
                if light.value < 0 {
                    throw DrawingError(
                        .colours, "the colours", "in \(light.name) the bars are lighter than what is around them",
                        remedy: "draw dark on light, or force it")
                }
                if light.value < least {
                    throw DrawingError(
                        .colours, "the colours",
                        "in \(light.name) they differ by \(percent) %, scanners need \(Int(least * 100)) %",
                        remedy: isLinear && index == 1
                            ? "red, orange and yellow are light to a scanner: take a blue, green or black for the bars"
                            : "take a darker colour for the bars or a lighter one behind them, or force it")
                }
            }
            if light.value < good { warnings.append(.contrast(percent, light: light.name)) }
        }
        return warnings
    }
}
