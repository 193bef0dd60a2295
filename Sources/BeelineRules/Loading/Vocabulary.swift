internal import BeelineContent

/// All that the rules of a set may name, beside the fields of codes; and which of it they did.
///
/// A class, because naming something marks it as used; it lives while a set is loaded.
final class Vocabulary {
    let signatures: [ActionSignature]
    let constants: Constants
    let services: Services
    let catalogs: CatalogFinder.Shelf
    let patterns = PatternShelf()
    /// The kinds, as far as they have been read.
    var kinds = KindTable.base

    init(
        signatures: [ActionSignature], constants: Constants, services: Services, catalogs: CatalogFinder.Shelf
    ) {
        self.signatures = signatures
        self.constants = constants
        self.services = services
        self.catalogs = catalogs
    }

    /// The hosts that templates name: most lead to a few, and each is looked at once.
    private var hosts: Set<String> = []

    /// Whether a text is a host, as `URLHead.isHost` says.
    func isHost(_ text: String) -> Bool {
        if hosts.contains(text) { return true }
        guard URLHead.isHost(text) else { return false }
        hosts.insert(text)
        return true
    }

    /// Whether a text may be a name behind a dot: letters, digits and `_`.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(Constants.isNameCharacter)
    }
}
