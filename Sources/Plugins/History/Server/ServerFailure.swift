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

    /// Why there is no connection, as libpq has it: a line for each server that it has tried. It tries none after one that
    /// has refused.
    init(connecting text: String) {
        // libpq asks back: "Is the server running on that host …?", and says where in its source a server has refused.
        var lines = text.split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("\t") && !$0.hasPrefix("LOCATION:") }.map(String.init)
        let states = lines.indices.map { Self.removeState(of: &lines[$0]) }
        let said = lines.joined(separator: "; ")
        if let state = states.compactMap(\.self).last {
            self.init(state: state, message: said)
            return
        }
        // Without the names of hosts and users.
        let words = said.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        func has(_ any: [String]) -> Bool { any.contains(where: words.contains) }
        // An encrypted line breaks, too.
        let isBroken = has(["SYSCALL", "closed"])
        let hasTried = isBroken || has(["server", "translate host name", "timeout"])
        let remedy = hasTried ? Self.remedies.first { has($0.words) }?.remedy : Self.checkAddress
        if words.hasSuffix("session is read-only") {
            self.init(.replica, said)
        } else if let remedy, !isBroken {
            self.init(.refused, "\(said); \(remedy)")
        } else {
            self.init(.lost, said)
        }
    }

    private static let checkAddress = "check the address: postgresql://USER@HOST/DATABASE, and pg_service.conf"

    /// By what libpq says itself, which has no code. What is not here, an error of the system, passes by itself.
    private static let remedies: [(words: [String], remedy: String)] = [
        (
            ["no password supplied"],
            "put the password into ~/.pgpass or the file that PGPASSFILE names, which only you may read (chmod 600)"
        ),
        (
            ["certificate verify failed"],
            "sslrootcert in the address must name the authority that has signed the certificate of the server, which must "
                + "not have expired"
        ),
        (["does not match host name"], "name the host in the address as its certificate does"),
        (["does not support SSL"], "set 'ssl = on' at the server, or another sslmode in the address"),
        (["SSL", "certificate", "private key"], "check sslmode, sslrootcert, sslcert and sslkey in the address"),
        (
            ["authentication", "channel binding", "GSSAPI"],
            "check host and port in the address, and pg_hba.conf of the server"
        ),
        (["invalid"], checkAddress),
    ]

    /// Removes the code of SQL from a line: `FATAL:  28P01: password authentication failed …`.
    private static func removeState(of line: inout String) -> String? {
        guard let start = line.firstRange(of: ":  ")?.upperBound else { return nil }
        let state = line[start...].prefix(5)
        guard line[state.endIndex...].hasPrefix(": "),
            state.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
        else { return nil }
        line.removeSubrange(start...line.index(after: state.endIndex))
        return String(state)
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
        case "3F000", "42P01": Self.noHistory
        default:
            kind == .replica ? "the server is a replica that takes no changes; name the primary server, too" : message
        }
    }
}
