internal import BeelineSymbols

extension Symbol {
    /// The symbol of a picture derived from a page, with the outline that it has on the page.
    func placed(by mapping: Mapping, width: Int, height: Int) -> Symbol {
        guard let sighting else { return self }
        return seen(
            Sighting(
                outline: sighting.outline.map { mapping.outline($0, width: width, height: height) },
                decoder: sighting.decoder, quality: sighting.quality, page: sighting.page))
    }
}
