import Testing

@testable import BeelineServer

@Suite("How a server is reached")
struct ReachedAddressesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        let places: [HTTPServer.Place]
        var base: String?
        var names: [String] = []
        let addresses: [String]
        let link: String
        let hosts: [String]
        var testDescription: String { why }
    }

    private static func place(_ name: String, _ port: UInt16?, isLocal: Bool = false, isEncrypted: Bool = false)
        -> HTTPServer.Place
    {
        HTTPServer.Place(name: name, port: port, isLocal: isLocal, isEncrypted: isEncrypted)
    }

    private static let loopback = place("127.0.0.1:8377", 8377, isLocal: true)
    private static let machine = MachineNames(
        host: "till", names: ["till", "till.local"], addresses: ["127.0.0.1", "192.168.1.5", "2001:db8::5"])

    static let cases = [
        Case(
            why: "by this machine only", places: [loopback, place("[::1]:8377", 8377, isLocal: true)],
            addresses: ["http://127.0.0.1:8377", "http://[::1]:8377"], link: "http://127.0.0.1:8377", hosts: []),
        Case(
            why: "a telephone by all addresses, of which the link takes that of the network",
            places: [loopback, place("0.0.0.0:8378", 8378, isEncrypted: true)],
            addresses: ["http://127.0.0.1:8377", "https://0.0.0.0:8378"], link: "https://192.168.1.5:8378",
            hosts: ["till", "till.local"]),
        Case(
            why: "by one address", places: [place("192.168.1.5:80", 80)], addresses: ["http://192.168.1.5:80"],
            link: "http://192.168.1.5:80", hosts: ["till", "till.local"]),
        Case(
            why: "by HTTPS before HTTP",
            places: [place("192.168.1.5:80", 80), place("192.168.1.5:443", 443, isEncrypted: true)],
            addresses: ["http://192.168.1.5:80", "https://192.168.1.5:443"], link: "https://192.168.1.5:443",
            hosts: ["till", "till.local"]),
        Case(
            why: "through a proxy", places: [place("unix:/run/x.sock", nil)], base: "https://scan.example.com",
            addresses: ["unix:/run/x.sock"], link: "https://scan.example.com", hosts: ["scan.example.com"]),
        Case(
            why: "by a further name", places: [loopback], names: ["desk.example"], addresses: ["http://127.0.0.1:8377"],
            link: "http://127.0.0.1:8377", hosts: ["desk.example"]),
    ]

    @Test(arguments: cases)
    func `printed addresses, the base of links and accepted hosts agree`(_ example: Case) {
        let reached = ReachedAddresses(
            example.places, base: example.base, hosts: example.names, machine: Self.machine, primary: "192.168.1.5")
        #expect(reached.addresses == example.addresses)
        #expect(reached.base == example.link)
        #expect(reached.hosts == example.hosts)
    }
}
