package import BeelineActions
internal import BeelineContent
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// `save-contact`: writes a contact into a file for address books (vCard 3.0, RFC 2426). The file is made of fields,
/// and nothing of the code's own text is in it.
package struct SaveContactPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "save-contact", summary: "Saves a contact as a .vcf file.",
        parameters: [
            .init("fields", .fields, fieldNames: Self.fields, summary: "The fields of the contact; at least one."),
            .init(
                "folder", .text, isRequired: false, freedom: .fixed,
                summary: "The folder, as an absolute path or from `~/`. Default: `contacts` in Beeline's data folder."),
        ],
        results: .named(["file"]),
        effects: [.local],
        check: ArgumentCheck(CardFolder.problem))

    /// The names of the fields of contacts, except `note`, which is a note of the rule.
    private static let fields = [
        "name", "givenName", "familyName", "nickname", "organization", "jobTitle", "phone", "phones", "email", "emails",
        "address", "addresses", "website", "websites", "birthday", "remarks", "latitude", "longitude",
    ]

    package init() {}

    package func perform(_ action: Action) async throws -> ActionResult {
        let folder = try CardFolder(action["folder"], standard: "contacts")
        let card = try Self.card(CardFields(action))
        let file = try folder.add(card.bytes, title: card.title, orElse: "contact", suffix: ".vcf")
        return ActionResult(message: "saved as \(file)", fields: [.init(name: "file", value: .text(file))])
    }

    static func card(_ fields: CardFields) throws(ActionProblem) -> (bytes: [UInt8], title: String) {
        let card = ContactCard(fields, position: fields.position(separator: ";"), note: "remarks")
        var writer = ContentLineWriter()
        do throws(CodeTextError) {
            try card.write(to: &writer)
            return (writer.bytes, try card.title())
        } catch {
            throw ActionProblem("'\(error.field)' \(error.problem)")
        }
    }
}

/// `save-event`: writes an appointment into a file for calendars (iCalendar, RFC 5545). The file is made of fields, and
/// nothing of the code's own text is in it. Times keep their zones. A zone is named and not described, as calendars
/// know the zones themselves.
package struct SaveEventPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "save-event", summary: "Saves an appointment as an .ics file.",
        parameters: [
            .init(
                "fields", .fields, fieldNames: Self.fields,
                summary: "The fields of the appointment; `start` is required."),
            .init(
                "folder", .text, isRequired: false, freedom: .fixed,
                summary: "The folder, as an absolute path or from `~/`. Default: `events` in Beeline's data folder."),
        ],
        results: .named(["file"]),
        effects: [.local],
        check: ArgumentCheck { written in
            if let fields = written.names["fields"], !fields.contains("start") {
                return .init("an appointment has a 'start'", parameter: "fields")
            }
            return CardFolder.problem(in: written)
        })

    private static let fields = [
        "summary", "start", "startZone", "end", "endZone", "location", "description", "website", "organizer",
        "attendees", "recurrence", "latitude", "longitude",
    ]

    package init() {}

    package func perform(_ action: Action) async throws -> ActionResult {
        let folder = try CardFolder(action["folder"], standard: "events")
        let fields = CardFields(action)
        let id = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let bytes = try Self.calendar(fields, id: "\(id)@beeline", now: Self.now())
        let file = try folder.add(bytes, title: fields.text("summary") ?? "", orElse: "event", suffix: ".ics")
        return ActionResult(message: "saved as \(file)", fields: [.init(name: "file", value: .text(file))])
    }

    /// The id is generated: one from the code might replace an appointment. `now` is as `20260131T120000Z`.
    static func calendar(_ fields: CardFields, id: String, now: String) throws(ActionProblem) -> [UInt8] {
        let event = EventCard(fields, position: fields.position(separator: ";"))
        var lines = ContentLineWriter()
        lines.line("BEGIN", raw: "VCALENDAR")
        lines.line("VERSION", raw: "2.0")
        lines.line("PRODID", raw: "-//Beeline//Beeline//EN")
        do throws(CodeTextError) {
            try event.write(to: &lines, id: id, now: now)
        } catch {
            throw ActionProblem("'\(error.field)' \(error.problem)")
        }
        lines.line("END", raw: "VCALENDAR")
        return lines.bytes
    }

    private static func now() -> String {
        Timestamp.now().prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}

package struct CardFields: CardSource {
    private let fields: [String: ActionValue]

    init(_ action: Action) {
        guard case .fields(let fields)? = action["fields"] else {
            self.fields = [:]
            return
        }
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    /// The text of a field; nil where it is missing or empty.
    package func text(_ name: String) -> String? {
        fields[name].map(\.description).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The texts of a field that may have several; empty ones are left out.
    package func texts(_ name: String) -> [String] {
        switch fields[name] {
        case nil: []
        case .list(let elements)?: elements.map(\.description).filter { !$0.isEmpty }
        case .some(let value): value.description.isEmpty ? [] : [value.description]
        }
    }

    /// A position as `GEO` has it; nil unless latitude and longitude are numbers.
    func position(separator: String) -> String? {
        guard case .number(let latitude)? = fields["latitude"], case .number(let longitude)? = fields["longitude"]
        else { return nil }
        return "\(latitude)\(separator)\(longitude)"
    }
}

package struct CardFolder {
    let path: String

    /// The folder in the rule is absolute, or begins with `~/`. The default is a name in the user's data folder.
    init(_ written: ActionValue?, standard: String) throws(ActionProblem) {
        guard case .text(let text)? = written, !text.isEmpty else {
            guard let data = userDataFolder() else { throw .noFolder }
            path = "\(data)/\(standard)"
            return
        }
        if let problem = Self.problem(with: text) { throw problem }
        if text.hasPrefix("~/") {
            guard let home = userHome() else { throw .noFolder }
            path = home + text.dropFirst()
        } else {
            path = text
        }
    }

    /// Why a rule cannot use this folder; nil when it can, or when it names none.
    static func problem(with folder: String) -> ActionProblem? {
        folder.isEmpty || folder.hasPrefix("/") || folder.hasPrefix("~/")
            ? nil : ActionProblem("'\(folder)' is not an absolute path; begin 'folder' with / or ~/")
    }

    /// Checks the folder of a rule when the rule is loaded.
    static func problem(in written: ArgumentCheck.Written) -> ArgumentCheck.Problem? {
        written.texts["folder"].flatMap(problem(with:)).map { .init($0.description, parameter: "folder") }
    }

    /// Writes a card into a new file of the folder, named after the harmless characters of its title. Returns the path.
    func add(_ bytes: [UInt8], title: String, orElse name: String, suffix: String) throws(FileError) -> String {
        let harmless = Self.fileName(title)
        return try makeNewFile(in: path, name: harmless.isEmpty ? name : harmless, suffix: suffix, bytes)
    }

    /// The harmless characters of a title, for the name of a file: letters, digits and single blanks, at most 80 bytes.
    /// So the name has no slash, no dot and no hidden character, and is not an option of any program.
    static func fileName(_ title: String) -> String {
        var name = ""
        var isParted = false
        for scalar in title.unicodeScalars {
            let properties = scalar.properties
            let isLetter =
                switch properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                    .decimalNumber, .nonspacingMark, .spacingMark:
                    !properties.isDefaultIgnorableCodePoint
                default: false
                }
            guard isLetter else {
                isParted = !name.isEmpty
                continue
            }
            guard name.utf8.count + UTF8.width(scalar) + (isParted ? 1 : 0) <= 80 else { break }
            if isParted { name += " " }
            isParted = false
            name.unicodeScalars.append(scalar)
        }
        return name
    }
}

extension ActionProblem {
    fileprivate static let noFolder = ActionProblem(
        "there is no folder: HOME is not an absolute path; set HOME, or give 'folder' an absolute path")
}
