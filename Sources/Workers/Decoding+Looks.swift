internal import BeelineSymbols

extension Decoding {
    /// Adds what an earlier look at the same page found and this one did not.
    ///
    /// - Parameters:
    ///   - earlier: of the same page, drawn with fewer pixels.
    ///   - factor: how many pixels of this look are one of the earlier one.
    mutating func add(_ earlier: Decoding, enlarged factor: Double) {
        losses = earlier.losses.filter { !losses.contains($0) } + losses
        // Of one place the closer look knows more, and each code is told once.
        let missing = earlier.symbols.map { $0.enlarged(factor) }.filter { symbol in
            !symbols.contains { $0.says(symbol) || $0.surrounds(symbol) || symbol.surrounds($0) }
        }
        for symbol in missing {
            let place = symbols.firstIndex { $0.stands(below: symbol) } ?? symbols.endIndex
            symbols.insert(symbol, at: place)
        }
        // What may be wrong with a page is said where nothing was found.
        guard !symbols.isEmpty else { return }
        for index in pages.indices { pages[index].diagnosis?.findings = [] }
    }
}

extension Symbol {
    fileprivate func enlarged(_ factor: Double) -> Symbol {
        guard let sighting else { return self }
        return seen(
            Sighting(
                outline: sighting.outline?.enlarged(factor), decoder: sighting.decoder, quality: sighting.quality,
                page: sighting.page))
    }

    /// Whether it is the same code, be it in another place.
    fileprivate func says(_ other: Symbol) -> Bool { symbology == other.symbology && bytes == other.bytes }

    /// Whether the middle of another symbol lies within this one.
    fileprivate func surrounds(_ other: Symbol) -> Bool {
        guard let outline = sighting?.outline, let place = other.sighting?.outline else { return false }
        return outline.holdsCenter(of: place)
    }

    /// Whether all of it stands below the middle of another one.
    fileprivate func stands(below other: Symbol) -> Bool {
        guard let outline = sighting?.outline, let center = other.sighting?.outline?.center else { return false }
        return outline.rows.lowerBound > Int(center.y)
    }
}

extension Outline {
    fileprivate func enlarged(_ factor: Double) -> Outline {
        func enlarged(_ point: Point) -> Point {
            // A worker may say anything.
            func enlarged(_ length: Int32) -> Int { Int(max(-1e9, min(Double(length) * factor, 1e9))) }
            return Point(x: enlarged(point.x), y: enlarged(point.y))
        }
        return Outline(
            topLeft: enlarged(topLeft), topRight: enlarged(topRight), bottomRight: enlarged(bottomRight),
            bottomLeft: enlarged(bottomLeft))
    }
}
