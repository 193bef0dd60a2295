package import BeelineSupport

package enum Caller: Hashable, Sendable {
    case anonymous
    /// A user or a program at this machine.
    case local
    case token(Token, by: Credential)
    /// A paired telephone.
    case device(Device)

    /// How a token was presented.
    package enum Credential: Hashable, Sendable {
        /// A program sent it in the header.
        case header
        /// A browser in which a user has signed in, with the number of the session.
        case cookie(session: Int)
    }

    /// Whether a program calls, and no person at the desk: only actions that the policy allows for requests are done.
    package var isProgram: Bool {
        if case .token(_, by: .header) = self { true } else { false }
    }

    /// The role of the caller; nil: only public routes are allowed.
    package var role: Role? {
        switch self {
        case .anonymous: nil
        case .local, .token: .desk
        case .device: .device
        }
    }

    package var deviceID: Int? {
        if case .device(let device) = self { device.id } else { nil }
    }

    /// Identifies the caller of a scan. It does not change with the name.
    var key: String {
        switch self {
        case .anonymous: "anonymous"
        case .local: "local"
        // The same scan may arrive again in another way.
        case .token(let token, _): "token:\(token.id)"
        case .device(let device): "device:\(device.id)"
        }
    }

    /// The source of its scans, for rules, the history and answers.
    package var source: String {
        switch self {
        case .anonymous, .token(_, by: .header): "http"
        case .local, .token(_, by: .cookie): "desk"
        case .device(let device): "phone:\(device.name)"
        }
    }
}

/// The permissions of a caller. The desk may do all that a telephone may.
package enum Role: String, Hashable, Sendable {
    case device
    case desk
}

/// A token, whose secret gives a program access to the server.
package struct Token: Hashable, Sendable {
    package let id: Int
    package let name: String
    /// In UTC: `2026-01-31T12:34:56.789Z`.
    package let made: String
    /// To the minute; nil: never.
    package let lastUsed: String?
}

/// A paired telephone.
package struct Device: Hashable, Sendable {
    package let id: Int
    /// No other device has it.
    package let name: String
    /// In UTC: `2026-01-31T12:34:56.789Z`.
    package let paired: String
    /// To the minute; nil: never.
    package let lastSeen: String?
    package let scans: Int
}

extension Device {
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
    /// A name that a user has typed, cleaned for lists: one line, without hidden characters, of limited length.
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
