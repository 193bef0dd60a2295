internal import BeelineSymbols
internal import Glibc

/// Reads QR codes that decoders do not find: in bad light, blurred, damaged, and on paper that is not flat.
///
/// ZXing and ZBar assume that a code is flat, seen from somewhere: three finder patterns and one more place determine
/// where all modules are. On a bottle, or on paper that is folded or has waves, that is wrong by whole modules in large
/// codes. Here ``FinderSearch`` finds the patterns, and a ``QRMesh`` determines where each module is; the code is drawn with
/// square modules, as ``QRGrays`` sees them, and ZXing reads it.
struct QRReader: Sendable, Hashable {
    /// How much is tried.
    enum Effort: Sendable {
        /// Codes that are easy once they are found.
        case little
        case some
        /// Codes of strong blur, after all others were tried.
        case fit
    }

    let effort: Effort

    /// The codes of a picture, each in all of its places. The scales are given if others look at them too.
    func symbols(in image: GrayImage, _ scales: PictureScales? = nil) throws(DecodeError) -> [Symbol] {
        guard min(image.width, image.height) >= Self.leastSide else { return [] }
        let picture = DerivedImage(image: image, mapping: .identity)
        let side = max(image.width, image.height)
        let base = (0..<8).first { side >> $0 <= (effort == .little ? Self.littleSide : Self.mostSide) } ?? 0
        var search = Search(scales ?? PictureScales(picture), effort, page: image)
        let isSmall = image.pixels.count < Self.smallPixels
        let isTiny = image.pixels.count <= Self.tinyPixels
        if effort == .fit {
            try search.fit(base..<(base + Self.levels))
        } else {
            try search.run(base..<(base + Self.levels), coarseFirst: isSmall && !isTiny)
        }
        guard effort == .some, search.found.isEmpty else { return search.found.map(\.symbol) }
        // Where modules have few pixels, patterns are seen at a larger scale only.
        if base > 0 {
            try search.run((base - 1)..<base)
        } else if image.pixels.count <= (isSmall ? Self.tinyDoubled : Self.mostDoubled),
            let double = picture.after(.scale(x: 2, y: 2))
        {
            search = Search(PictureScales(double), effort, page: image)
            try search.run(0..<2)
        }
        return search.found.map(\.symbol)
    }

    /// In pixels.
    private static let leastSide = 24
    private static let littleSide = 1300
    private static let mostSide = 2600
    private static let levels = 5
    /// Those of 640 × 480 and less, of which there may be thousands.
    private static let smallPixels = 310_000
    private static let tinyPixels = 160_000
    private static let mostDoubled = 1_300_000
    /// There the modules of a code that is larger are large enough, mostly.
    private static let tinyDoubled = 60_000
}

extension QRReader {
    private struct Search {
        private let scales: PictureScales
        private let effort: Effort
        private let page: GrayImage
        private(set) var found: [Found] = []
        /// How many codes may be tried in all ways that turn out to be none.
        private var doubts = QRReader.mostDoubts

        init(_ scales: PictureScales, _ effort: Effort, page: GrayImage) {
            (self.scales, self.effort, self.page) = (scales, effort, page)
        }

        /// Tries the triples that are likeliest those of a code. The first scale, which costs as much as all others,
        /// may be looked at only where one of the others shows a pattern.
        mutating func run(_ levels: Range<Int>, coarseFirst: Bool = false) throws(DecodeError) {
            let radii = effort == .little || coarseFirst ? QRReader.middleRadius : QRReader.radii
            var squares: [FinderSquare] = []
            if coarseFirst {
                squares = FinderSearch.squares(in: scales, levels: levels.dropFirst(), radii: radii)
                let clear = effort == .little ? QRReader.littleFit : QRReader.clearFit
                guard squares.contains(where: { $0.fit > clear }) else { return }
                squares = FinderSearch.squares(in: scales, levels: levels.prefix(1), radii: radii, known: squares)
            } else {
                squares = FinderSearch.squares(in: scales, levels: levels, radii: radii)
            }
            guard squares.count >= 3 else { return }
            let most = effort == .little ? QRReader.fewFailures : QRReader.mostFailures
            let mostMisfit = effort == .little ? QRReader.littleMisfit : QRReader.mostMisfitOfTriples
            var left = most
            doubts = QRReader.mostDoubts
            var isUsed = [Bool](repeating: false, count: squares.count)
            var modules = QRReader.mostModules
            for triple in FinderTriple.triples(of: squares, mostMisfit: mostMisfit)
            where !triple.members.contains(where: { isUsed[$0] }) {
                guard left > 0, modules > 0, found.count < QRReader.mostCodes else { break }
                guard let symbol = try read(triple, squares, &modules) else {
                    left -= 1
                    continue
                }
                found.append(symbol)
                left = most
                for member in triple.members { isUsed[member] = true }
                // What looks like a pattern of about the same size in a code is made of its modules.
                let module = squares[triple.members[0]].module
                for (index, square) in squares.enumerated() where symbol.figure.contains(page(square.middle)) {
                    let ratio = square.module / module
                    if ratio > 0.6, ratio < 1.7 { isUsed[index] = true }
                }
            }
        }

        private func page(_ place: Vector) -> Vector { scales.picture.mapping(place) }

        /// The same where corners are fitted.
        mutating func fit(_ levels: Range<Int>) throws(DecodeError) {
            let squares = FinderSearch.squares(in: scales, levels: levels, radii: QRReader.radii)
                .filter { $0.fit > QRReader.leastFitted }
            for triple in FinderTriple.triples(of: squares, mostMisfit: QRReader.mostMisfitOfTriples).prefix(
                QRReader.mostFits)
            {
                guard !found.contains(where: { $0.figure.contains(page(squares[triple.members[0]].middle)) }),
                    let code = try fitted(triple, squares)
                else { continue }
                found.append(code)
            }
        }

        /// What ZXing reads in one of the drawings of a code.
        private mutating func read(
            _ triple: FinderTriple, _ squares: [FinderSquare], _ left: inout Int
        ) throws(DecodeError) -> Found? {
            let module = triple.members.reduce(0) { $0 + squares[$1].module } / 3
            let best = max(0, Int(log2(module / QRReader.bestModule).rounded()))
            let levels = effort == .little ? [best] : [best, best + 1, best - 1]
            for level in levels where level >= 0 {
                guard let scale = scales.halved(times: level),
                    let image = triple.isDark ? scale.image : scales.inverted(halved: level)
                else { continue }
                guard let mesh = QRReading.best(triple.halved(times: level), in: image, &left) else {
                    if level == best { return nil }
                    continue
                }
                if let found = try read(mesh, scale.picture, [.plain, .sharp]) { return found }
                guard effort == .some, mesh.fit > QRReader.leastFitOfDoubts, doubts > 0 || level != best else {
                    return nil
                }
                if level == best { doubts -= 1 }
                if let found = try readAgain(mesh, scale.picture, &left) { return found }
            }
            return nil
        }

        /// The same after the mesh has grown again, and by the other views.
        private func readAgain(
            _ first: QRReading, _ picture: DerivedImage, _ left: inout Int
        ) throws(DecodeError) -> Found? {
            var readings = [first]
            var mesh = first.mesh
            mesh.settle()
            for most in QRReader.offsets {
                left -= mesh.layout.size * mesh.layout.size
                guard mesh.regrow(most) else { continue }
                guard let reading = QRReading(mesh, known: first.known), reading.fit > QRReading.leastFit else { break }
                readings.append(reading)
                if let found = try read(reading, picture, [.plain, .sharp]) { return found }
            }
            readings.sort { $0.fit > $1.fit }
            for reading in readings {
                if let found = try read(reading, picture, [.equalized, .dark]) { return found }
            }
            return nil
        }

        private func read(
            _ reading: QRReading, _ picture: DerivedImage, _ views: [QRGrays.View]
        ) throws(DecodeError) -> Found? {
            for view in views {
                let modules = reading.grays.modules(view, samples: reading.mesh.samples())
                if let found = try read(modules, reading.grays, reading.mesh.corners, picture) { return found }
            }
            return nil
        }

        private func read(
            _ modules: [Bool], _ grays: QRGrays, _ corners: [Vector], _ picture: DerivedImage
        ) throws(DecodeError) -> Found? {
            guard let drawn = grays.drawn(modules, corners: corners),
                let symbol = try ZXingDecoder().symbols(in: drawn.image, asking: QRReader.query).first,
                let figure = Quadrilateral(corners.map { picture.mapping($0) })
            else { return nil }
            let mapping = picture.mapping.after(drawn.mapping)
            return Found(symbol: symbol.placed(by: mapping, width: page.width, height: page.height), figure: figure)
        }

        /// What the equalizer sees where it fits best what is known, wherever the corners are for that: strong blur displaces the
        /// edges of finder patterns.
        private func fitted(_ triple: FinderTriple, _ squares: [FinderSquare]) throws(DecodeError) -> Found? {
            let module = triple.members.reduce(0) { $0 + squares[$1].module } / 3
            let level = max(0, Int(log2(module / QRReader.bestModule).rounded()))
            guard let scale = scales.halved(times: level),
                let image = triple.isDark ? scale.image : scales.inverted(halved: level)
            else { return nil }
            let triple = triple.halved(times: level)
            var fits: [QRCornerFit] = []
            for version in triple.versions(in: image).prefix(QRReader.mostFitted)
            where version <= QRReader.largestFitted {
                guard var fit = QRCornerFit(version, triple, in: image) else { continue }
                fit.refine()
                fits.append(fit)
            }
            guard let best = fits.min(by: { $0.misfit < $1.misfit }), best.misfit < QRReader.mostMisfit,
                let samples = best.samples
            else { return nil }
            let grays = QRGrays(best.layout, known: best.known, samples: samples)
            for view in [QRGrays.View.equalized, .sharp, .plain] {
                let modules = grays.modules(view, samples: samples)
                if let found = try read(modules, grays, best.corners, scale.picture) { return found }
            }
            return nil
        }
    }

    /// A code that was read.
    private struct Found {
        let symbol: Symbol
        /// Where it is on the page.
        let figure: Quadrilateral
    }

    private static let mostFitted = 3
    private static let largestFitted = 14
    /// True ones have at most half of it.
    private static let mostMisfit: Float = 0.25
    /// So many triples are fitted.
    private static let mostFits = 4
    private static let leastFitted = 0.7
    private static let query = ZXingQuery(
        symbologies: [.qr], binarizer: .fixedThreshold, rotates: false, downscales: false)
    /// Of all meshes together, those that lead to nothing as well: forty of the largest codes.
    private static let mostModules = 1_200_000
    private static let mostCodes = 500
    /// In pixels: small ones for what is fine, large ones for what is large or faint.
    private static let radii = [9, 24]
    private static let middleRadius = [16]
    /// So many triples, one after the other, may be those of no code.
    private static let mostFailures = 8
    private static let fewFailures = 3
    /// Those of codes had at most 2.0 on photographs.
    private static let mostMisfitOfTriples = 2.1
    private static let littleMisfit = 1.5
    private static let mostDoubts = 6
    /// Some finder pattern of a code in a small picture fits so well at half its scale, if it does not belong to the code by chance.
    private static let clearFit = 0.65
    private static let littleFit = 0.75
    private static let leastFitOfDoubts = 0.75
    /// In pixels: of larger ones half as many show less noise.
    private static let bestModule = 5.0
    /// How far nodes may be off, in modules.
    private static let offsets = [0.4, 0.6, 0.3]
}
