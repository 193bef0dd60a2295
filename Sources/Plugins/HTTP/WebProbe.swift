/// What a web address answers when it is asked once: nothing that it leads to is asked.
///
///     let answer = try await WebProbe.ask("https://id.example.com/01/09506000134352")
///     answer.status     // 307
///     answer.redirect   // "https://example.com/tea"
package struct WebProbe: Hashable, Sendable {
    package let status: Int
    /// The absolute URL that a redirect leads to.
    package let redirect: String?

    /// Requests a document that the user has named, also on this machine.
    ///
    /// - Throws: `HTTPError`; `RedirectProblem` when the URL is none that a server can be asked for; `CancellationError`.
    package static func ask(_ url: String) async throws -> WebProbe {
        // What may be asked is decided where redirects are.
        _ = try RedirectGuard(first: url)
        let request = HTTPRequest(
            url: url, userAgent: LookupPlugin.userAgent, limit: longestPage, timeLimit: .seconds(10))
        let response = try await HTTPClient.perform(request)
        return WebProbe(status: response.status, redirect: response.redirect)
    }

    private static let longestPage = 4 << 20
}
