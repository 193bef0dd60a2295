import CPixels

/// Makes a picture of rows that come one after the other: of all their pixels, or each of the mean of a square of them.
/// Plans and microfilm have more pixels than fit into memory. The modules of their codes have many, so the mean of a
/// few says the same, and beside the picture only one row is ever in memory.
struct ReducedRows: ~Copyable {
    /// Of the rows that come.
    private let width: Int
    private let reduction: Int
    /// Of the picture.
    private let columns: Int
    private let rows: Int
    private let grays: UnsafeMutablePointer<UInt8>
    private let row: Scratch
    private let sums: Scratch
    /// Rows that came.
    private var count = 0

    /// As many rows of the width come as the height says, for `width / reduction` × `height / reduction` pixels.
    init(width: Int, height: Int, by reduction: Int, to grays: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        let columns = width / reduction
        let row = try Scratch(count: reduction > 1 ? width : 0)
        let sums = try Scratch(zeros: reduction > 1 ? columns * MemoryLayout<UInt32>.stride : 0)
        (self.width, self.reduction, self.grays) = (width, reduction, grays)
        (self.columns, rows) = (columns, height / reduction)
        self.row = row
        self.sums = sums
    }

    /// Takes the next row, all of whose pixels `fill` writes.
    mutating func add(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        defer { count += 1 }
        guard reduction > 1 else { return fill(grays + count * width) }
        guard count / reduction < rows else { return }
        fill(row.start)
        sums.start.withMemoryRebound(to: UInt32.self, capacity: columns) { sums in
            beeline_add_columns(row.start, reduction, columns, sums)
            guard count % reduction == reduction - 1 else { return }
            beeline_take_mean(sums, columns, UInt32(reduction * reduction), grays + count / reduction * columns)
        }
    }
}
