internal import BeelineSupport

/// The address of a history on a PostgreSQL server, as libpq has them: `postgresql://gate@db.example/festival`, with
/// several hosts and any parameters of libpq, or `service=NAME`, a section of `pg_service.conf`.
struct ServerAddress: Hashable, Sendable {
    /// What libpq gets.
    let text: String
    /// For people: a password has `•••` in its place.
    let shown: String

    /// Nil for the path of a file.
    init?(_ text: String) {
        guard Self.prefixes.contains(where: text.hasPrefix) else { return nil }
        self.text = text
        shown = Self.withoutPassword(text)
    }

    private static let prefixes = ["postgresql://", "postgres://", "service="]

    /// Other users of the machine see the arguments of programs.
    var hasPassword: Bool { shown != text }

    func error(_ text: String) -> SQLiteError {
        SQLiteError(path: shown, subject: .history, problem: .server(text))
    }

    func error(_ failure: ServerFailure) -> SQLiteError {
        let text = failure.advice
        return error([.lost, .silent].contains(failure.kind) ? "the server cannot be reached: \(text)" : text)
    }

    private static func withoutPassword(_ text: String) -> String {
        guard let start = text.firstRange(of: "://")?.upperBound else {
            return text.split(separator: " ", omittingEmptySubsequences: false).map(masked).joined(separator: " ")
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
