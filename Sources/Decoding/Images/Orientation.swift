/// How a picture is stored, by the numbers of EXIF 2.32, tag 0x0112: where its first row and first column are shown.
enum Orientation: Int, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case flipped = 4
    case transposed = 5
    case turnedLeft = 6
    case transversed = 7
    case turnedRight = 8

    /// Whether rows are shown as columns, so that width and height change places.
    var swapsSides: Bool { rawValue >= 5 }
}
