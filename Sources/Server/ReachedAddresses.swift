internal import BeelineSupport
internal import Glibc

/// How a server is reached: what is printed, what links begin with, and which hosts requests may name.
struct ReachedAddresses {
    /// A URL for each listener, or the path of its socket: `http://127.0.0.1:8377`, `unix:/run/beeline/serve.sock`.
    let addresses: [String]
    /// What links begin with that others are to open.
    let base: String
    /// Names, for any port, and what the user says. By an address in numbers it is reached anyway.
    let hosts: [String]

    /// - Parameters:
    ///   - listening: the listeners with their ports, in their order.
    ///   - base: what the user says.
    ///   - hosts: further names that the user says.
    init(
        _ listening: [HTTPServer.Place], base: String?, hosts: [String],
        machine: MachineNames = .all(), primary: String? = primaryAddress()
    ) {
        addresses = listening.map(\.url)
        var known = hosts
        // What only this machine reaches needs no names of the network.
        if listening.contains(where: { !$0.isLocal && $0.host != nil }) { known += machine.names }
        let beyond = listening.filter { $0.host != nil && !$0.isLocal }
        let best = beyond.first(where: \.isEncrypted) ?? beyond.first ?? listening.first { $0.host != nil }
        if let base {
            self.base = base
            known += [Self.host(of: base)].compactMap(\.self)
        } else {
            let address = best.flatMap { $0.isEverywhere ? primary : $0.host } ?? "127.0.0.1"
            self.base = best.map { $0.url(host: address) } ?? "http://localhost"
        }
        var unique: [String] = []
        for host in known where !unique.contains(host) { unique.append(host) }
        self.hosts = unique
    }

    /// The address from which packets to the internet would leave; nil without such a network. No packet is sent.
    static func primaryAddress() -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // An address for documentation (RFC 5737), which no machine has.
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(9).bigEndian
        address.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                connect(descriptor, general, length) == 0 && getsockname(descriptor, general, &length) == 0
            }
        }
        let bytes = withUnsafeBytes(of: address.sin_addr.s_addr) { Array($0) }
        return isKnown ? bytes.map(String.init).joined(separator: ".") : nil
    }

    private static func host(of url: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return nil }
        return (try? HostAndPort(url.dropFirst(scheme.count).prefix { $0 != "/" }))?.host
    }
}

extension HTTPServer.Place {
    /// Its address in numbers; nil for a socket in the file system.
    fileprivate var host: String? { port == nil ? nil : (try? HostAndPort(name))?.host }

    /// Whether it stands for all addresses of the machine.
    fileprivate var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

    fileprivate var url: String { host.map(url(host:)) ?? name }

    fileprivate func url(host: String) -> String {
        "\(isEncrypted ? "https" : "http")://\(HostAndPort(host: host, port: port))"
    }
}
