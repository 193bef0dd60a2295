internal import BeelineActions
internal import CCurl

/// One exchange with a web server, as libcurl does it.
final class HTTPTransfer: Sendable {
    // What C allows from several threads is one that performs and others that cancel; `perform` is called by the one
    // closure that `HTTPClient.perform` sends to a queue, and `deinit` comes after all of them.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// - Throws: `HTTPError`, when libcurl cannot be loaded or memory is short.
    init() throws(HTTPError) {
        if let problem = beeline_http_load() { throw .noLibrary(String(cString: problem)) }
        guard let handle = beeline_http_new() else { throw .failed("out of memory") }
        self.handle = handle
    }

    deinit { beeline_http_free(handle) }

    /// Asks, and waits for the answer on this thread. To be called once.
    ///
    /// - Throws: `HTTPError`; `CancellationError` when it was cancelled.
    func perform(_ request: HTTPRequest) throws -> HTTPResponse {
        let lines = request.headers.map { Array($0.line.utf8CString) }
        let response = Self.withPointers(to: lines) { headers in
            request.url.withCString { url in
                request.userAgent.withCString { userAgent in
                    request.method.rawValue.withCString { method in
                        Self.withPointers(to: request) { body, address in
                            var asked = beeline_http_request(
                                url: url, method: method, body: body, body_length: request.body?.count ?? 0,
                                is_public: request.mustBePublic ? Self.isPublic : nil, address: address,
                                user_agent: userAgent,
                                headers: headers, limit: request.limit,
                                milliseconds: max(1, Int(request.timeLimit / .milliseconds(1))))
                            return beeline_http_perform(handle, &asked)
                        }
                    }
                }
            }
        }
        guard response.end == beeline_http_answered else { throw failure(response, request) }
        return HTTPResponse(
            status: response.status, body: Array(UnsafeBufferPointer(start: response.body, count: response.length)),
            redirect: response.redirect.map { String(cString: $0) },
            isOfInternet: response.peer.map { isPublicAddress(String(cString: $0)) } ?? true,
            retryAfter: response.retry_after > 0 ? Int(response.retry_after) : nil)
    }

    /// Ends what is performed, from any thread.
    func cancel() { beeline_http_cancel(handle) }

    private static let isPublic: beeline_http_check = { bytes, count in
        isPublicAddress(UnsafeBufferPointer(start: bytes, count: count))
    }

    private func failure(_ response: beeline_http_response, _ request: HTTPRequest) -> any Error {
        switch response.end {
        case beeline_http_cancelled: CancellationError()
        case beeline_http_too_slow: HTTPError.tooSlow
        case beeline_http_too_long: HTTPError.tooLong(limit: request.limit)
        case beeline_http_unknown_host: HTTPError.unknownHost
        case beeline_http_unreachable: HTTPError.unreachable
        case beeline_http_not_public: HTTPError.notPublic
        case beeline_http_broken_off: HTTPError.brokenOff
        case beeline_http_insecure: HTTPError.insecure(response.message.map { String(cString: $0) } ?? "")
        case beeline_http_other_scheme: HTTPError.otherScheme
        default: HTTPError.failed(response.message.map { String(cString: $0) } ?? "unknown")
        }
    }

    /// Lends the body and the address to C, each NULL where there is none.
    private static func withPointers<Result>(
        to request: HTTPRequest, _ lend: (UnsafePointer<UInt8>?, UnsafePointer<CChar>?) -> Result
    ) -> Result {
        func withBody(_ address: UnsafePointer<CChar>?) -> Result {
            guard let body = request.body else { return lend(nil, address) }
            // An empty body is one all the same, and an empty array may have no address.
            return (body + [0]).withUnsafeBufferPointer { lend($0.baseAddress, address) }
        }
        return request.address.map { $0.withCString(withBody) } ?? withBody(nil)
    }

    /// Lends texts to C as a list that ends with NULL.
    private static func withPointers<Result>(
        to texts: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        // All in one block, so that no pointer outlives what it points to.
        let starts = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        return texts.flatMap { $0 }.withUnsafeBufferPointer { block in
            var pointers: [UnsafePointer<CChar>?] = starts.dropLast().map { start in
                block.baseAddress.map { $0 + start }
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { list in
                guard let first = list.baseAddress else { preconditionFailure("a list with an end is not empty") }
                return body(first)
            }
        }
    }
}
