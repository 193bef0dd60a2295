package import BeelineActions
package import BeelineRules
package import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// Actions that could not be sent (`"retry": "1 d"`), in a database beside the history that only its owner can read.
///
/// An action is written before it is sent, and removed once it was, so that a program that ends in between loses none.
/// Those of a destination are sent one after the other, by one program at a time: after the first that fails they all
/// wait, each time for longer. Secrets of the user are in it by name only; an action with a secret of the code is not
/// kept.
package final class Outbox: ActionOutbox {
    /// `beeline/outbox.db` in `XDG_DATA_HOME` or `~/.local/share`; nil where there is no place for one.
    package static var ofUser: Outbox? { userDataPath("outbox.db").map { Outbox(path: $0) } }

    package let path: String
    private let now: @Sendable () -> Int
    private let locks: KeyLocks
    private let file = Mutex<OutboxFile?>(nil)

    /// How long the sending of older actions may delay a new one.
    private static let patience = Duration.seconds(5)
    /// The first pause after a failure, and the longest, in milliseconds.
    private static let (firstPause, longestPause) = (10_000, 3_600_000)

    /// - Parameters:
    ///   - path: the path of the database, which is made with the first action.
    ///   - now: milliseconds since 1970.
    package init(
        path: String, now: @escaping @Sendable () -> Int = { Timestamp.milliseconds(Timestamp.clock()) }
    ) {
        self.path = path
        self.now = now
        locks = KeyLocks(history: path)
    }

    /// The outbox beside a history: `outbox.db` in its folder. Beside one on a server it is that of the user.
    package static func beside(_ history: History) -> Outbox? {
        guard !history.isOnServer else { return ofUser }
        let folder = history.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return Outbox(path: (folder + ["outbox.db"]).joined(separator: "/"))
    }

    package func send(
        _ action: Action, for period: Duration, scan: String?, by sending: Sending
    ) async -> Attempt {
        let parcel = Parcel(action, since: now(), for: period, scan: scan)
        let id: Int
        do {
            id = try using { file throws(SQLiteError) in try file.add(parcel) }
        } catch {
            return await sending(action, parcel.key).because("it could not be kept: \(error)")
        }
        let end = ContinuousClock.now + Self.patience
        var own: Attempt?
        let failure = await locked(parcel.destination) {
            own = await self.sendAll(to: parcel.destination, through: id, until: end, by: sending).own
        }
        if let own { return own }
        let kept = try? using { file throws(SQLiteError) in try file.parcels().first { $0.id == id } }
        let before = try? using { file throws(SQLiteError) in try file.count(before: id, to: parcel.destination) }
        let reason =
            kept?.reason ?? failure ?? before.map { "actions before it: \($0)" } ?? "another program sends"
        return Attempt(.kept, "\(reason); it is sent later, until \(Timestamp.local(milliseconds: parcel.until))")
    }

    /// What was sent at once, and what was not.
    package struct Count: Hashable, Sendable {
        package var sent = 0
        /// Those that were refused, or whose time is over.
        package var givenUp = 0
    }

    /// Sends what waits.
    ///
    /// - Parameters:
    ///   - ids: the actions to try now, and those before them. Default: nil, all whose pause is over.
    ///   - isForced: whether pauses do not count.
    @discardableResult
    package func sendWaiting(through ids: [Int]? = nil, isForced: Bool = false, by sending: Sending) async -> Count {
        guard exists(path) else { return Count() }
        let parcels = (try? using { file throws(SQLiteError) in try file.parcels() }) ?? []
        let waiting = parcels.filter { !$0.isGivenUp && (ids?.contains($0.id) ?? true) }
        var count = Count()
        var destinations: [String] = []
        for parcel in waiting where !destinations.contains(parcel.destination) {
            destinations.append(parcel.destination)
        }
        for destination in destinations where !Task.isCancelled {
            let last = waiting.last { $0.destination == destination }?.id ?? 0
            _ = await locked(destination) {
                let done = await self.sendAll(to: destination, through: last, isForced: isForced, by: sending).count
                count.sent += done.sent
                count.givenUp += done.givenUp
            }
        }
        return count
    }

    /// Sends what waits until the task is cancelled, for programs that keep running.
    package func keepSending(by sending: Sending) async {
        while (try? await Task.sleep(for: .seconds(5))) != nil { await sendWaiting(by: sending) }
    }

    /// The kept actions, the oldest first; with those that were given up.
    package func parcels() throws(SQLiteError) -> [Parcel] {
        guard exists(path) else { return [] }
        return try using { file throws(SQLiteError) in try file.parcels() }
    }

    /// Removes kept actions permanently. Returns how many there were.
    package func drop(_ ids: [Int]) throws(SQLiteError) -> Int {
        guard exists(path) else { return 0 }
        return try using { file throws(SQLiteError) in
            var count = 0
            for id in ids { count += try file.remove(id) }
            return count
        }
    }

    /// Does work while no other program sends to a destination. Returns why it was not done.
    private func locked(_ destination: String, _ work: () async -> Void) async -> String? {
        do throws(KeyLockError) {
            try await locks.with([MemoryKey(destination)]) { await work() }
            return nil
        } catch {
            return error == .busy ? "another program is sending to \(destination)" : error.description
        }
    }

    /// Sends the actions for a destination in their order, until one must wait. `own` is how the last one has ended;
    /// nil where it waits.
    private func sendAll(
        to destination: String, through last: Int, until end: ContinuousClock.Instant? = nil, isForced: Bool = false,
        by sending: Sending
    ) async -> (own: Attempt?, count: Count) {
        var count = Count()
        let next = { try? self.using { file throws(SQLiteError) in try file.next(to: destination) } }
        while !Task.isCancelled, let parcel = next(), parcel.id <= last {
            // One that was just written is tried once, however short its time is.
            let isOwn = end != nil && parcel.id == last
            if parcel.until <= now(), !isOwn {
                mark(parcel, givenUp: "its time is over" + (parcel.reason.map { ": \($0)" } ?? ""))
                count.givenUp += 1
                continue
            }
            guard isForced || parcel.next <= now() else { break }
            if let end, !isOwn, .now > end { break }
            let attempt = await sending(parcel.action, parcel.key)
            if attempt.mayPass {
                // After it is cancelled it must not wait.
                if !Task.isCancelled { postpone(parcel, attempt) }
                break
            }
            if attempt.status == .done { count.sent += 1 } else { count.givenUp += 1 }
            if attempt.status == .done || isOwn {
                _ = try? using { file throws(SQLiteError) in try file.remove(parcel.id) }
            } else {
                mark(parcel, givenUp: attempt.message)
            }
            if parcel.id == last { return (attempt, count) }
        }
        return (nil, count)
    }

    private func postpone(_ parcel: Parcel, _ attempt: Attempt) {
        let doubled = Self.firstPause << min(parcel.attempts, 12)
        let pause = max(min(doubled, Self.longestPause), min((attempt.pause ?? 0) * 1_000, Self.longestPause))
        var parcel = parcel
        parcel.attempts += 1
        parcel.next = now() + pause
        parcel.reason = attempt.message
        let changed = parcel
        try? using { file throws(SQLiteError) in try file.update(changed) }
    }

    private func mark(_ parcel: Parcel, givenUp reason: String) {
        var parcel = parcel
        (parcel.isGivenUp, parcel.reason) = (true, reason)
        let changed = parcel
        try? using { file throws(SQLiteError) in try file.update(changed) }
    }

    private func using<Value: Sendable>(
        _ work: (OutboxFile) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try file.withLock { file throws(SQLiteError) in
            if file?.hasMoved ?? true {
                file = nil
                file = try OutboxFile(path: path)
            }
            guard let file else { throw SQLiteError(path: path, subject: .outbox, problem: .cannotOpen) }
            return try work(file)
        }
    }
}

/// The database. One thread at a time. What a function has written survives a loss of power.
private final class OutboxFile {
    private let connection: SQLiteConnection
    private static let columns =
        "id, key, destination, action, rule, arguments, since, until, attempts, next, reason, given_up"

    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, as: .outbox)
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        try connection.migrate(through: [
            """
            CREATE TABLE kept (
                id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, destination TEXT NOT NULL,
                action TEXT NOT NULL, rule TEXT NOT NULL, arguments TEXT NOT NULL, since INTEGER NOT NULL,
                until INTEGER NOT NULL, attempts INTEGER NOT NULL, next INTEGER NOT NULL, reason TEXT,
                given_up INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX kept_destination ON kept (destination, id)
            """
        ])
    }

    var hasMoved: Bool { connection.hasMoved }

    /// Adds an action. Returns its number; of one with the same key, that of the first.
    func add(_ parcel: Parcel) throws(SQLiteError) -> Int {
        try connection.transaction { () throws(SQLiteError) in
            let marks = Array(repeating: "?", count: 11).joined(separator: ", ")
            let names = Self.columns.dropFirst("id, ".count)
            try SQLiteStatement("INSERT OR IGNORE INTO kept (\(names)) VALUES (\(marks))", on: connection)
                .run(Array(parcel.values.dropFirst()))
            return try connection.number("SELECT id FROM kept WHERE key = ?", [.text(parcel.key)])
        }
    }

    func update(_ parcel: Parcel) throws(SQLiteError) {
        try SQLiteStatement(
            "UPDATE kept SET attempts = ?, next = ?, reason = ?, given_up = ? WHERE id = ?", on: connection
        ).run(Array(parcel.values.dropFirst(8)) + [SQLiteValue(parcel.id)])
    }

    /// Returns whether it was there, as 1 or 0.
    func remove(_ id: Int) throws(SQLiteError) -> Int {
        try SQLiteStatement("DELETE FROM kept WHERE id = ?", on: connection).run([SQLiteValue(id)])
        return connection.changes
    }

    func parcels() throws(SQLiteError) -> [Parcel] { try select("ORDER BY id", []) }

    func next(to destination: String) throws(SQLiteError) -> Parcel? {
        try select("WHERE destination = ? AND NOT given_up ORDER BY id LIMIT 1", [.text(destination)]).first
    }

    func count(before id: Int, to destination: String) throws(SQLiteError) -> Int {
        try connection.number(
            "SELECT count(*) FROM kept WHERE destination = ? AND id < ? AND NOT given_up",
            [.text(destination), SQLiteValue(id)])
    }

    private func select(_ rest: String, _ values: [SQLiteValue]) throws(SQLiteError) -> [Parcel] {
        var parcels: [Parcel] = []
        try SQLiteStatement("SELECT \(Self.columns) FROM kept \(rest)", on: connection).forEachRow(values) { row in
            if let parcel = Parcel(row) { parcels.append(parcel) }
        }
        return parcels
    }
}

extension SQLiteSubject {
    fileprivate static let outbox = SQLiteSubject(
        "the outbox", remedy: "move the file away; what waits in it is not sent")
}
