/// National numbers of medicines in GTINs.
extension GTIN {
    /// The German pharmaceutical number (PZN), where the GTIN is made of one (NTIN, with the prefix 4150) and its own check
    /// digit is right too; nil for nearly all.
    var pzn: String? {
        guard number / 1_000_000_000 == 4150 else { return nil }
        let digits = Digits.text(number / 10 % 100_000_000, count: 8)
        return CheckScheme.pzn.result(of: digits) == .right ? digits : nil
    }

    /// The national number: a PZN, or of France the whole number (CIP13, with the prefix 3400); nil for nearly all.
    var healthcareNumber: String? {
        pzn ?? (number / 1_000_000_000 == 3400 ? Digits.text(number, count: 13) : nil)
    }
}
