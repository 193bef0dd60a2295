/// A picture that stands in the middle of a QR code, whose error correction makes up for what it covers.
///
///     options.logo = try Logo(png, share: 0.1)
package struct Logo: Sendable {
    /// The file as it was given.
    let file: [UInt8]
    /// What part of the symbol is left light for it, without the quiet zone: 0…1.
    package let share: Double
    /// In pixels.
    let width: Int
    let height: Int

    /// Reads a PNG or JPEG file.
    ///
    /// - Parameters:
    ///   - share: what part of the symbol it takes, 0.01…0.9. Default: 0.1.
    /// - Throws: `.logo` when it is none, is damaged, or is too large; `.library`.
    package init(_ file: [UInt8], share: Double = 0.1) throws(DrawingError) {
        guard (0.01...0.9).contains(share) else {
            throw DrawingError(.logo, "the share of the logo", "\(share) is none", remedy: "take 0.05…0.2")
        }
        guard file.count <= 8 << 20 else {
            throw DrawingError(.logo, "the logo", "the file is longer than 8 MiB", remedy: "make the picture smaller")
        }
        self.file = file
        self.share = share
        (width, height) = try DrawingProgram.shared.size(ofLogo: file)
    }

    /// The modules of the symbol that are left light for it: as near to the share as whole modules around the middle
    /// come, in the picture's own proportions.
    ///
    /// - Throws: `.logo` when the level of error correction cannot make up for it.
    func place(in side: Int, level: ErrorCorrection, isForced: Bool) throws(DrawingError) -> Bar {
        let place = area(in: side)
        // What is covered is lost, and with it all of each codeword of which a module is covered; the levels are said in
        // shares of codewords.
        let taken = place.share(of: side)
        guard taken <= level.share || isForced else {
            throw DrawingError(
                .logo, "the logo",
                "it takes \(percent(taken)) % of the code, and level \(level.rawValue) makes up for less than "
                    + "\(percent(level.share)) %",
                remedy: level == .high ? "make it smaller" : "make it smaller, or take level H")
        }
        return place
    }

    /// The same without a look at the level; a small code has little room between its finders.
    private func area(in side: Int) -> Bar {
        let proportion = Double(width) / Double(height)
        let most = Double(side) - 16
        func length(_ wanted: Double) -> Int {
            var length = Int(max(1, min(wanted, most)).rounded())
            // In the middle of an odd side stands an odd number of modules.
            if length % 2 != side % 2 { length += wanted > Double(length) ? 1 : -1 }
            return max(length, 1)
        }
        let columns = length((Double(side * side) * share * proportion).squareRoot())
        let rows = length((Double(side * side) * share / proportion).squareRoot())
        return Bar((side - columns) / 2, (side - rows) / 2, columns, rows)
    }

    /// A warning when the code has no room for as much as was asked for.
    func warning(_ place: Bar, in side: Int) -> DrawingWarning? {
        let taken = percent(place.share(of: side))
        // Whole modules come no nearer.
        return taken < percent(share) * 3 / 4 ? .logoSmaller(taken, asked: percent(share)) : nil
    }

    private func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }

    /// Where the picture itself stands in what was left light, in modules: a quarter of a module from its edges, in its
    /// own proportions.
    func frame(in place: Bar) -> (x: Double, y: Double, width: Double, height: Double) {
        let room = (width: Double(place.width) - 0.5, height: Double(place.height) - 0.5)
        let scale = min(room.width / Double(width), room.height / Double(height))
        let size = (width: Double(width) * scale, height: Double(height) * scale)
        return (
            Double(place.x) + (Double(place.width) - size.width) / 2,
            Double(place.y) + (Double(place.height) - size.height) / 2, size.width, size.height
        )
    }
}

extension Bar {
    /// What part of a square it takes.
    fileprivate func share(of side: Int) -> Double { Double(width * height) / Double(side * side) }
}
