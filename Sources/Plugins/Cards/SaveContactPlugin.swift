public import BeelineActions
internal import BeelineContent
public import BeelineRules

/// `save-contact`: writes a contact into a file that address books take (vCard 3.0, RFC 2426).
///
/// The file is made of fields, and nothing of the code's own text is in it.
public struct SaveContactPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "save-contact",
        summary: "Writes a contact into a file of its own (.vcf).",
        parameters: [
            .init(
                "fields", .fields, fieldNames: Self.fields, summary: "What of the contact is known; at least one field."
            ),
            .init(
                "folder", .text, isRequired: false, freedom: .fixed,
                summary: "Where to, from the root or from `~/`. Default: `contacts` in Beeline's data folder."),
        ],
        results: .named(["file"]),
        effects: [.local],
        check: ArgumentCheck(CardFolder.problem))

    /// The names of the fields of contacts, but for `note`, which is a note of the rule's.
    private static let fields = [
        "name", "givenName", "familyName", "nickname", "organization", "jobTitle", "phone", "phones", "email", "emails",
        "address", "addresses", "website", "websites", "birthday", "remarks", "latitude", "longitude",
    ]

    public init() {}

    public func perform(_ action: Action) async throws -> ActionResult {
        let folder = try CardFolder(action["folder"], standard: "contacts")
        let card = try Self.card(CardFields(action))
        let file = try folder.add(card.bytes, title: card.title, orElse: "contact", suffix: ".vcf")
        return ActionResult(message: "saved as \(file)", fields: [.init(name: "file", value: .text(file))])
    }

    /// The card, and what it is called.
    static func card(_ fields: CardFields) throws(CardError) -> (bytes: [UInt8], title: String) {
        var card = ContactCard()
        card.name = fields.text("name")
        card.givenName = fields.text("givenName")
        card.familyName = fields.text("familyName")
        card.nickname = fields.text("nickname")
        card.organization = fields.text("organization")
        card.jobTitle = fields.text("jobTitle")
        card.phones = fields.all("phone", "phones")
        card.emails = fields.all("email", "emails")
        card.addresses = fields.all("address", "addresses")
        card.websites = fields.all("website", "websites")
        card.birthday = fields.text("birthday")
        card.position = fields.position(separator: ";")
        card.note = fields.text("remarks")
        var writer = ContentLineWriter()
        do throws(CodeTextError) {
            try card.write(to: &writer)
            return (writer.bytes, try card.title())
        } catch {
            throw .badField(error.field, error.problem)
        }
    }
}

extension CardFields {
    /// The texts of two fields, the first of which may be one of the others.
    fileprivate func all(_ first: String, _ others: String) -> [String] {
        let others = texts(others)
        return texts(first).filter { !others.contains($0) } + others
    }
}
