public import BeelineContent
public import BeelineRules
internal import Glibc

extension Scan {
    /// A scan of this moment, in the local time zone.
    public static func now(source: String? = nil) -> Scan {
        var now = Glibc.time(nil)
        var local = tm()
        guard localtime_r(&now, &local) != nil else {
            return Scan(date: CalendarDate(year: 1970, dayOfYear: 1), source: source)
        }
        return Scan(
            date: CalendarDate(year: Int(local.tm_year) + 1900, dayOfYear: Int(local.tm_yday) + 1),
            time: TimeOfDay(hour: Int(local.tm_hour), minute: Int(local.tm_min)) ?? .midnight, source: source)
    }
}

extension CalendarDate {
    /// The day that it is now, in the local time zone.
    public static var today: CalendarDate { Scan.now().date }
}
