public import BeelineContent
internal import Glibc

extension CalendarDate {
    /// The day that it is now, in the local time zone.
    public static var today: CalendarDate {
        var now = time(nil)
        var local = tm()
        guard localtime_r(&now, &local) != nil else { return CalendarDate(year: 1970, dayOfYear: 1) }
        return CalendarDate(year: Int(local.tm_year) + 1900, dayOfYear: Int(local.tm_yday) + 1)
    }
}
