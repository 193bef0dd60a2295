import BeelineLive
import BeelineSymbols

/// Where codes come from as they are scanned, what counts as one scan, and when it is enough.
extension Option {
    static let liveList = Option("--list", "List the cameras, serial ports, scanners and keyboards that are connected.")
    static let station = Option(
        "--station", value: "FILE", "Also take the sources that FILE names, each with its settings. See Docs/Live.md.")
    static let repeats = Option(
        "--repeat", value: "WHEN", suggestions: ["gone", "never", "always"],
        "When a code counts again: gone, never, always or a number of seconds; see below.")
    static let pause = Option("--pause", value: "SECONDS", "Report nothing for so long after a code.")
    static let torch = Option("--torch", choices: CameraSettings.Torch.allCases.map(\.rawValue), "The camera's light.")
    static let zoom = Option(
        "--zoom", value: "FACTOR", "Enlarge the middle of the picture: from 1 to 10, by the camera where it can.")
    static let focus = Option(
        "--focus", value: "auto|near|NUMBER", suggestions: ["auto", "near"],
        "Where the camera focuses; a number is in its own unit.")
    static let once = Option("--once", "End after the first code.")
    static let count = Option("--count", value: "NUMBER", "End after so many codes.")
    static let duration = Option("--for", value: "DURATION", "End after so long: 90, 90s, 15m, 8h.")
    static let liveFormat = Option(
        "--format", choices: ["text", "line", "code", "json"],
        "How to print; line is one short line for each code, code the code alone. Default: text.")
    static let liveEffort = Option(
        "--effort", choices: DecodeEffort.live.map(\.rawValue),
        "How long to look at a picture. Default: fast for videos, normal for folders.")
}

extension CommandDefinition {
    static let live = CommandDefinition(
        "live", "SOURCE…", "Report codes as they are scanned: by cameras, hand scanners, streams, folders.",
        options: [
            .liveList, .station, .repeats, .pause, .liveEffort, .only, .region, .zoom, .torch, .focus, .jobs, .once,
            .count, .duration, .input, .liveFormat, .summary, .color, .showSecrets,
        ] + ruleOptions + [.watchRules] + runOptions + [.help],
        discussion: """
            SOURCE is one of:
            \(SourceName.helpRows)

            A source that is lost, such as a scanner that is unplugged, is reported once and comes back by itself. The command
            ends when all sources have ended, on Ctrl-C or SIGTERM, or as --once, --count and --for say; what was scanned
            until then is printed and performed.

            --input says what a line of the source - looks like, as for resolve: lines, the code as it is; tsv, symbology, tab,
            text; json, an object with "text" or "bytes", and "symbology" if known. What cannot be read is reported and left
            out.

            A code of a camera counts when enough pictures agree: one for codes that correct errors, as QR codes; two for
            those with a check digit, as EAN-13; three for others, as Code 39. It counts again as --repeat says: gone, after
            it was out of view for 2 seconds; SECONDS after it counted; never; always. Default: gone for cameras and videos,
            always for scanners and lines.

            Exit status: 0 a rule matched every code; 1 no rule matched a code; 2 wrong usage or configuration, nothing was
            done; 3 a source could not be used, or the output not written; 4 an action failed or was refused. If several
            apply, the highest.
            """,
        examples: [
            "beeline live camera": "codes in front of the first camera",
            "beeline live --list": "what is connected",
            "beeline live --run serial:/dev/ttyACM0": "a hand scanner, and do what the rules say",
            "beeline live --format code --once camera": "the text of the next code, for a script",
            "beeline live --station station.json --format json": "a till with several scanners, for programs",
        ])
}

extension SourceName {
    /// The sorts of sources, a line for each.
    fileprivate static var helpRows: TerminalText {
        let names = sorts.map { $0.prefix + $0.operand }
        let width = (names.map(\.count).max() ?? 0) + 2
        return zip(names, sorts).map { name, sort in
            TerminalText("  \(name)" + String(repeating: " ", count: width - name.count) + sort.summary)
        }.joined(separator: "\n")
    }
}
