public import BeelineActions
internal import BeelineContent
public import BeelineRules
internal import BeelineSymbols

/// `save-event`: writes an appointment into a file that calendars take (iCalendar, RFC 5545).
///
/// The file is made of fields, and nothing of the code's own text is in it. Times stay in the zones in which they are
/// written; the zone is named and not described, for calendars know the zones of the world themselves.
public struct SaveEventPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "save-event",
        summary: "Writes an appointment into a file of its own (.ics).",
        parameters: [
            .init("fields", .fields, fieldNames: Self.fields, summary: "What of it is known; `start` at least."),
            .init(
                "folder", .text, isRequired: false, freedom: .fixed,
                summary: "Where to, from the root or from `~/`. Default: `events` in Beeline's data folder."),
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

    public init() {}

    public func perform(_ action: Action) async throws -> ActionResult {
        let folder = try CardFolder(action["folder"], standard: "events")
        let fields = CardFields(action)
        let id = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let bytes = try Self.calendar(fields, id: "\(id)@beeline", now: Self.now())
        let file = try folder.add(bytes, title: fields.text("summary") ?? "", orElse: "event", suffix: ".ics")
        return ActionResult(message: "saved as \(file)", fields: [.init(name: "file", value: .text(file))])
    }

    /// - Parameters:
    ///   - id: our own: with one of the code's choice, a calendar might replace an appointment that it has.
    ///   - now: `20260131T120000Z`.
    static func calendar(_ fields: CardFields, id: String, now: String) throws(CardError) -> [UInt8] {
        var event = EventCard()
        event.summary = fields.text("summary")
        event.start = fields.text("start")
        event.startZone = fields.text("startZone")
        event.end = fields.text("end")
        event.endZone = fields.text("endZone")
        event.location = fields.text("location")
        event.details = fields.text("description")
        event.website = fields.text("website")
        event.position = fields.position(separator: ";")
        event.organizer = fields.text("organizer")
        event.attendees = fields.texts("attendees")
        event.recurrence = fields.text("recurrence")
        var lines = ContentLineWriter()
        lines.line("BEGIN", raw: "VCALENDAR")
        lines.line("VERSION", raw: "2.0")
        lines.line("PRODID", raw: "-//Beeline//Beeline//EN")
        do throws(CodeTextError) {
            try event.write(to: &lines, id: id, now: now)
        } catch {
            throw .badField(error.field, error.problem)
        }
        lines.line("END", raw: "VCALENDAR")
        return lines.bytes
    }

    private static func now() -> String {
        Timestamp.now().prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
