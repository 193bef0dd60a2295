/// Why a statement was not performed, or there is no connection.
struct ServerFailure: Error, Hashable, Sendable {
    enum Kind: Sendable {
        /// The connection is lost, or cannot be made. The statement may have been performed.
        case lost
        /// As `lost`: the server has not answered in time.
        case silent
        /// The server takes no changes, as another one does.
        case replica
        /// The server cannot do it for now: its disk is full, or it is busy.
        case unable
        /// Anything else, which stays until it is set right: a wrong password, a missing database, other tables.
        case refused
    }

    let kind: Kind
    /// Five characters of SQL, such as `42501`; empty where the server said nothing.
    let state: String
    let message: String

    init(_ kind: Kind, _ message: String) { (self.kind, state, self.message) = (kind, "", message) }

    static let connectionLost = Self(.lost, "the connection was lost")

    /// What a server has answered.
    init(state: String, message: String) {
        kind =
            switch state {
            // Its connection is broken, or it starts or ends.
            case _ where state.hasPrefix("08") || state.hasPrefix("57P"): .lost
            case "25006": .replica
            // It has no more disk, memory or connections, cannot read or write, or took too long.
            case _ where state.hasPrefix("53") || state.hasPrefix("58"), "57014": .unable
            default: .refused
            }
        (self.state, self.message) = (state, message)
    }

    /// Whether it is of no use to ask the same connection again.
    var endsConnection: Bool { kind != .unable && kind != .refused }

    /// Whether it passes by itself, so that a scan is what the policy `offline` says.
    var isOutage: Bool { kind != .refused }

    /// The message with what helps.
    var advice: String {
        switch state {
        case "28P01": "\(message); check the user, and the password in ~/.pgpass or PGPASSFILE"
        case "28000": "\(message); check the user, and pg_hba.conf of the server"
        case "3D000": "\(message); check the names in the address, or create what is missing"
        case "42501": "\(message); 'beeline history create ROLE', by its owner, gives a role what a desk needs"
        case "53100": "the server has no space left; free some there"
        case "53300": "\(message); raise max_connections of the server"
        case "57014": "the server took too long"
        case "3F000", "42P01": ServerSchema.missing
        default:
            kind == .replica ? "the server is a replica that takes no changes; name the primary server, too" : message
        }
    }
}
