package import BeelineSymbols

extension Set<Symbology> {
    /// The symbologies that a list such as `ean_13,qr` names, by any of their names and by those of formats that are drawn.
    ///
    /// - Throws: `SelectionProblem`, for the first name that is none.
    package init(wanted list: String) throws(SelectionProblem) {
        self.init()
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            insert(try Symbology(wanted: String(name)) { CodeFormat(name: $0)?.symbology })
        }
    }
}
