import BeelineLive
import BeelineSymbols

/// Where codes come from as they are scanned, what counts as one scan, and when it is enough.
extension Option {
    static let liveList = Option("--list", "List the cameras, serial ports, scanners and keyboards that are connected.")
    static let station = Option(
        "--station", value: "FILE", "Also use the sources in FILE, each with its settings. See Docs/Live.md.")
    static let repeats = Option(
        "--repeat", value: "WHEN", suggestions: ["gone", "never", "always"],
        "When the same code counts again: gone, never, always or seconds; see below.")
    static let pause = Option("--pause", value: "SECONDS", "Report nothing for SECONDS after a code.")
    static let torch = Option(
        "--torch", choices: CameraSettings.Torch.allCases.map(\.rawValue), "The light of the camera.")
    static let zoom = Option(
        "--zoom", value: "FACTOR", "Enlarge the middle of the picture: from 1 to 10; by the camera if it can.")
    static let focus = Option(
        "--focus", value: "auto|near|NUMBER", suggestions: ["auto", "near"],
        "The focus of the camera; NUMBER is in the camera's own unit.")
    static let once = Option("--once", "End after the first code.")
    static let count = Option("--count", value: "NUMBER", "End after NUMBER codes.")
    static let duration = Option("--for", value: "DURATION", "End after DURATION: 90, 90s, 15m, 8h.")
    static let liveFormat = Option(
        "--format", choices: ["text", "line", "code", "json", "csv"],
        "The output format; line is one short line per code, code only its text. Default: text.")
    static let liveEffort = Option(
        "--effort", choices: DecodeEffort.live.map(\.rawValue),
        "How hard to try to find a code. Default: fast for videos, normal for folders.")
}

extension CommandDefinition {
    static let live = CommandDefinition(
        "live", "SOURCE…", "Report codes as cameras, hand scanners, streams and folders deliver them.",
        options: [
            .liveList, .station, .repeats, .pause, .liveEffort, .only, .region, .zoom, .torch, .focus, .jobs, .once,
            .count, .duration, .input, .liveFormat, .columns, .rawCSV, .outputSeparator, .summary, .color, .showSecrets,
        ] + ruleOptions + [.watchRules] + runOptions + [.help],
        discussion: """
            SOURCE is one of:
            \(SourceName.helpRows)

            The prefix can be left out where the form says what it is: /dev/ttyUSB0, /dev/video0, 192.168.1.5:9100,
            inbox/, film.mp4.

            If a source is lost, such as a scanner that is unplugged, this is reported once, and the source is opened
            again as soon as it is back. The command ends when all sources have ended, on Ctrl-C or SIGTERM, or with
            --once, --count or --for. With --once or --count it also ends if no source was
            available within 15 seconds. Codes that were scanned until then are printed and performed.

            --input sets the format of the lines of the source -, as for resolve: lines, the text of the code; tsv,
            symbology, tab, text; json, an object with "text" or "bytes", and "symbology" if known. Lines that cannot
            be read are reported and skipped.

            A camera code counts when enough frames agree: one frame for codes with error correction, such as QR
            codes; two for codes with a check digit, such as EAN-13; three for others, such as Code 39. --repeat sets
            when it counts again: gone, after it was out of view for 2 seconds; SECONDS, so long after it last
            counted; never; always. Default: gone for cameras and videos, always for scanners and lines.

            Exit status: 0 a rule matched every code; 1 no rule matched a code; 2 wrong usage or configuration,
            nothing was done; 3 a source could not be used or was never available, or the output could not be written; 4
            an action failed or was refused. If several apply, the highest.
            """,
        examples: [
            "beeline live camera": "codes in front of the first camera",
            "beeline live --list": "what is connected",
            "beeline live --run serial:/dev/ttyACM0": "a hand scanner, with the actions of the rules",
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
