internal import BeelineSymbols

/// How codes of a kind are made from fields.
package struct CodeWriter: Sendable {
    /// The names of the fields; those that end with an s may be given several times.
    package let names: [String]
    let write: @Sendable (GivenFields) -> () throws(CodeTextError) -> String

    init(_ names: [String], _ write: @escaping @Sendable (GivenFields) -> () throws(CodeTextError) -> String) {
        (self.names, self.write) = (names, write)
    }
}

/// The fields that someone gave for a code.
struct GivenFields: CardSource {
    private let kind: Kind
    private let values: [String: [String]]
    let names: [String]

    /// - Throws: for a name that the kind does not have, and for one that is there twice and stands for one value.
    init(_ fields: [(name: String, value: String)], of kind: Kind, names: [String]) throws(CodeTextError) {
        var values: [String: [String]] = [:]
        for (name, value) in fields {
            guard names.contains(name) else {
                throw CodeTextError(
                    name.withHiddenSpelledOut,
                    "is not a field of \(kind.rawValue); its fields are \(names.joined(separator: ", "))")
            }
            if values[name] != nil, !Self.lists.contains(name) {
                throw CodeTextError(name, "is there twice")
            }
            values[name, default: []].append(value)
        }
        self.kind = kind
        self.values = values
        self.names = fields.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static let lists = ["phones", "emails", "addresses", "websites", "attendees", "cc", "bcc"]

    /// The value of a field; nil where it is missing or empty.
    package func text(_ name: String) -> String? { values[name]?.first.flatMap { $0.isEmpty ? nil : $0 } }

    func needed(_ name: String) throws(CodeTextError) -> String {
        guard let text = text(name) else { throw CodeTextError(name, "is missing") }
        return text
    }

    package func texts(_ name: String) -> [String] { (values[name] ?? []).filter { !$0.isEmpty } }

    func number(_ name: String) throws(CodeTextError) -> DecimalNumber? {
        guard let text = text(name) else { return nil }
        guard let number = DecimalNumber(text) else {
            throw CodeTextError(name, "must be a number like 12.5, not '\(text.withHiddenSpelledOut)'")
        }
        return number
    }

    func whole(_ name: String) throws(CodeTextError) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text) else {
            throw CodeTextError(name, "must be a whole number, not '\(text.withHiddenSpelledOut)'")
        }
        return number
    }

    func truth(_ name: String) throws(CodeTextError) -> Bool {
        switch text(name)?.asciiLowercased {
        case nil, "false", "no", "0": return false
        case "true", "yes", "1": return true
        case .some(let other):
            throw CodeTextError(name, "must be true or false, not '\(other.withHiddenSpelledOut)'")
        }
    }

    /// Latitude and longitude; nil where there is neither.
    func point() throws(CodeTextError) -> GeoCoordinates? {
        switch (try number("latitude"), try number("longitude")) {
        case (nil, nil): return nil
        case (let latitude?, let longitude?):
            do throws(Refusal) {
                return try GeoCoordinates(checking: latitude, longitude)
            } catch {
                throw CodeTextError("latitude", "and 'longitude' are out of range: -90…90 and -180…180 degrees")
            }
        case (nil, _): throw CodeTextError("latitude", "is missing; it is needed with 'longitude'")
        case (_, nil): throw CodeTextError("longitude", "is missing; it is needed with 'latitude'")
        }
    }
}

extension GivenFields {
    func url() throws(CodeTextError) -> String { try needed("url") }

    /// `WIFI:…`. Without a security, a network with a password is WPA, which stands for WPA2 and WPA3 too.
    func wifi() throws(CodeTextError) -> String {
        let ssid = try needed("ssid")
        guard ssid.utf8.count <= 32 else {
            throw CodeTextError("ssid", "has \(ssid.utf8.count) bytes; the maximum is 32")
        }
        let password = text("password")
        let rare = WiFiNetwork.Rare(
            eapMethod: text("eapMethod")?.uppercased(), phase2: text("phase2")?.uppercased(),
            identity: text("identity"), anonymousIdentity: text("anonymousIdentity"))
        let isHidden = try truth("hidden")
        let isEnterprise = rare.eapMethod != nil || rare.phase2 != nil
        let security = text("security") ?? (isEnterprise ? "WPA2-EAP" : password == nil ? "nopass" : "WPA")
        guard Self.securities.contains(where: { $0.asciiLowercased == security.asciiLowercased }) else {
            throw CodeTextError("security", "must be one of \(Self.securities.joined(separator: ", "))")
        }
        if security.asciiLowercased == "nopass", password != nil {
            throw CodeTextError("password", "is not possible with this 'security'")
        }
        let network = WiFiNetwork(ssid: ssid, security: security, password: password, isHidden: isHidden, rare: rare)
        guard let read = WiFiNetwork(network.code), read.ssid == ssid, read.password == password,
            read.identity == rare.identity, read.anonymousIdentity == rare.anonymousIdentity
        else { throw CodeTextError("ssid", "or the password contains characters that cannot be encoded") }
        return network.code
    }

    private static let securities = ["nopass", "WEP", "WPA", "WPA2", "WPA3", "SAE", "WPA2-EAP"]

    /// `otpauth://…`
    func otp() throws(CodeTextError) -> String {
        let factor: OneTimePasswordKey.Factor
        if let counter = try whole("counter") {
            guard try whole("period") == nil else { throw CodeTextError("counter", "and 'period' exclude each other") }
            factor = .counter(Int64(counter))
        } else {
            factor = .time(period: try whole("period") ?? 30)
        }
        let name = text("algorithm")?.uppercased() ?? "SHA1"
        guard let algorithm = OneTimePasswordKey.Algorithm(rawValue: name) else {
            throw CodeTextError("algorithm", "is '\(name.withHiddenSpelledOut)'; SHA1, SHA256 and SHA512 are possible")
        }
        // As authenticators show it: in small letters, with blanks between groups.
        let secret = try needed("sharedSecret").uppercased().filter { $0 != " " && $0 != "-" && $0 != "=" }
        return OneTimePasswordKey(
            factor: factor, secret: secret, issuer: text("issuer"), accountName: text("accountName"),
            algorithm: algorithm, digits: try whole("digits") ?? 6
        ).url
    }
}

extension GivenFields {
    /// A SEPA credit transfer (EPC069-12, version 002, UTF-8), which banking apps read as "GiroCode".
    func payment() throws(CodeTextError) -> String {
        let written = try needed("iban")
        let iban: String
        do throws(IBANError) {
            iban = try IBAN(written).text
        } catch {
            throw CodeTextError("iban", "is not valid: \(error)")
        }
        let lines = [
            "BCD", "002", "1", "SCT", try line("bic", most: 11).uppercased(), try line("payee", most: 70), iban,
            try amount(), try line("purpose", most: 4), try line("reference", most: 35), try line("message", most: 140),
            try line("information", most: 70),
        ]
        guard !lines[5].isEmpty else { throw CodeTextError("payee", "is missing") }
        guard lines[9].isEmpty || lines[10].isEmpty else {
            throw CodeTextError("reference", "and 'message' exclude each other")
        }
        var text = lines.joined(separator: "\n")
        // Empty lines at the end say nothing.
        while text.utf8.last == 0x0A { text.removeLast() }
        return text
    }

    private func line(_ name: String, most: Int) throws(CodeTextError) -> String {
        guard let text = text(name) else { return "" }
        guard text.unicodeScalars.count <= most else {
            throw CodeTextError(name, "has \(text.unicodeScalars.count) characters; the maximum is \(most)")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw CodeTextError(name, "has a line end or another control character, which payments do not allow")
        }
        return text
    }

    private func amount() throws(CodeTextError) -> String {
        guard let number = try number("amount") else { return "" }
        let isPossible = number.decimals <= 2 && number.digits > 0 && number <= DecimalNumber(999_999_999)
        guard isPossible else {
            throw CodeTextError("amount", "is \(number); it must be 0.01…999999999 euros, with at most two decimals")
        }
        return "EUR\(number)"
    }
}

extension GivenFields {
    /// A vCard, whose lines are not folded: many readers of codes do not join them again.
    func contact() throws(CodeTextError) -> String {
        var writer = ContentLineWriter(folds: false)
        try ContactCard(self, position: try position(), note: "note").write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func position() throws(CodeTextError) -> String? { try point().map { "\($0.latitude);\($0.longitude)" } }

    /// A VEVENT that is alone, as readers of codes know it.
    func event() throws(CodeTextError) -> String {
        var writer = ContentLineWriter(folds: false)
        try EventCard(self, position: try position()).write(to: &writer, id: nil, now: nil)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// `mailto:` (RFC 6068).
    func email() throws(CodeTextError) -> String {
        let addresses = try addresses(all("email", "emails"), "email")
        var parameters: [(String, String)] = []
        for name in ["cc", "bcc"] {
            let copies = try self.addresses(texts(name), name)
            if !copies.isEmpty { parameters.append((name, copies.joined(separator: ","))) }
        }
        if let subject = text("subject") { parameters.append(("subject", PercentEncoding.encode(subject))) }
        if let body = text("body") { parameters.append(("body", PercentEncoding.encode(withLineEnds(body)))) }
        return "mailto:" + addresses.joined(separator: ",") + query(parameters)
    }

    /// Line ends of a body are a carriage return and a line feed (RFC 6068, section 5).
    private func withLineEnds(_ text: String) -> String {
        var lines: [UInt8] = []
        var isAfterReturn = false
        for byte in text.utf8 {
            if byte == 0x0A, !isAfterReturn { lines.append(0x0D) }
            isAfterReturn = byte == 0x0D
            lines.append(byte)
        }
        return String(decoding: lines, as: UTF8.self)
    }

    private func addresses(_ texts: [String], _ field: String) throws(CodeTextError) -> [String] {
        var addresses: [String] = []
        for text in texts {
            guard let address = EmailAddress(text) else {
                throw CodeTextError(field, "must be an e-mail address, not '\(text.withHiddenSpelledOut)'")
            }
            // The one sign that each address has needs no encoding.
            let halves = PercentEncoding.encode(address.text).split(separator: "%40", omittingEmptySubsequences: false)
            addresses.append(halves.dropLast().joined(separator: "%40") + "@" + (halves.last ?? ""))
        }
        return addresses
    }

    private func query(_ parameters: [(String, String)]) -> String {
        parameters.isEmpty ? "" : "?" + parameters.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    private func phoneNumber(_ text: String) throws(CodeTextError) -> PhoneNumber {
        guard let number = PhoneNumber(text) else {
            throw CodeTextError("phone", "must be a telephone number, not '\(text.withHiddenSpelledOut)'")
        }
        return number
    }

    /// `tel:` (RFC 3966).
    func phone() throws(CodeTextError) -> String {
        let number = try phoneNumber(try needed("phone"))
        guard let dialled = text("phoneExtension") else { return number.uri }
        return PhoneNumber(number: number.number, extension: dialled, context: number.context).uri
    }

    /// `sms:` (RFC 5724).
    func sms() throws(CodeTextError) -> String {
        var numbers: [String] = []
        for text in all("phone", "phones") { numbers.append(String(try phoneNumber(text).uri.dropFirst(4))) }
        return "sms:" + numbers.joined(separator: ",")
            + query(text("body").map { [("body", PercentEncoding.encode($0))] } ?? [])
    }

    /// `geo:` (RFC 5870), with the query of Android for a label.
    func geo() throws(CodeTextError) -> String {
        let label = text("label")
        guard let point = try point() else {
            guard let label else { throw CodeTextError("latitude", "and 'longitude' are missing") }
            return "geo:0,0?q=\(PercentEncoding.encode(label))"
        }
        var uri = "geo:\(point)"
        if let altitude = try number("altitude") { uri += ",\(altitude)" }
        if let uncertainty = try number("uncertainty") { uri += ";u=\(uncertainty)" }
        guard let label else { return uri }
        return uri + "?q=\(point)(\(PercentEncoding.encode(label)))"
    }
}
