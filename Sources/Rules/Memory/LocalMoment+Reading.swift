internal import BeelineContent

extension LocalMoment {
    /// Reads `2026-11-25 18:02`, or with a `T` in place of the blank; nil when it is none.
    package init?(_ text: String) {
        let text = text.utf8
        // Most texts that are looked at are none.
        guard text.count == 16 else { return nil }
        let middle = text.index(text.startIndex, offsetBy: 10)
        guard text[middle] == UInt8(ascii: " ") || text[middle] == UInt8(ascii: "T"),
            let date = String(text[..<middle]).flatMap({ CalendarDate($0) }),
            let time = String(text[text.index(after: middle)...]).flatMap({ TimeOfDay($0) })
        else { return nil }
        self.init(date: date, time: time)
    }
}

extension LocalMoment: Comparable {
    package static func < (left: LocalMoment, right: LocalMoment) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }
}
