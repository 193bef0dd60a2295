import BeelineContent
import BeelineSymbols
import Testing

@Suite struct CodeTextTests {
    /// Characters that mean something in one form or another.
    static let hostile = [
        "plain", "semi;colon", "back\\slash", "co,mma", "co:lon", "\"quoted\"", "a;b\\;c:,\"", "per%20cent",
        "a&b=c?d#e",
        "plus+plus", "Grüße, 世界", "🐝", "\\", ";", "\\n", "trailing\\", "(a)(b", "P:x;T:nopass;S:y", "x\\;;", "a/b//c",
        "<tag>", "'single'", "@at@", "tab\tinside", "deadbeef",
    ]

    private func content(_ kind: Kind, _ fields: [(name: String, value: String)]) throws -> Content {
        let text = try CodeText(kind, fields: fields).text
        let date = try #require(CalendarDate("2026-01-31"))
        let reading = ContentParser().reading(of: Symbol(.qr, text), on: date)
        #expect(
            reading.content.kind == kind && reading.warnings.isEmpty, "\(text.debugDescription): \(reading.warnings)")
        return reading.content
    }

    private func check(_ kind: Kind, _ fields: [(name: String, value: String)]) throws {
        let content = try content(kind, fields)
        for (name, value) in fields {
            let field = try #require(Field(rawValue: name))
            #expect(content.value(of: field)?.description == value, "\(kind) \(name)")
        }
    }

    @Test("the value of a field survives writing and reading, whatever it is", arguments: hostile)
    func roundTrip(_ text: String) throws {
        try check(.wifi, [("ssid", text), ("password", text)])
        try check(.wifi, [("ssid", text), ("eapMethod", "PEAP"), ("identity", text), ("password", text)])
        try check(.email, [("email", "a@example.org"), ("subject", text), ("body", text)])
        try check(.sms, [("phone", "+4930123456"), ("body", text)])
        try check(.geo, [("latitude", "52.5"), ("longitude", "13.4"), ("label", text)])
        try check(.otp, [("sharedSecret", "JBSWY3DPEHPK3PXP"), ("issuer", text), ("accountName", text)])
        // A payment has no tabs.
        let line = text.replacing("\t", with: " ")
        try check(
            .payment, [("iban", "DE89370400440532013000"), ("payee", line), ("amount", "12.50"), ("message", line)])
        try check(
            .event, [("start", "2026-01-31T10:00:00Z"), ("summary", text), ("location", text), ("description", text)])
        try check(.contact, [("name", text), ("nickname", text), ("jobTitle", text), ("note", text)])
    }

    @Test("fields of all kinds come back")
    func fields() throws {
        try check(.url, [("url", "https://example.com/")])
        try check(.phone, [("phone", "+12125550100")])
        try check(.wifi, [("ssid", "Guest"), ("hidden", "true"), ("security", "nopass")])
        try check(
            .event,
            [
                ("start", "2026-01-31T10:00:00"), ("startZone", "Europe/Berlin"), ("end", "2026-01-31T11:00:00"),
                ("summary", "Tea"), ("recurrence", "FREQ=DAILY"), ("organizer", "a@example.org"),
            ])
        try check(
            .contact,
            [
                ("givenName", "Ada"), ("familyName", "Lovelace"), ("organization", "Engines"),
                ("phone", "+442071234567"),
                ("email", "ada@example.org"), ("birthday", "1815-12-10"), ("website", "https://example.org/"),
            ])
        try check(.geo, [("latitude", "-33.8"), ("longitude", "151.2"), ("altitude", "10"), ("uncertainty", "5")])
        try check(.payment, [("iban", "DE89370400440532013000"), ("payee", "A"), ("reference", "RF18539007547034")])
        try check(
            .otp, [("sharedSecret", "JBSWY3DPEHPK3PXP"), ("algorithm", "SHA256"), ("digits", "8"), ("counter", "3")])
    }

    @Test("an end without a zone of its own is in that of the start")
    func endZone() throws {
        let fields = [
            (name: "start", value: "2026-12-24T18:00"), ("startZone", "Europe/Berlin"), ("end", "2026-12-24T22:00"),
        ]
        #expect(try content(.event, fields).value(of: .endZone) == .text("Europe/Berlin"))
        #expect(try content(.event, fields + [("endZone", "Asia/Tokyo")]).value(of: .endZone) == .text("Asia/Tokyo"))
        let universal = try content(.event, Array(fields[..<2]) + [("end", "2026-12-24T22:00:00Z")])
        #expect(universal.value(of: .end)?.description == "2026-12-24T22:00:00Z")
    }

    @Test("lists are all there")
    func lists() throws {
        let content = try content(
            .email,
            [("emails", "a@example.org"), ("emails", "b@example.org"), ("cc", "c@example.org"), ("body", "x\ny")])
        #expect(content.value(of: .emails) == .list(["a@example.org", "b@example.org"]))
        #expect(content.value(of: .body) == .text("x\r\ny"))
    }

    @Test(
        "what cannot be written is refused with the name of its field",
        arguments: [
            (Kind.wifi, ["password": "x"], "ssid"), (.wifi, ["ssid": "x", "colour": "red"], "colour"),
            (.wifi, ["ssid": String(repeating: "é", count: 17)], "ssid"),
            (.wifi, ["ssid": "x", "hidden": "perhaps"], "hidden"),
            (.wifi, ["ssid": "x", "password": "abcdefgh", "security": "WPA22"], "security"),
            (.wifi, ["ssid": "x", "password": "y", "security": "nopass"], "password"),
            (.contact, ["note": "x"], "fields"), (.contact, ["name": "x", "birthday": "May"], "birthday"),
            (.event, ["summary": "x"], "start"), (.event, ["start": "soon"], "start"),
            (.email, ["email": "nobody"], "email"), (.phone, ["phone": "none"], "phone"),
            (.geo, ["latitude": "91", "longitude": "0"], "latitude"), (.geo, ["latitude": "1"], "longitude"),
            (.payment, ["iban": "DE89370400440532013001", "payee": "x"], "iban"),
            (.payment, ["iban": "DE89370400440532013000", "payee": "x\ny"], "payee"),
            (.payment, ["iban": "DE89370400440532013000", "payee": "x", "amount": "0.001"], "amount"),
            (.otp, ["sharedSecret": "x", "algorithm": "MD5"], "algorithm"), (.vin, ["vin": "x"], "kind"),
        ] as [(Kind, [String: String], String)])
    func refuses(_ kind: Kind, _ fields: [String: String], _ field: String) throws {
        let error = try #require(throws: CodeTextError.self) {
            try CodeText(kind, fields: fields.map { (name: $0.key, value: $0.value) })
        }
        #expect(error.field == field, "\(error)")
    }
}
