internal import BeelineSymbols

extension Contact {
    /// A telephone number, an e-mail address or a postal address, and what it is for.
    public struct Labeled<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The number or address.
        public let value: Value
        /// What the card says of it; empty where it says nothing.
        public let labels: Set<Label>
    }

    /// What a telephone number or an address is for (RFC 2426, sections 3.2.1 and 3.3.1; RFC 6350, sections 5.6 and 6.4.1).
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
        var numbers: [Labeled<String>] = []
        source.forEachPhone { numbers.append(Labeled(value: $0, labels: source.labels(of: $1))) }
        return numbers
    }

    /// The e-mail addresses with what each is for, in the order of ``emails``.
    public var emailAddresses: [Labeled<String>] {
        var addresses: [Labeled<String>] = []
        source.forEachPreferred(.email) { line in
            let labels = source.labels(of: line)
            addresses += source.emails(in: line).found.map { Labeled(value: $0, labels: labels) }
        }
        return addresses
    }

    /// The postal addresses with their parts and what each is for, in the order of ``addresses``.
    public var postalAddresses: [Labeled<PostalAddress>] {
        var addresses: [Labeled<PostalAddress>] = []
        forEachAddress { text, line in
            let hasParts = line.property == .address && source.form.hasComponents
            let parts = hasParts ? source.components(line, atMost: 7) : []
            func part(_ index: Int) -> String? { index < parts.count ? parts[index] : nil }
            let address = PostalAddress(
                text: text, postOfficeBox: part(0), apartment: part(1), street: part(2), city: part(3), region: part(4),
                postalCode: part(5), country: part(6))
            addresses.append(Labeled(value: address, labels: source.labels(of: line)))
        }
        return addresses
    }
}

extension ContentLines {
    fileprivate func labels(of line: ContentLine) -> Set<Contact.Label> {
        var labels = Set(Contact.Label.allCases.filter { isOfType($0.type, line) })
        if line.property == .fax { labels.insert(.fax) }
        if rank(line) < Self.lastRank { labels.insert(.preferred) }
        // A BIZCARD says it by the letter before the colon.
        if form == .bizcard, line.property == .phone, line.value.lowerBound >= 2 {
            labels.insert(bytes[line.value.lowerBound - 2] | 0x20 == UInt8(ascii: "m") ? .mobile : .work)
        }
        return labels
    }
}
