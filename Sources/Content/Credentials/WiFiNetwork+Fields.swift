internal import BeelineSymbols

extension WiFiNetwork: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .ssid: .text(ssid)
        case .security: .text(security)
        case .password: password.map(FieldValue.text)
        case .hidden: .boolean(isHidden)
        case .eapMethod: eapMethod.map(FieldValue.text)
        case .phase2: phase2.map(FieldValue.text)
        case .identity: identity.map(FieldValue.text)
        case .anonymousIdentity: anonymousIdentity.map(FieldValue.text)
        default: nil
        }
    }
}

extension KindDefinition {
    static let wifi = KindDefinition(
        .wifi, "a Wi-Fi network",
        """
        `WIFI:` and fields `X:value;` in any order and any case: `S` the name of the network, 1 to 32 bytes, which must \
        be there; `T` the security; `P` the password; `H` (`true`, `1`, `yes`) for a network that does not show its \
        name, or, as in old codes, the method of phase 2; for enterprises `E` the EAP method, `PH2` or `PH` the method of \
        phase 2, `I` the identity, `A` or `AI` the anonymous one; `R` and `K` of the WPA3 specification. Other fields are \
        skipped; of two of a name, the first counts.

        A backslash stands before `\\`, `;`, `,`, `:` and `"` in a value; before another character it is one. Quotes \
        around a value are no part of it, and hexadecimal digits are text. The semicolons at the end may be missing. \
        With an EAP method or a method of phase 2, and without `T` with an identity, the security is `WPA2-EAP`. \
        Otherwise, without `T` a network with a password is `WPA` and one without is open (`nopass`). How long a password \
        is does not matter: WPA3 allows any length, and its codes say `WPA` too.

        A note about a network (`Wifi: ask at the bar`) is text. Codes of Wi-Fi Easy Connect (`DPP:`) hold a key and no \
        network, and are not read.
        """,
        examples: [
            Symbol(.qr, "WIFI:T:WPA;S:Guest;P:for our guests;;"),
            Symbol(.qr, "WIFI:T:nopass;S:Town Library;;"),
            Symbol(
                .qr,
                "WIFI:T:WPA2-EAP;S:campus;E:PEAP;PH2:MSCHAPV2;A:anonymous;I:bob@example.edu;P:s3cret\\;pass;H:true;;"),
        ])
}
