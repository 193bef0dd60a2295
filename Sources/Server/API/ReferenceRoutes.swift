internal import Beeline
internal import BeelineRuleTools
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols
internal import BeelineWorkers
internal import Synchronization

/// The routes for kinds, rules, recorded scans, catalogues, and the OpenAPI document.
enum ReferenceRoutes {
    static let all: [Route] = [
        Route(
            method: .get, path: "/v1/openapi.json", name: "openapi", subject: .reference,
            summary: "This API, as OpenAPI 3.1 has it.", access: .open,
            answers: [.json(200, .object([]), "The document.")],
            handler: { _ in ServerResponse(200, MediaType.json, OpenAPI.document) }),
        Route(
            method: .get, path: "/v1/kinds", name: "listKinds", subject: .reference,
            summary: "The kinds of content, with their fields.", access: .device,
            parameters: [
                Parameter("titles", .flag, "Whether to return the names and titles alone.", example: "true")
            ],
            answers: [.json(200, .named("Kinds"), "As `beeline kinds --format json`.")],
            handler: { call in
                let kinds = kinds(call.setup.desk.resolver.rules)
                return ServerResponse(
                    200, MediaType.json, KindJSON.document(kinds, titlesOnly: call.query.flag("titles"))
                ).compressed(for: call.request.head)
            }),
        Route(
            method: .get, path: "/v1/rules", name: "listRules", subject: .reference,
            summary: "The rules of this server, in the order in which they are tried.", access: .device,
            answers: [.json(200, .named("Rules"), "As `beeline rules list --format json`.")],
            handler: { call in
                ServerResponse(
                    200, MediaType.json, RuleListJSON.document(call.setup.desk.resolver.rules.kindsOfRules)
                ).compressed(for: call.request.head)
            }),
        Route(
            method: .get, path: "/v1/formats", name: "listFormats", subject: .reference,
            summary: "The symbologies and files of pictures that this server can read.", access: .device,
            answers: [
                .json(200, .named("Formats"), "As `beeline formats --format json`."),
                .problem(503, "This installation cannot decode, or too many pictures wait."),
            ], handler: formats),
        Route(
            method: .get, path: "/v1/history", name: "searchHistory", subject: .reference,
            summary: "The recorded scans, newest first, and how many each source has.", access: .desk,
            parameters: [
                Parameter(
                    "q", .text(most: 500), "Words that the code, its fields, its picture or its source contain.",
                    example: "linux kernel"),
                Parameter("kind", .text(most: 100), "The kind of the codes.", example: "isbn"),
                Parameter("rule", .text(most: 200), "The rule that recorded them.", example: "shop.book"),
                Parameter("source", .text(most: 100), "Who scanned them.", example: "phone:Anna"),
                Parameter(
                    "refused", .choice(["true", "false"]), "Whether the rule refused the code.", example: "true"),
                Parameter(
                    "since", .text(most: 40), "Recorded then or later: a day, a minute, or a `time` of an answer.",
                    example: "2026-01-31"),
                Parameter(
                    "before", .text(most: 40), "Recorded before this time, in the same form.",
                    example: "2026-02-01T12:30"),
                Parameter(
                    "limit", .integer(1...100_000), "How many. Default: 100 as JSON, 100,000 as CSV.",
                    example: "100"),
                Parameter("format", .choice(["json", "csv"]), "Default: json.", example: "csv"),
                Parameter(
                    "separator", .choice([",", ";", "|", "tab"]),
                    "With CSV: what is between cells, for a spreadsheet, after a byte order mark.", example: "tab"),
            ],
            answers: [
                Route.Answer(
                    status: 200, summary: "The scans; CSV as a file.",
                    forms: [(MediaType.json, .named("History")), (MediaType.csv, nil)])
            ], handler: history),
        Route(
            method: .delete, path: "/v1/history/{id}", name: "deleteRecordedScan", subject: .reference,
            summary: "Deletes one recorded scan, which was then never seen.", access: .desk,
            answers: [.empty(204, "It is deleted."), .problem(404, "There is no such scan.")],
            handler: deleteEntry),
        Route(
            method: .get, path: "/v1/catalogs", name: "listCatalogs", subject: .reference,
            summary: "The lists that rules look codes up in.", access: .desk,
            answers: [.json(200, .named("Catalogs"), "The catalogues.")], handler: catalogs),
        Route(
            method: .get, path: "/v1/rows", name: "searchRows", subject: .reference,
            summary: "The first rows with all of these words, of the lists that the rules look codes up in.",
            access: .device,
            parameters: [
                Parameter(
                    "q", .text(most: 200), "Words that the key or the cells contain: two letters or more.",
                    example: "anna smith", isRequired: true)
            ],
            answers: [.json(200, .named("FoundRows"), "The rows, at most \(mostFoundRows).")], handler: rows),
        Route(
            method: .put, path: "/v1/catalogs/{name}", name: "importCatalog", subject: .reference,
            summary: "Imports a catalogue in CSV. It replaces one with the same name, and keeps its form by default.",
            access: .desk,
            parameters: [
                Parameter("key", .text(most: 200), "The column of the keys. Default: the first.", example: "gtin"),
                Parameter(
                    "columns", .text(most: 4_000), "Which columns are used, with new names.",
                    example: "title=Titel,price=Preis"),
                Parameter(
                    "charset", .text(most: 40), "The character set of a list that is not Unicode. Default: a guess.",
                    example: "Windows-1252"),
                Parameter(
                    "sheet", .text(most: 200), "The sheet of a workbook. Default: the first one.", example: "Stock"),
                Parameter(
                    "separator", .choice([",", ";", "|", "tab"]), "Default: detected from the rows.", example: "tab"),
                Parameter(
                    "keyType", .text(most: 100),
                    "The form of the keys: `isbn`, `gtin`, or `text`, as `trim,upper,width,pad=8`.", example: "gtin"),
                Parameter(
                    "types", .text(most: 4_000), "The types of columns: `number`, `money` or `date`.",
                    example: "price=money"),
                Parameter("decimal", .choice([".", ","]), "The decimal separator.", example: ","),
                Parameter("many", .choice(["true", "false"]), "Whether a key can have several rows.", example: "true"),
                Parameter(
                    "allowEmpty", .choice(["true", "false"]),
                    "Whether a file without rows can replace a list with rows. Default: false.", example: "true"),
            ],
            bodies: [Route.Body(type: MediaType.csv, schema: .text, limit: .whole)],
            answers: [
                .json(200, .named("CatalogAnswer"), "The catalogue."),
                .problem(422, "It has errors, each with its line; nothing was changed."),
                .problem(503, "There is no folder for catalogues."),
            ], handler: importCatalog),
    ]

    private static func formats(_ call: Call) throws(Problem) -> ServerResponse {
        guard let pool = call.setup.decoder as? DecodingPool else {
            throw Problem(DecodeError.unavailable("no workers decode pictures here"))
        }
        let result = try call.decoding { () async throws(DecodeError) in FormatList(try await pool.capabilities()) }
        do throws(DecodeError) {
            return ServerResponse(200, MediaType.json, try result.get().json)
        } catch {
            throw Problem(error)
        }
    }

    /// The kinds of the program and of the current rules.
    private static func kinds(_ rules: RuleSet) -> [KindReference] {
        let examples = bundled
        return KindReference.builtIn
            + DocumentedKind.all(of: rules).map { kind in
                examples.first { $0.name == kind.name } ?? KindReference(kind)
            }
    }

    /// The kinds of the program with examples.
    private static let bundled =
        (try? KindReference.all(of: .bundled, actions: PluginRegistry.standard.signatures)) ?? []

    private static func history(_ call: Call) throws(Problem) -> ServerResponse {
        let isCSV = call.query["format"] == "csv"
        let limit = call.query.integer("limit") ?? (isCSV ? 100_000 : 100)
        var filter = HistoryFilter()
        filter.words = call.query["q"]?.split(separator: " ").map(String.init) ?? []
        filter.kind = call.query["kind"]
        filter.rule = call.query["rule"]
        filter.source = call.query["source"]
        filter.refused = call.query["refused"].map { $0 == "true" }
        filter.since = try moment(call, "since")
        filter.before = try moment(call, "before")
        try checkNames(filter, call)
        var entries: [HistoryEntry] = []
        var tallies: [HistoryTally] = []
        var inside: Int?
        // Before the first scan there is no file, and nothing was recorded.
        if let path = call.setup.desk.memory.path, History(path: path).absence == nil {
            try stored { () throws(SQLiteError) in
                // One more than requested, to see whether there are more.
                try History(path: path).whileEntries(matching: filter, limit: limit + 1) { entry in
                    entries.append(entry)
                    return true
                }
                filter.before = nil
                guard !isCSV else { return }
                tallies = try History(path: path).tallies(matching: filter)
                // Where no one leaves, all that came are inside.
                guard tallies.contains(where: { $0.left > 0 }) else { return }
                inside = try History(path: path).inside(matching: filter)
            }
        }
        let hasMore = entries.count > limit
        if hasMore { entries.removeLast() }
        let form = CSVForm(separator: call.query["separator"].flatMap(CSVForm.separator))
        return isCSV ? csv(entries, form) : json(entries, tallies, inside: inside, hasMore: hasMore)
    }

    /// Refuses kinds and rules that neither the rules nor the history have: they are typing errors.
    private static func checkNames(_ filter: HistoryFilter, _ call: Call) throws(Problem) {
        let rules = call.setup.desk.resolver.rules
        func check(
            _ member: String, _ name: String?, _ used: @autoclosure () -> [String], _ column: HistoryColumn
        ) throws(Problem) {
            guard let name, !used().contains(name) else { return }
            var known = used()
            if let path = call.setup.desk.memory.path, History(path: path).absence == nil {
                known += try stored { () throws(SQLiteError) in try History(path: path).values(of: column) }
            }
            guard !known.contains(name) else { return }
            let shown = name.shortened(to: 60).withHiddenSpelledOut
            throw .badQuery("'\(member)': nothing here is called '\(shown)'\(Spelling.hint(for: name, in: known))")
        }
        try check("kind", filter.kind, rules.kindNames, .kind)
        try check("rule", filter.rule, rules.rules.map(\.id), .rule)
    }

    private static func deleteEntry(_ call: Call) throws(Problem) -> ServerResponse {
        var filter = HistoryFilter()
        filter.ids = [Int(call.values[0]) ?? 0]
        guard try ServedDesk.deleteRecorded(filter, call.setup.desk.memory.path) > 0 else {
            throw Problem(404, "no-scan", "there is no such scan in the history")
        }
        return ServerResponse(204)
    }

    private static func moment(_ call: Call, _ name: String) throws(Problem) -> String? {
        guard let text = call.query[name] else { return nil }
        // As in answers, so that a program can continue where an answer ended.
        if let time = Timestamp.parsed(text) {
            return Timestamp.text(seconds: time.seconds, nanoseconds: time.nanoseconds)
        }
        guard let span = Timestamp.span(text) else {
            throw .badQuery("'\(name)' is not a time such as 2026-12-24, 2026-12-24T21:30 or 2026-12-24T20:30:00.000Z")
        }
        return span.first
    }

    private static func json(
        _ entries: [HistoryEntry], _ tallies: [HistoryTally], inside: Int?, hasMore: Bool
    ) -> ServerResponse {
        .json { json in
            json.member("scans", entries) { json, entry in
                HistoryJSON.writeMembers(of: entry, to: &json)
                json.member("state", Summary.State(of: entry).rawValue)
            }
            json.member("more", hasMore)
            json.member("total", tallies.reduce(0) { $0 + $1.scans })
            json.member("sources", tallies) { json, tally in
                json.member("source", tally.source)
                json.member("scans", tally.scans)
                json.member("refused", tally.refused)
                json.member("codes", tally.codes)
                json.member("left", tally.left)
            }
            json.member("inside", inside)
        }
    }

    private static func csv(_ entries: [HistoryEntry], _ form: CSVForm) -> ServerResponse {
        var fields = HistoryFields()
        for entry in entries { fields.add(entry) }
        let csv = HistoryCSV(fields, form)
        let bytes = entries.reduce(into: csv.header) { $0 += csv.row(of: $1) }
        return ServerResponse(
            200,
            headers: [
                ("Content-Type", "text/csv; charset=utf-8; header=present"),
                ("Content-Disposition", "attachment; filename=\"beeline-history.csv\""),
            ], body: .bytes(bytes))
    }

    private static func catalogs(_ call: Call) throws(Problem) -> ServerResponse {
        // Those of files take precedence over imported ones.
        var catalogs = call.setup.desk.resolver.rules.catalogs.filter(\.isInMemory)
        if let store = call.setup.catalogs {
            let names: [String]
            do throws(FileError) { names = try store.names() } catch { throw Problem(error) }
            for name in names where !catalogs.contains(where: { $0.name == name }) {
                if let catalog = try stored({ () throws(SQLiteError) in try store.catalog(name) }) {
                    catalogs.append(catalog)
                }
            }
        }
        return .json { json in
            json.member("catalogs", catalogs) { json, catalog in CatalogJSON.writeMembers(of: catalog, to: &json) }
        }
    }

    /// A list of guests must not be read out by a few letters.
    private static let mostFoundRows = 20
    /// The most cells of a row, and the most letters of one.
    private static let (mostCells, longestCell) = (3, 200)

    private static func rows(_ call: Call) throws(Problem) -> ServerResponse {
        let words = (call.query["q"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.joined().count > 1 else { throw .badQuery("'q' must have two letters or more") }
        var found: [(list: String, row: Catalog.FoundRow)] = []
        for catalog in call.setup.desk.resolver.rules.catalogs {
            let most = mostFoundRows + 1 - found.count
            guard most > 0 else { break }
            let rows = try stored { () throws(SQLiteError) in try catalog.rows(containing: words, atMost: most) }
            found += rows.map { (catalog.name, $0) }
        }
        return .json { json in
            json.member("rows", Array(found.prefix(mostFoundRows))) { json, found in
                json.member("list", found.list)
                json.member("key", found.row.key)
                json.member("cells", Array(found.row.cells.prefix(mostCells))) { json, cell in
                    json.member("name", cell.name)
                    json.member("value", cell.value.shortened(to: longestCell))
                }
            }
            json.member("more", found.count > mostFoundRows)
        }
    }

    /// Locked during an import: the rows of a catalogue take ten times the memory of its text.
    private static let importing = Mutex(())

    private static func importCatalog(_ call: Call) throws(Problem) -> ServerResponse {
        let name = call.values[0]
        guard Catalog.isName(name) else {
            throw Problem(400, "bad-name", "the name of a catalogue must be letters (a to z), digits and '_'")
        }
        guard let store = call.setup.catalogs else {
            throw Problem(
                503, "no-place", "there is no folder for catalogues; set HOME or XDG_DATA_HOME for the server")
        }
        let request = try catalogRequest(call.query)
        let list = try importing.withLock { _ throws(Problem) in
            let list: CatalogRequest.Imported
            // A list that cannot be read is replaced by one that can.
            let former = try? store.catalog(name)
            do throws(CatalogMistakes) {
                list = try request.read(call.body, as: name, source: name, replacing: former)
            } catch {
                let remedy = error.lostRows == nil ? "" : "; use allowEmpty=true to replace it anyway"
                var problem = Problem(422, "bad-catalog", "\(error.summary); nothing was changed\(remedy)")
                problem.errors = error.mistakes.map(\.description)
                throw problem
            }
            try stored { () throws(SQLiteError) in try store.save(list.catalog) }
            return list
        }
        return .json { json in
            json.object("catalog") { CatalogJSON.writeMembers(of: list.catalog, to: &$0) }
            json.member("warnings", list.remarks)
        }
    }

    private static func catalogRequest(_ query: Query) throws(Problem) -> CatalogRequest {
        var request: CatalogRequest
        do throws(CatalogRequest.UnknownWord) {
            request = try CatalogRequest(
                keyColumn: query["key"], separator: query["separator"], keyForm: query["keyType"],
                types: query["types"], decimal: query["decimal"], columns: query["columns"],
                charset: query["charset"])
        } catch {
            let name = error.subject == .keyForm ? "keyType" : error.subject.rawValue
            throw .badQuery("'\(name)' is \(error.expected)")
        }
        request.sheet = query["sheet"]
        request.isMany = query["many"].map { $0 == "true" }
        request.allowsEmpty = query["allowEmpty"] == "true"
        return request
    }
}

extension Route {
    /// The table of all routes. To add a route, add a row to the file of its subject, and its handler.
    static let all =
        ReadingRoutes.all + DeskRoutes.all + AccessRoutes.all + ReferenceRoutes.all + DrawingRoutes.all
        + OperationsRoutes.all + PageFiles.routes
}

enum OperationsRoutes {
    static let all: [Route] = [
        Route(
            method: .get, path: "/healthz", name: "health", subject: .operations,
            summary: "Whether the server accepts requests.", access: .open,
            answers: [.json(200, .named("Health"), "It does."), .problem(503, "It is stopping.")],
            handler: { call throws(Problem) in
                guard !call.application.isStopping else { throw Problem(503, "stopping", "the server is stopping") }
                return ServerResponse(200, MediaType.json, JSONWriter.line { $0.member("status", "ok") })
            }),
        Route(
            method: .get, path: "/metrics", name: "metrics", subject: .operations,
            summary: "What was counted, for Prometheus.", access: .desk,
            answers: [Route.Answer(status: 200, summary: "Its text format 0.0.4.", forms: [(MediaType.text, nil)])],
            handler: { call in
                let text = call.application.metrics.text(
                    Route.all.map { ($0.method.rawValue, $0.path) }, call.application.queue,
                    version: call.setup.settings.version, connections: call.services.connections?())
                return ServerResponse(200, "text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
            }),
    ]
}
