internal import BeelinePlugins

/// A point in time, to the millisecond.
///
///     Moment(millisecondsSince1970: 1_769_862_896_789).description   // 2026-01-31T12:34:56.789Z
///
/// `Date(moment)` of BeelineFoundation is the same for programs that use Foundation.
public struct Moment: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// Milliseconds since the beginning of 1970 in UTC, without leap seconds.
    public let millisecondsSince1970: Int

    /// A point in time by its distance from the beginning of 1970 in UTC.
    public init(millisecondsSince1970: Int) { self.millisecondsSince1970 = millisecondsSince1970 }

    /// The current time.
    public static func now() -> Moment {
        let time = Timestamp.clock()
        return Moment(millisecondsSince1970: time.seconds * 1_000 + time.nanoseconds / 1_000_000)
    }

    /// The earlier moment comes first.
    public static func < (left: Moment, right: Moment) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// In UTC (ISO 8601): `2026-01-31T12:34:56.789Z`.
    public var description: String {
        let (seconds, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: 1_000)
        let isBefore = rest < 0
        return Timestamp.text(
            seconds: isBefore ? seconds - 1 : seconds, nanoseconds: (isBefore ? rest + 1_000 : rest) * 1_000_000)
    }
}
