internal import BeelineContent

/// All that the rules of a set may name, beside the fields of codes; and which of it they did.
///
/// A class, because naming something marks it as used; it lives while a set is loaded.
package final class Vocabulary {
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

    /// How others could have written a part of the rule that is being read: its file, a service or a constant that it uses.
    private(set) var distrust: String?

    /// Everything that is used from now on belongs to a rule of this file.
    func beginRule(in file: RuleFile) { distrust = file.distrust }

    /// The value of a constant, which the rule uses; nil when no file has it.
    func constant(_ name: String) -> String? {
        guard let (value, file) = constants.use(name) else { return nil }
        note(file?.distrust, of: "the constant '\(name)'")
        return value
    }

    /// A service, which the rule uses; nil when no file has it.
    func service(_ name: String) -> Service? {
        guard let service = services.use(name) else { return nil }
        note(service.log.file.distrust, of: "the service '\(name)'")
        return service
    }

    private func note(_ writers: String?, of part: String) {
        guard distrust == nil, let writers else { return }
        distrust = "it uses \(part), and \(writers)"
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
    package static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(Constants.isNameCharacter)
    }
}
