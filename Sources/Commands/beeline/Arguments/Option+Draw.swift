import Beeline
import BeelineDrawing

/// What is drawn, how it looks, and where it goes.
extension Option {
    static let drawAs = Option(
        "--as", value: "FORMAT", suggestions: CodeFormat.allCases.map(\.rawValue),
        "What to draw, as qr or code-128. Default: what suits the content.")
    static let drawKind = Option(
        "--kind", value: "KIND", choices: CodeText.fields.map(\.kind.rawValue),
        "Make the content from fields: wifi, contact, event …")
    static let drawBytes = Option("--bytes", "Draw standard input byte for byte, whatever it is.")
    static let drawAddOn = Option("--add-on", value: "DIGITS", "Two or five digits beside an EAN or UPC.")
    static let drawPrice = Option("--price", value: "AMOUNT", "The price of a book, as add-on: 24.95.")
    static let drawCurrency = Option(
        "--currency", choices: ["GBP", "AUD", "NZD", "USD", "CAD"], "The currency of --price.")

    static let drawOutput = Option(
        "--output", short: "-o", value: "FILE",
        "Write FILE, whole or not at all; - is standard output. Default: the terminal.")
    static let drawFormat = Option(
        "--format", choices: DrawnFile.allCases.map(\.rawValue), "The form of the output. Default: by the end of FILE.")

    static let drawLevel = Option(
        "--level", choices: ErrorCorrection.allCases.map(\.rawValue),
        "What part of a QR code may be lost: 7, 15, 25 or 30 %. Default: M.")
    static let drawModuleWidth = Option(
        "--module-width", value: "MM", "How wide a module is in print. Default: what its standard aims at.")
    static let drawScale = Option("--scale", value: "PIXELS", "How many pixels of a PNG a module has. Default: 8.")
    static let drawQuietZone = Option(
        "--quiet-zone", value: "MODULES", "The light space around it. Default: what its standard asks for.")
    static let drawBarHeight = Option("--bar-height", value: "MODULES", "How high the bars of linear codes are.")
    static let drawNoText = Option("--no-text", "Leave out the text below the bars.")
    static let drawDark = Option("--dark", value: "COLOUR", "The colour of the bars, as #1a5fb4. Default: black.")
    static let drawLight = Option("--light", value: "COLOUR", "The colour behind them. Default: white.")
    static let drawTransparent = Option("--transparent", "Leave out what is behind the bars.")
    static let drawLogo = Option("--logo", value: "FILE", "Put a PNG or JPEG into the middle of a QR code.")
    static let drawLogoShare = Option(
        "--logo-share", value: "PERCENT", "How much of the code the logo takes. Default: 10.")
    static let drawModuleShape = Option(
        "--module-shape", choices: ModuleShape.allCases.map(\.rawValue), "The modules of a QR code.")
    static let drawFinderShape = Option(
        "--finder-shape", choices: ModuleShape.allCases.map(\.rawValue), "The three large squares of a QR code.")
    static let drawForce = Option("--force", "Draw colours, logos and module widths that readers may not take.")
    static let drawNoVerify = Option("--no-verify", "Write it without reading it back.")

    static let drawSheet = Option(
        "--sheet", value: "NAME", suggestions: SheetLayout.names.map(\.name),
        "Draw labels: on the sheet NAME of Avery, or in COLUMNSxROWS of your own.")
    static let drawPage = Option(
        "--page", value: "A4|letter|WIDTHxHEIGHT", suggestions: ["A4", "letter"],
        "The page of COLUMNSxROWS, in mm. Default: A4.")
    static let drawLabel = Option(
        "--label", value: "WIDTHxHEIGHT", "A label of COLUMNSxROWS, in mm. Default: as large as the page lets it be.")
    static let drawGap = Option(
        "--gap", value: "ACROSSxDOWN", "What is between labels of COLUMNSxROWS, in mm. Default: 0x0.")
    static let drawMargin = Option(
        "--margin", value: "LEFTxTOP", "What is before the first label, in mm. Default: all labels in the middle.")
    static let drawList = Option("--list", "List the formats, the kinds with their fields, and the sheets.")
}
