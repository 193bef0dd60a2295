import Beeline
import BeelineServer
import BeelineSupport
import BeelineSymbols

/// `beeline serve tokens` and `beeline serve devices`: the programs and telephones that may use the server.
enum ServeListCommands {
    static func tokens(_ arguments: Arguments) throws -> ExitStatus {
        let tokens = try existing(arguments).map { try TokenStore($0).all() } ?? []
        let rows = tokens.map {
            [String($0.id), Timestamp.local($0.made), $0.lastUsed.map(Timestamp.local) ?? "never", $0.name]
        }
        return try list(
            arguments, ["", "created", "last used", "name"], rows,
            nothing: "No program has a token; 'beeline serve tokens add NAME' makes one."
        ) {
            tokens.map { token in
                JSONWriter.line { json in
                    json.member("version", 1)
                    json.member("id", token.id)
                    json.member("name", token.name)
                    json.member("made", token.made)
                    json.member("lastUsed", token.lastUsed)
                }
            }
        }
    }

    static func addToken(_ arguments: Arguments) throws -> ExitStatus {
        let name = try arguments.operands(1...1)[0]
        guard (1...64).contains(name.count), name == name.withHiddenSpelledOut, !name.allSatisfy(\.isWhitespace) else {
            throw UsageError.badTokenName(name)
        }
        let (token, secret) = try TokenStore(ServerDatabase()).make(name: name)
        if arguments.isJSON {
            try StandardOutput.write(
                data: JSONWriter.line { json in
                    json.member("version", 1)
                    json.member("id", token.id)
                    json.member("name", token.name)
                    json.member("secret", secret)
                })
        } else {
            try StandardOutput.write("\(secret)\n")
            StandardError.write("beeline: this secret is shown once; send it as 'Authorization: Bearer SECRET'\n")
        }
        return .success
    }

    static func revokeToken(_ arguments: Arguments) throws -> ExitStatus {
        try revoke(arguments, of: .serveTokens, "token") { try TokenStore($0).revoke(id: $1) }
    }

    static func devices(_ arguments: Arguments) throws -> ExitStatus {
        let devices = try existing(arguments).map { try DeviceStore($0).all() } ?? []
        let rows = devices.map { device in
            [
                String(device.id), Timestamp.local(device.paired), device.lastSeen.map(Timestamp.local) ?? "never",
                String(device.scans), device.name,
            ]
        }
        return try list(
            arguments, ["", "paired", "last seen", "scans", "name"], rows,
            nothing: "No telephone is paired; 'beeline serve --pair' pairs one."
        ) {
            devices.map { device in
                JSONWriter.line { json in
                    json.member("version", 1)
                    device.writeMembers(to: &json)
                }
            }
        }
    }

    static func revokeDevice(_ arguments: Arguments) throws -> ExitStatus {
        try revoke(arguments, of: .serveDevices, "telephone") { try DeviceStore($0).revoke(id: $1) }
    }

    /// The database; nil where there is none, for a list does not create it.
    private static func existing(_ arguments: Arguments) throws -> ServerDatabase? {
        if let word = arguments.operands.first {
            throw UsageError.unknownCommand("\(arguments.command.name) \(word)")
        }
        guard let path = ServerDatabase.standardPath, exists(path) else { return nil }
        return try ServerDatabase(path: path)
    }

    private static func list(
        _ arguments: Arguments, _ titles: [String], _ rows: [[String]], nothing: String, lines: () -> [[UInt8]]
    ) throws -> ExitStatus {
        if arguments.isJSON {
            try StandardOutput.write(data: Array(lines().joined()))
        } else if rows.isEmpty {
            try StandardOutput.write("\(nothing)\n")
        } else {
            let roles: [Style.Role?] = Array(repeating: nil, count: titles.count)
            try StandardOutput.write(arguments.style.table([titles] + rows, roles))
        }
        return .success
    }

    private static func revoke(
        _ arguments: Arguments, of list: CommandDefinition, _ title: String,
        _ work: (ServerDatabase, Int) throws -> Bool
    ) throws -> ExitStatus {
        let text = try arguments.operands(1...1)[0]
        guard let id = Int(text), id > 0 else { throw UsageError.badNumber(text, of: list) }
        guard let path = ServerDatabase.standardPath, exists(path), try work(ServerDatabase(path: path), id) else {
            StandardError.write("beeline: there is no \(title) \(text); 'beeline \(list.name)' lists them\n")
            return .notTaken
        }
        return .success
    }
}
