extension Duration {
    /// The units of durations in rule files, files of stations and options. `m` is a minute everywhere.
    private static let units: [(names: [String], seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1), (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hr", "hrs", "hour", "hours"], 3_600), (["d", "day", "days"], 86_400),
        (["w", "week", "weeks"], 7 * 86_400),
    ]

    /// The forms of durations, for messages.
    package static let writtenForms = "such as 90 s, 30 min, 8 h or 2 days"

    /// A regular expression that every duration fits, for the schema.
    package static let writtenPattern = #" *(?:[0-9]+(?:\.[0-9]+)? *[A-Za-z]+ *)+"#

    /// Reads a duration as people write it, with a blank before the unit or without one: `90 s`, `15m`, `1.5 h`,
    /// `2 days`, `1h 30min`. Nil for any other text, for zero, and for more than ten thousand days.
    ///
    /// - Parameter bareSeconds: whether a number without a unit is a number of seconds.
    package init?(written text: String, bareSeconds: Bool = false) {
        guard text.utf8.count <= 40 else { return nil }
        var rest = text.lowercased()[...]
        var seconds = 0.0
        var count = 0
        while true {
            rest = rest.drop { $0 == " " }
            guard !rest.isEmpty else { break }
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count).drop { $0 == " " }
            let word = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(word.count)
            // `Double` also takes forms such as `.5` and `5.`.
            guard let first = number.first, first != ".", number.last != ".", let value = Double(number) else {
                return nil
            }
            if word.isEmpty {
                guard bareSeconds, count == 0, rest.isEmpty else { return nil }
                seconds = value
            } else {
                guard let unit = Self.units.first(where: { $0.names.contains(String(word)) }) else { return nil }
                seconds += value * unit.seconds
            }
            count += 1
        }
        guard count > 0, seconds >= 0.001, seconds <= 10_000 * 86_400 else { return nil }
        self = .milliseconds(Int((seconds * 1_000).rounded()))
    }
}
