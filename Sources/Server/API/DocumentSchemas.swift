internal import BeelineContent

/// The schemas of all other documents.
enum DocumentSchemas {
    static let all: [(name: String, schema: Schema)] = [
        ("Problem", problem), ("Health", health), ("Me", me), ("Device", device), ("DeviceAnswer", deviceAnswer),
        ("Devices", devices), ("Pairing", pairing), ("CodeInput", codeInput), ("IncomingScan", incomingScan),
        ("DeskScan", deskScan), ("DeskScans", deskScans), ("Frame", frame), ("Questions", questions),
        ("Kinds", kinds), ("Rules", rules), ("HistoryEntry", historyEntry), ("History", history),
        ("Catalog", catalog), ("Catalogs", catalogs), ("CatalogAnswer", catalogAnswer), ("DrawingRequest", drawing),
    ]

    private static let problem = Schema.object([
        .always("type", .text, "An address for the kind of problem."), .always("title", .text),
        .always("status", .integer), .always("code", .text, "A name that programs may rely on."),
        .always("detail", .text, "For people: what is wrong, and what to do."),
        .sometimes("errors", .list(.text), "The mistakes one by one, where there may be several."),
    ]).described("Why there is no answer (RFC 9457).")

    private static let health = Schema.object([.always("status", .constant("ok"))])

    private static let me = Schema.object([
        .version, .always("role", Schema.choice(["desk", "device"]).orNull),
        .always("name", Schema.text.orNull, "Of the token or of the telephone."),
        .always("device", Schema.integer.orNull, "The number of the telephone."),
        .always("program", .text, "The version of the program."),
        .always("performs", .boolean, "Whether the desk performs actions."),
        .always("sources", .list(.text), "The sources of codes beside the page."),
        .always("secure", .boolean, "Whether the connection is encrypted, or stays on this machine."),
        .always("limits", .object([.always("body", .integer, "In bytes.")])),
    ])

    private static let device = Schema.object([
        .always("id", .integer), .always("name", .text), .always("paired", .text),
        .always("lastSeen", Schema.text.orNull), .always("scans", .integer),
    ])

    private static let deviceAnswer = Schema.object([.version, .always("device", .named("Device"))])
    private static let devices = Schema.object([.version, .always("devices", .list(.named("Device")))])

    private static let pairing = Schema.object([
        .version, .always("url", .text, "What the telephone opens, once."),
        .always("expires", .integer, "In seconds."),
        .always("svg", Schema.text.orNull, "The address as a QR code; null where nothing can be drawn here."),
    ])

    private static let codeMembers: [Schema.Member] = [
        .sometimes("text", .text, "What the code says; or `bytes`."),
        .sometimes("bytes", .text, "In Base64."),
        .sometimes("symbology", .text, "By any of its names."),
        .sometimes("aim", .text), .sometimes("addOn", .text), .sometimes("charset", .text),
        .sometimes("structuredAppend", .named("StructuredAppend")),
    ]

    private static let codeInput = Schema.object(codeMembers).described(
        "A code, as `beeline resolve --input json` reads it. Members that are not known are passed over.")

    private static let incomingScan = Schema.object(
        codeMembers + [
            .sometimes("at", .text(pattern: timestamp), "When it was scanned, in UTC; now, where it is not said."),
            .sometimes("input", .text(most: 200), "Where it was found, such as the name of a picture."),
        ])

    static let timestamp = #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$"#

    private static let deskScan = Schema.object([
        .version, .always("scan", .text, "Its key."), .always("at", .text), .always("source", .text),
        .always("input", .any(of: [.text, .object([])])), .always("results", .list(.named("Result"))),
        .always("history", .list(.integer), "The numbers under which it was recorded."),
        .always("count", .integer, "How many scans the telephone has sent today."),
    ])

    private static let deskScans = Schema.object([.version, .always("scans", .list(.named("DeskScan")))])

    private static let frame = Schema.object([
        .version, .always("width", .integer), .always("height", .integer),
        .always("symbols", .list(.named("Symbol")), "What this picture shows."),
        .always("scans", .list(.named("Symbol")), "What counts as a scan now."),
    ])

    private static let questions = Schema.object([
        .version, .always("questions", .list(.object([.always("id", .integer)], others: .any))),
    ])

    private static let kinds = Schema.object([
        .version,
        .always(
            "kinds",
            .list(
                .object([
                    .always("kind", .text), .always("title", .text), .always("recognition", .text),
                    .always("examples", .list(.named("Symbol"))),
                    .always(
                        "fields",
                        .list(
                            .object([
                                .always("name", .text), .always("type", .choice(FieldType.allCases.map(\.rawValue))),
                                .always("always", .boolean), .always("secret", .boolean),
                                .always("summary", .text), .sometimes("example", .named("FieldValue")),
                            ]))),
                ]))),
    ])

    private static let rules = Schema.object([
        .version,
        .always(
            "rules",
            .list(
                .object([
                    .always("rule", .text), .sometimes("title", .text), .always("file", .text),
                    .always("continue", .boolean), .always("off", .boolean), .always("kinds", .list(.text)),
                ]))),
    ])

    private static let historyEntry = Schema.object([
        .version, .always("id", .integer), .always("time", .text), .always("rule", .text),
        .sometimes("symbology", .text), .sometimes("text", .text), .sometimes("bytes", .text),
        .sometimes("kind", .text), .sometimes("number", .text), .sometimes("source", .text),
        .sometimes("input", .text), .sometimes("page", .integer),
        .always(
            "outcomes",
            .list(
                .object([
                    .always("action", .text), .sometimes("url", .text), .always("status", .text),
                    .sometimes("message", .text),
                ]))),
        .always("fields", .object([], others: .any), "What the rule had recorded."),
    ])

    private static let history = Schema.object([
        .version, .always("scans", .list(.named("HistoryEntry"))),
        .always("more", .boolean, "Whether there are more than `limit` says."),
    ])

    private static let catalog = Schema.object([
        .always("name", .text), .always("rows", .integer), .always("key", .text, "The column of the keys."),
        .always("keyType", .text, "The form of the keys: `text`, `isbn`, `gtin` …"), .always("columns", .list(.text)),
        .always("types", .object([], others: .text), "What columns hold that are not text."),
        .always("many", .boolean, "Whether a key may have several rows."),
    ])

    private static let catalogs = Schema.object([.version, .always("catalogs", .list(.named("Catalog")))])
    private static let catalogAnswer = Schema.object([
        .version, .always("catalog", .named("Catalog")),
        .always("warnings", .list(.text), "Which keys look as if no code could match them, and why."),
    ])

    private static let drawing = Schema.object([
        .sometimes("text", .text(most: 32_768), "What the code says; or `kind` and `fields`."),
        .sometimes("kind", .text, "A kind whose codes are made of fields: `wifi`."),
        .sometimes(
            "fields",
            .object([], others: .any(of: [.text, .number, .boolean, .list(.text)])),
            "The values of its fields; several of them in a list."),
        .sometimes("as", .text, "The format: `qr`, `ean-13`; the content says it where this does not."),
        .sometimes("format", .choice(DrawingForm.allCases.map(\.rawValue)), "What is drawn. Default: `svg`."),
        .sometimes("scale", .integer(1...40), "Pixels for each module of a PNG. Default: 8."),
        .sometimes("level", .choice(["L", "M", "Q", "H"]), "Error correction of a QR code."),
        .sometimes("addOn", .text(most: 5), "The digits beside an EAN or UPC."),
        .sometimes("quietZone", .integer(0...100), "In modules."),
        .sometimes("verify", .boolean, "Whether it is read back before it is answered. Default: true."),
    ])
}
