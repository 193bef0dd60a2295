import Beeline
import BeelineDrawing
import BeelineSymbols
import Glibc

/// `beeline demo`: a tour through five codes, without network and without configuration.
enum DemoCommand {
    /// A code of the tour.
    struct Stop: Hashable, Sendable {
        let title: String
        /// What the code shows, in a sentence or two.
        let remark: String
        /// The text of the code, as a scanner with AIM identifiers sends it.
        let text: String
        var isDrawn = false
    }

    static let stops = [
        Stop(
            title: "A book", remark: "The bars contain an ISBN. Beeline shows every form that shops and libraries use.",
            text: "9784873119045"),
        Stop(
            title: "A product",
            remark:
                "One number has several forms: GTIN-14, GTIN-13, GTIN-12. The rule builds the link to the service.",
            text: "036000291452"),
        Stop(
            title: "A Wi-Fi network", remark: "Passwords in codes are withheld unless you give --show-secrets.",
            text: "WIFI:T:WPA;S:Guest;P:correct horse;;", isDrawn: true),
        Stop(
            title: "A link that hides its target",
            remark: "Beeline checks links before it opens them. This link would need your confirmation.",
            text: "https://bit.ly/3abc", isDrawn: true),
        Stop(
            title: "A label of a pallet",
            remark: "GS1 fields are split: the product, its lot, and its expiry date, which has passed.",
            text: "]C101095060001343521715011910LOT7"),
    ]

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let resolver = try Resolver(rules: .bundled)
        let options = TextOptions(style: arguments.style)
        let style = options.style
        let pauses = TerminalLines.areAnsweredInPlace
        for (index, stop) in stops.enumerated() {
            var text: TerminalText = index > 0 ? "\n" : ""
            text += style.paint("\(index + 1) of \(stops.count): \(stop.title)", .input) + "\n\n"
            try StandardOutput.write(text)
            // Only a terminal with colours can show a code that a telephone can read.
            if stop.isDrawn, style.isColored {
                // The last line is the text, which may contain a password.
                let rows = try Drawing(stop.text, as: .qr).terminalText().split(separator: "\n")
                let picture = rows.filter { $0.hasPrefix("\u{1B}") }.joined(separator: "\n")
                try StandardOutput.write(data: picture + "\n\n")
            }
            try StandardOutput.write(try answer(to: stop, resolver, options) + "\n\(stop.remark)\n")
            guard pauses, index + 1 < stops.count else { continue }
            try StandardOutput.write("\n\(style.paint("Enter shows the next one, Ctrl-D ends.", .label)) ")
            guard readLine() != nil else {
                try StandardOutput.write("\n")
                return .success
            }
        }
        try StandardOutput.write(
            """

            Nothing was opened: 'beeline resolve --run CODE' performs actions, and asks first.
            Try your own code with 'beeline resolve -', a picture with 'beeline scan FILE',
            and the page for cameras and telephones with 'beeline serve'.

            """)
        return .success
    }

    private static func answer(to stop: Stop, _ resolver: Resolver, _ options: TextOptions) throws -> TerminalText {
        let symbol = try InputFormat.lines.symbol(stop.text.utf8.span)
        let result = resolver.result(of: symbol, scan: .now(), explaining: false)
        var output = TextOutput(options)
        output.append(
            Answer(input: .text(stop.text), outcome: .success([result])).redacted(line: InputFormat.lines.line))
        return output.text
    }
}
