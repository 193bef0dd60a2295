internal import BeelineSymbols

extension Kind {
    /// Every kind, in the order of the cases.
    public static let table: [KindDefinition] = [
        .isbn, .issn, .ismn, .japaneseBookRow, .japaneseMagazine, .product, .gs1, .url, .wifi, .contact, .event, .email,
        .phone, .sms, .geo, .otp, .fido, .payment, .boardingPass, .driverLicense, .vin, .json, .text, .binary,
    ]
}

extension KindDefinition {
    static let text = KindDefinition(
        .text, "a text",
        "Any text that is of no other kind, with a warning where it nearly was of one. A private key in it is secret.",
        examples: [Symbol(.qr, "Hello, world")])

    static let binary = KindDefinition(
        .binary, "a sequence of bytes", "Bytes that are not UTF-8, nor likely to be text in another character set.",
        examples: [Symbol(.dataMatrix, bytes: [0xFF, 0x00, 0xFE])])
}
