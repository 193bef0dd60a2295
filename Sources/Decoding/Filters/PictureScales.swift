/// A picture, it at half the scale, and so on, with what finders of codes look at in them.
///
/// Several finders look at the same picture, so each of these is made once, when the first of them asks. At half the scale noise
/// and the gaps between dots vanish, and large modules are within reach.
final class PictureScales {
    /// The picture at some scale.
    final class Scale {
        let picture: DerivedImage
        private var keptBinary: BinaryPicture??
        private var keptGradients: GradientCells?

        init(_ picture: DerivedImage) { self.picture = picture }

        /// Nil if it is smaller than a square of it.
        var binary: BinaryPicture? {
            if let keptBinary { return keptBinary }
            let binary = BinaryPicture(picture.image)
            if picture.image.pixels.count <= PictureScales.mostKept { keptBinary = .some(binary) }
            return binary
        }

        var gradients: GradientCells {
            if let keptGradients { return keptGradients }
            let gradients = GradientCells(picture.image)
            keptGradients = gradients
            return gradients
        }
    }

    private var scales: [Scale]
    private(set) lazy var inverted = picture.image.inverted()

    init(_ picture: DerivedImage) { scales = [Scale(picture)] }

    /// The picture as it is.
    var whole: Scale { scales[0] }
    var picture: DerivedImage { whole.picture }

    /// Results for larger pictures are computed each time: a cache of them would fill the memory of a worker.
    private static let mostKept = 20_000_000

    /// The picture with its sides halved so many times; nil where nothing is left of it.
    func halved(times: Int) -> Scale? {
        while scales.count <= times {
            guard let last = scales.last?.picture, min(last.image.width, last.image.height) >= 2 else { return nil }
            // Pixel middles mapped to the corner of four pixels.
            let place = Mapping(matrix: [2, 0, 0.5, 0, 2, 0.5, 0, 0, 1])
            scales.append(Scale(DerivedImage(image: last.image.halved(), mapping: last.mapping.after(place))))
        }
        return scales[times]
    }

    /// Those in which the modules of a matrix code may be found: large modules and much noise are in large pictures.
    ///
    /// - Parameter least: the least of the shorter side, in pixels.
    func forModules(least: Int) -> [Scale] {
        let most = picture.image.pixels.count < Self.largePixels ? 2 : 3
        return (0..<most).prefix { times in
            times == 0 || min(picture.image.width, picture.image.height) >> times >= least
        }
        .compactMap { halved(times: $0) }
    }

    private static let largePixels = 1_000_000
}
