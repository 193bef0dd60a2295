import Beeline
import BeelineSymbols

/// What images are looked for, how hard, and what is drawn and said of it.
extension Option {
    static let effort = Option(
        "--effort", choices: DecodeEffort.allCases.map(\.rawValue),
        "How long to go on where nothing was found. Default: normal.")
    static let only = Option(
        "--only", value: "NAME[,NAME…]", suggestions: Symbology.selectable.map(\.name), repeats: true,
        "Look for these symbologies alone, as ean_13,qr_code.")
    static let one = Option("--one", "Stop at the first code of an image.")
    static let region = Option(
        "--roi", value: "X,Y,W,H", "Look at this part of each image: 10,20,300,200 or 0.1,0.2,0.5,0.5 or 25%,0,50%,1.0."
    )
    static let jobs = Option("--jobs", value: "NUMBER", "Decode so many images at once. Default: one for each core.")
    static let annotate = Option(
        "--annotate", value: "OUT", "Draw what was found into OUT: a .svg or .html file, or a folder.")
    static let diagnose = Option("--diagnose", "Say what was tried, and why an image may have given nothing.")
}

extension Symbology {
    /// Those that one may ask for: all that have a name and stand by themselves.
    static let selectable = all.filter { $0 != .unknown && !$0.isAddOn }
}
