internal import Beeline
internal import BeelineContent
internal import BeelineDrawing

/// The schemas of documents that are not about codes.
enum DocumentSchemas {
    static let all: [(name: String, schema: Schema)] = [
        ("Problem", problem), ("Health", health), ("Me", me), ("Device", device), ("DeviceAnswer", deviceAnswer),
        ("Devices", devices), ("Pairing", pairing), ("CodeInput", codeInput), ("IncomingScan", incomingScan),
        ("DeskScan", deskScan), ("DeskScans", deskScans), ("Frame", frame), ("Questions", questions),
        ("Kinds", kinds), ("Rules", rules), ("HistoryEntry", historyEntry), ("History", history),
        ("Catalog", catalog), ("Catalogs", catalogs), ("CatalogAnswer", catalogAnswer), ("FoundRows", foundRows),
        ("DrawingRequest", drawing),
        ("Formats", formats),
    ]

    private static let problem = Schema.object([
        .always("type", .text, "A URI for the type of problem."), .always("title", .text),
        .always("status", .integer), .always("code", .text, "A stable name for programs."),
        .always("detail", .text, "A message: what is wrong, and what to do."),
        .sometimes("errors", .list(.text), "The single errors, if there can be several."),
    ]).described("Why there is no answer (RFC 9457).")

    private static let health = Schema.object([.always("status", .constant("ok"))])

    private static let me = Schema.object([
        .version, .always("role", Schema.choice(["desk", "device"]).orNull),
        .always("name", Schema.text.orNull, "The name of the token or of the telephone."),
        .always("device", Schema.integer.orNull, "The number of the telephone."),
        .always("secure", .boolean, "Whether the connection is encrypted, or stays on this machine."),
        .sometimes("program", .text, "The version of the program; not for strangers."),
        .sometimes("performs", .boolean, "Whether the desk performs actions; not for strangers."),
        .sometimes("searches", .boolean, "Whether `/v1/rows` has lists to search; not for strangers."),
        .sometimes("sources", .list(.text), "The sources of codes other than the page; only for the desk."),
        .sometimes("limits", .object([.always("body", .integer, "In bytes.")]), "Not for strangers."),
    ])

    private static let device = Schema.object([
        .always("id", .integer), .always("name", .text), .always("paired", .text),
        .always("lastSeen", Schema.text.orNull), .always("scans", .integer),
        .sometimes("connected", .boolean, "Whether it listens to events now; in the list only."),
    ])

    private static let deviceAnswer = Schema.object([.version, .always("device", .named("Device"))])
    private static let devices = Schema.object([.version, .always("devices", .list(.named("Device")))])

    private static let pairing = Schema.object([
        .version, .always("url", .text, "The address for the telephone; it works once."),
        .always("expires", .integer, "In seconds."),
        .always("svg", Schema.text.orNull, "The address as a QR code; null if this installation cannot draw."),
    ])

    private static let codeMembers: [Schema.Member] = [
        .sometimes("text", .text, "The text of the code; or `bytes`."),
        .sometimes("bytes", .text, "In Base64."),
        .sometimes("symbology", .text, "By any of its names."),
        .sometimes("aim", .text), .sometimes("addOn", .text), .sometimes("charset", .text),
        .sometimes("structuredAppend", .named("StructuredAppend")),
        .sometimes("copies", .integer, "How many times its picture has the code. Default: 1."),
    ]

    private static let codeInput = Schema.object(codeMembers).described(
        "A code, as `beeline resolve --input json` reads it. Unknown members are ignored.")

    private static let incomingScan = Schema.object(
        codeMembers + [
            .sometimes("at", .text(pattern: timestamp), "The time of the scan, in UTC. Default: now."),
            .sometimes("input", .text(most: 200), "The input, such as the name of a picture."),
        ])

    static let timestamp = #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$"#

    private static let deskScan = Schema.object([
        .version, .always("scan", .text, "Its key."), .always("at", .text), .always("source", .text),
        .always("input", .any(of: [.text, .object([])])), .always("results", .list(.named("Result"))),
        .always("history", .list(.integer), "The numbers of its records in the history."),
        .always("count", .integer, "How many scans the telephone has sent today."),
        .sometimes(
            "waits", .boolean,
            "True while the desk is asked. The outcome is an event `scan`, and the answer to the same scan sent again."),
    ])

    private static let deskScans = Schema.object([.version, .always("scans", .list(.named("DeskScan")))])

    private static let frame = Schema.object([
        .version, .always("width", .integer), .always("height", .integer),
        .always("symbols", .list(.named("Symbol")), "What this picture shows."),
        .always("scans", .list(.named("Symbol")), "The codes that count as a scan now."),
        .each(
            "findings", .always("kind", .text), .sometimes("value", .number),
            .sometimes("outline", .list(.list(.integer, exactly: 2))),
            summary: "Why no code may have been found, if that was asked for.", isRequired: false),
    ])

    private static let questions = Schema.object([
        .version, .always("questions", .list(.object([.always("id", .integer)], others: .any))),
    ])

    private static let kinds = Schema.object([
        .version,
        .each(
            "kinds", .always("kind", .text), .always("title", .text), .sometimes("recognition", .text),
            .sometimes("examples", .list(.named("Symbol"))),
            .each(
                "fields", .always("name", .text), .always("type", .choice(FieldType.allCases.map(\.rawValue))),
                .always("always", .boolean), .always("secret", .boolean), .always("summary", .text),
                .sometimes("example", .named("FieldValue")), isRequired: false)),
    ])

    private static let rules = Schema.object([
        .version,
        .each(
            "rules", .always("rule", .text), .sometimes("title", .text), .always("file", .text),
            .always("continue", .boolean), .always("off", .boolean), .always("kinds", .list(.text))),
    ])

    private static let historyEntry = Schema.object([
        .version, .always("id", .integer), .always("time", .text), .always("rule", .text),
        .sometimes("symbology", .text), .sometimes("text", .text), .sometimes("bytes", .text),
        .sometimes("kind", .text), .sometimes("number", .text), .sometimes("source", .text),
        .sometimes("input", .text), .sometimes("page", .integer),
        .each(
            "outcomes", .always("action", .text), .sometimes("url", .text), .always("status", .text),
            .sometimes("message", .text)),
        .sometimes("desk", .text, "The machine that recorded it, in a history on a server."),
        .sometimes("missed", .integer, "How many other scans of its code it was decided without."),
        .always("fields", .object([], others: .any), "The fields that the rule recorded."),
        .always("state", .choice(Summary.State.allCases.map(\.rawValue)), "As in the `summary` of a result."),
    ])

    private static let history = Schema.object([
        .version, .always("scans", .list(.named("HistoryEntry"))),
        .always("more", .boolean, "Whether there are more than `limit` says."),
        .always("total", .integer, "How many there are, whatever `before` and `limit` say."),
        .each(
            "sources", .always("source", .text, "Who scanned: a telephone, a door. Empty: not known."),
            .always("scans", .integer), .always("refused", .integer),
            .always("codes", .integer, "How many different codes were not refused."),
            .always("left", .integer, "How many guests left: scans recorded with `direction` = `out`.")),
        .sometimes("inside", .integer, "How many different codes are inside, where guests have left."),
    ])

    private static let catalog = Schema.object([
        .always("name", .text), .always("rows", .integer), .always("key", .text, "The column of the keys."),
        .always("keyType", .text, "The form of the keys: `text`, `isbn`, `gtin` …"), .always("columns", .list(.text)),
        .always("types", .object([], others: .text), "The types of the columns that are not text."),
        .always("many", .boolean, "Whether a key can have several rows."),
    ])

    private static let catalogs = Schema.object([.version, .always("catalogs", .list(.named("Catalog")))])
    private static let catalogAnswer = Schema.object([
        .version, .always("catalog", .named("Catalog")),
        .always("warnings", .list(.text), "Keys that no code is likely to match, with the reason."),
    ])

    private static let foundRows = Schema.object([
        .version,
        .each(
            "rows", .always("list", .text), .always("key", .text, "What to send as the text of a scan."),
            .each("cells", .always("name", .text), .always("value", .text), summary: "The first ones.")),
        .always("more", .boolean, "Whether there are more: more letters find fewer."),
    ])

    private static let formats = Schema.object([
        .version,
        .each("symbologies", .always("symbology", .text), .always("title", .text), .always("decoders", .list(.text))),
        .always("images", .list(.text), "The files of pictures: `JPEG`."),
        .each(
            "decoders", .always("decoder", .text), .sometimes("version", .text),
            summary: "The libraries that find symbols."),
        .always("sandbox", .text), .sometimes("pdfSandbox", .text, "Only where PDF files are read."),
        .each(
            "missing", .sometimes("symbology", .text), .sometimes("image", .text), .always("title", .text),
            .always("reason", .text), summary: "What cannot be read here, and why."),
    ])

    private static let shapes = ModuleShape.allCases.map(\.rawValue)
    private static let drawing = Schema.object([
        .sometimes("text", .text(most: 32_768), "The text of the code; or `kind` and `fields`."),
        .sometimes("kind", .text, "A kind that can be drawn from fields: `wifi`."),
        .sometimes(
            "fields", .object([], others: .any(of: [.text, .number, .boolean, .list(.text)])),
            "The values of its fields; several of them in a list."),
        .sometimes("as", .text, "The format: `qr`, `ean-13`; default: chosen by the content."),
        .sometimes(
            "format", .choice(DrawingForm.allCases.map(\.rawValue)), "The format of the drawing. Default: `svg`."),
        .sometimes("scale", .integer(1...40), "Pixels for each module of a PNG. Default: 8."),
        .sometimes("level", .choice(["L", "M", "Q", "H"]), "Error correction of a QR code."),
        .sometimes("addOn", .text(most: 5), "The digits beside an EAN or UPC."),
        .sometimes("quietZone", .integer(0...100), "In modules."),
        .sometimes("dark", .text(most: 20), "The colour of the bars, as `#1a5fb4`. Default: `black`."),
        .sometimes("light", .text(most: 20), "The colour of the background. Default: `white`."),
        .sometimes("transparent", .boolean, "Whether the background is transparent. Default: false."),
        .sometimes("moduleShape", .choice(shapes), "The shape of the modules of a QR code. Default: `square`."),
        .sometimes("finderShape", .choice(shapes), "The shape of its three finder patterns. Default: `square`."),
        .sometimes("logo", .text, "A PNG or JPEG file in Base64, for the middle of a QR code."),
        .sometimes("logoShare", .number, "The share of the code that the logo covers, in percent. Default: 10."),
        .sometimes("moduleWidth", .number, "In millimetres. Default: that of the symbology."),
        .sometimes("barHeight", .integer(1...2_000), "In modules."),
        .sometimes("showsText", .boolean, "Whether the digits are below the bars. Default: true."),
        .sometimes("verify", .boolean, "Whether the code is read back before it is sent. Default: true."),
    ])
}
