internal import BeelineContent

/// All that the rules of a set may name, beside the fields of codes; and which of it they did.
///
/// A class, because naming something marks it as used; it lives while a set is loaded.
final class Vocabulary {
    let signatures: [ActionSignature]
    let constants: Constants
    let services: Services
    private let catalogs: [String: Catalog]
    /// The kinds, as far as they have been read.
    var kinds = KindTable.base

    init(signatures: [ActionSignature], constants: Constants, services: Services, catalogs: [Catalog]) {
        self.signatures = signatures
        self.constants = constants
        self.services = services
        self.catalogs = Dictionary(catalogs.map { ($0.name, $0) }) { first, _ in first }
    }

    func catalog(_ name: String) -> Catalog? { catalogs[name] }

    var catalogNames: [String] { catalogs.keys.sorted() }

    /// Whether a text may be a name behind a dot: letters, digits and `_`.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(Constants.isNameCharacter)
    }
}
