extension Symbology {
    /// Those that one may ask for: all that have a name and stand by themselves.
    package static let selectable = all.filter { $0 != .unknown && !$0.isAddOn }

    /// The symbology that someone asks to be looked for, by any of its names.
    ///
    /// - Parameter other: knows further names, and is asked where the table has none.
    package init(wanted name: String, other: (String) -> Symbology? = { _ in nil }) throws(SelectionProblem) {
        var symbology = Symbology(name: name)
        if !Symbology.all.contains(symbology), let known = other(name) { symbology = known }
        if symbology.isAddOn { throw .addOnAlone(symbology) }
        guard Symbology.selectable.contains(symbology) else { throw .unknown(name) }
        self = symbology
    }
}

/// Why a symbology cannot be asked for.
package enum SelectionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(String)
    /// An EAN-2 or EAN-5.
    case addOnAlone(Symbology)

    package var description: String {
        switch self {
        case .unknown: "no symbology has that name"
        case .addOnAlone: "it is an add-on of another symbol; select that one: ean_13,upc_a"
        }
    }
}
