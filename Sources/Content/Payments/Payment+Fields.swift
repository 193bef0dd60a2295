internal import BeelineSymbols

extension Payment: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .paymentForm: .text(form.description)
        case .amount: amount.map(FieldValue.number)
        default: text(of: field).flatMap(FieldValue.text(unlessEmpty:))
        }
    }

    private func text(of field: Field) -> String? {
        switch field {
        case .account: account
        case .iban: iban?.text
        case .bic: bic
        case .payee: payee
        case .payeeAddress: payeeAddress
        case .city: city
        case .postalCode: postalCode
        case .country: country
        case .payer: payer
        case .currency: currency
        case .reference: reference
        case .message: message
        case .information: information
        case .purpose: purpose
        case .merchantCategory: merchantCategory
        case .label: label
        case .url: url
        default: nil
        }
    }
}

extension KindDefinition {
    static let payment = KindDefinition(
        .payment, "a request for money",
        """
        One of these forms, each by its own rules; what breaks them is text, with a warning that says where.

        - **SEPA** (EPC069-12, “GiroCode”): the lines `BCD`, version 001 or 002, character set 1…8, `SCT`, BIC (needed in \
        version 001), name (at most 70 characters), IBAN (length, structure and check digits of its country), `EUR` with \
        an amount of 0.01…999999999.99 or none, purpose, and then a reference or a text, never both. At most 331 bytes. \
        Lines at the end may be missing.
        - **QR-bill** (`SPC`, Switzerland and Liechtenstein): all of its 31…34 lines, with an IBAN of `CH` or `LI`, CHF \
        or EUR, and the reference that goes with the account: `QRR` with a QR-IBAN, `SCOR` or `NON` with others.
        - **EMV** merchant codes that begin with `000201` (or another version), with the right CRC. They need an account, a currency and a \
        country; name and city are often left out, which is accepted. Accounts of Pix make it `pix`, those of UPI `upi`. \
        The account is the payee, never the bank; of systems that are not known it may be absent. A fee that is to be \
        added to the amount is told in a warning.
        - **UPI** links: `upi://pay?pa=name@bank`, as well as `upi://mandate`. A wrong merchant category is left out, \
        with a warning.
        - **SPAYD** (“QR platba” of Czech banks): `SPD*1.0*`, `ACC:` with an IBAN and perhaps `+` and a BIC, and further \
        names and values. Without `RF` the variable symbol (`X-VS`) is the reference. A CRC32 is not checked.
        - **IBAN**: nothing but an IBAN, typed or in a QR code, Data Matrix, Aztec or PDF417, with the right check digits; \
        blanks between its groups do not matter.
        - **Cryptocurrencies**: links that begin with `bitcoin:`, `lightning:`, `bitcoincash:`, `litecoin:`, \
        `dogecoin:`, `dash:`, `zcash:`, `monero:`, `ethereum:`, `solana:`, with an address whose checksum is right \
        (addresses of Solana, and those of Ethereum in one case, have none); and without the scheme \
        invoices and LNURLs of Lightning, and addresses of Bitcoin, Litecoin (`ltc1`), Bitcoin Cash, and Ethereum (in \
        mixed case), when the checksum is right. The amount is in whole coins. Links that demand \
        something unknown (`req-…`) or say two things at once are refused, as are calls of \
        contracts of Ethereum other than `transfer`. What is paid in tokens or on another chain has no amount, and a \
        warning.
        """,
        examples: [
            Symbol(
                .qr,
                """
                BCD
                002
                1
                SCT
                COBADEFFXXX
                Wikimedia Fördergesellschaft
                DE33100205000001194700
                EUR20.00
                CHAR

                Spende für Wikipedia
                Danke!
                """),
            Symbol(
                .qr,
                """
                SPC
                0200
                1
                CH4431999123000889012
                S
                Robert Schneider AG
                Rue du Lac
                1268
                2501
                Biel
                CH







                1949.75
                CHF
                S
                Pia-Maria Rutschmann-Schnyder
                Grosse Marktgasse
                28
                9400
                Rorschach
                CH
                QRR
                210000000003139471430009017
                Order of 15 June 2020
                EPD
                //S1/10/10201409/11/200701/32/7.7
                """),
            Symbol(
                .qr,
                "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913"
                    + "Fulano de Tal6008BRASILIA62070503***63041D3D"),
            Symbol(.qr, "upi://pay?pa=shop@okaxis&pn=Corner%20Shop&mc=5411&tr=A17&tn=Tea&am=120.50&cu=INR"),
            Symbol(.qr, "00020101021126120008LK.LPOPP5204581253031445802LK5910Corner Tea6007Colombo63044FC0"),
            Symbol(.qr, "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1&label=Boat"),
        ])
}
