/// Links and networks.
extension Field {
    static let linkRows: [FieldDefinition] = [
        .row(
            .url, type: .url, always: [.url, .otp], sometimes: [.gs1, .payment],
            "The link, absolute and in ASCII, with scheme and host in lower case; `https://` is put before a domain alone. "
                + "That of a key for one-time passwords tells its secret, and is hidden like it."
        ),
        .row(.title, sometimes: [.url], "The title of a bookmark."),
        .row(.scheme, form: .lowerCase, part: true, always: [.url], "The scheme of the link: `https`."),
        .row(
            .host, form: .host, sometimes: [.url, .gs1],
            "The host of the link, in lower case and ASCII: `xn--mller-kva.de`."),
        .row(
            .unicodeHost, sometimes: [.url],
            "The host as people write it, where that differs: `müller.de`."),
        .row(
            .domain, form: .host, sometimes: [.url],
            "The part of the host that was registered, by the Public Suffix List: `example.co.uk`."),
        .row(.port, type: .number, part: true, sometimes: [.url], "The port, where the link names one."),
        .row(
            .path, part: true, always: [.url],
            "The path of the link, with its slash; may be empty. Without a host, all up to the query."),
        .row(.fragment, part: true, sometimes: [.url], "What follows the `#`."),
    ]

    static let networkRows: [FieldDefinition] = [
        .row(.ssid, always: [.wifi], "The name of the network."),
        .row(
            .security, form: .security, always: [.wifi],
            "How the network is secured, as the code says it, in capitals (`WPA`, `WPA2`, `WEP`, `SAE`, `WPA2-EAP`); "
                + "`WPA2-EAP` also where it has an EAP method; `nopass` when it is open."),
        .row(.password, secret: true, sometimes: [.wifi], "The password of the network."),
        .row(.hidden, type: .boolean, always: [.wifi], "Whether the network does not show its name."),
        .row(.eapMethod, form: .upperCase, sometimes: [.wifi], "The EAP method: `PEAP`, `TTLS`, `TLS`, `PWD`."),
        .row(.phase2, form: .upperCase, sometimes: [.wifi], "The method inside of the EAP tunnel: `MSCHAPV2`."),
        .row(.identity, sometimes: [.wifi], "The user's name in the network."),
        .row(.anonymousIdentity, sometimes: [.wifi], "The user's name outside of the EAP tunnel."),
    ]
}
