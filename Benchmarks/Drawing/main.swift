// What `make bench` needs of drawing, in a program of its own: it links the decoders, which read back what is drawn.
//
//     draw-bench files LIST FOLDER     a QR code of each line of LIST as FOLDER/NUMBER.png, as qrencode draws it
//     draw-bench sheet COUNT           labels on sheets, drawn and read back: rows of the table

import BeelineDecoding
import BeelineDrawing
import BeelineSupport
import BeelineWorkers
import Glibc

func seconds(since start: ContinuousClock.Instant) -> Double {
    let time = (ContinuousClock.now - start).components
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
}

/// As the peers do it: without waiting for the disk.
func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
        perror(path)
        exit(1)
    }
}

func writeFiles(of list: String, to folder: String) throws {
    var options = DrawingOptions()
    options.level = .low
    for (number, line) in try readFile(list, limit: 1 << 26).split(separator: 0x0A).enumerated() {
        let drawing = try Drawing(String(decoding: line, as: UTF8.self), as: .qr, options: options)
        write(try drawing.png(scale: 3), to: "\(folder)/\(number).png")
    }
}

func measureSheet(of count: Int) async throws {
    let table = "text,name\n" + (0..<count).map { "https://example.com/item/\($0),Article \($0)\n" }.joined()
    guard let layout = SheetLayout.named("L7160") else { return }
    let start = ContinuousClock.now
    let sheet = try LabelSheet(Label.labels(csv: Array(table.utf8)), on: layout)
    let file = try sheet.pdf()
    let drawn = seconds(since: start)
    let pool = try DecodingPool()
    // Workers are started before the clock is: a sheet waits for them once, however many labels it has.
    try await Drawing("x", as: .qr).verify(by: pool)
    let second = ContinuousClock.now
    try await sheet.verify(by: pool)
    let read = seconds(since: second)
    await pool.close()
    print("a sheet of \(count) labels, \(file.count / 1_000) KB of PDF\t\(drawn)\t\ts\t<= 5")
    print("  reading each of them back, twice\t\(read)\t\ts\t")
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 3, arguments[0] == "files" {
    try writeFiles(of: arguments[1], to: arguments[2])
} else if arguments.count == 2, arguments[0] == "sheet", let count = Int(arguments[1]) {
    try await measureSheet(of: count)
} else {
    print("usage: draw-bench files LIST FOLDER | sheet COUNT")
}
