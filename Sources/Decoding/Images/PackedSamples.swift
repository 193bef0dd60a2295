/// Samples of 1, 2, 4 or 8 bits that stand for grays, several in a byte with the first in the highest bits: grays of
/// few levels, and indices into a palette.
struct PackedSamples {
    /// How many are in a byte.
    private let perByte: Int

    /// The grays of the samples in each of the 256 bytes, together.
    private let table: [UInt8]

    /// - Parameter grays: the gray of each sample; those that are not there are black.
    init(bitDepth: Int, grays: [UInt8]) {
        perByte = 8 / bitDepth
        let mask = 1 << bitDepth - 1
        table = (0..<256).flatMap { byte in
            stride(from: 8 - bitDepth, through: 0, by: -bitDepth).map { shift in
                let sample = byte >> shift & mask
                return sample < grays.count ? grays[sample] : 0
            }
        }
    }

    /// The grays of as many levels as the bits have, from black to white.
    static func levels(bitDepth: Int) -> [UInt8] {
        let white = 1 << bitDepth - 1
        return (0...white).map { UInt8($0 * 255 / white) }
    }

    /// The bytes that a row of so many samples takes.
    func rowLength(of width: Int) -> Int { (width + perByte - 1) / perByte }

    /// Converts `count` samples, for which there are bytes at `row` and room at `grays`.
    func convert(_ row: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>) {
        table.withUnsafeBufferPointer { table in
            guard perByte > 1 else {
                for index in 0..<count { grays[index] = table[Int(row[index])] }
                return
            }
            let whole = count / perByte
            for index in 0..<whole {
                let entry = Int(row[index]) &* perByte
                let place = index &* perByte
                for offset in 0..<perByte { grays[place &+ offset] = table[entry &+ offset] }
            }
            for index in (whole * perByte)..<count {
                grays[index] = table[Int(row[whole]) * perByte + index - whole * perByte]
            }
        }
    }
}
