/// A mesh of a code, and what it shows.
struct QRReading {
    let mesh: QRMesh
    /// Of the layout.
    let known: [Int8]
    let grays: QRGrays
    /// The part of the timing and alignment patterns that is as it must be.
    let fit: Double

    init?(_ mesh: QRMesh, known: [Int8]) {
        guard let modules = mesh.modules() else { return nil }
        (self.mesh, self.known) = (mesh, known)
        grays = QRGrays(mesh.layout, known: known, modules: modules)
        fit = max(
            grays.guideFit(grays.modules(.plain, samples: nil)), grays.guideFit(grays.modules(.sharp, samples: nil)))
    }

    /// The mesh of the version that fits best, if one does. The image has dark modules on light. The modules that were
    /// looked at are taken off those left.
    static func best(_ triple: FinderTriple, in image: GrayImage, _ left: inout Int) -> QRReading? {
        var best: QRReading?
        for version in triple.versions(in: image).prefix(mostVersions) {
            guard let layout = QRLayout(version: version) else { continue }
            left -= layout.size * layout.size
            let known = layout.known
            guard var mesh = QRMesh(layout, in: image, frames: triple.frames),
                let rough = QRReading(mesh, known: known), rough.fit > leastRoughFit
            else { continue }
            mesh.settle()
            guard let reading = QRReading(mesh, known: known) else { continue }
            if reading.fit > best?.fit ?? leastFit { best = reading }
            if reading.fit > certainFit { break }
        }
        return best
    }

    private static let mostVersions = 3
    /// Half of it fits by chance.
    static let leastFit = 0.66
    private static let certainFit = 0.95
    /// Before a mesh has settled.
    private static let leastRoughFit = 0.58
}
