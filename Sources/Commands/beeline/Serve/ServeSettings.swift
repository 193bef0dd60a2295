import Beeline
import BeelineLive
import BeelineServer
import BeelineSupport
import Glibc

/// What the options of `beeline serve` say: where it listens, who may ask, how much, and which sources it has.
struct ServeSettings {
    let listeners: [Listener]
    /// Whether the certificate is one that this program has made for itself.
    let hasOwnCertificate: Bool
    let limits: HTTPLimits
    /// Names by which requests may call it, beside its addresses.
    let hosts: [String]
    let base: String?
    let requiresToken: Bool
    /// Whether a telephone is to be paired.
    let pairs: Bool
    let entries: [StationEntry]
    /// The file of the table of links, where the server is a resolver.
    let resolver: String?
    let asksRulesForLinks: Bool
    /// For how many seconds caches may keep an answer of the resolver.
    let cacheTime: Int?
    let bodyLimit: Int?
    /// How many pictures may wait.
    let queue: Int?
    /// After how long it ends; nil: never.
    let duration: Duration?

    /// Where it listens by default, and, to pair telephones, for the network.
    static let port: UInt16 = 8377
    static let networkPort: UInt16 = 8378

    init(_ arguments: Arguments) throws {
        pairs = arguments.has(.pair)
        requiresToken = arguments.has(.requireToken)
        hosts = try arguments.all(.host).map(Self.host)
        base = try arguments.parsed(.base, Self.base) { .bad(.base, $0, isNot: "an address such as https://HOST:PORT") }
        duration = try LiveSettings.duration(arguments)
        bodyLimit = try arguments.parsed(.bodyLimit, Self.size) {
            .bad(.bodyLimit, $0, isNot: "a size from 1K to 1G, such as 32M")
        }
        queue = try Self.count(arguments, .queue)
        resolver = arguments[.resolver]
        asksRulesForLinks = arguments.has(.ruleLinks)
        cacheTime = try arguments.parsed(.cacheTime, Self.seconds) {
            .bad(.cacheTime, $0, isNot: "a whole number of seconds from 0 to 86400")
        }
        // Linksets and the description file name the address by which others reach the resolver.
        if resolver != nil, base == nil { throw UsageError.needs(.resolver, .base) }
        for option in [Option.ruleLinks, .cacheTime] where resolver == nil && arguments.has(option) {
            throw UsageError.needs(option, .resolver)
        }
        var limits = HTTPLimits()
        if let count = try Self.count(arguments, .connections) {
            limits.connections = count
            limits.perAddress = min(limits.perAddress, count)
            limits.perLocalAddress = min(limits.perLocalAddress, count)
        }
        self.limits = limits
        entries = try LiveSettings.entries(arguments, SourceSettings())
        listeners = try Self.listeners(arguments, named: hosts + [base].compactMap(\.self))
        hasOwnCertificate = !arguments.has(.certificate) && listeners.contains { $0.identity != nil }
    }

    // MARK: Where it listens

    /// - Parameter names: hosts and URLs by which others reach this machine.
    private static func listeners(_ arguments: Arguments, named names: [String]) throws -> [Listener] {
        let given = try configured { try Listener.inherited() }
        var listeners: [Listener] = []
        for text in arguments.all(.listen) {
            do throws(Listener.Malformed) {
                listeners += try Listener.parse(text)
            } catch {
                throw UsageError.badAddress(text, error.description)
            }
        }
        guard given.isEmpty || listeners.isEmpty else { throw UsageError.socketsByBoth }
        listeners += given
        if listeners.isEmpty {
            listeners = Listener.loopback(port: port)
            // Telephones do not reach the loopback.
            if arguments.has(.pair) { listeners.append(Listener(.tcp(address: "0.0.0.0", port: networkPort))) }
        }
        // Cameras of browsers work by HTTPS only, and the loopback of this machine counts as that.
        let encryptsAll = arguments.has(.tls) || arguments.has(.certificate)
        let places = listeners.indices.filter { place in
            listeners[place].isOfNetwork && (encryptsAll || arguments.has(.pair) && !listeners[place].isLocal)
        }
        guard !places.isEmpty || encryptsAll || arguments.has(.key) else { return listeners }
        let identity = try identity(arguments, for: names.compactMap(Self.plainHost))
        for place in places { listeners[place].identity = identity }
        return listeners
    }

    private static func identity(_ arguments: Arguments, for hosts: [String]) throws -> TLSIdentity {
        switch (arguments[.certificate], arguments[.key]) {
        case (let certificate?, let key?):
            if arguments.has(.tls) { throw UsageError.exclude(.tls, .certificate) }
            return try configured { try TLSIdentity(certificate: certificate, key: key) }
        case (_?, nil): throw UsageError.needs(.certificate, .key)
        case (nil, _?): throw UsageError.needs(.key, .certificate)
        case (nil, nil):
            return try configured {
                guard let folder = userDataFolder() else { throw FileError(path: "~/.local/share", reason: .notFound) }
                return try TLSIdentity.own(in: "\(folder)/serve", hosts: hosts)
            }
        }
    }

    // MARK: Values

    private static func host(_ text: String) throws(UsageError) -> String {
        do throws(HostAndPort.Malformed) {
            guard try !HostAndPort(text).host.isEmpty else { throw .badHost }
            return text
        } catch {
            throw .badHost(text, error.description)
        }
    }

    /// The host of a URL, or of a host with a port: `https://desk.example:8443`, `[fd00::5]:8377`.
    private static func plainHost(_ text: String) -> String? {
        let scheme = ["https://", "http://"].first(where: text.hasPrefix) ?? ""
        return (try? HostAndPort(text.dropFirst(scheme.count)))?.host
    }

    /// A URL of a server without a path, as links begin.
    private static func base(_ text: String) -> String? {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix),
            let place = try? HostAndPort(text.dropFirst(scheme.count)), !place.host.isEmpty
        else { return nil }
        return text
    }

    private static func size(_ text: String) -> Int? {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[$0] }
        guard let number = number(unit == nil ? text : String(text.dropLast())), number <= 1 << 30 else { return nil }
        let size = number * (unit ?? 1)
        return (1 << 10...1 << 30).contains(size) ? size : nil
    }

    private static func count(_ arguments: Arguments, _ option: Option) throws(UsageError) -> Int? {
        try arguments.parsed(option, { number($0).flatMap { (1...100_000).contains($0) ? $0 : nil } }) {
            .bad(option, $0, isNot: "a whole number from 1 to 100000")
        }
    }

    private static func seconds(_ text: String) -> Int? {
        number(text).flatMap { (0...86_400).contains($0) ? $0 : nil }
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }
}

extension Listener {
    /// Whether it has an address of a network, and could speak TLS: a proxy at a socket of the file system does that itself.
    var isOfNetwork: Bool { !name.hasPrefix("unix") && !name.hasPrefix("descriptor") }
}
