import Beeline
import BeelineSupport

/// What the options say of a history, and of which scans are wanted.
struct HistoryOptions {
    /// Nil where there is no place for one.
    private let history: History?
    /// Whether it was named, and so must be there.
    private let isNamed: Bool
    var filter = HistoryFilter()
    /// Whether any option restricts what is wanted.
    let restricts: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        isNamed = arguments.has(.historyFile)
        history = (arguments[.historyFile] ?? RecordPlugin.standardPath).map(History.init)
        filter.since = try Self.moment(arguments, .since)?.first
        filter.before = try Self.moment(arguments, .until)?.behind
        filter.kind = arguments[.historyKind]
        filter.rule = arguments[.ruleID]
        restricts = [Option.since, .until, .historyKind, .ruleID].contains(where: arguments.has)
    }

    /// The history; nil where nothing has been recorded yet.
    ///
    /// - Throws: `FileError` where one that was named is not there, or none can be.
    func recorded() throws(FileError) -> History? {
        guard let history, let absence = absence(of: history.path) else { return history }
        if absence.reason == .notFound, !isNamed { return nil }
        throw absence
    }

    /// Where a day or a minute begins, and where the next one does.
    private static func moment(
        _ arguments: Arguments, _ option: Option
    ) throws(UsageError) -> (first: String, behind: String)? {
        guard let text = arguments[option] else { return nil }
        guard let moment = Scan(text) else { throw .badHistoryMoment(option, text) }
        let isMinute = text.utf8.contains(UInt8(ascii: "T"))
        let last = moment.time.minutes == 24 * 60 - 1
        let date = !isMinute || last ? moment.date.adding(days: 1) : moment.date
        let minutes = isMinute && !last ? moment.time.minutes + 1 : 0
        let time = TimeOfDay(hour: minutes / 60, minute: minutes % 60) ?? .midnight
        return (Timestamp.text(moment.date, moment.time), Timestamp.text(date, time))
    }
}
