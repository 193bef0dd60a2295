import BeelineSymbols

/// What makes codes.
extension CommandDefinition {
    static let draw = CommandDefinition(
        name: "draw",
        operands: "[TEXT | NAME=VALUE… | FILE.csv]",
        summary: "Draw a code, for print or for a screen, or labels from a table; each is read back first.",
        options: [
            .drawOutput, .drawFormat, .drawAs, .drawKind, .drawBytes, .drawAddOn, .drawPrice, .drawCurrency, .drawLevel,
            .drawModuleWidth, .drawScale, .drawQuietZone, .drawBarHeight, .drawNoText, .drawDark, .drawLight,
            .drawTransparent, .drawLogo, .drawLogoShare, .drawModuleShape, .drawFinderShape, .drawForce, .drawNoVerify,
            .drawSheet, .drawPage, .drawLabel, .drawGap, .drawMargin, .drawList, .help,
        ],
        discussion: """
            TEXT is what the code says; without it, or as -, it is standard input, less a line end at its end. Without --as
            the content says what is drawn: an ISBN an EAN-13, a GTIN the symbol with so many digits, GS1 element strings
            a GS1 DataMatrix, all else a QR code. 'beeline draw --list' says what each format holds.

            --kind makes the content from fields: NAME=VALUE, or NAME@FILE for what FILE holds, NAME@- for standard input:
            what stands on a command line, others on the machine can see.

            FILE ends with .svg, .png, .pdf or .txt, or --format says what it is. What is there already is replaced.
            Without FILE the code is drawn of half blocks, for a terminal. A logo and shapes are not in them.

            Before it is written, a code is read back at its size and at half of it. What cannot be read is not written.

            --sheet draws the labels of a table, FILE.csv or standard input, as PDF. Its first row names the columns: 'text'
            is what the code says; 'format', 'addOn', 'copies' may be there; all others are lines below the code.

            Exit status: 0 drawn; 2 wrong usage, or what cannot be drawn; 3 a file could not be read or written, or the
            table has mistakes; 4 it could not be read back. Where it is not 0, nothing is written.
            """,
        examples: [
            Example(command: "beeline draw https://example.com/ -o poster.svg", summary: "a QR code"),
            Example(
                command: "beeline draw 9780306406157 --price 24.95 --currency USD -o book.pdf",
                summary: "the EAN-13 of a book with its price, in its size in print"),
            Example(
                command: "beeline draw --kind wifi ssid=Guest password@password.txt",
                summary: "a Wi-Fi network, on the terminal"),
            Example(
                command: "beeline draw --as gs1-128 '(01)09521234543213(10)AB-1' --module-width 0.5 -o pallet.png",
                summary: "GS1 element strings, for a label on a pallet"),
            Example(
                command: "beeline draw --sheet L7160 labels.csv -o labels.pdf", summary: "a sheet of 3 × 7 labels"),
        ])
}
