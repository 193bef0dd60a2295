internal import BeelineSymbols

/// An IP address in the place of a host.
struct HostAddress: Hashable, Sendable {
    let place: AddressPlace
    /// The address as people write it, where the spelling hides which it is; nil for a plain one.
    let meaning: String?

    /// Nil for a name. Browsers take a host for an address that stands in brackets, or whose last label is a number, be
    /// it decimal, octal or hexadecimal (WHATWG URL, section 3.5).
    ///
    /// - Parameter host: in lower case, without the dot of the root.
    init?(_ host: String) {
        if host.utf8.first == UInt8(ascii: "[") {
            guard let address = IPv6Address(host.dropFirst().dropLast()) else {
                self.init(place: .anywhere, meaning: nil)
                return
            }
            if let inner = address.embedded {
                self.init(place: inner.place, meaning: inner.description)
            } else {
                self.init(place: address.place, meaning: nil)
            }
            return
        }
        let last = HostName.lastLabel(host)
        guard last.utf8.first?.isASCIIDigit == true,
            IPv4Address.number(last) != nil || last.utf8.allSatisfy(\.isASCIIDigit)
        else { return nil }
        guard let address = IPv4Address(host) else {
            // Not one that leads anywhere; browsers refuse it.
            self.init(place: .anywhere, meaning: nil)
            return
        }
        self.init(place: address.place, meaning: address.description == host ? nil : address.description)
    }

    private init(place: AddressPlace, meaning: String?) {
        self.place = place
        self.meaning = meaning
    }

    /// What is noticeable about it.
    func reasons(_ host: String) -> [LinkReason] {
        let disguise = meaning.map { [LinkReason.obfuscatedAddress(host, meaning: $0)] } ?? []
        return switch place {
        case .anywhere: disguise + [.literalAddress(host)]
        case .local: disguise + [.localHost(host)]
        case .metadataService: disguise + [.metadataService(host)]
        case .reserved: disguise + [.reservedAddress(host)]
        }
    }
}
