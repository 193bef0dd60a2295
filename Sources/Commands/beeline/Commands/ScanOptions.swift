import Beeline

/// What the options say of the moment and the place of a scan.
struct ScanOptions: Sendable {
    /// Nil: the moment at which it is asked for.
    private let moment: Scan?
    private let source: String?

    init(_ arguments: Arguments) throws(UsageError) {
        source = arguments[.source]
        guard let text = arguments[.at] else {
            moment = nil
            return
        }
        guard let moment = Scan(text, source: source) else { throw .badMoment(text) }
        self.moment = moment
    }

    /// A scan of this moment, unless another one was given.
    var scan: Scan { moment ?? .now(source: source) }
}
