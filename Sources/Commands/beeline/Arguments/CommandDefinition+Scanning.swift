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
