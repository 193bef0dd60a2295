import BeelineSymbols

/// What reads images.
extension CommandDefinition {
    static let scan = CommandDefinition(
        name: "scan",
        operands: "FILE…",
        summary: "Decode images; say what each code is and what it leads to.",
        options: [
            .effort, .only, .one, .region, .jobs, .format, .rawCSV, .color, .showSecrets, .annotate, .diagnose,
            .recursive, .filesFrom,
        ] + scanOptions + ruleOptions + runOptions + [.help],
        discussion: """
            FILE is an image or a document, recognised by its content; - is one on standard input. 'beeline formats' lists
            what can be read. A file that cannot be read is an error for that file alone.

            --roi takes pixels, or parts of the width and height: a number with a point (0.25) or a percent sign (25%) is
            a part, one without is pixels. X and Y count from the top left corner.

            --annotate draws one image as .svg; any number of them as .html, on one page with the misses first; or into
            a folder, on as many pages as there need to be. An image with a secret in a code is left out of it.

            --run performs actions as far as the policy allows: that of $XDG_CONFIG_HOME/beeline/policy.json (~/.config
            where that is not set), changed by --allow, --ask and --deny. What is to be asked for is refused where no
            terminal is.

            Exit status: 0 every code was taken by a rule; 1 an image without a code, or a code that no rule took;
            2 wrong usage or configuration, nothing was done; 3 a file or a page could not be read, or the output not
            written; 4 an action failed or was refused. Where several hold, the highest.
            """,
        examples: [
            Example(command: "beeline scan shelf.jpg", summary: "what is in the picture, and what would be done"),
            Example(command: "beeline scan --run shelf.jpg", summary: "do it, asking before anything is opened"),
            Example(
                command: "beeline scan --annotate shelf.svg shelf.jpg", summary: "draw where the codes are, and what"),
            Example(
                command: "find . -name '*.jpg' -print0 | beeline scan --format json --files0-from -",
                summary: "a line of JSON for each of a million pictures"),
        ])

    static let formats = CommandDefinition(
        name: "formats",
        operands: "",
        summary: "List the symbologies and the files that can be read here, and by what.",
        options: [.listFormat, .color, .help],
        discussion: """
            What is read depends on the libraries that the worker, beeline-decode, was built with. What they lack is listed
            with the reason, and so is what keeps a worker from doing more than reading.

            Exit status: 0 they are listed; 2 wrong usage, or there is no worker.
            """,
        examples: [
            Example(command: "beeline formats", summary: "what can be read"),
            Example(command: "beeline formats --format json", summary: "the same for programs"),
        ])
}

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
