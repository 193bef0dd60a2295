package import BeelineSupport
internal import CMicroHTTP
internal import Glibc

/// The certificate of a server and its private key, both in PEM.
package struct TLSIdentity: Hashable, Sendable {
    let certificate: String
    let key: String
    /// The SHA-256 fingerprint of the certificate, 32 bytes.
    package let fingerprint: [UInt8]
    /// The end of the certificate's validity, in seconds since 1970.
    package let end: Int64

    /// Reads both from files: the certificate with the chain of authorities that signed it, the key without a password.
    package init(certificate: String, key: String) throws(Problem) {
        try self.init(
            certificatePEM: Self.text(of: certificate, limit: Self.longest),
            keyPEM: Self.text(of: key, limit: Self.longest), of: certificate)
    }

    /// The certificate that Beeline makes for itself. It is read from a folder; it is made again if it is missing,
    /// expires soon or lacks one of `hosts`: further names and addresses of this machine, as `desk.example`, `fd00::5`.
    /// No authority has signed it, so a browser warns before it shows the page. The user compares the fingerprint with
    /// the one that the server prints.
    package static func own(in folder: String, hosts: [String] = []) throws(Problem) -> TLSIdentity {
        let hosts = hosts.map { $0.lowercased() }.filter(MachineNames.isCertifiable)
        let (certificatePath, keyPath) = ("\(folder)/certificate.pem", "\(folder)/key.pem")
        if exists(certificatePath), exists(keyPath) {
            let certificate = try text(of: certificatePath, limit: longest)
            let key = try readKey(keyPath)
            // What a power failure left half made is made again.
            if let there = try? TLSIdentity(certificatePEM: certificate, keyPEM: key, of: certificatePath),
                there.end > Int64(time(nil)) + renewal,
                hosts.allSatisfy({ beeline_httpd_certificate_names(certificate, $0) })
            {
                return there
            }
        }
        let made = try make(hosts)
        do throws(FileError) {
            // The key first: there is a pair only with the certificate.
            try replaceFile(keyPath, with: Array(made.key.utf8), isPrivate: true)
            try replaceFile(certificatePath, with: Array(made.certificate.utf8))
        } catch {
            throw .file(error)
        }
        return made
    }

    /// The fingerprint for people: `3A:F0:…`.
    package var fingerprintText: String {
        fingerprint.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }

    /// The most bytes of a file.
    private static let longest = 1 << 20
    /// How long before its expiry a certificate is replaced, in seconds.
    private static let renewal: Int64 = 30 * 86_400

    private init(certificatePEM: String, keyPEM: String, of path: String) throws(Problem) {
        try Self.requireLibrary()
        var fingerprint = [UInt8](repeating: 0, count: Int(beeline_httpd_sha256_length))
        var end: Int64 = 0
        if let problem = beeline_httpd_examine_certificate(certificatePEM, keyPEM, &fingerprint, &end) {
            throw .unusable(path: path, reason: String(cString: problem))
        }
        (certificate, key, self.fingerprint, self.end) = (certificatePEM, keyPEM, fingerprint, end)
    }

    private static func requireLibrary() throws(Problem) {
        if let problem = libraryProblem { throw .noLibrary(problem) }
    }

    /// Why GnuTLS cannot be loaded; nil when it can.
    static var libraryProblem: String? {
        beeline_httpd_load_gnutls().map { reason in
            "libgnutls cannot be loaded (\(String(cString: reason))); install the package libgnutls30 (Fedora: gnutls)"
        }
    }

    private static func text(of path: String, limit: Int) throws(Problem) -> String {
        do throws(FileError) {
            return String(decoding: try readRegularFile(path, limit: limit), as: UTF8.self)
        } catch {
            throw .file(error)
        }
    }

    private static func readKey(_ path: String) throws(Problem) -> String {
        do throws(FileError) {
            return String(decoding: try readPrivateFile(path, limit: longest), as: UTF8.self)
        } catch {
            throw .file(error)
        }
    }

    /// The validity of a certificate that browsers accept, in seconds; Safari's limit is 825 days.
    private static let lifetime: Int64 = 820 * 86_400

    private static func make(_ hosts: [String]) throws(Problem) -> TLSIdentity {
        try requireLibrary()
        let names = MachineNames.all().adding(hosts)
        let host = names.host ?? "this machine"
        // Clocks of telephones are not always right.
        let begin = Int64(time(nil)) - 3600
        var pem = beeline_httpd_pem()
        defer { beeline_httpd_free_pem(&pem) }
        let problem = names.withRawNames { raw -> UnsafePointer<CChar>? in
            guard let start = raw.baseAddress else { return nil }
            return beeline_httpd_make_certificate("Beeline on \(host)", start, raw.count, begin, begin + lifetime, &pem)
        }
        guard problem == nil, let certificate = pem.certificate, let key = pem.key else {
            throw .unusable(path: "a new certificate", reason: problem.map { String(cString: $0) } ?? "it was not made")
        }
        return try TLSIdentity(
            certificatePEM: String(cString: certificate), keyPEM: String(cString: key), of: "a new certificate")
    }

    /// Why there is no usable certificate.
    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case noLibrary(String)
        case file(FileError)
        case unusable(path: String, reason: String)

        package var description: String {
            switch self {
            case .noLibrary(let problem): problem
            case .file(let error): error.description
            case .unusable(let path, let reason):
                "\(path): this certificate and key cannot be used: \(reason) Both are files in PEM, the key without "
                    + "a password."
            }
        }
    }
}

// The key never prints.
extension TLSIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "certificate \(fingerprintText)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["fingerprint": fingerprintText]) }
}

/// The names and addresses by which others reach this machine.
package struct MachineNames: Sendable {
    /// The host name, without a domain; nil if it cannot be in a URL.
    package let host: String?
    /// All names: `till`, `till.local`, `till.example.com`, `localhost`.
    package let names: [String]
    /// All numeric addresses: those of its loopback and of its networks.
    package let addresses: [String]

    package static func all() -> MachineNames {
        let full = machineName().lowercased()
        let isGood = !full.isEmpty && full.utf8.allSatisfy(Self.isOfName)
        let host = isGood ? full.split(separator: ".").first.map(String.init) : nil
        var names: [String] = []
        for name in [host, host.map { "\($0).local" }, isGood ? full : nil, "localhost"] {
            if let name, !names.contains(name) { names.append(name) }
        }
        return MachineNames(host: host, names: names, addresses: ["127.0.0.1", "::1"] + networkAddresses())
    }

    /// These, with further names or addresses.
    fileprivate func adding(_ hosts: [String]) -> MachineNames {
        var (names, addresses) = (names, addresses)
        for host in hosts {
            if HostAndPort.isAddress(host) {
                if !addresses.contains(host) { addresses.append(host) }
            } else if !names.contains(host) {
                names.append(host)
            }
        }
        return MachineNames(host: self.host, names: names, addresses: addresses)
    }

    /// Whether a certificate can name a host: an address, or a name in the form that browsers send, which is ASCII.
    fileprivate static func isCertifiable(_ host: String) -> Bool {
        HostAndPort.isAddress(host) || (1...253).contains(host.utf8.count) && host.utf8.allSatisfy(isOfName)
    }

    /// - Parameter byte: of a name in lower case.
    private static func isOfName(_ byte: UInt8) -> Bool {
        "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains(byte)
    }

    /// The addresses of the interfaces that are up, without link-local ones, which no URL can have.
    private static func networkAddresses() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        for interface in sequence(first: first, next: { $0.pointee.ifa_next }) {
            guard let address = interface.pointee.ifa_addr, interface.pointee.ifa_flags & UInt32(IFF_UP) != 0,
                [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family))
            else { continue }
            let peer = PeerAddress(address)
            let isOfLink = peer.text.hasPrefix("fe80:") || peer.text.hasPrefix("169.254.")
            if peer.origin != .loopback, !isOfLink, !addresses.contains(peer.text) { addresses.append(peer.text) }
        }
        return addresses
    }

    /// In the form for certificates.
    fileprivate func withRawNames<Result>(_ use: (UnsafeBufferPointer<beeline_httpd_name>) -> Result) -> Result {
        var raw: [beeline_httpd_name] = addresses.compactMap { text in
            var name = beeline_httpd_name()
            let family = text.utf8.contains(UInt8(ascii: ":")) ? AF_INET6 : AF_INET
            guard inet_pton(family, text, &name.address) == 1 else { return nil }
            name.address_length = family == AF_INET6 ? 16 : 4
            return name
        }
        // Copies, which the certificate copies again.
        let copies = names.compactMap { strdup($0) }
        defer { for copy in copies { free(copy) } }
        raw.insert(
            contentsOf: copies.map { copy in
                var name = beeline_httpd_name()
                name.name = UnsafePointer(copy)
                return name
            }, at: 0)
        return raw.withUnsafeBufferPointer(use)
    }
}
