internal import BeelineSymbols
internal import Glibc

/// The matrix codes of a page that has many of about one size, such as a sheet of labels.
///
/// A search finds one symbol, and takes the longer the larger the picture is. Searching cells with a few codes each
/// finds a hundred codes in the time of a few searches of the page.
struct CodeGrid {
    /// The sorts of the codes. In a cell nothing else is searched for: it may cut through codes on its border.
    private let symbologies: Set<Symbology>
    /// The longest side of the largest code, in pixels.
    private let side: Int

    /// So many make it worthwhile.
    private static let least = 3

    /// - Parameter codes: what is known, in all of its places; nil if there are few.
    init?(_ codes: [(symbology: Symbology, place: Outline)]) {
        guard codes.count >= Self.least,
            let side = codes.map({ max($0.place.columns.count, $0.place.rows.count) }).max()
        else { return nil }
        self.side = side
        symbologies = Set(codes.map(\.symbology))
    }

    /// The request for a cell; nil where a pass does not search for such codes in the picture as it is.
    func question(of pass: Pass, _ question: DecoderQuery) -> DecoderQuery? {
        guard pass.steps.isEmpty, pass.parts == .whole, question.symbologies.allSatisfy({ !$0.isLinear })
        else { return nil }
        return question.narrowed(to: symbologies)
    }

    /// Boxes of a picture, each of which has so much in common with its neighbours that every code of that size lies in one
    /// of them, with its quiet zone; none where the picture is hardly larger than one.
    func cells(of picture: GrayImage) -> [Cell] {
        let (width, height) = (picture.width, picture.height)
        // Outlines of a pixel, if a decoder should give such, do not make a million of them.
        let length = max(Self.codesAcross * side, Int((Double(width * height) / Self.most).squareRoot()))
        guard length > 0, width * height > 2 * length * length else { return [] }
        let step = length - side * 5 / 4
        return stride(from: 0, to: max(1, height - length + step), by: step).flatMap { y in
            stride(from: 0, to: max(1, width - length + step), by: step).map { x in Cell(x: x, y: y, side: length) }
        }
    }

    /// An upright box of a picture, in its pixels; it may reach beyond it.
    struct Cell {
        let x: Int
        let y: Int
        let side: Int

        func cropped(from picture: DerivedImage) -> DerivedImage? {
            picture.cropped(x: x, y: y, width: side, height: side)
        }
    }

    /// How many codes side by side a cell is wide and high.
    private static let codesAcross = 3
    /// So many cells would fill a page side by side.
    private static let most = 500.0
}
