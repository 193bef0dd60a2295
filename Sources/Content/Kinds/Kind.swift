/// The kinds of content, by the names that rules and output use.
public enum Kind: String, Hashable, Sendable, CaseIterable {
    case isbn, issn, ismn, japaneseBookRow, japaneseMagazine
    case product, gs1
    case url
    case wifi, contact, event, email, phone, sms, geo, otp, fido
    case payment, boardingPass, driverLicense, vin
    case json, text, binary
}

extension Kind {
    /// The line of the table that defines the kind.
    public var definition: KindDefinition { Self.table[index] }
}
