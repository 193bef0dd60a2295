internal import BeelineSupport
internal import BeelineSymbols
internal import CMicroHTTP

/// Why a request is refused before a handler gets it. Its connection is closed, and further bytes are not read.
struct RequestRefusal: Error, Hashable {
    var status: Int
    var code: String
    var detail: String
    /// The seconds after which the request may be repeated.
    var retryAfter: Int?

    init(_ status: Int, _ code: String, _ detail: String) {
        (self.status, self.code, self.detail) = (status, code, detail)
    }

    fileprivate static func bad(_ detail: String) -> RequestRefusal { RequestRefusal(400, "bad-request", detail) }

    static let busy = busy("the server has too many request bodies in memory; try again in a moment")

    /// There is no memory for a complete answer.
    static let answersWait = busy("too many of your answers wait to be read; read them, or try again in a moment")

    private static func busy(_ detail: String) -> RequestRefusal {
        var refusal = RequestRefusal(503, "busy", detail)
        refusal.retryAfter = 5
        return refusal
    }

    static func tooLong(limit: Int) -> RequestRefusal {
        RequestRefusal(413, "body-too-long", "the body of the request is longer than \(limit) bytes")
    }
}

/// The head of a request that passed the guard.
struct GuardedRequest {
    var head: RequestHead
    var framing: Framing

    /// How the end of the body is determined.
    enum Framing: Hashable {
        case absent
        case length(Int)
        case chunked
    }
}

/// Validates the head of a request before any handler gets it. When a proxy and a server read a request differently, an
/// attacker can make one request for the proxy two for the server (request smuggling; RFC 9112, section 11.2). The
/// library accepts several such requests. So every ambiguous request is refused here.
enum RequestGuard {
    /// Copies the head out of the library's memory.
    static func check(
        _ request: UnsafePointer<beeline_httpd_request>, from peer: RequestHead.Peer
    ) throws(RequestRefusal) -> GuardedRequest {
        let raw = request.pointee
        guard raw.is_plain else {
            throw .bad("a header line does not end with CR LF, continues on the next line or contains a NUL")
        }
        let version = bytes(raw.version, raw.version_length)
        let isOld = isEqual(version, "HTTP/1.0")
        guard isOld || isEqual(version, "HTTP/1.1") else { throw .bad("the version of HTTP is not 1.0 or 1.1") }
        let method = try method(bytes(raw.method, raw.method_length))
        let target = try target(bytes(raw.target, raw.target_length))
        let fields = UnsafeBufferPointer(start: raw.fields, count: raw.fields == nil ? 0 : raw.count)
        let (headers, framing) = try headers(fields, isOld: isOld)
        var head = RequestHead(method, target.path, query: target.query, headers: headers, peer: peer)
        head.isHTTP10 = isOld
        return GuardedRequest(head: head, framing: framing)
    }

    private static func method(_ text: UnsafeBufferPointer<UInt8>) throws(RequestRefusal) -> HTTPMethod {
        guard !text.isEmpty, text.allSatisfy(\.isHTTPToken) else {
            throw .bad("the method of the request is not a token")
        }
        guard let method = HTTPMethod(rawValue: string(text)) else {
            throw RequestRefusal(501, "unknown-method", "the server does not know the method of the request")
        }
        return method
    }

    private static func target(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(RequestRefusal) -> (path: String, query: String?) {
        guard text.count <= HTTPLimits.targetLength else {
            throw RequestRefusal(414, "target-too-long", "the URL is longer than \(HTTPLimits.targetLength) bytes")
        }
        guard text.first == UInt8(ascii: "/") else { throw .bad("the target of the request does not begin with /") }
        // Spaces, controls and what is beyond ASCII are percent-encoded in a URL, and a fragment is not sent.
        guard text.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .bad("a character in the target of the request must be percent-encoded")
        }
        guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return (string(text), nil) }
        return (
            string(UnsafeBufferPointer(rebasing: text[..<mark])),
            string(UnsafeBufferPointer(rebasing: text[(mark + 1)...]))
        )
    }

    private static func headers(
        _ fields: UnsafeBufferPointer<beeline_httpd_field>, isOld: Bool
    ) throws(RequestRefusal) -> (HTTPHeaders, GuardedRequest.Framing) {
        var copies: [(name: String, value: String)] = []
        copies.reserveCapacity(fields.count)
        var hosts = 0
        var length: Int?
        var isChunked = false
        for field in fields {
            let name = bytes(field.name, field.name_length)
            let value = bytes(field.value, field.value_length)
            guard !name.isEmpty, name.allSatisfy(\.isHTTPToken) else {
                throw .bad("the name of a header field has a space or another invalid character")
            }
            guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .bad("the value of a header field has a control character")
            }
            switch name.count {
            case 4 where isEqualCaseless(name, "host"): hosts += 1
            case 14 where isEqualCaseless(name, "content-length"):
                guard length == nil else { throw .bad("there are two fields Content-Length") }
                guard (1...18).contains(value.count), value.allSatisfy(\.isASCIIDigit) else {
                    throw .bad("the value of Content-Length is not a number")
                }
                length = value.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            case 17 where isEqualCaseless(name, "transfer-encoding"):
                guard !isChunked, !isOld, isEqualCaseless(value, "chunked") else {
                    throw .bad("the only supported Transfer-Encoding is chunked, once, with HTTP/1.1")
                }
                isChunked = true
            default: break
            }
            copies.append((string(name), string(value)))
        }
        guard hosts == 1 || isOld && hosts == 0 else { throw .bad("the request must have exactly one Host field") }
        guard length == nil || !isChunked else {
            throw .bad("Content-Length and Transfer-Encoding cannot be combined")
        }
        let framing: GuardedRequest.Framing =
            if isChunked { .chunked } else if let length, length > 0 { .length(length) } else { .absent }
        return (HTTPHeaders(copies), framing)
    }

    private static func bytes(_ start: UnsafePointer<CChar>, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }

    private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        bytes.count == text.utf8CodeUnitCount
            && bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// - Parameter text: in lower case.
    private static func isEqualCaseless(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.count == text.count
            && zip(bytes, text).allSatisfy { byte, small in
                ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == small
            }
    }
}
