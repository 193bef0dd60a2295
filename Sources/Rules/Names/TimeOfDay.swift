internal import BeelineContent
internal import BeelineSymbols

/// A time of the day, to the minute.
///
///     TimeOfDay("21:30")!.description   // "21:30"
public struct TimeOfDay: Hashable, Sendable, Comparable {
    /// Minutes since midnight: 0…1439.
    public let minutes: Int

    /// Nil when there is no such time.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// Reads `21:30`; nil when it is none. Both parts have two digits.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            (bytes[0...1] + bytes[3...4]).allSatisfy(\.isASCIIDigit)
        else { return nil }
        func number(_ at: Int) -> Int { Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30) }
        self.init(hour: number(0), minute: number(3))
    }

    public static let midnight = TimeOfDay(uncheckedMinutes: 0)

    private init(uncheckedMinutes minutes: Int) { self.minutes = minutes }

    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: CustomStringConvertible {
    public var description: String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
}
