package import BeelineSymbols

/// Says what may be wrong with a picture in which no code was read.
///
///     let findings = Diagnoser().findings(in: image)
///     findings.first?.kind    // .blurred
///     findings.first?.value   // 9.5: pixels from dark to light
///
/// What it says is measured: it looks for what has the patterns of a code, and compares its size, sharpness, contrast
/// and place with the limits up to which the decoders read.
package struct Diagnoser: Sendable {
    private let mostRegions = 3

    package init() {}

    /// What may be wrong, the likeliest first: of each code that is seen, what is furthest beyond its limit, or that it
    /// is unreadable although it is within all. Never empty.
    package func findings(in image: GrayImage) -> [Diagnosis.Finding] {
        let found = regions(in: image).prefix(mostRegions).map { region in
            findings(of: region, Legibility(of: region, in: image))
        }
        // First what is wrong with each code, then what else is.
        let all = found.compactMap(\.first) + found.flatMap { $0.dropFirst() }
        return all.isEmpty ? findings(without: image) : all
    }

    /// What looks enough like a code to be spoken of.
    private func regions(in image: GrayImage) -> [CodeRegion] {
        CodeRegions.find(in: image).filter { $0.certainty >= Self.leastCertainty(of: $0.kind) }
    }

    /// What keeps codes from being seen at all, and that none is seen.
    private func findings(without image: GrayImage) -> [Diagnosis.Finding] {
        var findings: [Diagnosis.Finding] = []
        let whole = Legibility.whole(image)
        if whole.contrast >= Self.blank, whole.contrast < Self.faint {
            findings.append(Diagnosis.Finding(.lowContrast, value: whole.contrast))
        } else if whole.contrast >= Self.faint, whole.spread >= Self.soft {
            findings.append(Diagnosis.Finding(.blurred, value: (whole.spread * 10).rounded() / 10))
        }
        return findings + [Diagnosis.Finding(.noCode)]
    }

    /// The contrast of an empty page, of 255, and that below which codes are not seen.
    private static let blank = 4.0
    private static let faint = 12.0
    /// The spread in pixels that not even the sharpest edges of a blurred picture are below.
    private static let soft = 3.0

    /// Below it cloth, text and shelves look like codes as well.
    private static func leastCertainty(of kind: CodeRegion.Kind) -> Double { kind == .linear ? 0.77 : 0 }

    /// A spread in pixels that any good picture may have, however small its modules are.
    private static let sharp = 2.2
    /// In modules.
    private static let leastSpace = 1.0

    private func findings(of region: CodeRegion, _ measured: Legibility) -> [Diagnosis.Finding] {
        let limits = LegibilityLimits(region.kind)
        // How many times beyond its limit each figure is.
        let excesses: [(kind: Diagnosis.Kind, excess: Double, value: Double)] = [
            (.tooSmall, limits.module / measured.module, measured.module),
            (.blurred, measured.spread / max(limits.spread * measured.module, Self.sharp), measured.spread),
            (.lowContrast, limits.contrast / max(measured.contrast, 1), measured.contrast),
        ]
        var wrong = excesses.filter { $0.excess > 1 }.sorted { $0.excess > $1.excess }.map { ($0.kind, $0.value) }
        // The decoders do with less than the standards ask. Where there is next to nothing, the code itself is cut.
        if measured.space < Self.leastSpace { wrong.append((.quietZoneCut, measured.space)) }
        var findings = wrong.map { kind, value in
            Diagnosis.Finding(kind, outline: region.outline, value: (value * 10).rounded() / 10)
        }
        if region.kind == .linear, measured.isInverted {
            findings.append(Diagnosis.Finding(.inverted, outline: region.outline))
        }
        if findings.isEmpty {
            findings.append(Diagnosis.Finding(.unreadable, outline: region.outline))
            if measured.space < limits.space {
                findings.append(
                    Diagnosis.Finding(
                        .quietZoneCut, outline: region.outline, value: (measured.space * 10).rounded() / 10))
            }
        }
        return findings
    }
}

extension PageReader {
    /// The name under which looking for what is wrong is noted, as passes are.
    static let diagnosing = "diagnose"

    /// What was tried on a page, and what may be wrong with it if nothing was found; nil unless that was asked for.
    /// ``diagnosing`` is noted before the picture is looked at.
    func diagnosis(of page: GrayImage, _ answer: Answer, noting: (String) -> Void) -> Diagnosis? {
        guard options.diagnoses else { return nil }
        var diagnosis = Diagnosis(tried: answer.tried)
        guard answer.symbols.isEmpty, !options.without.contains(Self.diagnosing), let part = part(of: page) else {
            return diagnosis
        }
        noting(Self.diagnosing)
        diagnosis.findings = Diagnoser().findings(in: part.image).map { finding in
            var placed = finding
            placed.outline = finding.outline.map {
                part.mapping.outline($0, width: page.width, height: page.height)
            }
            return placed
        }
        return diagnosis
    }
}

/// Pictures of pages to show to a person.
enum Preview {
    /// The name under which the making of one is noted, as passes are.
    static let name = "preview"
    /// The sides in pixels that can be had.
    static let sides = 1...4096

    /// A PNG file of the page, its greater side at most as long as is asked; nil if none is asked for, or if there is
    /// no memory for it: a page without a picture is still a page. A side beyond ``sides`` becomes the nearest one
    /// within.
    static func png(of page: GrayImage, _ options: DecodeOptions, noting: (String) -> Void) -> [UInt8]? {
        guard let side = options.previewSide, !options.without.contains(name) else { return nil }
        noting(name)
        let bounded = min(max(side, sides.lowerBound), sides.upperBound)
        return try? PNGWriter.png(of: page.shrunk(toSide: bounded))
    }
}
