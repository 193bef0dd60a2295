/// A measured number as people read it, with one or two decimals: `0.8`, `12.4`, `0.05`.
func decimal(_ value: Double) -> String {
    // What a worker says may be any number.
    guard value.isFinite, abs(value) < 1e9 else { return "very many" }
    let steps = abs(value) < 0.1 ? 100.0 : 10.0
    let units = Int((abs(value) * steps).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: Int(steps))
    let sign = value < 0 && units > 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + (steps == 100 && rest < 10 ? "0" : "") + "\(rest)"
}
