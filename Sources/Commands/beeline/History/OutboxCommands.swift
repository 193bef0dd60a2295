import Beeline
import BeelineSupport
import BeelineSymbols

/// `beeline history outbox`, `send` and `drop`: the actions that could not be sent (`retry`).
enum OutboxCommands {
    static func list(_ arguments: Arguments) throws -> ExitStatus {
        if let word = arguments.operands.first { throw UsageError.tooManyOperands(arguments.command, word) }
        let parcels = try Outbox.ofUser?.parcels() ?? []
        for parcel in parcels {
            try StandardOutput.write(data: arguments.isJSON ? json(parcel) : text(parcel, arguments.style).bytes)
        }
        if parcels.isEmpty, !arguments.isJSON { try StandardOutput.write("Nothing waits.\n") }
        return .success
    }

    static func send(_ arguments: Arguments) throws -> ExitStatus {
        let ids = try numbers(arguments)
        let plugins = try PluginOptions(arguments)
        let policy = try AnswerOptions.userPolicy(plugins.registry)
        let dispatcher = Dispatcher(plugins: plugins.registry, policy: policy, secret: UserSecrets.value)
        guard let outbox = Outbox.ofUser else { return .success }
        try requireAll(ids, in: outbox)
        Interruption.first { await dispatcher.stop() }
        let count = runBlocking {
            await outbox.sendWaiting(through: ids.isEmpty ? nil : ids, isForced: true, by: dispatcher.sendKept)
        }
        plugins.end()
        let waiting = try outbox.parcels().filter { !$0.isGivenUp }
        try StandardOutput.write("\(counted(count.sent, "action")) sent, \(waiting.count) waiting\n")
        for parcel in waiting { try StandardOutput.write(text(parcel, arguments.style)) }
        if count.givenUp > 0 {
            StandardError.write("beeline: \(counted(count.givenUp, "action")) given up; see 'beeline history outbox'\n")
        }
        return count.givenUp > 0 ? .actionFailed : waiting.isEmpty ? .success : .notTaken
    }

    static func drop(_ arguments: Arguments) throws -> ExitStatus {
        var ids = try numbers(arguments)
        guard arguments.has(.wholeOutbox) != !ids.isEmpty else {
            throw ids.isEmpty ? UsageError.noOperands(arguments.command) : .deletesAllAndSome
        }
        guard let outbox = Outbox.ofUser else { return .success }
        if ids.isEmpty { ids = try outbox.parcels().map(\.id) } else { try requireAll(ids, in: outbox) }
        guard !ids.isEmpty else {
            try StandardOutput.write("Nothing waits.\n")
            return .success
        }
        if !arguments.has(.yes) {
            guard let answer = TerminalAnswer.to("Drop \(counted(ids.count, "action")), unsent?") else {
                throw UsageError.cannotAsk(.yes)
            }
            guard answer else { return .notTaken }
        }
        try StandardOutput.write("\(counted(try outbox.drop(ids), "action")) dropped\n")
        return .success
    }

    /// A line for `beeline history`; empty where nothing waits.
    static func hint() -> TerminalText {
        let parcels = (try? Outbox.ofUser?.parcels()) ?? []
        let waiting = parcels.count { !$0.isGivenUp }
        let words =
            [(waiting, "to be sent"), (parcels.count - waiting, "given up")].filter { $0.0 > 0 }
            .map { "\(counted($0.0, "action")) \($0.1)" }
        return words.isEmpty ? "" : "\(words.joined(separator: ", ")); see 'beeline history outbox'.\n"
    }

    private static func numbers(_ arguments: Arguments) throws -> [Int] {
        try arguments.operands.map { word in
            guard let id = Int(word), id > 0 else { throw UsageError.badOutboxNumber(word) }
            return id
        }
    }

    private static func requireAll(_ ids: [Int], in outbox: Outbox) throws {
        let known = Set(try outbox.parcels().map(\.id))
        if let missing = ids.first(where: { !known.contains($0) }) { throw UsageError.badOutboxNumber("\(missing)") }
    }

    private static func text(_ parcel: Parcel, _ style: Style) -> TerminalText {
        let id = "\(parcel.id)"
        let action = "\(parcel.action.redacted)"
        let margin = TerminalText.blanks(6 - id.utf8.count)
        var text: TerminalText = "\(margin)\(style.paint("\(id)", .label))  \(local(parcel.since))"
        text += "  \(action)  \(parcel.action.rule)\n"
        let reason = parcel.reason ?? "not tried yet"
        let label: TerminalText = parcel.isGivenUp ? "given up" : "waits"
        text += "        \(style.paint(label, parcel.isGivenUp ? .error : .warning))  \(reason)"
        text += parcel.isGivenUp ? "\n" : "; until \(local(parcel.until))\n"
        return text
    }

    private static func json(_ parcel: Parcel) -> [UInt8] {
        JSONWriter.line { json in
            json.member("id", parcel.id)
            json.member("status", parcel.isGivenUp ? "given-up" : "waiting")
            json.member("since", Timestamp.utc(milliseconds: parcel.since))
            json.member("until", Timestamp.utc(milliseconds: parcel.until))
            json.member("destination", parcel.destination)
            json.member("attempts", parcel.attempts)
            json.member("reason", parcel.reason)
            json.object("action") { json in parcel.action.redacted.writeMembers(to: &json) }
        }
    }

    private static func local(_ milliseconds: Int) -> String { Timestamp.local(milliseconds: milliseconds) }
}

extension AnswerOptions {
    /// How long a command that ends sends what waits.
    private static let sendingTime = Duration.seconds(10)

    /// Sends what earlier runs could not send, as far as there is time, and says so.
    static func sendWaiting(by dispatcher: Dispatcher) {
        guard let outbox = dispatcher.outbox as? Outbox, exists(outbox.path), !dispatcher.hasStopped else { return }
        let count = runBlocking {
            let sending = Task { await outbox.sendWaiting(by: dispatcher.sendKept) }
            let clock = Task {
                if (try? await Task.sleep(for: sendingTime)) != nil { sending.cancel() }
            }
            let count = await sending.value
            clock.cancel()
            return count
        }
        if count.sent > 0 { StandardError.write("beeline: \(counted(count.sent, "kept action")) sent\n") }
        if count.givenUp > 0 {
            let actions = counted(count.givenUp, "kept action")
            StandardError.write("beeline: \(actions) given up; see 'beeline history outbox'\n")
        }
    }
}
