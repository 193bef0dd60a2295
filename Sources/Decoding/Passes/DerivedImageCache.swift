/// Makes pictures of a page, and keeps the last ones: neighbours in the plan often ask about the same one.
struct DerivedImageCache {
    private let page: PictureScales
    private var kept: [(steps: [Step], picture: DerivedImage?)] = []
    /// The last parts that were cut out: two neighbours may ask about the same.
    private var parts: (steps: [Step], form: Pass.Parts, pictures: [DerivedImage])?
    private let most = 3
    /// The last picture of which parts were looked for, beside the page.
    private var scales: (steps: [Step], scales: PictureScales)?

    init(_ page: DerivedImage) { self.page = PictureScales(page) }

    /// What of the page after its steps a pass is asked about; nil where one of them does not apply.
    mutating func parts(for pass: Pass) -> [DerivedImage]? {
        guard let picture = picture(after: pass.steps) else { return nil }
        guard pass.parts != .whole else { return [picture] }
        if let parts, parts.form == pass.parts, parts.steps == pass.steps { return parts.pictures }
        if !pass.steps.isEmpty, scales?.steps != pass.steps { scales = (pass.steps, PictureScales(picture)) }
        let pictures = pass.parts.of(pass.steps.isEmpty ? page : scales?.scales ?? PictureScales(picture))
        parts = (pass.steps, pass.parts, pictures)
        return pictures
    }

    /// The page after some steps; nil where one of them does not apply.
    mutating func picture(after steps: [Step]) -> DerivedImage? {
        guard !steps.isEmpty else { return page.picture }
        if let index = kept.firstIndex(where: { $0.steps == steps }) { return kept[index].picture }
        let picture = steps.reduce(page.picture as DerivedImage?) { $0?.after($1) }
        if kept.count == most { kept.removeFirst() }
        kept.append((steps, picture))
        return picture
    }
}
