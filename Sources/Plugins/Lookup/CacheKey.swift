internal import BeelineActions
internal import BeelineContent
internal import BeelineSymbols

/// By what a kept answer is found: the method, the URL, and the headers on which an answer may depend.
///
/// It is a digest, for the URL tells what was scanned, and headers hold secrets.
struct CacheKey: Hashable, Sendable {
    /// In Base64.
    let text: String

    init(_ request: HTTPRequest) {
        let headers = request.headers.map { "\($0.name.lowercased()): \($0.value)" }
            .filter { !$0.hasPrefix("user-agent:") }.sorted()
        var bytes: [UInt8] = []
        for part in [request.method.rawValue, request.url] + headers {
            // With its length before it, no part runs over into the next one.
            bytes += "\(part.utf8.count):\(part)\n".utf8
        }
        text = Base64.encode(SHA256.hash(bytes))
    }
}
