internal import BeelineSymbols

/// PAY by square, the payments of Slovak banks (Slovak Banking Association, by square specification 1.0 to 1.2): a
/// table in one line, with its CRC-32, packed by LZMA, in the characters 0 to 9 and A to V.
enum PayBySquareParser {
    /// The first characters stand for the kind 0, the version 0, 1 or 2, and zeros.
    static let openings = ["000", "040", "080"]

    private static let alphabet = Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUV")
    /// No QR code contains more characters.
    private static let longest = 4_296
    private static let header = 4
    private static let mostPayments = 64

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> Payment {
        let line = try line(of: text)
        var columns = Columns(line)
        // The number of the invoice.
        _ = columns.next()
        guard let count = columns.count(), 1...mostPayments ~= count else {
            throw .malformed("it must have 1 to \(mostPayments) payments")
        }
        if count > 1 { doubts.append("it has \(count) payments; only the first is shown") }
        var payment = Payment(.payBySquare)
        for number in 0..<count {
            try readPayment(&columns) { columns throws(Refusal) in
                number == 0 ? try read(&columns, into: &payment, &doubts) : try read(&columns)
            }
        }
        // The payees of all payments are after them, in the version 1.1 and later.
        payment.payee = columns.next()
        let address = [columns.next(), columns.next()].compactMap(\.self)
        payment.payeeAddress = address.isEmpty ? nil : address.joined(separator: ", ")
        payment.country = payment.iban?.country
        return payment
    }

    /// Parts between tabs; an empty one is nil, as is one after the last.
    private struct Columns {
        private var rest: ArraySlice<Substring>

        init(_ line: String) {
            rest = line.split(separator: "\t", maxSplits: 2_048, omittingEmptySubsequences: false)[...]
        }

        mutating func next() -> String? { rest.popFirst().flatMap { $0.isEmpty ? nil : String($0) } }

        mutating func count() -> Int? { next().flatMap { $0.utf8.count <= 3 ? Int($0) : nil } }

        mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }
    }

    private static func readPayment(
        _ columns: inout Columns, _ read: (inout Columns) throws(Refusal) -> Void
    ) throws(Refusal) {
        try read(&columns)
        // A standing order: day, month, periodicity, last day. A direct debit: ten columns.
        if columns.next() == "1" { columns.skip(4) }
        if columns.next() == "1" { columns.skip(10) }
    }

    /// A payment that is not given.
    private static func read(_ columns: inout Columns) throws(Refusal) {
        columns.skip(9)
        columns.skip(2 * (columns.count() ?? 0))
    }

    private static func read(
        _ columns: inout Columns, into payment: inout Payment, _ doubts: inout [String]
    ) throws(Refusal) {
        switch columns.next() {
        case "1": break
        case "2", "3": doubts.append("it is a standing order")
        case "4", "5", "6", "7": doubts.append("it is a direct debit")
        default: throw .malformed("its kind of payment must be one from 1 to 7")
        }
        if let text = columns.next() {
            guard let amount = DecimalNumber(text), amount.digits >= 0 else {
                throw .malformed("the amount must be a number")
            }
            // Zero says that the payer chooses.
            payment.amount = amount.digits == 0 ? nil : amount
        }
        if let currency = columns.next() {
            guard CurrencyCodes.has(letters: currency) else { throw .malformed("the currency must be one of ISO 4217") }
            payment.currency = currency
        }
        if let text = columns.next() {
            let digits = Digits.parse(text.utf8).flatMap { $0.count == 8 ? Int($0.value) : nil }
            payment.dueDate = digits.flatMap {
                CalendarDate(year: $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100)
            }
            if payment.dueDate == nil { doubts.append("the due date is not valid") }
        }
        let (variable, constant, specific) = (columns.next(), columns.next(), columns.next())
        // The variable symbol is what Slovak invoices have for a reference.
        payment.reference = columns.next() ?? variable
        let symbols = [specific.map { "/SS\($0)" }, constant.map { "/KS\($0)" }].compactMap(\.self).joined()
        payment.information = symbols.isEmpty ? nil : symbols
        payment.message = columns.next()
        guard let accounts = columns.count(), accounts > 0 else { throw .malformed("it has no account") }
        if accounts > 1 { doubts.append("it has \(accounts) accounts; only the first is shown") }
        do throws(IBANError) {
            let iban = try IBAN(columns.next() ?? "")
            (payment.iban, payment.account) = (iban, iban.text)
        } catch {
            throw .malformed("\(error)")
        }
        if let text = columns.next() {
            payment.bic = BIC.canonical(text)
            if payment.bic == nil { doubts.append("its BIC is not valid") }
        }
        columns.skip(2 * (accounts - 1))
    }

    /// The table of a code; other texts of the same characters are none.
    private static func line(of text: String) throws(Refusal) -> String {
        guard text.utf8.count <= longest, text.utf8.count >= 32 else { throw .otherKind }
        let groups = text.utf8.compactMap { alphabet[$0] }
        // After the header the stream of LZMA begins with a zero. This excludes nearly all other texts.
        guard groups.count == text.utf8.count, let bytes = Bech32.bytes(groups), bytes.count > header + 5,
            bytes[0] <= 2, bytes[1] == 0, bytes[header] == 0
        else { throw .otherKind }
        let count = Int(bytes[2]) | Int(bytes[3]) << 8
        guard count > 4, let table = try? Unpacking.lzma(bytes[header...], count: count) else { throw .otherKind }
        let sum = table.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard CRC32.sum(table.dropFirst(4)) == sum else { throw .malformed("its check sum (CRC-32) is wrong") }
        guard let line = String(validating: table.dropFirst(4), as: UTF8.self) else {
            throw .malformed("it is not UTF-8")
        }
        return line
    }
}
