import BeelineSupport
import Glibc
import Testing

@testable import BeelineServer

@Suite struct ConnectionTableTests {
    /// A connection on which a body is awaited, so that it does not give way to others.
    private func connection(_ origin: ConnectionOrigin, _ table: ConnectionTable, _ descriptor: Int32) -> Connection {
        let connection = Connection(
            descriptor: descriptor, origin: origin,
            peer: RequestHead.Peer(address: "192.0.2.7", isLocal: false, isEncrypted: false), load: table.load,
            handler: TestHandler(), leave: table.remove)
        connection.didBegin()
        _ = connection.didReceive(GuardedRequest(head: RequestHead(.post, "/"), framing: .length(10)))
        return connection
    }

    @Test func `a network full of clients leaves places for this machine`() throws {
        var limits = HTTPLimits()
        (limits.connections, limits.perAddress) = (16, 8)
        let table = try ConnectionTable(limits: limits)
        // Nothing is sent there.
        let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        var count = 0
        for number: UInt32 in 0..<64 where table.admits(.ipv4(number)) {
            table.add(connection(.ipv4(number), table, descriptor))
            count += 1
        }
        #expect(count == 14)
        #expect(!table.admits(.ipv6(1)))
        for _ in 0..<2 {
            try #require(table.admits(.loopback))
            table.add(connection(.loopback, table, descriptor))
        }
        #expect(!table.admits(.loopback))
    }

    @Test func `one address has its share and no more`() throws {
        var limits = HTTPLimits()
        (limits.connections, limits.perAddress) = (16, 8)
        let table = try ConnectionTable(limits: limits)
        let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        for _ in 0..<8 {
            #expect(table.admits(.ipv4(1)))
            table.add(connection(.ipv4(1), table, descriptor))
        }
        #expect(!table.admits(.ipv4(1)))
        #expect(table.admits(.ipv4(2)))
    }
}
