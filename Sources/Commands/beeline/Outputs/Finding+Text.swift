import BeelineSymbols

extension Diagnosis.Finding {
    /// What keeps a code from being read, and the remedy, in a sentence without its end.
    ///
    /// - Parameter effort: how hard it was tried.
    func sentence(_ effort: DecodeEffort) -> String {
        switch kind {
        case .tooSmall:
            "\(subject("something like a code")) is too small to be read"
                + (value.map { ", it has \(decimal($0)) pixels per module" } ?? "")
                + ": go nearer, or scan at \(enlargement) the resolution"
        case .blurred:
            "\(subject("the picture", at: "what looks like a code")) is blurred"
                + (value.map { ", its edges are spread over \(decimal($0)) pixels" } ?? "")
                + ": focus, hold still, or clean the lens"
        case .lowContrast:
            "\(subject("the picture", at: "what looks like a code")) has little contrast"
                + (value.map { ", light and dark differ by \(decimal($0)) of 255" } ?? "")
                + ": take more light, and no reflections"
        case .quietZoneCut:
            "\(subject("a code")) comes too near to the edge of the picture"
                + (value.map { ", there are \(decimal($0)) modules of space" } ?? "")
                + ": leave a margin around it, as wide as some of its bars"
        case .unreadable:
            "\(subject("a code")) is there, but cannot be read; it is damaged, covered or glaring: "
                + "smooth it out, turn it out of the light, take the picture anew"
        case .noCode:
            "nothing looks like a code: see that it is in the picture, whole and sharp"
                + (effort == .max ? "" : ", or try --effort max")
        }
    }

    /// In pixels: what decoders make out, at the very best.
    private static let leastModule = 1.5

    /// What it is about, with its place where that is known.
    private func subject(_ whole: String, at part: String? = nil) -> String {
        guard let center = outline?.center else { return whole }
        return "\(part ?? whole) at \(center.x),\(center.y)"
    }

    /// How many times as large it should be.
    private var enlargement: String {
        guard let value, value.isFinite, value > 0.1 else { return "a multiple of" }
        let factor = max(2, Int((Self.leastModule / value).rounded(.up)))
        return factor == 2 ? "twice" : "\(factor) times"
    }
}

extension LostPass {
    /// What is missing, and why, in a sentence without its end.
    var sentence: String {
        "the pass '\(pass)' is missing, and what only it would have found: \(reason)"
    }
}

extension Optional<Int> {
    /// What stands before a sentence about a page; nothing for an image that has just one.
    var pagePrefix: String { map { "page \($0): " } ?? "" }
}
