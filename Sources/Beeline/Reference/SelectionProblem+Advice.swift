internal import BeelineRules
package import BeelineSymbols

extension SelectionProblem {
    /// The name that was asked for.
    package var name: String {
        switch self {
        case .unknown(let name): name
        case .addOnAlone(let symbology): symbology.name
        }
    }

    /// What is wrong, and which name was meant, or all that there are.
    package var advice: String {
        guard case .unknown(let name) = self else { return "\(self)" }
        let names = Symbology.selectable.map(\.name)
        let hint = Spelling.hint(for: name, in: names)
        return "\(self)" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
    }
}
