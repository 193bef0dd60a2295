import BeelineSymbols

/// What reads images.
extension CommandDefinition {
    static let scan = CommandDefinition(
        "scan", "FILE…", "Decode images; say what each code is and what it leads to.",
        options: [
            .effort, .only, .one, .region, .jobs, .answerFormat, .columns, .rawCSV, .summary, .color, .showSecrets,
            .annotate, .diagnose, .recursive, .filesFrom,
        ] + scanOptions + ruleOptions + runOptions + [.help],
        discussion: """
            FILE is an image or a document, recognised by its content; - is one on standard input. 'beeline formats' lists
            what can be read. A file that cannot be read is an error for that file alone.

            --roi takes pixels, or parts of the width and height: a number with a point (0.25) or a percent sign (25%) is
            a part, a number without is pixels. X and Y count from the top left corner.

            --annotate draws one image as .svg; any number of images as .html, on one page with the misses first; or into
            a folder, on as many pages as needed. An image whose code holds a secret is left out.

            CSV has the columns that 'beeline resolve --help' describes.

            --run performs actions as far as the policy allows: that of $XDG_CONFIG_HOME/beeline/policy.json (~/.config
            if that is not set), changed by --allow, --ask and --deny. What needs a question is refused without a
            terminal.

            Exit status: 0 a rule matched every code; 1 an image has no code, or no rule matched a code; 2 wrong usage or
            configuration, nothing was done; 3 a file or a page could not be read, or the output not written; 4 an action
            failed or was refused. If several apply, the highest.
            """,
        examples: [
            "beeline scan shelf.jpg": "what is in the picture, and what would be done",
            "beeline scan --run shelf.jpg": "do it, asking before anything is opened",
            "beeline scan --annotate shelf.svg shelf.jpg": "draw where the codes are, and what",
            "find . -name '*.jpg' -print0 | beeline scan --format json --files0-from -":
                "a line of JSON for each of a million pictures",
        ])

    static let formats = CommandDefinition(
        "formats", "", "List the symbologies and the files that can be read here, and by what.",
        options: [.listFormat, .color, .help],
        discussion: """
            What can be read depends on the libraries that the worker, beeline-decode, was built with. What they cannot read
            is listed with the reason, and so is the sandbox of the workers.

            Exit status: 0 they are listed; 2 wrong usage, or there is no worker.
            """,
        examples: [
            "beeline formats": "what can be read",
            "beeline formats --format json": "the same for programs",
        ])
}

/// What makes codes.
extension CommandDefinition {
    static let draw = CommandDefinition(
        "draw", "[TEXT | NAME=VALUE… | FILE.csv]",
        "Draw a code, for print or for a screen, or labels from a table; each is read back first.",
        options: [
            .drawOutput, .drawFormat, .drawAs, .drawKind, .drawDigitalLink, .linkBase, .drawResolver, .drawBytes,
            .drawAddOn, .drawPrice, .drawCurrency, .drawLevel,
            .drawModuleWidth, .drawScale, .drawQuietZone, .drawBarHeight, .drawNoText, .drawDark, .drawLight,
            .drawTransparent, .drawLogo, .drawLogoShare, .drawModuleShape, .drawFinderShape, .drawForce, .drawNoVerify,
            .drawSheet, .drawPage, .drawLabel, .drawGap, .drawMargin, .rules, .drawList, .help,
        ],
        discussion: """
            TEXT is the content of the code; without it, or as -, it is standard input without its last line end. Without
            --as the content decides: an ISBN becomes an EAN-13, a GTIN the symbol with as many digits, GS1 element strings
            a GS1 DataMatrix, all else a QR code. 'beeline draw --list' says what each format holds.

            --kind makes the content from fields: NAME=VALUE, or NAME@FILE for the content of FILE, NAME@- for standard
            input. Other users of the machine can see what is on a command line. A kind of a rule file can be drawn too
            where its 'parts' say what the whole text consists of: --rules names the file.

            --digital-link draws the link of a GS1 key below --base: TEXT is a path, a link, an element string or a GTIN.
            First the link is asked for, as a scanner would, and where it leads is said; --resolver looks into a table of
            links in place of that. Where nothing answers, nothing is drawn.

            FILE ends with .svg, .png, .pdf or .txt, or --format says what it is. An existing file is replaced. Without
            FILE the code is drawn with half blocks, for a terminal, without a logo or shapes.

            Before it is written, a code is read back at its size and at half of it. If it cannot be read, nothing is written.

            --sheet draws the labels of a table, FILE.csv or standard input, as PDF. Its first row names the columns: 'text'
            is the content of the code; 'format', 'addOn' and 'copies' are optional; all others are lines below the code.

            Exit status: 0 drawn; 2 wrong usage, or it cannot be drawn; 3 a file could not be read or written, or the table
            has mistakes; 4 it could not be read back, or no resolver answers. Unless it is 0, nothing is written.
            """,
        examples: [
            "beeline draw https://example.com/ -o poster.svg": "a QR code",
            "beeline draw 9780306406157 --price 24.95 --currency USD -o book.pdf":
                "the EAN-13 of a book with its price, in its size in print",
            "beeline draw --kind wifi ssid=Guest password@password.txt": "a Wi-Fi network, on the terminal",
            "beeline draw --as gs1-128 '(01)09521234543213(10)AB-1' --module-width 0.5 -o pallet.png":
                "GS1 element strings, for a label on a pallet",
            "beeline draw --digital-link 9506000134352 --base https://id.example.com --resolver links.csv -o tea.svg":
                "the Digital Link of a product, once a table of links has one for it",
            "beeline draw --sheet L7160 labels.csv -o labels.pdf": "a sheet of 3 × 7 labels",
        ])
}
