internal import BeelineSymbols

extension OneTimePasswordKey: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch (field, factor) {
        case (.url, _): .text(url)
        case (.otpType, _): .text(type.rawValue)
        case (.issuer, _): issuer.map(FieldValue.text)
        case (.accountName, _): accountName.map(FieldValue.text)
        case (.sharedSecret, _): .text(secret)
        case (.algorithm, _): .text(algorithm.rawValue)
        case (.digits, _): DecimalNumber(Int64(digits)).map(FieldValue.number)
        case (.period, .time(let period)): DecimalNumber(Int64(period)).map(FieldValue.number)
        case (.counter, .counter(let counter)): DecimalNumber(counter).map(FieldValue.number)
        default: nil
        }
    }
}

extension KindDefinition {
    static let otp = KindDefinition(
        .otp, "a key for one-time passwords",
        """
        `otpauth://totp/LABEL?…` or `otpauth://hotp/LABEL?…`, in any case. `secret` must be there, in Base32 of any case, \
        with blanks, hyphens and padding or without, and at least one byte; `algorithm` is `SHA1`, `SHA256` or `SHA512`, \
        `digits` 6 to 8, `period` a number of seconds from 1, `counter` a whole number. The issuer is the parameter or \
        what stands before the colon of the label.

        Taken with a warning: an `hotp` key without its `counter`, which counts from 0 then; an issuer in the label that \
        is another one than the parameter; a secret that ends within a byte. Other hashes and counts of digits are no \
        key of this kind, nor is what `otpauth-migration:` exports.
        """,
        examples: [
            Symbol(.qr, "otpauth://totp/ACME:bob@example.org?secret=JBSWY3DPEHPK3PXP&issuer=ACME"),
            Symbol(.qr, "otpauth://totp/?secret=GEZDGNBVGY3TQOJQ&algorithm=SHA256&digits=8&period=60"),
            Symbol(.qr, "otpauth://hotp/Example%20Bank:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=7"),
        ])
}
