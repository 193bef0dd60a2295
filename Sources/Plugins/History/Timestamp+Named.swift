package import BeelineContent
internal import BeelineRules
internal import BeelineSymbols

/// Times as people name them: `today`, `yesterday`, `monday`, `7 days`.
extension Timestamp {
    /// Where a time that somebody names begins, and where the next one does, in the local time zone; nil for any other text.
    ///
    /// `today` and `yesterday` are days; a day of the week is the last one of its name, be it today; `7 days` is the day that
    /// was so many days ago, and `2 weeks` as many weeks. `DATE` and `DATETHH:MM` are what they are for `span`.
    ///
    /// - Parameter today: in the local time zone.
    package static func namedSpan(_ text: String, today: CalendarDate) -> (first: String, behind: String)? {
        let words = text.lowercased().split(separator: " ")
        let ago: Int? =
            switch (words.count, words.first ?? "") {
            case (1, "today"): 0
            case (1, "yesterday"): 1
            case (1, let day): Weekday(rawValue: String(day)).map { daysAgo($0, today) }
            case (2, let number): days(number, words[1])
            default: nil
            }
        guard let ago else { return span(text) }
        let day = today.adding(days: -ago)
        return (self.text(day, .midnight), self.text(day.adding(days: 1), .midnight))
    }

    /// What there is, for messages.
    package static let namedForms =
        "a time such as 2026-12-24T21:30, 2026-12-24, today, yesterday, monday or '7 days'"

    private static func daysAgo(_ day: Weekday, _ today: CalendarDate) -> Int {
        (0..<7).first { Weekday(of: today.adding(days: -$0)) == day } ?? 0
    }

    /// `7 days`, `1 week`; nil for any other pair of words, and for more than ten thousand days.
    private static func days(_ number: Substring, _ unit: Substring) -> Int? {
        guard (1...4).contains(number.utf8.count), number.utf8.allSatisfy(\.isASCIIDigit), let count = Int(number)
        else {
            return nil
        }
        return switch unit {
        case "day", "days": count
        case "week", "weeks": count * 7 <= 10_000 ? count * 7 : nil
        default: nil
        }
    }
}
