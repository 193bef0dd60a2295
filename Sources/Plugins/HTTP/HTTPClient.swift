internal import BeelineActions
internal import Dispatch

/// Asks web servers, with a connection for each request. Redirects are told of, not followed; there are no cookies, and
/// no passwords from files. A proxy that the environment names (`https_proxy`, `no_proxy`) is used.
enum HTTPClient {
    /// Asks once.
    ///
    /// libcurl blocks, so it has a thread of its own: those of the concurrency runtime are as few as there are cores.
    ///
    /// - Throws: `HTTPError`; `CancellationError` as soon as the task is cancelled.
    static func perform(_ request: HTTPRequest) async throws -> HTTPResponse {
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
