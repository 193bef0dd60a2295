internal import BeelineSymbols

/// Where in the accounts of the systems that are built on EMV's codes the payee stands; other values there are banks,
/// types and flags.
enum EMVAccount {
    /// The system's name in capitals, and where the payee stands: the first of these objects that is there.
    private static let places: [String: [Int]] = [
        // QR Ph of the Philippines: between persons the account, of merchants their number.
        "COM.P2PQRPAY": [4, 3],
        "PH.PPMI.P2M": [3, 4],
        // DuitNow of Malaysia.
        "A0000006150001": [2],
        // PayNow of Singapore; FPS of Hong Kong: its identifier, a telephone number, an email address.
        "SG.PAYNOW": [2],
        "HK.COM.HKICL": [2, 3, 4],
        // QRIS of Indonesia: the national number of the merchant.
        "ID.CO.QRIS.WWW": [2],
        // PromptPay of Thailand: telephone number, tax number, wallet, account; and the payee of a bill.
        "A000000677010111": [1, 2, 3, 4],
        "A000000677010112": [1],
    ]

    /// The payee's account in an object of a system; nil when the object does not say it.
    static func account(_ system: String, _ values: EMVObjects) -> String? {
        // VietQR has bank and account in an object of their own.
        if system == "A000000727" { return values.template(1)?[1] }
        if let places = places[system] { return places.lazy.compactMap { values[$0] }.first }
        // Bakong of Cambodia has the account in the place of the system's name.
        if system.contains("@") { return values[0] }
        // Of other systems the first value that is long enough to be an account, and is no bank.
        return values.ids.lazy.filter { $0 > 0 }.compactMap { values[$0] }
            .first { $0.utf8.count >= 5 && BIC.canonical($0) == nil }
    }
}
