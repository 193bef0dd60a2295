internal import BeelineSymbols

extension PageReader {
    /// The name under which looking for what is wrong is noted, as passes are.
    static let diagnosing = "diagnose"

    /// What was tried on a page, and what may be wrong with it if nothing was found; nil unless that was asked for.
    ///
    /// - Parameter noting: called with ``diagnosing`` before the picture is looked at.
    func diagnosis(of page: GrayImage, _ answer: Answer, noting: (String) -> Void) -> Diagnosis? {
        guard options.diagnoses else { return nil }
        var diagnosis = Diagnosis(tried: answer.tried)
        guard answer.symbols.isEmpty, !options.without.contains(Self.diagnosing), let part = part(of: page) else {
            return diagnosis
        }
        noting(Self.diagnosing)
        diagnosis.findings = Diagnoser().findings(in: part.image).map { finding in
            var placed = finding
            placed.outline = finding.outline.map {
                part.mapping.outline($0, width: page.width, height: page.height)
            }
            return placed
        }
        return diagnosis
    }
}
