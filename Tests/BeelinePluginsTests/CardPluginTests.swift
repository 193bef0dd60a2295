import ActionsTestSupport
import BeelineRules
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("save-contact writes contacts that address books read")
struct SaveContactTests {
    private static let allFields =
        #""name":"{name|}","givenName":"{givenName|}","familyName":"{familyName|}","nickname":"{nickname|}","#
        + #""organization":"{organization|}","jobTitle":"{jobTitle|}","phones":"{phones|}","emails":"{emails|}","#
        + #""addresses":"{addresses|}","websites":"{websites|}","birthday":"{birthday|}","remarks":"{note|}","#
        + #""latitude":"{latitude|}","longitude":"{longitude|}""#

    private func save(
        _ fields: String, of text: String, in folder: String, when: String = #"{"kind":"contact"}"#
    ) async throws -> String {
        let json = #"{"action":"save-contact","folder":"\#(folder)","fields":{\#(fields)}}"#
        let result = try await SaveContactPlugin().perform(try action(json, text: text, when: when))
        guard case .text(let file)? = result.fields.first?.value else { throw Failure("no file") }
        return file
    }

    static let contact = """
        BEGIN:VCARD
        VERSION:3.0
        N:Owen;Sean;;;
        FN:Dr. Sean Owen
        NICKNAME:Shaun
        ORG:Example\\, Books Ltd
        TITLE:Librarian\\; first class
        TEL:+1 (212) 555-1212
        TEL:+1 (212) 555-1213
        EMAIL:sean@example.org
        ADR:;;76 Ninth Avenue;New York;NY;10011;USA
        URL:https://example.org/sean?a=b&c;d
        BDAY:1970-03-10
        GEO:40.741;-74.004
        NOTE:Ask for\\nfirst editions\\, please: \\\\ there are many of them\\, and each of them is worth a look or two
        UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
        END:VCARD
        """

    @Test("all fields of a code are in the file, as vobject reads it")
    func savesAll() async throws {
        let folder = try TemporaryFolder()
        let file = try await save(Self.allFields, of: Self.contact, in: folder.path)
        #expect(file == "\(folder.path)/Dr Sean Owen.vcf")
        let card = try #require(try await readCards([file]).first ?? nil)
        #expect(card.count == 1 && card.longestLine <= 75)
        #expect(
            card.properties == [
                ["VERSION", "", "3.0"], ["FN", "", "Dr. Sean Owen"], ["N", "", "family=Owen|given=Sean"],
                ["NICKNAME", "", "Shaun"], ["ORG", "", "Example, Books Ltd"], ["TITLE", "", "Librarian; first class"],
                ["TEL", "", "+12125551212"], ["TEL", "", "+12125551213"],
                ["EMAIL", "TYPE=INTERNET", "sean@example.org"],
                ["ADR", "", "street=76 Ninth Avenue, New York, NY, 10011, USA"],
                ["URL", "", "https://example.org/sean?a=b&c;d"], ["BDAY", "", "1970-03-10"],
                ["GEO", "", "40.741;-74.004"],
                [
                    "NOTE", "",
                    "Ask for\nfirst editions, please: \\ there are many of them, and each of them is worth a look or two",
                ],
            ])
    }

    @Test("a field becomes the value of its property and nothing else, whatever it contains", .timeLimit(.minutes(15)))
    func hostile() async throws {
        let folder = try TemporaryFolder()
        let fields = [
            "name", "nickname", "organization", "jobTitle", "phone", "email", "address", "website", "remarks",
        ]
        .map { #""\#($0)":"x{text}x""# }.joined(separator: ",")
        var files: [String] = []
        for text in Hostile.texts {
            files.append(try await save(fields, of: text, in: folder.path, when: #"{"text":{"exists":true}}"#))
        }
        #expect(Set(files).count == files.count)
        for (text, card) in zip(Hostile.texts, try await readCards(files)) {
            let card = try #require(card)
            let expected = "x\(Self.shown(text))x"
            #expect(card.count == 1 && card.longestLine <= 75)
            #expect(
                card.properties.map { $0[0] } == [
                    "VERSION", "FN", "N", "NICKNAME", "ORG", "TITLE", "TEL", "EMAIL", "ADR", "URL", "NOTE",
                ])
            for name in ["FN", "NICKNAME", "ORG", "TITLE", "TEL", "EMAIL", "NOTE"] {
                #expect(card.values(name) == [expected], "\(name) of \(text.debugDescription)")
            }
            #expect(card.values("N") == ["family=\(expected)"])
            #expect(card.values("ADR") == ["street=\(expected)"])
        }
        for file in files {
            let name = file.dropFirst(folder.path.utf8.count + 1)
            #expect(!name.contains("/") && !name.hasPrefix(".") && !name.hasPrefix("-") && name.hasSuffix(".vcf"))
            #expect(name.dropLast(4).allSatisfy { $0 != "." && ($0.isLetter || $0.isNumber || $0 == " ") })
        }
    }

    /// The text as it is in a card: line ends are line feeds, and control characters are removed.
    private static func shown(_ text: String) -> String {
        var shown = text.replacingOccurrences(of: "\r\n", with: "\n")
        for end in ["\r", "\u{2028}"] { shown = shown.replacingOccurrences(of: end, with: "\n") }
        for control in ["\u{0}", "\u{7}", "\u{1B}"] { shown = shown.replacingOccurrences(of: control, with: "") }
        return shown
    }

    @Test("no existing file is changed: a number makes the name free, and an equal file is used")
    func neverReplaces() async throws {
        let folder = try TemporaryFolder()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/Sean Owen.vcf"))
        #expect(symlink("/nonexistent/x", "\(folder.path)/Sean Owen 2.vcf") == 0)
        let code = "MECARD:N:Owen,Sean;TEL:+12125551212;;"
        let file = try await save(Self.allFields, of: code, in: folder.path)
        #expect(file == "\(folder.path)/Sean Owen 3.vcf")
        #expect(try await save(Self.allFields, of: code, in: folder.path) == file)
        let other = try await save(Self.allFields, of: "MECARD:N:Owen,Sean;TEL:+1;;", in: folder.path)
        #expect(other == "\(folder.path)/Sean Owen 4.vcf")
        #expect(try folder.text(of: "Sean Owen.vcf") == "mine")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "names of files are made of letters and digits",
        arguments: [
            ("Sean Owen", "Sean Owen"), ("../../etc/passwd", "etc passwd"), ("a/b\\c:d", "a b c d"), ("...", ""),
            ("", ""),
            ("-rf", "rf"), ("日本 太郎", "日本 太郎"), ("a\u{0}\u{1B}[31mb", "a 31mb"), ("x\u{202E}gpj.exe", "x gpj exe"),
            ("  a   b  ", "a b"), (String(repeating: "é", count: 200), String(repeating: "é", count: 40)),
            ("e\u{301}té", "e\u{301}té"), ("CON", "CON"), ("$(x)`y`", "x y"), ("😀 a", "a"),
        ])
    func names(_ title: String, _ name: String) {
        #expect(CardFolder.fileName(title).unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test(
        "what cannot be saved is told of",
        arguments: [
            (#""phones":"""#, "/tmp", "have no name"),
            (#""name":"x","birthday":"soon""#, "/tmp", "'birthday' must be a day"),
            (#""name":"x""#, "contacts", "begin 'folder' with"), (#""name":"x""#, "/dev/null/x", "/dev/null"),
        ])
    func refuses(_ fields: String, _ folder: String, _ message: String) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await save(fields, of: "x", in: folder, when: "{}")
        }
        #expect(error.map { "\($0)".contains(message) } ?? false, "\(String(describing: error))")
    }

    @Test(
        "rules are told of fields that there are not",
        arguments: [
            (#""nmae":"x""#, "did you mean 'name'?"), (#""uid":"{uid|}""#, "has no 'uid'"),
            (#""name":5"#, "must be a text"),
        ])
    func checksNames(_ fields: String, _ message: String) throws {
        let error = #expect(throws: RuleSetError.self) {
            try action(#"{"action":"save-contact","fields":{\#(fields)}}"#, text: "x")
        }
        #expect(error?.issues.first?.message.contains(message) ?? false, "\(String(describing: error))")
    }
}

@Suite("save-event writes appointments that calendars read")
struct SaveEventTests {
    private static let allFields =
        #""summary":"{summary|}","start":"{start}","startZone":"{startZone|}","end":"{end|}","endZone":"{endZone|}","#
        + #""location":"{location|}","description":"{description|}","website":"{website|}","organizer":"{organizer|}","#
        + #""attendees":"{attendees|}","recurrence":"{recurrence|}","latitude":"{latitude|}","longitude":"{longitude|}""#

    private func save(
        _ fields: String, of text: String, in folder: String, when: String = #"{"kind":"event"}"#
    ) async throws -> String {
        let json = #"{"action":"save-event","folder":"\#(folder)","fields":{\#(fields)}}"#
        let result = try await SaveEventPlugin().perform(try action(json, text: text, when: when))
        guard case .text(let file)? = result.fields.first?.value else { throw Failure("no file") }
        return file
    }

    private func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT" }

    @Test("all fields of a code are in the file, as vobject reads it")
    func savesAll() async throws {
        let folder = try TemporaryFolder()
        let code = event(
            """
            UID:theirs
            SUMMARY:Reading circle\\, monthly
            DTSTART:20260131T190000Z
            DTEND:20260131T210000Z
            LOCATION:Central Library\\; room 2
            DESCRIPTION:Bring a book\\nand a friend
            ORGANIZER;CN=Anna:mailto:anna@example.org
            ATTENDEE:mailto:ben@example.org
            ATTENDEE:mailto:carla@example.org
            RRULE:FREQ=MONTHLY;BYDAY=-1SA
            URL:https://example.org/circle
            GEO:52.517;13.389
            """)
        let file = try await save(Self.allFields, of: code, in: folder.path)
        #expect(file == "\(folder.path)/Reading circle monthly.ics")
        let card = try #require(try await readCards([file]).first ?? nil)
        #expect(card.count == 1 && card.longestLine <= 75)
        let kept = card.properties.filter { !["VEVENT.UID", "VEVENT.DTSTAMP", "PRODID"].contains($0[0]) }
        #expect(
            kept == [
                ["VERSION", "", "2.0"], ["VEVENT.DTSTART", "", "2026-01-31 19:00:00+00:00"],
                ["VEVENT.DTEND", "", "2026-01-31 21:00:00+00:00"], ["VEVENT.SUMMARY", "", "Reading circle, monthly"],
                ["VEVENT.LOCATION", "", "Central Library; room 2"],
                ["VEVENT.DESCRIPTION", "", "Bring a book\nand a friend"],
                ["VEVENT.URL", "", "https://example.org/circle"],
                ["VEVENT.GEO", "", "52.517;13.389"], ["VEVENT.ORGANIZER", "", "mailto:anna@example.org"],
                ["VEVENT.ATTENDEE", "", "mailto:ben@example.org"], ["VEVENT.ATTENDEE", "", "mailto:carla@example.org"],
                ["VEVENT.RRULE", "", "FREQ=MONTHLY;BYDAY=-1SA"],
            ])
        // No code chooses which appointment of a calendar is replaced.
        #expect(card.values("VEVENT.UID").count == 1 && card.values("VEVENT.UID") != ["theirs"])
        #expect(card.values("VEVENT.DTSTAMP").count == 1)
    }

    struct Time: Sendable, CustomTestStringConvertible {
        let fields: String
        let lines: [String]
        var testDescription: String { fields }

        init(_ fields: String, _ lines: String...) { (self.fields, self.lines) = (fields, lines) }
    }

    static let times = [
        Time(#""start":"2026-01-31""#, "DTSTART;VALUE=DATE:20260131"),
        Time(
            #""start":"2026-01-31","end":"2026-02-01""#, "DTSTART;VALUE=DATE:20260131", "DTEND;VALUE=DATE:20260201"),
        Time(#""start":"2026-01-31T10:00:00""#, "DTSTART:20260131T100000"),
        Time(#""start":"2026-01-31T10:00:00Z","startZone":"UTC""#, "DTSTART:20260131T100000Z"),
        Time(
            #""start":"2026-01-31T10:00:00","startZone":"Europe/Berlin","end":"2026-01-31T11:00:00","endZone":"Asia/Tokyo""#,
            "DTSTART;TZID=Europe/Berlin:20260131T100000", "DTEND;TZID=Asia/Tokyo:20260131T110000"),
        Time(
            #""start":"2026-01-31T10:00:00","startZone":"W. Europe: x;\"y\r\nX:1""#,
            "DTSTART;TZID=\"W. Europe: x;yX:1\":20260131T100000"),
        Time(#""start":"2026-01-31","startZone":"Europe/Berlin""#, "DTSTART;VALUE=DATE:20260131"),
    ]

    @Test("days and times stay as they are, in their zones", arguments: times)
    func writesTimes(_ time: Time) throws {
        let action = try action(#"{"action":"save-event","fields":{\#(time.fields)}}"#, text: "x")
        let bytes = try SaveEventPlugin.calendar(CardFields(action), id: "1@beeline", now: "20260101T000000Z")
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Beeline//Beeline//EN", "BEGIN:VEVENT", "UID:1@beeline",
        ]
        #expect(lines == head + ["DTSTAMP:20260101T000000Z"] + time.lines + ["END:VEVENT", "END:VCALENDAR", ""])
    }

    @Test("a field becomes the value of its property and nothing else, whatever it contains", .timeLimit(.minutes(15)))
    func hostile() async throws {
        let folder = try TemporaryFolder()
        let fields = ["summary", "startZone", "location", "description", "website", "organizer", "attendees"]
            .map { #""\#($0)":"x{text}x""# }.joined(separator: ",")
        var files: [String] = []
        for text in Hostile.texts {
            let all = #""start":"2026-01-31T10:00:00Z",\#(fields)"#
            files.append(try await save(all, of: text, in: folder.path, when: #"{"text":{"exists":true}}"#))
        }
        #expect(Set(files).count == files.count)
        for (text, card) in zip(Hostile.texts, try await readCards(files)) {
            let card = try #require(card)
            #expect(card.count == 1 && card.longestLine <= 75)
            #expect(
                card.properties.map { $0[0] } == ["VERSION", "PRODID"]
                    + [
                        "UID", "DTSTAMP", "DTSTART", "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "ORGANIZER",
                        "ATTENDEE",
                    ].map { "VEVENT.\($0)" },
                "\(text.debugDescription)")
            #expect(Set(["SUMMARY", "LOCATION", "DESCRIPTION"].map { card.values("VEVENT.\($0)") }).count == 1)
        }
    }

    @Test(
        "what is no appointment is refused",
        arguments: [
            (#""start":"","summary":"x""#, "'start' is missing"), (#""start":"tomorrow""#, "'start' must be a day"),
            (#""start":"2026-02-30""#, "'start' must be a day"),
            (#""start":"2026-01-31","end":"2026-01-31T10:00:00""#, "must both be days or both be times"),
            (#""start":"2026-01-31","recurrence":"often""#, "'recurrence' must be a rule"),
            (#""start":"2026-01-31","recurrence":"FREQ=DAILY\nSUMMARY:x""#, "'recurrence' must be a rule"),
        ])
    func refuses(_ fields: String, _ message: String) async throws {
        let action = try action(#"{"action":"save-event","folder":"/tmp","fields":{\#(fields)}}"#, text: "x")
        let error = await #expect(throws: ActionProblem.self) { try await SaveEventPlugin().perform(action) }
        #expect(error?.description.contains(message) ?? false)
    }
}

/// What vobject, a library for Python, finds in cards.
struct ReadCard: Sendable {
    /// How many cards the file has.
    let count: Int
    /// The bytes of the longest line.
    let longestLine: Int
    /// Name, parameters and value of each property, in the order of the file; those of an event with `VEVENT.` in front.
    let properties: [[String]]

    /// The values of a property.
    func values(_ name: String) -> [String] { properties.filter { $0[0] == name }.map { $0[2] } }
}

/// Reads the cards of files; nil for one that vobject refuses.
func readCards(_ paths: [String]) async throws -> [ReadCard?] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/cards.py").path
    // That of the system, which has the packages of the system.
    let run = try await TestPrograms.run("/usr/bin/python3", [script] + paths)
    try #require(run.status == 0 && run.lines.count == paths.count, "\(run.errors)")
    return try run.lines.map { line in
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        guard let count = object["count"] as? Int, let longest = object["longest"] as? Int,
            let properties = object["properties"] as? [[Any]]
        else {
            Issue.record("\(object["error"] ?? line)")
            return nil
        }
        return ReadCard(count: count, longestLine: longest, properties: flat(properties, prefix: ""))
    }
}

private func flat(_ properties: [[Any]], prefix: String) -> [[String]] {
    properties.flatMap { property -> [[String]] in
        let name = prefix + (property[0] as? String ?? "")
        if let inner = property[2] as? [[Any]] { return flat(inner, prefix: "\(name).") }
        let value =
            switch property[2] {
            case let text as String: text
            case let parts as [String: Any]:
                parts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "|")
            case let parts as [String]: parts.joined(separator: "|")
            default: "\(property[2])"
            }
        return [[name, property[1] as? String ?? "", value]]
    }
}
