import BeelineSupport
import TestPrograms
import Testing

@testable import BeelineServer

/// A request as a test writes it down, and what becomes of it.
struct AccessCase: Sendable, CustomTestStringConvertible {
    var why: String
    var method = HTTPMethod.get
    var path = "/v1/kinds"
    var headers: [(String, String)]
    var isLocal = true
    var isEncrypted = false
    var requiresToken = false
    var isHTTP10 = false
    /// A status and a code, or who it is.
    var outcome: String

    var testDescription: String { why }
}

@Suite struct AccessControlTests {
    static let cases: [AccessCase] = [
        // Host
        AccessCase(why: "localhost with a port", headers: [("Host", "localhost:8377")], outcome: "local"),
        AccessCase(why: "in capitals", headers: [("Host", "LocalHost")], outcome: "local"),
        AccessCase(why: "an address of IPv4", headers: [("Host", "127.0.0.1:8377")], outcome: "local"),
        AccessCase(why: "an address of IPv6", headers: [("Host", "[::1]:8377")], outcome: "local"),
        AccessCase(why: "another name", headers: [("Host", "evil.example")], outcome: "421 unknown-host"),
        AccessCase(
            why: "a name that begins with ours", headers: [("Host", "localhost.evil.example")],
            outcome: "421 unknown-host"),
        AccessCase(why: "no host", headers: [], outcome: "421 unknown-host"),
        AccessCase(why: "an empty host", headers: [("Host", "")], outcome: "421 unknown-host"),
        AccessCase(
            why: "a user in the host", headers: [("Host", "localhost@evil.example")], outcome: "421 unknown-host"),
        AccessCase(
            why: "a name of the loopback from outside", headers: [("Host", "localhost")], isLocal: false,
            outcome: "421 unknown-host"),
        AccessCase(
            why: "our address", headers: [("Host", "192.168.1.5:8377")], isLocal: false, outcome: "anonymous"),
        AccessCase(
            why: "an address that this machine has got since", headers: [("Host", "10.1.2.3:80")], isLocal: false,
            outcome: "anonymous"),
        AccessCase(
            why: "one of IPv6", headers: [("Host", "[2001:DB8::9]")], isLocal: false, outcome: "anonymous"),
        AccessCase(
            why: "an address that is not the loopback's, over the loopback", headers: [("Host", "10.1.2.3:8377")],
            outcome: "421 unknown-host"),
        AccessCase(
            why: "any address, over the loopback", headers: [("Host", "0.0.0.0:8377")], outcome: "421 unknown-host"),
        AccessCase(
            why: "the loopback of IPv4 as IPv6 has it", headers: [("Host", "[::ffff:127.0.0.1]")],
            outcome: "421 unknown-host"),
        AccessCase(
            why: "a dot behind the address", headers: [("Host", "127.0.0.1.")], outcome: "421 unknown-host"),
        AccessCase(
            why: "a dot behind the name", headers: [("Host", "localhost.")], outcome: "421 unknown-host"),
        AccessCase(
            why: "an address in one number", headers: [("Host", "3232235781")], isLocal: false,
            outcome: "421 unknown-host"),
        AccessCase(
            why: "half an address", headers: [("Host", "192.168.5")], isLocal: false, outcome: "421 unknown-host"),
        AccessCase(
            why: "a name that begins with an address", headers: [("Host", "192.168.1.5.evil.example")], isLocal: false,
            outcome: "421 unknown-host"),
        AccessCase(
            why: "our name with any port", headers: [("Host", "Shop.Example:9")], isLocal: false, outcome: "anonymous"),
        AccessCase(
            why: "our address of IPv6", headers: [("Host", "[fd00::5]:8377")], isLocal: false, outcome: "anonymous"),
        AccessCase(
            why: "our address over the loopback is not this machine's name",
            headers: [("Host", "shop.example")], outcome: "anonymous"),
        // Proxies
        AccessCase(
            why: "a proxy that says for whom", headers: [("Host", "localhost"), ("X-Forwarded-For", "192.0.2.1")],
            outcome: "anonymous"),
        AccessCase(
            why: "Forwarded", headers: [("Host", "localhost"), ("forwarded", "for=192.0.2.1")], outcome: "anonymous"),
        AccessCase(
            why: "a proxy that says only how it is reached",
            headers: [("Host", "localhost"), ("x-forwarded-proto", "https")], outcome: "anonymous"),
        AccessCase(
            why: "a tunnel", headers: [("Host", "localhost"), ("CF-Connecting-IP", "192.0.2.1")], outcome: "anonymous"),
        AccessCase(
            why: "a proxy that says nothing, but speaks HTTP/1.0", headers: [("Host", "127.0.0.1:8377")],
            isHTTP10: true, outcome: "anonymous"),
        AccessCase(
            why: "a token by HTTP/1.0", headers: [("Host", "localhost"), ("Authorization", "Bearer TOKEN")],
            isHTTP10: true, outcome: "token Till by header"),
        AccessCase(why: "Via", headers: [("Host", "localhost"), ("Via", "1.1 proxy")], outcome: "anonymous"),
        AccessCase(
            why: "this machine, where a token is needed", headers: [("Host", "localhost")], requiresToken: true,
            outcome: "anonymous"),
        // Origin
        AccessCase(
            why: "our page", method: .post, headers: [("Host", "localhost:8377"), ("Origin", "http://localhost:8377")],
            outcome: "local"),
        AccessCase(
            why: "our page, says the browser too", method: .post,
            headers: [
                ("Host", "localhost:8377"), ("Origin", "http://LOCALHOST:8377"), ("Sec-Fetch-Site", "same-origin"),
            ], outcome: "local"),
        AccessCase(
            why: "the port of the scheme, named or not", method: .delete,
            headers: [("Host", "shop.example"), ("Origin", "https://shop.example:443")], isEncrypted: true,
            outcome: "anonymous"),
        AccessCase(
            why: "another page", method: .post,
            headers: [("Host", "localhost:8377"), ("Origin", "https://evil.example")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "another port of this machine", method: .post,
            headers: [("Host", "localhost:8377"), ("Origin", "http://localhost:3000")], outcome: "403 cross-origin"),
        AccessCase(
            why: "another scheme", method: .put,
            headers: [("Host", "shop.example"), ("Origin", "http://shop.example")],
            isEncrypted: true, outcome: "403 cross-origin"),
        AccessCase(
            why: "behind a proxy that has the certificate", method: .post,
            headers: [("Host", "shop.example"), ("Origin", "https://shop.example"), ("X-Forwarded-Proto", "https")],
            outcome: "anonymous"),
        AccessCase(
            why: "a page without an origin", method: .patch, headers: [("Host", "localhost"), ("Origin", "null")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "an empty origin", method: .patch, headers: [("Host", "localhost"), ("Origin", "")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "two origins", method: .post,
            headers: [("Host", "localhost"), ("Origin", "http://localhost"), ("Origin", "http://evil.example")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "an origin with a path", method: .post,
            headers: [("Host", "localhost"), ("Origin", "http://localhost/x")], outcome: "403 cross-origin"),
        AccessCase(why: "no browser", method: .post, headers: [("Host", "localhost")], outcome: "local"),
        AccessCase(
            why: "typed by the user", method: .post, headers: [("Host", "localhost"), ("Sec-Fetch-Site", "none")],
            outcome: "local"),
        AccessCase(
            why: "of a sister site", method: .post, headers: [("Host", "localhost"), ("Sec-Fetch-Site", "same-site")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "of another site", method: .post, headers: [("Host", "localhost"), ("Sec-Fetch-Site", "cross-site")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "our origin, of another site", method: .post,
            headers: [("Host", "localhost"), ("Origin", "http://localhost"), ("Sec-Fetch-Site", "cross-site")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "the API read by another site", headers: [("Host", "localhost"), ("Sec-Fetch-Site", "cross-site")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "the API read by a sister site", headers: [("Host", "localhost"), ("Sec-Fetch-Site", "same-site")],
            outcome: "403 cross-origin"),
        AccessCase(
            why: "events for another page, in a browser that says no more", path: "/v1/events",
            headers: [("Host", "localhost:8377"), ("Origin", "http://localhost:3000")], outcome: "403 cross-origin"),
        AccessCase(
            why: "events for a page without an origin", path: "/v1/events",
            headers: [("Host", "localhost"), ("Origin", "null")], outcome: "403 cross-origin"),
        AccessCase(
            why: "events for our page", path: "/v1/events",
            headers: [("Host", "localhost"), ("Origin", "http://localhost"), ("Sec-Fetch-Site", "same-origin")],
            outcome: "local"),
        // Secrets
        AccessCase(
            why: "a token", headers: [("Host", "shop.example"), ("Authorization", "Bearer TOKEN")], isLocal: false,
            outcome: "token Till by header"),
        AccessCase(
            why: "the scheme in small letters",
            headers: [("Host", "shop.example"), ("Authorization", "bearer TOKEN")], isLocal: false,
            outcome: "token Till by header"),
        AccessCase(
            why: "a token at this machine, which is the program's",
            headers: [("Host", "localhost"), ("Authorization", "Bearer TOKEN")], outcome: "token Till by header"),
        AccessCase(
            why: "a program that sends the cookie of a page, too",
            headers: [("Host", "shop.example"), ("Cookie", "beeline=TOKEN"), ("Authorization", "Bearer TOKEN")],
            isLocal: false, outcome: "token Till by header"),
        AccessCase(
            why: "a cookie of a telephone",
            headers: [("Host", "shop.example"), ("Cookie", "a=b; beeline=DEVICE; c=d")],
            isLocal: false, outcome: "device Anna"),
        AccessCase(
            why: "a cookie of a session", headers: [("Host", "shop.example"), ("Cookie", "beeline=SESSION")],
            isLocal: false, outcome: "token Till by cookie(session: 1)"),
        AccessCase(
            why: "a token as a cookie, from which no one could sign out",
            headers: [("Host", "shop.example"), ("Cookie", "beeline=TOKEN")], isLocal: false,
            outcome: "401 bad-token"),
        AccessCase(
            why: "a session as a token", headers: [("Host", "shop.example"), ("Authorization", "Bearer SESSION")],
            isLocal: false, outcome: "401 bad-token"),
        AccessCase(
            why: "an old cookie beside a good one",
            headers: [("Host", "shop.example"), ("Cookie", "beeline=bee_old; beeline=DEVICE")], isLocal: false,
            outcome: "device Anna"),
        AccessCase(
            why: "a wrong token", headers: [("Host", "shop.example"), ("Authorization", "Bearer bee_wrong")],
            isLocal: false, outcome: "401 bad-token"),
        AccessCase(
            why: "a wrong token at this machine",
            headers: [("Host", "localhost"), ("Authorization", "Bearer bee_wrong")],
            outcome: "401 bad-token"),
        AccessCase(
            why: "another way to sign in", headers: [("Host", "localhost"), ("Authorization", "Basic TOKEN")],
            outcome: "401 bad-token"),
        AccessCase(
            why: "a wrong cookie", headers: [("Host", "shop.example"), ("Cookie", "beeline=bee_wrong")], isLocal: false,
            outcome: "401 bad-token"),
        AccessCase(
            why: "a cookie of another server of this machine",
            headers: [("Host", "localhost"), ("Cookie", "beeline=theirs")], outcome: "local"),
        AccessCase(
            why: "a cookie whose name ends like ours",
            headers: [("Host", "shop.example"), ("Cookie", "xbeeline=TOKEN")],
            isLocal: false, outcome: "anonymous"),
    ]

    @Test(arguments: cases)
    func `a request has a caller, or is refused`(_ request: AccessCase) throws {
        let desk = try AccessDesk(requiresToken: request.requiresToken)
        #expect(desk.outcome(of: request.head(desk)) == request.outcome)
    }

    @Test(arguments: [
        ("localhost", "anonymous"), ("LOCALHOST:80", "anonymous"), ("shop.example", "anonymous"),
        ("localhost.evil.example", "421 unknown-host"), ("evil.example", "421 unknown-host"),
    ])
    func `a Unix socket accepts the host localhost, and requires a token`(host: String, outcome: String) throws {
        let head = RequestHead(
            .get, "/v1/kinds", headers: HTTPHeaders([("Host", host)]),
            peer: .init(address: "unix", isLocal: false, isEncrypted: false))
        #expect(try AccessDesk().outcome(of: head) == outcome)
    }

    @Test func `a page finds out that its cookie is revoked, and is not locked out`() throws {
        let desk = try AccessDesk()
        let head = desk.head([("Host", "shop.example"), ("Cookie", "beeline=\(desk.device)")], isLocal: false)
        #expect(desk.outcome(of: head) == "device Anna")
        #expect(try desk.devices.revoke(id: 1))
        #expect(desk.outcome(of: head) == "401 bad-token")
        #expect(desk.outcome(of: head, .lenient) == "anonymous")
    }

    @Test func `a caller that is revoked is no longer current`() throws {
        let desk = try AccessDesk()
        let device = try desk.access.caller(
            of: desk.head([("Host", "shop.example"), ("Cookie", "beeline=\(desk.device)")], isLocal: false))
        let token = try desk.access.caller(
            of: desk.head([("Host", "localhost"), ("Authorization", "Bearer \(desk.token)")]))
        let page = try desk.access.caller(
            of: desk.head([("Host", "localhost"), ("Cookie", "beeline=\(desk.session)")]))
        #expect([device, token, page, .local].map(desk.access.isCurrent) == [true, true, true, true])
        _ = try desk.devices.revoke(id: 1)
        _ = try desk.tokens.revoke(id: 1)
        #expect([device, token, page, .local].map(desk.access.isCurrent) == [false, false, false, true])
    }

    @Test func `a cookie is worth nothing after its user has signed out`() throws {
        let desk = try AccessDesk()
        func head(_ secret: String) -> RequestHead {
            desk.head([("Host", "shop.example"), ("Cookie", "beeline=\(secret)")], isLocal: false)
        }
        let other = try desk.tokens.beginSession(of: try #require(try desk.tokens.all().first))
        let page = try desk.access.caller(of: head(desk.session))
        #expect(try desk.access.endSession(of: head(desk.session)) == nil)
        #expect(desk.outcome(of: head(desk.session)) == "401 bad-token")
        #expect(!desk.access.isCurrent(page))
        #expect(desk.outcome(of: head(other)).hasPrefix("token Till"), "other browsers stay signed in")
        #expect(try desk.access.endSession(of: head(desk.device))?.name == "Anna")
        #expect(desk.outcome(of: head(desk.device)) == "401 bad-token")
    }

    @Test func `many wrong tokens of an address are slowed down, and right ones are not`() throws {
        let clock = TestClock()
        let desk = try AccessDesk(clock: clock)
        func head(_ secret: String, _ address: String) -> RequestHead {
            RequestHead(
                .get, "/v1/kinds",
                headers: HTTPHeaders([("Host", "shop.example"), ("Authorization", "Bearer \(secret)")]),
                peer: .init(address: address, isLocal: false, isEncrypted: false))
        }
        let tries = (0..<12).map { desk.outcome(of: head("bee_\($0)", "192.0.2.1")) }
        #expect(
            tries == Array(repeating: "401 bad-token", count: 10) + Array(repeating: "429 too-many-tries", count: 2))
        #expect(desk.outcome(of: head(desk.token, "192.0.2.1")) == "token Till by header")
        #expect(desk.outcome(of: head("bee_x", "192.0.2.2")) == "401 bad-token")
        clock.advance(by: .seconds(60))
        #expect(desk.outcome(of: head("bee_x", "192.0.2.1")) == "401 bad-token")
    }
}

/// A server with a token and a telephone.
struct AccessDesk {
    let folder: TemporaryFolder
    let tokens: TokenStore
    let devices: DeviceStore
    let access: AccessControl
    let token: String
    /// The secret of a browser in which a user has signed in by the token.
    let session: String
    let device: String

    init(requiresToken: Bool = false, clock: TestClock = TestClock()) throws {
        folder = try TemporaryFolder()
        let database = try ServerDatabase(path: folder.path("serve.sqlite"))
        tokens = TokenStore(database)
        devices = DeviceStore(database)
        access = AccessControl(
            hosts: ["192.168.1.5:8377", "shop.example", "fd00::5"], requiresToken: requiresToken, tokens: tokens,
            devices: devices, now: { clock.now })
        let made = try tokens.make(name: "Till")
        token = made.secret
        session = try tokens.beginSession(of: made.0)
        let pairing = Pairing(devices)
        device = try pairing.redeem(pairing.begin().token, name: "Anna").secret
    }

    func head(_ headers: [(String, String)], isLocal: Bool = true) -> RequestHead {
        RequestHead(
            .get, "/v1/kinds", headers: HTTPHeaders(headers.map { (name: $0, value: $1) }),
            peer: .init(address: isLocal ? "127.0.0.1" : "192.0.2.1", isLocal: isLocal, isEncrypted: false))
    }

    func outcome(of head: RequestHead, _ authentication: AccessControl.Authentication = .strict) -> String {
        do throws(Problem) {
            return switch try access.caller(of: head, authentication) {
            case .anonymous: "anonymous"
            case .local: "local"
            case .token(let token, by: let credential): "token \(token.name) by \(credential)"
            case .device(let device): "device \(device.name)"
            }
        } catch {
            return "\(error.status) \(error.code)"
        }
    }
}

extension AccessCase {
    func head(_ desk: AccessDesk) -> RequestHead {
        var head = RequestHead(
            method, path,
            headers: HTTPHeaders(
                headers.map { name, value in
                    (
                        name,
                        value.replacing("TOKEN", with: desk.token).replacing("DEVICE", with: desk.device)
                            .replacing("SESSION", with: desk.session)
                    )
                }),
            peer: .init(
                address: isLocal ? "127.0.0.1" : "192.0.2.1", isLocal: isLocal, isEncrypted: isEncrypted))
        head.isHTTP10 = isHTTP10
        return head
    }
}
