internal import Dispatch

/// What to ask a web server for.
struct HTTPRequest: Sendable {
    let url: String
    /// Names and values, checked by `HTTPHeader`. They may hold secrets.
    var headers: [HTTPHeader] = []
    let userAgent: String
    /// The most bytes of body, once it is unpacked.
    let limit: Int
    /// How long it may take in all.
    let timeLimit: Duration
}

/// What a web server answered.
struct HTTPResponse: Sendable {
    let status: Int
    let body: [UInt8]
    /// The absolute URL that a redirect leads to.
    let redirect: String?
    /// After how many seconds the server wants to be asked again.
    let retryAfter: Int?
}

/// Asks web servers, with a connection for each request. Redirects are told of, not followed; there are no cookies, and
/// no passwords from files. A proxy that the environment names (`https_proxy`, `no_proxy`) is used.
enum HTTPClient {
    /// Gets one document.
    ///
    /// libcurl blocks, so it has a thread of its own: those of the concurrency runtime are as few as there are cores.
    ///
    /// - Throws: `HTTPError`; `CancellationError` as soon as the task is cancelled.
    static func get(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let transfer = try HTTPTransfer()
        let race = Race<HTTPResponse>()
        return try await withTaskCancellationHandler {
            // A serial queue of its own never waits for another one's thread.
            DispatchQueue(label: "beeline.http").async {
                race.finish(Result { () throws(any Error) in try transfer.perform(request) })
            }
            return try await race.value()
        } onCancel: {
            race.finish(.failure(CancellationError()))
            transfer.cancel()
        }
    }
}
