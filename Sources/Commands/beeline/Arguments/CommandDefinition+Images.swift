import BeelineSymbols

/// What reads images.
extension CommandDefinition {
    static let scan = CommandDefinition(
        "scan", "FILE…", "Decode images; show what each code means and which action its rule has.",
        options: [
            .effort, .only, .one, .region, .jobs, .answerFormat, .copies, .columns, .outputSeparator, .rawCSV, .summary,
            .color,
            .showSecrets, .annotate, .diagnose, .recursive, .filesFrom,
        ] + scanOptions + ruleOptions + runOptions + [.help],
        discussion: """
            FILE is an image or a document; its type is detected from its content. - reads one from standard input.
            'beeline formats' lists the supported types. An error in one file does not stop the others.

            --roi takes pixels or fractions of the width and height: a number with a decimal point (0.25) or a percent
            sign (25%) is a fraction, a number without is in pixels. X and Y count from the top left corner.

            --annotate draws one image as .svg; any number of images as one .html page, images without a code first;
            or into a folder, on as many pages as needed. An image with a secret in a code is left out.

            CSV has the columns that 'beeline resolve --help' describes.

            --run performs the actions that the policy allows. The policy is $XDG_CONFIG_HOME/beeline/policy.json (in
            ~/.config if that variable is not set), changed by --allow, --ask and --deny. Without a terminal, actions
            that need confirmation are refused.

            Exit status: 0 a rule matched every code; 1 an image has no code, or no rule matched a code; 2 wrong usage
            or configuration, nothing was done; 3 a file or a page could not be read, or the output could not be
            written; 4 an action failed or was refused. If several apply, the highest.
            """,
        examples: [
            "beeline scan shelf.jpg": "the codes in the picture, and the actions that --run would perform",
            "beeline scan --run shelf.jpg": "perform the actions, after you confirm them",
            "beeline scan --annotate shelf.svg shelf.jpg": "draw the outline and the meaning of each code",
            "find . -name '*.jpg' -print0 | beeline scan --format json --files0-from -":
                "a line of JSON for each of a million pictures",
        ])

    static let formats = CommandDefinition(
        "formats", "", "List the symbologies and file types that can be read, and the libraries that read them.",
        options: [.listFormat, .color, .help],
        discussion: """
            What can be read depends on the libraries that the worker program, beeline-decode, was built with. Formats
            that cannot be read are listed with the reason. The sandbox of the workers is listed too.

            Exit status: 0 listed; 2 wrong usage, or there is no worker program.
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
        "Draw a code for print or screen, or labels from a table; each code is read back first.",
        options: [
            .drawOutput, .drawFormat, .drawAs, .drawKind, .drawDigitalLink, .linkBase, .drawResolver, .drawBytes,
            .drawAddOn, .drawPrice, .drawCurrency, .drawLevel,
            .drawModuleWidth, .drawScale, .drawSize, .drawQuietZone, .drawBarHeight, .drawNoText, .drawDark, .drawLight,
            .drawTransparent, .drawLogo, .drawLogoShare, .drawModuleShape, .drawFinderShape, .drawForce, .drawNoVerify,
            .drawSheet, .drawPage, .drawLabel, .drawGap, .drawMargin, .drawStart, .drawColumns, .listCharset,
            .worksheet, .rules,
            .drawList, .help,
        ],
        discussion: """
            TEXT is the content of the code. Without TEXT, or if it is -, the content is standard input without its
            last line end. Without --as the content decides the format: an ISBN becomes an EAN-13, a GTIN the symbol
            with that number of digits, GS1 element strings a GS1 DataMatrix, everything else a QR code. 'beeline draw
            --list' shows what each format can encode.

            --kind makes the content from fields: NAME=VALUE, or NAME@FILE for the content of FILE, NAME@- for
            standard input. Other users of the machine can see a command line: use NAME@FILE for a password. A kind of
            a rule file can be drawn too if its 'parts' describe the whole text; --rules names the file.

            --digital-link draws the link of a GS1 key below --base. TEXT is a path, a link, an element string or a
            GTIN. The command first requests the link, as a scanner would, and prints where it leads. With --resolver,
            it reads a table of links instead. If nothing answers, nothing is drawn.

            The output FILE ends with .svg, .png, .pdf or .txt, or --format gives its type. An existing file is
            replaced. Without FILE, the code is drawn on the terminal with half blocks, without a logo or module
            shapes.

            Before a code is written, it is read back at full and at half size. If it cannot be read, nothing is
            written.

            --sheet draws labels from a table, FILE.csv or standard input, as PDF. The first row of the table names
            the columns: 'text' is the content of the code; 'format', 'addOn' and 'copies' are optional; all other
            columns are lines below the code. --columns gives these names to other columns: 'text=ISBN,copies=Stock'.
            With a COLUMN alone, as 'text=ISBN,Title', only the named columns are lines. A number with a wrong check
            digit, or in scientific notation, is an error unless the row or --as gives the format.

            Exit status: 0 drawn; 2 wrong usage, or it cannot be drawn; 3 a file could not be read or written, or the
            table has errors; 4 the code could not be read back, or no resolver answers. Unless it is 0, nothing is
            written.
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
            "beeline draw --sheet L7160 --start 5 --columns text=isbn,price stock.csv -o labels.pdf":
                "labels from a list with other columns, on a sheet of which four are used",
        ])

    static let tickets = CommandDefinition(
        "tickets", "[COUNT]", "Make tickets with numbers that no one can guess: a list, and a PDF to print.",
        options: [
            .ticketPrefix, .ticketNames, .ticketOutput, .drawSheet, .drawPage, .drawLabel, .drawGap, .drawMargin,
            .drawStart, .drawNoVerify, .help,
        ],
        discussion: """
            A number has the prefix, 15 random characters (74 bits, from the system's generator for keys) and a check
            character, which rules check as mod37-36. It has no I, L, O and U. NAME.csv has the columns number and
            name, for 'beeline catalog import'. NAME.pdf has a QR code for each number, on Avery L7160 or the sheet that
            --sheet names. Only you can read these files; existing ones are not replaced. Each code is read back first.

            COUNT is 1 to 20000. Tickets.md has the rules that admit each ticket once.

            Exit status: 0 written; 2 wrong usage; 3 a file exists or could not be written; 4 a code could not be read
            back. Unless it is 0, nothing is written.
            """,
        examples: [
            "beeline tickets 300 --prefix SPRING --output spring": "spring.csv for the door, spring.pdf to print",
            "beeline tickets --names names.txt --prefix GALA": "a ticket with each guest's name",
        ])
}
