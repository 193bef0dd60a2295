internal import BeelineSymbols

extension GivenFields {
    /// `WIFI:…`. Without a security, a network with a password is WPA, which stands for WPA2 and WPA3 too.
    func wifi() throws(CodeTextError) -> String {
        let ssid = try needed("ssid")
        guard ssid.utf8.count <= 32 else {
            throw CodeTextError("ssid", "has \(ssid.utf8.count) bytes, at most 32 are possible")
        }
        let password = text("password")
        let rare = WiFiNetwork.Rare(
            eapMethod: text("eapMethod")?.uppercased(), phase2: text("phase2")?.uppercased(),
            identity: text("identity"),
            anonymousIdentity: text("anonymousIdentity"))
        let isHidden = try truth("hidden")
        let isEnterprise = rare.eapMethod != nil || rare.phase2 != nil
        let security = text("security") ?? (isEnterprise ? "WPA2-EAP" : password == nil ? "nopass" : "WPA")
        guard Self.securities.contains(where: { $0.asciiLowercased == security.asciiLowercased }) else {
            throw CodeTextError("security", "is none of \(Self.securities.joined(separator: ", "))")
        }
        if security.asciiLowercased == "nopass", password != nil {
            throw CodeTextError("password", "is there, and 'security' says that there is none")
        }
        let network = WiFiNetwork(
            ssid: ssid, security: security, password: password, isHidden: isHidden, rare: rare)
        guard let read = WiFiNetwork(network.code), read.ssid == ssid, read.password == password,
            read.identity == rare.identity, read.anonymousIdentity == rare.anonymousIdentity
        else { throw CodeTextError("ssid", "or the password cannot be written so that it is read as it is") }
        return network.code
    }

    /// What readers of codes know.
    private static let securities = ["nopass", "WEP", "WPA", "WPA2", "WPA3", "SAE", "WPA2-EAP"]

    /// `otpauth://…`
    func otp() throws(CodeTextError) -> String {
        let factor: OneTimePasswordKey.Factor
        if let counter = try whole("counter") {
            guard try whole("period") == nil else { throw CodeTextError("counter", "and 'period' exclude each other") }
            factor = .counter(Int64(counter))
        } else {
            factor = .time(period: try whole("period") ?? 30)
        }
        let name = text("algorithm")?.uppercased() ?? "SHA1"
        guard let algorithm = OneTimePasswordKey.Algorithm(rawValue: name) else {
            throw CodeTextError("algorithm", "is '\(name.withHiddenSpelledOut)'; SHA1, SHA256 and SHA512 are possible")
        }
        // As authenticators show it: in small letters, with blanks between groups.
        let secret = try needed("sharedSecret").uppercased().filter { $0 != " " && $0 != "-" && $0 != "=" }
        return OneTimePasswordKey(
            factor: factor, secret: secret, issuer: text("issuer"), accountName: text("accountName"),
            algorithm: algorithm, digits: try whole("digits") ?? 6
        ).url
    }
}
