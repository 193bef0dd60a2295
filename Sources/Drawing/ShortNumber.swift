/// A number with at most four decimals and no zeros behind them, as SVG, PDF and people write it: `0.33`.
///
/// - Precondition: it is finite and below 10¹².
func shortNumber(_ value: Double) -> String {
    let scaled = (value * 10_000).rounded()
    guard scaled.magnitude < 1e16 else { return "0" }
    let whole = Int64(scaled)
    var decimals = String(whole.magnitude % 10_000)
    while decimals.utf8.count < 4 { decimals = "0" + decimals }
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    let sign = whole < 0 ? "-" : ""
    return "\(sign)\(whole.magnitude / 10_000)" + (decimals.isEmpty ? "" : ".\(decimals)")
}
