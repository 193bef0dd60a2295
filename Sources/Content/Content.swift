package import BeelineSupport
internal import BeelineSymbols

/// What a code means. Each case has a value that was validated when it was created.
public enum Content: Hashable, Sendable {
    /// A book: an EAN-13 that begins with 978 or 979 (not 979-0), or a typed ISBN.
    case isbn(Book)
    /// A periodical: an EAN-13 that begins with 977, or a typed ISSN.
    case issn(Periodical)
    /// Printed music: an EAN-13 that begins with 979-0, or a typed ISMN.
    case ismn(ISMN)
    /// The second row on the back of a Japanese book.
    case japaneseBookRow(JapaneseBookRow)
    /// A Japanese magazine: an EAN-13 that begins with 4910.
    case japaneseMagazine(JapaneseMagazine)
    /// An article of trade: EAN, UPC, ITF-14, DataBar.
    case product(Product)
    /// GS1 element strings, from a symbol, from brackets, or from a Digital Link.
    indirect case gs1(ElementString)
    /// A link.
    indirect case url(WebAddress)
    /// A Wi-Fi network.
    indirect case wifi(WiFiNetwork)
    /// A person or organization: vCard, MECARD, BIZCARD.
    indirect case contact(Contact)
    /// An entry for a calendar.
    indirect case event(Event)
    /// An e-mail address, or a message to one.
    indirect case email(EmailMessage)
    /// A telephone number.
    indirect case phone(PhoneNumber)
    /// A text message.
    indirect case sms(TextMessage)
    /// A place on the Earth.
    indirect case geo(GeoLocation)
    /// A key for one-time passwords.
    indirect case otp(OneTimePasswordKey)
    /// Several keys for one-time passwords, as an app exports them.
    indirect case otpExport(OneTimePasswordExport)
    /// A request to sign in with a device that has a FIDO key.
    indirect case fido(FIDORequest)
    /// A request for money.
    indirect case payment(Payment)
    /// A boarding pass.
    indirect case boardingPass(BoardingPass)
    /// A driver licence or identity card of North America.
    indirect case driverLicense(DriverLicense)
    /// A Vehicle Identification Number.
    indirect case vin(VIN)
    /// A label of industry, pharmacy or a carrier: ISO/IEC 15434.
    indirect case industrialLabel(IndustrialLabel)
    /// A ticket of a railway.
    indirect case railTicket(RailTicket)
    /// A JSON object or array.
    indirect case json(JSONDocument)
    /// Any other text.
    case text(String)
    /// Bytes that are not text.
    case binary([UInt8])
}

extension Content {
    /// The kind, by which rules and output name it.
    public var kind: Kind {
        switch self {
        case .isbn: .isbn
        case .issn: .issn
        case .ismn: .ismn
        case .japaneseBookRow: .japaneseBookRow
        case .japaneseMagazine: .japaneseMagazine
        case .product: .product
        case .gs1: .gs1
        case .url: .url
        case .wifi: .wifi
        case .contact: .contact
        case .event: .event
        case .email: .email
        case .phone: .phone
        case .sms: .sms
        case .geo: .geo
        case .otp: .otp
        case .otpExport: .otpExport
        case .fido: .fido
        case .payment: .payment
        case .boardingPass: .boardingPass
        case .driverLicense: .driverLicense
        case .vin: .vin
        case .industrialLabel: .industrialLabel
        case .railTicket: .railTicket
        case .json: .json
        case .text: .text
        case .binary: .binary
        }
    }
}

extension Content: CustomStringConvertible {
    /// The kind and the value: `isbn 9784873119045`. What a code keeps secret is not in it.
    public var description: String {
        var describe = Describe()
        let text = accept(&describe)
        return "\(kind.rawValue) \(kind.definition.family == .numbers ? text : Secrets.masked(text) ?? text)"
    }

    private struct Describe: ContentVisitor {
        func visit(_ value: some ContentValue) -> String { "\(value)" }
    }
}

/// Fields that only some kinds have.
extension Content {
    /// The value of a field; nil for the fields that every code has, and where this code does not have it.
    package func value(of field: Field) -> FieldValue? {
        var value = Value(field: field)
        return accept(&value)
    }

    private struct Value: ContentVisitor {
        let field: Field
        func visit(_ value: some ContentValue) -> FieldValue? { value.value(of: field) }
    }

    package func has(_ field: Field) -> Bool { value(of: field) != nil }

    /// The fields that the code has of its kind with their values, in the order of the table, with or without those
    /// that are parts of others, and those that may reveal a secret of the code.
    package func fields(includesParts: Bool, includesSecrets: Bool) -> [(name: String, value: FieldValue)] {
        var fields = Fields(kind: kind.index, includesParts: includesParts, includesSecrets: includesSecrets)
        return accept(&fields)
    }

    private struct Fields: ContentVisitor {
        let kind: Int
        let includesParts, includesSecrets: Bool

        func visit(_ value: some ContentValue) -> [(name: String, value: FieldValue)] {
            var fields: [(name: String, value: FieldValue)] = []
            fields.reserveCapacity(Field.ownFields[kind].count)
            // Where they are in the table: threads that counted references to its rows would wait for each other.
            for place in Field.ownFields[kind].indices
            where (includesParts || !Field.ownFields[kind][place].isPart)
                && (includesSecrets || !Field.ownFields[kind][place].mayTellSecret)
            {
                guard let value = value.value(of: Field.ownFields[kind][place].field) else { continue }
                fields.append((Field.ownFields[kind][place].name, value))
            }
            return fields
        }
    }
}

/// The value of a kind: the payload of each case of ``Content``.
typealias ContentValue = FieldSource & CustomStringConvertible

/// An operation on the value of any case. Generic, as an existential would be allocated for each value.
protocol ContentVisitor {
    associatedtype Result

    mutating func visit(_ value: some ContentValue) -> Result
}

extension Content {
    /// The one switch that unwraps the values.
    borrowing func accept<Visitor: ContentVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
        switch self {
        case .isbn(let book): visitor.visit(book)
        case .issn(let periodical): visitor.visit(periodical)
        case .ismn(let ismn): visitor.visit(ismn)
        case .japaneseBookRow(let row): visitor.visit(row)
        case .japaneseMagazine(let magazine): visitor.visit(magazine)
        case .product(let product): visitor.visit(product)
        case .gs1(let elements): visitor.visit(elements)
        case .url(let address): visitor.visit(address)
        case .wifi(let network): visitor.visit(network)
        case .contact(let contact): visitor.visit(contact)
        case .event(let event): visitor.visit(event)
        case .email(let message): visitor.visit(message)
        case .phone(let number): visitor.visit(number)
        case .sms(let message): visitor.visit(message)
        case .geo(let location): visitor.visit(location)
        case .otp(let key): visitor.visit(key)
        case .otpExport(let export): visitor.visit(export)
        case .fido(let request): visitor.visit(request)
        case .payment(let payment): visitor.visit(payment)
        case .boardingPass(let pass): visitor.visit(pass)
        case .driverLicense(let license): visitor.visit(license)
        case .vin(let vin): visitor.visit(vin)
        case .industrialLabel(let label): visitor.visit(label)
        case .railTicket(let ticket): visitor.visit(ticket)
        case .json(let document): visitor.visit(document)
        case .text(let text): visitor.visit(PlainText(text: text))
        case .binary(let bytes): visitor.visit(PlainBytes(bytes: bytes))
        }
    }
}

private struct PlainText: ContentValue {
    let text: String
    var description: String { text }
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .link: (TextLinks.first(in: text)?.url).map(FieldValue.text)
        case .links: .list(unlessEmpty: TextLinks(text).prefix(TextLinks.most).map(\.url))
        default: nil
        }
    }
}

private struct PlainBytes: ContentValue {
    let bytes: [UInt8]
    var description: String { "of \(bytes.count) bytes" }
    func value(of field: Field) -> FieldValue? { field == .bytes ? .text(Base64.encode(bytes)) : nil }
}

extension FieldValue {
    /// Writes the value as output shows it: a number as it is, a date as a text.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .number(let number): json.value(json: number.description.utf8)
        case .boolean(let truth): json.value(truth)
        case .date(let date): json.value(date.description)
        case .list(let elements): elements.write(to: &json)
        }
    }
}

extension [FieldValue] {
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}
