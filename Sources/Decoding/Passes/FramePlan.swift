/// The passes over one frame of a video.
///
/// A code stays in view for many frames, so passes that are left out in one frame run in the next ones: each gets the
/// pass that finds most for its time, and one of three parts of the rest in turn. Three frames that follow each other
/// get all passes that `DecodeEffort.fast` runs on a picture, and those for small matrix codes.
///
/// `Docs/Decoding.md` has the figures.
enum FramePlan {
    /// How many frames that follow each other are asked everything.
    static let turns = turnNames.count

    /// After it no more is looked for beside what was found: it is in the next frame as well.
    static let patience = Duration.milliseconds(250)

    /// - Parameter frame: its number in the video.
    static func passes(for frame: Int) -> [Pass] { plans[Int(frame.magnitude % UInt(turns))] }

    private static let always = ["zxing.rows"]

    /// In each, those first that are asked only until something is found. Of two frames that follow each other one is
    /// looked at in blocks, for no other pass finds a small Data Matrix wherever it is.
    private static let turnNames = [
        ["zxing.retail.rows", "zxing.retail.wide.threshold", "zxing.blocks", "zxing.blocks.histogram"],
        ["zxing.turned", "zbar.retail", "zxing.databar.turned", "zxing.matrix", "zxing.qr.mesh"],
        ["zxing.qr.third", "zxing.databar.rows", "zxing.linear", "zxing.blocks", "zxing.blocks.histogram"],
    ]

    private static let plans = turnNames.map { names in
        (always + names).compactMap { name in Passes.plan.first { $0.name == name } }
    }
}
