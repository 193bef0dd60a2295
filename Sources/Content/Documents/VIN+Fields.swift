internal import BeelineSymbols

extension VIN: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .vin: .text(text)
        case .manufacturer: .text(manufacturer)
        case .modelCode: .text(modelCode)
        default: nil
        }
    }
}

extension KindDefinition {
    static let vin = KindDefinition(
        .vin, "a vehicle's number",
        """
        Seventeen digits and capitals without I, O and Q, in Code 39, Code 128, QR, Data Matrix, PDF417 or Aztec, or \
        typed (then in small letters too). The ninth is the right check digit, the tenth may stand for a model year \
        (not U, Z, 0), the last four are digits, and there is a letter among them. In Code 39 an `I` (for import) \
        before it and asterisks around it are no part of it.

        European makers need not write a check digit, and seventeen characters without one may be anything; such \
        numbers stay text, in Code 39 with a warning.
        """,
        examples: [Symbol(.code39, "1M8GDM9AXKP042788"), Symbol(.dataMatrix, "1HGCM82633A004352")])
}
