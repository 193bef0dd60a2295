// A QR code with a level, colours and a logo, read back as a camera sees it before it is written.

import BeelineDrawing
import BeelineWorkers
import Foundation

let logo = try Logo([UInt8](Data(contentsOf: URL(filePath: "Examples/grocery.png"))), share: 0.08)
let blue = CodeColours(dark: Colour(red: 26, green: 95, blue: 180))
var options = DrawingOptions(level: .high, colours: blue, logo: logo)
options.moduleShape = .round
options.quietZone = 4
let drawing = try Drawing("https://example.com/", as: .qr, options: options)
try await drawing.verify(by: DecodingPool())
let file = try drawing.png(fitting: 600)
try Data(file).write(to: URL(filePath: CommandLine.arguments.dropFirst().first ?? "code.png"))
print(drawing.format, drawing.size, drawing.warningTexts)
