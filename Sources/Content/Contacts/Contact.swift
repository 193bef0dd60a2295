internal import BeelineSymbols

/// A person or an organization, from a vCard (2.1, RFC 2426, RFC 6350), a MECARD or a BIZCARD.
///
///     let contact = Contact("MECARD:N:Owen,Sean;TEL:+1 (212) 555-1212;;")
///     contact?.name     // "Sean Owen"
///     contact?.phones   // ["+12125551212"]
///
/// It has a name, an organization, a telephone number or an e-mail address, which are decoded when the text is read,
/// and each other property when it is asked for. Two contacts are equal when they are written alike.
public struct Contact: Hashable, Sendable {
    let source: ContentLines

    /// The name as one writes it: the one that the card gives, or else one made from its parts, or else the
    /// organization.
    public let name: String?

    /// The telephone numbers, the preferred ones first and those of fax machines last: digits, with `+` where it is
    /// international, and `;ext=` before an extension, as in a `tel:` link (RFC 3966).
    ///
    /// They are read as those of `tel:` are. Other texts (`1-800-FLOWERS`) are left as written.
    public let phones: [String]

    /// The e-mail addresses, the preferred ones first: what is in `<…>`, or between commas.
    public let emails: [String]

    /// Reads the text of a code; nil when it is not a contact. Of several cards the first is read.
    public init?(_ text: String) {
        guard let contact = try? Contact(reading: text) else { return nil }
        self = contact
    }

    /// - Throws: `.otherKind` when the text begins like no contact, else what is wrong with it.
    init(reading text: String) throws(Refusal) {
        source = try ContentLines(contact: text)
        (name, phones, emails) = (source.wholeName, source.phones, source.emails)
        guard name != nil || !phones.isEmpty || !emails.isEmpty || !addresses.isEmpty || !websites.isEmpty else {
            throw .malformed(
                "a name, an organization, a telephone number, an e-mail address, a postal address or a web page is missing"
            )
        }
    }

    /// The nicknames, with commas between them.
    public var nickname: String? {
        source.first(.nickname) { line in
            guard source.form != .mecard else { return line.text }
            let names = line.components(separator: UInt8(ascii: ","), atMost: 16).compactMap { $0 }
            return names.isEmpty ? nil : names.joined(separator: ", ")
        }
    }

    /// The organization and its units, from large to small, with commas between them.
    public var organization: String? { source.organization }

    /// What the person does there: the title, or else the role.
    public var jobTitle: String? { source.text(.title) ?? source.text(.role) }

    /// The (first) note.
    public var note: String? { source.text(.note) }

    /// The identifier of the card.
    public var uid: String? { source.text(.uid) }

    /// The web pages, the preferred ones first, and as they were written.
    public var websites: [String] { source.preferred(.url).compactMap(\.text) }

    /// The day of birth; nil also without a year.
    public var birthday: CalendarDate? { source.first(.birthday, birthday) }

    func birthday(_ line: ContentLine) -> CalendarDate? {
        guard let value = line.value, let date = EventTime(value.withoutTime, zone: nil)?.date,
            // Where no year was entered, Apple writes 1604 and says so.
            line.parameter("X-APPLE-OMIT-YEAR").map({ String(decoding: $0, as: UTF8.self) })
                != String(date.year)
        else { return nil }
        return date
    }

    /// Where it is on the Earth.
    public var position: GeoCoordinates? { source.first(.geo, position) }

    func position(_ line: ContentLine) -> GeoCoordinates? {
        line.value.flatMap { GeoCoordinates($0, allowsComma: source.form != .vCard21) }
    }
}

extension ContentLines.Form {
    /// Whether names, organizations and addresses have components with semicolons between them.
    var hasComponents: Bool {
        switch self {
        case .vCard21, .vCard, .iCalendar: true
        case .mecard, .bizcard: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// What is before the time of a day: `1996-04-15` of `1996-04-15T00:00:00+02:00`.
    fileprivate var withoutTime: ArraySlice<UInt8> {
        withoutBlanks.prefix { $0 | 0x20 != UInt8(ascii: "t") && !$0.isASCIIBlank }
    }
}

extension String {
    /// Without a scheme (in ASCII capitals, with the colon) in front, in whatever case.
    func withoutScheme(_ scheme: StaticString) -> String {
        let count = scheme.utf8CodeUnitCount
        // Nearly every text is recognised by its first letter.
        guard let first = utf8.first, first | 0x20 == scheme.utf8Start[0] | 0x20 else { return self }
        guard Array(utf8.prefix(count))[...].isWord(scheme) else { return self }
        return String(decoding: Array(utf8.dropFirst(count))[...].withoutBlanks, as: UTF8.self)
    }
}

extension Contact: CustomStringConvertible {
    /// The name, or the first thing that stands for it.
    public var description: String { name ?? phones.first ?? emails.first ?? "" }
}

extension Contact {
    /// The given name.
    public var givenName: String? { source.givenName(of: source.nameComponents) }

    /// The family name.
    public var familyName: String? { source.familyName(of: source.nameComponents) }
}

extension ContentLines {
    var wholeName: String? { preferred(.name).lazy.compactMap(\.text).first ?? composedName ?? organization }

    func givenName(of components: [String?]) -> String? {
        text(.givenName) ?? (components.count > 1 ? components[1] : nil)
    }

    func familyName(of components: [String?]) -> String? {
        if let name = text(.familyName) { return name }
        // Without a comma, the one part of a MECARD's name is all of it.
        return form == .mecard && components.count < 2 ? nil : components.first ?? nil
    }

    var organization: String? {
        first(.organization) { line in
            guard form.hasComponents else { return line.text }
            let units = line.components(atMost: 16).compactMap { $0 }
            return units.isEmpty ? nil : units.joined(separator: ", ")
        }
    }

    /// Family name, given name, further names, what is before them, what is behind (RFC 6350, section 6.2.2).
    var nameComponents: [String?] {
        first(.structuredName) { line in
            let components =
                form == .mecard ? names(line, separator: UInt8(ascii: ","), atMost: 2) : names(line, atMost: 5)
            return components.contains { $0 != nil } ? components : nil
        } ?? []
    }

    private var composedName: String? {
        if form == .bizcard { return Self.joined([text(.givenName), text(.familyName)]) }
        let components = nameComponents
        guard !components.isEmpty else { return nil }
        func part(_ index: Int) -> String? { index < components.count ? components[index] : nil }
        if let family = part(0), let given = part(1), family.isEastAsian, given.isEastAsian {
            return Self.joined([family, given])
        }
        let name = Self.joined([part(3), part(1), part(2), part(0)])
        guard let suffixes = part(4) else { return name }
        return name.map { "\($0), \(suffixes)" } ?? suffixes
    }

    private static func joined(_ parts: [String?]) -> String? {
        let parts = parts.compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The components of a name. Several names in one of them, with commas between that no backslash precedes, have
    /// blanks between them then; in vCard 2.1 a comma is only a comma.
    private func names(_ line: ContentLine, separator: UInt8 = UInt8(ascii: ";"), atMost count: Int) -> [String?] {
        line.value?.components(separator, atMost: count).map(name) ?? []
    }

    private func name(_ component: ArraySlice<UInt8>) -> String? {
        guard form != .vCard21, component.contains(UInt8(ascii: ",")) else { return component.unescaped }
        let names = component.components(UInt8(ascii: ","), atMost: 64).compactMap(\.unescaped)
        return names.isEmpty ? nil : names.joined(separator: " ")
    }
}

extension String {
    /// Whether it begins in a script of China, Japan or Korea, where the family name comes first.
    fileprivate var isEastAsian: Bool {
        switch unicodeScalars.first?.value {
        case (0x3005...0x30FF)?, (0x3400...0x9FFF)?, (0xAC00...0xD7A3)?, (0x20000...0x323AF)?: true
        default: false
        }
    }
}

extension ContentLines {
    /// The telephone numbers and their lines, the preferred ones first and those of fax machines last.
    var phoneLines: [(number: String, line: ContentLine)] {
        let found = (preferred(.phone) + all(.fax)).compactMap { line in
            line.text.flatMap(Self.phone).map { (number: $0, line: line) }
        }
        // The property is one that only a BIZCARD has.
        let isFax = { (line: ContentLine) in
            line.property == .fax || line.isOfType("FAX") && !line.isOfType("VOICE")
        }
        let faxes = found.filter { isFax($0.line) }
        return faxes.isEmpty ? found : found.filter { !isFax($0.line) } + faxes
    }

    var phones: [String] { phoneLines.map(\.number) }

    /// The number as one dials it; nil when it has no digit.
    static func phone(_ written: String) -> String? {
        written.isZeros ? nil : PhoneNumber(written)?.description ?? asWritten(written.withoutScheme("TEL:"))
    }

    private static func asWritten(_ text: String) -> String? {
        text.unicodeScalars.contains(where: \.isDigit) ? text : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(value) || (0xFF10...0xFF19).contains(value) }
}

extension ContentLines {
    var emails: [String] { preferred(.email).flatMap { emails(in: $0).found } }

    /// The addresses of a property, and whether part of it looks like an address and is none.
    func emails(in line: ContentLine) -> (found: [String], isWrong: Bool) {
        guard let text = line.text else { return ([], false) }
        let whole = text.withoutScheme("MAILTO:")
        if Self.isEmailAddress(whole.utf8.span) { return ([whole], false) }
        var found: [String] = []
        var isWrong = false
        for part in whole.utf8.split(separator: UInt8(ascii: ",")) {
            let address = Self.bare(part)
            if Self.isEmailAddress(address.utf8.span) {
                found.append(address)
            } else if address.utf8.contains(UInt8(ascii: "@")) {
                isWrong = true
            }
        }
        return (found, isWrong || found.isEmpty)
    }

    /// What is between angle brackets, or all where there are none.
    private static func bare(_ part: Substring.UTF8View) -> String {
        let start = part.lastIndex(of: UInt8(ascii: "<")).map(part.index(after:)) ?? part.startIndex
        let inner = part[start...].prefix { $0 != UInt8(ascii: ">") }
        return Substring(inner).trimmed.withoutScheme("MAILTO:")
    }

    /// Whether it has the sign between a mailbox and a host. The mail system checks the rest.
    private static func isEmailAddress(_ text: Span<UInt8>) -> Bool {
        var last = 0
        for place in text.indices {
            let byte = text[place]
            if byte == UInt8(ascii: "@") { last = place }
            if byte.isASCIIBlank || byte.isEmailDelimiter { return false }
        }
        return last > 0 && last < text.count - 1
    }
}

extension UInt8 {
    fileprivate var isEmailDelimiter: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
        default: false
        }
    }
}

extension Contact {
    /// The postal addresses, the preferred ones first, each in one line: post box, apartment, street, town, region,
    /// postal code, country; with commas between them, and without those that are not there.
    public var addresses: [String] { addressLines.map(\.address) }

    var addressLines: [(address: String, line: ContentLine)] {
        let found = source.preferred(.address).compactMap { line in address(line).map { (address: $0, line: line) } }
        // A label is an address again, as it is to be printed.
        return !found.isEmpty
            ? found
            : source.all(.label).compactMap { line in line.text?.onOneLine.map { (address: $0, line: line) } }
    }

    private func address(_ line: ContentLine) -> String? {
        guard source.form.hasComponents else { return line.text?.onOneLine }
        let parts = line.components(atMost: 7).compactMap { $0?.onOneLine }
        if !parts.isEmpty { return parts.joined(separator: ", ") }
        return line.parameter("LABEL")?.unescaped?.onOneLine
    }
}

extension String {
    /// With commas instead of line ends, and a blank after each comma; nil when nothing is left.
    fileprivate var onOneLine: String? {
        guard utf8.contains(where: { $0.endsLine || $0 == UInt8(ascii: ",") }) else { return self }
        let parts = utf8.split { $0.endsLine || $0 == UInt8(ascii: ",") }.map { Substring($0).trimmed }
        let filled = parts.filter { !$0.isEmpty }
        return filled.isEmpty ? nil : filled.joined(separator: ", ")
    }
}

extension Contact {
    /// A telephone number, an e-mail address or a postal address, and what it is for.
    public struct Labeled<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The number or address.
        public let value: Value
        /// What the card says about it; empty where it says nothing.
        public let labels: Set<Label>
    }

    /// What a telephone number or an address is for (RFC 2426, sections 3.2.1 and 3.3.1; RFC 6350, sections 5.6 and
    /// 6.4.1).
    public enum Label: String, Hashable, Sendable, CaseIterable {
        case home, work, mobile, fax, pager, voice, text, video
        case preferred

        fileprivate var type: StaticString {
            switch self {
            case .home: "HOME"
            case .work: "WORK"
            case .mobile: "CELL"
            case .fax: "FAX"
            case .pager: "PAGER"
            case .voice: "VOICE"
            case .text: "TEXT"
            case .video: "VIDEO"
            case .preferred: "PREF"
            }
        }
    }

    /// A postal address by its parts (RFC 6350, section 6.3.1); a card that has it in one piece has no parts.
    public struct PostalAddress: Hashable, Sendable {
        /// All of it in one line, as ``Contact/addresses`` has it.
        public let text: String
        /// The post office box.
        public let postOfficeBox: String?
        /// The apartment or suite.
        public let apartment: String?
        /// Street and number.
        public let street: String?
        /// The city or town.
        public let city: String?
        /// The state or province.
        public let region: String?
        /// The postal code.
        public let postalCode: String?
        /// The country, as the card writes it.
        public let country: String?
    }

    /// The telephone numbers with what each is for, in the order of ``phones``.
    ///
    ///     Contact("MECARD:N:Owen;TEL:5551212;;")?.phoneNumbers.first?.value   // "5551212"
    public var phoneNumbers: [Labeled<String>] {
        source.phoneLines.map { Labeled(value: $0.number, labels: $0.line.labels) }
    }

    /// The e-mail addresses with what each is for, in the order of ``emails``.
    public var emailAddresses: [Labeled<String>] {
        source.preferred(.email).flatMap { line in
            source.emails(in: line).found.map { Labeled(value: $0, labels: line.labels) }
        }
    }

    /// The postal addresses with their parts and what each is for, in the order of ``addresses``.
    public var postalAddresses: [Labeled<PostalAddress>] {
        addressLines.map { text, line in
            let hasParts = line.property == .address && source.form.hasComponents
            let parts = hasParts ? line.components(atMost: 7) : []
            func part(_ index: Int) -> String? { index < parts.count ? parts[index] : nil }
            let address = PostalAddress(
                text: text, postOfficeBox: part(0), apartment: part(1), street: part(2), city: part(3), region: part(4),
                postalCode: part(5), country: part(6))
            return Labeled(value: address, labels: line.labels)
        }
    }
}

extension ContentLine {
    fileprivate var labels: Set<Contact.Label> {
        var labels = Set(Contact.Label.allCases.filter { isOfType($0.type) })
        if property == .fax { labels.insert(.fax) }
        if rank < Self.lastRank { labels.insert(.preferred) }
        return labels
    }
}
