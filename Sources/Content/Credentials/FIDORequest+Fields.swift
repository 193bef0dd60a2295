internal import BeelineSymbols

extension FIDORequest: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .fidoRequest: request.map { .text($0.rawValue) }
        case .fidoTime: time.flatMap { DecimalNumber($0) }.map(FieldValue.number)
        default: nil
        }
    }
}

extension KindDefinition {
    static let fido = KindDefinition(
        .fido, "a request to sign in",
        """
        `FIDO:/` in any case and decimal digits, as a browser shows them to sign in with a phone (CTAP 2.2, section \
        11.5.1). Each 17 digits are seven bytes, the last ones fewer; the bytes are a CBOR map that has a compressed \
        public key of 33 bytes (0) and a secret of 16 bytes (1). The number of tunnel services (2), the time (3), \
        whether it is state-assisted (4) and the hint (5) may be missing; other entries are skipped. Anything else \
        behind the digits is no request.
        """,
        examples: [
            Symbol(
                .qr,
                "FIDO:/1308640083810730366733271901259511574782189577570832318955715307514638335139974358997131350807802"
                    + "6948312026786722471666005727649643501784024544726574771401798171307406596245"),
            Symbol(
                .qr,
                "FIDO:/0876091779946921806782999355727134048049477546859750282689615364481600"
                    + "8488445526036570056405080729216202542101049181187016553022851850"),
        ])
}
