extension CodeFormat {
    /// `a QR code`, `an EAN-13`: in none does another vowel begin the name.
    fileprivate var namedOne: String { ("AEI".contains(title.prefix(1)) ? "an " : "a ") + title }
}

extension Drawing {
    /// What is asked must be possible.
    static func checkOptions(_ options: DrawingOptions, _ format: CodeFormat) throws(DrawingError) {
        if let height = options.barHeight, !(1...2_000).contains(height) {
            throw DrawingError(.size, "the bars", "they are \(height) modules high", remedy: "1…2000 are possible")
        }
        if let zone = options.quietZone, !(0...200).contains(zone) {
            throw DrawingError(.size, "the quiet zone", "it is \(zone) modules wide", remedy: "0…200 are possible")
        }
        guard !format.isQR else { return }
        if options.logo != nil {
            throw DrawingError(.logo, "the logo", "\(format.namedOne) has no room for one", remedy: "draw a QR code")
        }
        if options.level != nil {
            throw DrawingError(
                .format, "the level of error correction", "\(format.namedOne) has none that could be chosen",
                remedy: "leave it out, or draw a QR code")
        }
        if options.moduleShape != .square || options.finderShape != .square {
            throw DrawingError(
                .format, "the shape of modules", "\(format.namedOne) is not read with others than square ones",
                remedy: "leave it out, or draw a QR code")
        }
    }

    static func quietZoneWarnings(_ margins: Margins, _ zone: QuietZone, hasAddOn: Bool) -> [DrawingWarning] {
        let right = hasAddOn ? QuietZone.behindAddOn : zone.right
        let sides = [
            ("on the left", margins.left, zone.left), ("on the right", margins.right, right),
            ("above and below", margins.vertical, zone.vertical),
        ]
        return sides.filter { $0.1 < $0.2 }.map {
            .quietZone(side: $0.0, given: $0.1, needed: $0.2, source: zone.source)
        }
    }

    /// - Parameter modules: how wide the whole drawing is.
    static func widthWarnings(
        _ format: CodeFormat, _ options: DrawingOptions, modules: Int
    ) throws(DrawingError) -> [DrawingWarning] {
        guard let width = options.moduleWidth else { return [] }
        guard width.isFinite, (0.01...1_000).contains(width) else {
            throw DrawingError(
                .size, "the module width", "\(width) mm is no width that can be printed",
                remedy: "take \(shortNumber((format.traits.limits ?? .ordinary).target)) mm")
        }
        guard let limits = format.traits.limits else {
            let ordinary = ModuleWidthLimits.ordinary
            return ordinary.allowed.contains(width)
                ? [] : [.moduleWidth(width, allowed: ordinary.allowed, source: ordinary.source)]
        }
        var warnings: [DrawingWarning] = []
        if !limits.allowed.contains(width) {
            let warning = DrawingWarning.moduleWidth(width, allowed: limits.allowed, source: limits.source)
            guard options.allowsAnyModuleWidth else {
                throw DrawingError(
                    .size, "the module width", warning.description,
                    remedy: "take \(shortNumber(limits.target)) mm, or force it")
            }
            warnings.append(warning)
        } else if let needed = limits.distribution, !needed.contains(width) {
            warnings.append(.notForDistribution(width, needed: needed, source: limits.source))
        }
        let length = Double(modules) * width
        if format == .gs1128, length > 165.1 {
            warnings.append(
                .tooWide(length, most: 165.1, source: "GS1 General Specifications, section 5.4"))
        }
        return warnings
    }
}
