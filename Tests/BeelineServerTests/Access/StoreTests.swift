import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct StoreTests {
    let folder: TemporaryFolder
    let path: String
    let database: ServerDatabase

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("data/serve.sqlite")
        database = try ServerDatabase(path: path)
    }

    @Test func `only the owner can read the database`() throws {
        _ = try TokenStore(database).make(name: "Till")
        for part in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + part)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(part)")
        }
    }

    @Test func `a secret has 256 bits, is not kept, and finds its token`() throws {
        let tokens = TokenStore(database)
        let (token, secret) = try tokens.make(name: "Till")
        #expect(secret.hasPrefix("bee_"))
        #expect(secret.utf8.count == 4 + 43)
        #expect(secret.dropFirst(4).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(tokens.token(secret)?.id == token.id)
        #expect(try tokens.make(name: "Till").secret != secret)
        for part in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path + part))
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test(arguments: ["", "x", "bee_", "bee_x", String(repeating: "bee_", count: 1_000)])
    func `a text that is not one of our secrets finds nothing`(_ secret: String) throws {
        let tokens = TokenStore(database)
        _ = try tokens.make(name: "Till")
        #expect(tokens.token(secret) == nil)
    }

    @Test func `a token that another connection revokes counts no longer, at once`() throws {
        let tokens = TokenStore(database)
        let other = TokenStore(try ServerDatabase(path: path))
        for _ in 0..<20 {
            let (token, secret) = try tokens.make(name: "Till")
            #expect(tokens.token(secret) != nil && tokens.token(secret) != nil)
            #expect(try other.revoke(id: token.id))
            #expect(tokens.token(secret) == nil)
            #expect(try !other.revoke(id: token.id))
        }
        let (_, secret) = try other.make(name: "Made there")
        #expect(tokens.token(secret)?.name == "Made there")
        #expect(try tokens.all().map(\.name) == ["Made there"])
    }

    @Test func `after a database was deleted no secret is known`() throws {
        let tokens = TokenStore(database)
        let (_, secret) = try tokens.make(name: "Till")
        #expect(tokens.token(secret) != nil)
        for part in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + part) }
        #expect(tokens.token(secret) == nil)
        let (_, next) = try tokens.make(name: "Till")
        #expect(tokens.token(next) != nil)
        #expect(try TokenStore(try ServerDatabase(path: path)).all().count == 1)
    }

    @Test func `the use of a token is written down once a minute`() async throws {
        let tokens = TokenStore(database)
        let (token, secret) = try tokens.make(name: "Till")
        #expect(token.lastUsed == nil)
        _ = tokens.token(secret)
        let first = try await until { try tokens.all().first?.lastUsed }
        for _ in 0..<1_000 { _ = tokens.token(secret) }
        // It comes behind what those uses would have written.
        try await database.commit { _ in }
        #expect(try tokens.all().first?.lastUsed == first)
    }

    static let names: [(given: String, kept: String)] = [
        ("Anna", "Anna"), ("  Anna \n Maria\t", "Anna Maria"), ("", "Phone"), ("\u{202E}annA", "annA"),
        (String(repeating: "x", count: 100), String(repeating: "x", count: 40)), ("日本", "日本"),
        ("a\u{0}b", "a b"), ("\u{200B}", "Phone"),
        ("a" + String(repeating: "\u{301}", count: 500), "a" + String(repeating: "\u{301}", count: 79)),
    ]

    @Test(arguments: names)
    func `a name is one that a list can show`(given: String, kept: String) throws {
        let pairing = Pairing(DeviceStore(database))
        #expect(try pairing.redeem(pairing.begin().token, name: given).0.name == kept)
    }

    @Test func `no two telephones have one name`() throws {
        let devices = DeviceStore(database)
        let pairing = Pairing(devices)
        for _ in 0..<3 { _ = try pairing.redeem(pairing.begin().token, name: "Anna") }
        #expect(try devices.all().map(\.name) == ["Anna", "Anna 2", "Anna 3"])
        #expect(try devices.rename(id: 1, name: "Anna 2")?.name == "Anna 2 2")
        #expect(try devices.rename(id: 2, name: "Anna 2")?.name == "Anna 2")
        #expect(try devices.rename(id: 2, name: "ANNA 3")?.name == "ANNA 3 2")
        #expect(try devices.rename(id: 9, name: "Nobody") == nil)
        #expect(try devices.revoke(id: 3))
        // The number of one that is gone never becomes that of another.
        #expect(try pairing.redeem(pairing.begin().token, name: "Anna").0.id == 4)
    }
}

/// Waits for something that comes by itself.
func until<Value>(_ look: () async throws -> Value?) async throws -> Value {
    let deadline = ContinuousClock.now + .seconds(600)
    while true {
        if let value = try await look() { return value }
        try #require(.now < deadline, "it never came")
        try await Task.sleep(for: .milliseconds(2))
    }
}
