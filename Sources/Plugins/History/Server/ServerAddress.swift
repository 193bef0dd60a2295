internal import BeelineRules
internal import BeelineSupport

/// The address of a history on a PostgreSQL server, as libpq has them: `postgresql://gate@db.example/festival`, with
/// several hosts and any parameters of libpq, or its settings, such as `service=NAME`, a section of `pg_service.conf`.
struct ServerAddress: Hashable, Sendable {
    /// What libpq gets.
    let text: String
    /// For people: a password has `•••` in its place.
    let shown: String
    /// Whether libpq knows it for an address.
    let isKnown: Bool

    /// Nil for the path of a file. No address of another kind is a path: a desk that records into a file of its own admits
    /// what others have admitted.
    init?(_ written: String) {
        let text = CatalogKeyForm.trimmed(written)
        let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound] } ?? ""
        let isURL = !scheme.isEmpty && scheme.allSatisfy { $0.isASCII && $0.isLetter }
        guard isURL || Self.settings.contains(where: text.hasPrefix) else { return nil }
        self.text = scheme.lowercased() + text.dropFirst(scheme.count)
        shown = Self.withoutPassword(text)
        isKnown = !isURL || ["postgresql", "postgres"].contains(scheme.lowercased())
    }

    /// The first ones of an address without a scheme.
    private static let settings = ["service=", "host=", "hostaddr=", "port=", "dbname=", "user="]

    /// Other users of the machine see the arguments of programs.
    var hasPassword: Bool { shown.contains("•••") }

    func error(_ text: String) -> SQLiteError {
        SQLiteError(path: shown, subject: .history, problem: .server(text))
    }

    /// Does work with the server.
    func told<Value>(_ work: () throws(ServerFailure) -> Value) throws(SQLiteError) -> Value {
        do throws(ServerFailure) { return try work() } catch { throw self.error(error) }
    }

    func error(_ failure: ServerFailure) -> SQLiteError {
        let text = failure.advice
        return error([.lost, .silent].contains(failure.kind) ? "the server cannot be reached: \(text)" : text)
    }

    private static func withoutPassword(_ text: String) -> String {
        guard let start = text.firstRange(of: "://")?.upperBound else {
            // There may be blanks beside the '=' and in the password.
            let lower = text.lowercased()
            guard
                let range = lower.ranges(of: "password").first(where: {
                    lower[$0.upperBound...].first { $0 != " " } == "="
                })
            else { return text }
            return "\(text.prefix(lower[..<range.upperBound].count))=•••"
        }
        let rest = text[start...]
        let query = rest.firstIndex(of: "?") ?? rest.endIndex
        var place = String(rest[..<query])
        // The last one: a password may have an '@' that is not escaped.
        if let end = place.lastIndex(of: "@"), let colon = place[..<end].firstIndex(of: ":") {
            place.replaceSubrange(colon..<end, with: ":•••")
        }
        guard query < rest.endIndex else { return text[..<start] + place }
        let items = rest[rest.index(after: query)...].split(separator: "&", omittingEmptySubsequences: false)
        return text[..<start] + place + "?" + items.map(masked).joined(separator: "&")
    }

    /// `sslpassword` is one, too. A name that is escaped may be any name.
    private static func masked(_ setting: Substring) -> String {
        guard let equals = setting.firstIndex(of: "=") else { return String(setting) }
        let name = setting[..<equals].lowercased()
        // The path of a file with passwords is none.
        guard name.hasSuffix("password") || name.contains("%") else { return String(setting) }
        return "\(setting[..<equals])=•••"
    }
}
