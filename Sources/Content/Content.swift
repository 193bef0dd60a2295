internal import BeelineSymbols

/// What a code means. Each case holds a value that was checked when it was made.
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
    case url(WebAddress)
    /// A Wi-Fi network.
    case wifi(WiFiNetwork)
    /// A person or organization: vCard, MECARD, BIZCARD.
    case contact(Contact)
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
    /// A request to sign in with a device that holds a FIDO key.
    indirect case fido(FIDORequest)
    /// A request for money.
    indirect case payment(Payment)
    /// A boarding pass.
    indirect case boardingPass(BoardingPass)
    /// A driver licence or identity card of North America.
    indirect case driverLicense(DriverLicense)
    /// A Vehicle Identification Number.
    indirect case vin(VIN)
    /// A JSON object or array.
    indirect case json(JSONDocument)
    /// Any other text.
    case text(String)
    /// Bytes that are no text.
    case binary([UInt8])
}

extension Content {
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
        case .fido: .fido
        case .payment: .payment
        case .boardingPass: .boardingPass
        case .driverLicense: .driverLicense
        case .vin: .vin
        case .json: .json
        case .text: .text
        case .binary: .binary
        }
    }
}

extension Content: CustomStringConvertible {
    /// The kind and the value: `isbn 9784873119045`. What a code keeps secret is not in it.
    public var description: String {
        switch self {
        case .isbn, .issn, .ismn, .japaneseBookRow, .japaneseMagazine, .product, .vin: plainDescription
        default: Secrets.masked(plainDescription) ?? plainDescription
        }
    }

    private var plainDescription: String {
        switch self {
        case .isbn(let book): "isbn \(book)"
        case .issn(let periodical): "issn \(periodical)"
        case .ismn(let ismn): "ismn \(ismn)"
        case .japaneseBookRow(let row): "japaneseBookRow \(row)"
        case .japaneseMagazine(let magazine): "japaneseMagazine \(magazine)"
        case .product(let product): "product \(product)"
        case .gs1(let elements): "gs1 \(elements)"
        case .url(let address): "url \(address)"
        case .wifi(let network): "wifi \(network)"
        case .contact(let contact): "contact \(contact)"
        case .event(let event): "event \(event)"
        case .email(let message): "email \(message)"
        case .phone(let number): "phone \(number)"
        case .sms(let message): "sms \(message)"
        case .geo(let location): "geo \(location)"
        case .otp(let key): "otp \(key)"
        case .fido(let request): "fido \(request)"
        case .payment(let payment): "payment \(payment)"
        case .boardingPass(let pass): "boardingPass \(pass)"
        case .driverLicense(let license): "driverLicense \(license)"
        case .vin(let vin): "vin \(vin)"
        case .json(let document): "json \(document)"
        case .text(let text): "text \(text)"
        case .binary(let bytes): "binary of \(bytes.count) bytes"
        }
    }
}

extension Content: FieldSource {
    /// The value of a field that only some kinds have.
    func value(of field: Field) -> FieldValue? {
        switch self {
        case .isbn(let book): book.value(of: field)
        case .issn(let periodical): periodical.value(of: field)
        case .ismn(let ismn): ismn.value(of: field)
        case .japaneseBookRow(let row): row.value(of: field)
        case .japaneseMagazine(let magazine): magazine.value(of: field)
        case .product(let product): product.value(of: field)
        case .gs1(let elements): elements.value(of: field)
        case .url(let address): address.value(of: field)
        case .wifi(let network): network.value(of: field)
        case .contact(let contact): contact.value(of: field)
        case .event(let event): event.value(of: field)
        case .email(let message): message.value(of: field)
        case .phone(let number): number.value(of: field)
        case .sms(let message): message.value(of: field)
        case .geo(let location): location.value(of: field)
        case .otp(let key): key.value(of: field)
        case .fido(let request): request.value(of: field)
        case .payment(let payment): payment.value(of: field)
        case .boardingPass(let pass): pass.value(of: field)
        case .driverLicense(let license): license.value(of: field)
        case .vin(let vin): vin.value(of: field)
        case .binary(let bytes): field == .bytes ? .text(Base64.encode(bytes)) : nil
        case .json, .text: nil
        }
    }

    /// Whether this code has a field that only some kinds have; cheaper than asking for its value.
    public func hasOwn(_ field: Field) -> Bool { has(field) }

    /// The value of a field that only some kinds have; nil for those that every code has.
    public func ownValue(of field: Field) -> FieldValue? { value(of: field) }

    /// Whether a field that only some kinds have is true or false; nil where it is neither, and where this code does not
    /// have it.
    public func truth(of field: Field) -> Bool? {
        if case .product(let product) = self, let truth = product.truth(of: field) { return truth }
        if case .boolean(let truth)? = value(of: field) { return truth }
        return nil
    }

    /// Whether this code has a field that only some kinds have.
    func has(_ field: Field) -> Bool {
        switch self {
        case .isbn(let book): book.has(field)
        case .product(let product): product.has(field)
        default: value(of: field) != nil
        }
    }
}
