extension Mapping {
    /// The map of an upright square, from its top left corner on, to a figure of four corners; nil where there is none.
    ///
    /// Paul S. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    init?(square side: Double, to figure: Quadrilateral) {
        let c = figure.corners
        let sum = c[0] - c[1] + c[2] - c[3]
        let (one, other) = (c[1] - c[2], c[3] - c[2])
        let determinant = one.cross(other)
        guard side > 0, abs(determinant) > 1e-9 else { return nil }
        let g = sum.cross(other) / determinant
        let h = one.cross(sum) / determinant
        let right = c[1] - c[0] + c[1] * g
        let down = c[3] - c[0] + c[3] * h
        self.init(matrix: [
            right.x / side, down.x / side, c[0].x, right.y / side, down.y / side, c[0].y, g / side, h / side, 1,
        ])
    }
}
