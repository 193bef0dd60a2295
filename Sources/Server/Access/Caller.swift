package import BeelineSupport

/// Who sends a request.
package enum Caller: Hashable, Sendable {
    case anonymous
    /// A user or program at this machine.
    case local
    /// A caller with a token.
    case token(Token, by: Credential)
    /// A telephone that was paired.
    case device(Device)

    /// How a token came.
    package enum Credential: Hashable, Sendable {
        /// A program has sent it along.
        case header
        /// A browser in which a user has signed in at the page, by the number of the session.
        case cookie(session: Int)
    }

    /// Whether a program asks, and no person at the desk: only what the policy allows to requests is performed for
    /// it.
    package var isProgram: Bool {
        if case .token(_, by: .header) = self { true } else { false }
    }

    /// What it may do; nil: only what is open to all.
    package var role: Role? {
        switch self {
        case .anonymous: nil
        case .local, .token: .desk
        case .device: .device
        }
    }

    /// The number of a telephone; nil for others.
    package var deviceID: Int? {
        if case .device(let device) = self { device.id } else { nil }
    }

    /// What distinguishes its scans from those of others. It does not change with a name.
    var key: String {
        switch self {
        case .anonymous: "anonymous"
        case .local: "local"
        // The same scan may arrive again in another way.
        case .token(let token, _): "token:\(token.id)"
        case .device(let device): "device:\(device.id)"
        }
    }

    /// What rules, the history and answers know as the source of its scans.
    package var source: String {
        switch self {
        case .anonymous, .token(_, by: .header): "http"
        case .local, .token(_, by: .cookie): "desk"
        case .device(let device): "phone:\(device.name)"
        }
    }
}

/// What a caller may do. The desk may do all that a telephone may.
package enum Role: String, Hashable, Sendable {
    case device
    case desk
}

/// A secret with which a program may use the server.
package struct Token: Hashable, Sendable {
    package let id: Int
    package let name: String
    /// In UTC: `2026-01-31T12:34:56.789Z`.
    package let made: String
    /// To the minute; nil: never.
    package let lastUsed: String?
}

/// A telephone that was paired.
package struct Device: Hashable, Sendable {
    package let id: Int
    /// No other device has it.
    package let name: String
    /// In UTC: `2026-01-31T12:34:56.789Z`.
    package let paired: String
    /// To the minute; nil: never.
    package let lastSeen: String?
    /// How many scans were taken from it.
    package let scans: Int
}

extension Device {
    /// Writes the members of its object.
    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("name", name)
        json.member("paired", paired)
        json.memberOrNull("lastSeen", lastSeen)
        json.member("scans", scans)
    }
}

extension JSONWriter {
    mutating func memberOrNull(_ name: StaticString, _ text: String?) {
        self.name(name)
        if let text { value(text) } else { null() }
    }
}

extension String {
    /// A name that a user has typed, as lists can show it: on one line, without hidden characters, and not too long.
    ///
    /// - Parameter fallback: for a name of which nothing is left.
    func cleanedName(limit: Int = 40, orElse fallback: String) -> String {
        var cleaned = ""
        for scalar in unicodeScalars.prefix(1_000) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if !cleaned.isEmpty, cleaned.last != " " { cleaned.append(" ") }
            // Such as those that turn the direction of what follows.
            case .format, .surrogate, .privateUse, .unassigned: continue
            default: cleaned.unicodeScalars.append(scalar)
            }
        }
        // A character may have any number of marks.
        while cleaned.count > limit || cleaned.utf8.count > limit * 4 { cleaned.unicodeScalars.removeLast() }
        while cleaned.last == " " { cleaned.removeLast() }
        return cleaned.isEmpty ? fallback : cleaned
    }
}
