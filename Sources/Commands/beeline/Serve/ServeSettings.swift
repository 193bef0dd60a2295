import Beeline
import BeelineLive
import BeelineServer
import BeelineSupport
import Glibc

/// The options of `beeline serve`: its addresses, who may use it, its limits, and its sources.
struct ServeSettings {
    let listeners: [Listener]
    /// Whether the certificate is one that this program has made.
    let hasOwnCertificate: Bool
    let limits: HTTPLimits
    /// Host names that requests may use, beside the server's addresses.
    let hosts: [String]
    let base: String?
    let requiresToken: Bool
    let pairs: Bool
    let entries: [StationEntry]
    /// The file of the table of links; nil where the server is not a resolver.
    let resolver: String?
    let asksRulesForLinks: Bool
    /// The number of seconds that caches may keep an answer of the resolver.
    let cacheTime: Int?
    let bodyLimit: Int?
    /// The number of pictures that may wait.
    let queue: Int?
    /// The time after which the server ends; nil: never.
    let duration: Duration?

    /// The default port, and the one for telephones in the network.
    static let port: UInt16 = 8377
    static let networkPort: UInt16 = 8378

    init(_ arguments: Arguments) throws {
        pairs = arguments.has(.pair)
        requiresToken = arguments.has(.requireToken)
        hosts = try arguments.all(.host).map(Self.host)
        base = try arguments.parsed(.base, as: "an address such as https://HOST:PORT", Self.base)
        duration = try LiveSettings.duration(arguments)
        bodyLimit = try arguments.parsed(.bodyLimit, as: "a size from 1K to 1G, such as 32M", Self.size)
        queue = try Self.count(arguments, .queue)
        resolver = arguments[.resolver]
        asksRulesForLinks = arguments.has(.ruleLinks)
        cacheTime = try arguments.parsed(.cacheTime, as: "a whole number of seconds from 0 to 86400") {
            Self.number($0, in: 0...86_400)
        }
        // Linksets and the description file contain the address at which others reach the resolver.
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
        if let own = arguments.operands.first(where: Self.isOfThisMachine) { throw UsageError.listensAsSource(own) }
        entries = try LiveSettings.entries(arguments, SourceSettings())
        listeners = try Self.listeners(arguments, named: hosts + [base].compactMap(\.self))
        hasOwnCertificate = !arguments.has(.certificate) && listeners.contains { $0.identity != nil }
    }

    /// Whether an operand without a scheme is an address to listen at rather than a scanner on the network.
    private static func isOfThisMachine(_ text: String) -> Bool {
        guard let place = try? HostAndPort(text), place.port != nil else { return false }
        return ["0.0.0.0", "::", "::1", "localhost"].contains(place.host) || place.host.hasPrefix("127.")
    }

    /// - Parameter names: hosts and URLs at which others reach this machine.
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

    /// The URL of a server without a path.
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
        guard let number = number(unit == nil ? text : String(text.dropLast()), in: 0...1 << 30) else { return nil }
        let size = number * (unit ?? 1)
        return (1 << 10...1 << 30).contains(size) ? size : nil
    }

    private static func count(_ arguments: Arguments, _ option: Option) throws(UsageError) -> Int? {
        try arguments.parsed(option, as: "a whole number from 1 to 100000") { number($0, in: 1...100_000) }
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }
}

extension Listener {
    /// Whether the listener has a network address, and so could use TLS. For a socket file a proxy does that.
    var isOfNetwork: Bool { !name.hasPrefix("unix") && !name.hasPrefix("descriptor") }
}
