internal import BeelineSymbols

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
