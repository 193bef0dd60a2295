internal import BeelineActions

/// Statuses of HTTP: `200 404`, or `2xx` for all from 200 to 299.
struct StatusList: Hashable, Sendable {
    private let ranges: [ClosedRange<Int>]

    static let success = StatusList(ranges: [200...299])

    private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// Nil when the text is no list of them.
    init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        for word in text.split(separator: " ") {
            guard word.utf8.count == 3 else { return nil }
            if word.hasSuffix("xx"), let hundreds = word.first?.wholeNumberValue, (1...5).contains(hundreds) {
                ranges.append((hundreds * 100)...(hundreds * 100 + 99))
            } else if let status = Int(word), (100...599).contains(status) {
                ranges.append(status...status)
            } else {
                return nil
            }
        }
        guard !ranges.isEmpty else { return nil }
        self.ranges = ranges
    }

    func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }
}
