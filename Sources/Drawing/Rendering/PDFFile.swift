/// A PDF file of pages (ISO 32000-1): vectors, Helvetica, and logos.
enum PDFFile {
    static func bytes(_ pages: [PDFPage]) -> [UInt8] {
        var file = Objects()
        let (catalog, tree, font) = (file.reserve(), file.reserve(), file.reserve())
        var kids: [String] = []
        for page in pages {
            var images: [String] = []
            for image in page.images {
                let number = file.add(image: image.logo, background: image.background)
                images.append("/\(image.name) \(number) 0 R")
            }
            let content = file.add("", stream: Array(page.content.utf8))
            let resources =
                "<< /Font << /F \(font) 0 R >>"
                + (images.isEmpty ? "" : " /XObject << \(images.joined(separator: " ")) >>") + " >>"
            let number = file.add(
                "<< /Type /Page /Parent \(tree) 0 R /MediaBox [0 0 \(PDFPage.number(page.width)) "
                    + "\(PDFPage.number(page.height))] /Resources \(resources) /Contents \(content) 0 R >>")
            kids.append("\(number) 0 R")
        }
        file.set(catalog, "<< /Type /Catalog /Pages \(tree) 0 R >>")
        file.set(tree, "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(kids.count) >>")
        file.set(font, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
        return file.bytes(catalog: catalog)
    }

    /// The numbered objects that a file consists of.
    private struct Objects {
        private var objects: [[UInt8]] = []

        /// The number of an object that is set later.
        mutating func reserve() -> Int {
            objects.append([])
            return objects.count
        }

        mutating func set(_ number: Int, _ text: String) { objects[number - 1] = Array(text.utf8) }

        mutating func add(_ text: String) -> Int {
            objects.append(Array(text.utf8))
            return objects.count
        }

        /// - Parameter entries: of its dictionary, beside the length.
        mutating func add(_ entries: String, stream: [UInt8]) -> Int {
            objects.append(
                Array("<< \(entries)/Length \(stream.count) >>\nstream\n".utf8) + stream + Array("\nendstream".utf8))
            return objects.count
        }

        mutating func add(image logo: Logo, background: Colour) -> Int {
            switch logo.kind {
            case .jpeg(let header):
                let space = header.components == 1 ? "DeviceGray" : header.components == 3 ? "DeviceRGB" : "DeviceCMYK"
                // Adobe's programs, which write nearly all of these, turn the inks around.
                let decode = header.components == 4 ? "/Decode [1 0 1 0 1 0 1 0] " : ""
                return add(
                    "/Type /XObject /Subtype /Image /Width \(header.width) /Height \(header.height) /ColorSpace /\(space) "
                        + "/BitsPerComponent 8 \(decode)/Filter /DCTDecode ", stream: logo.file)
            case .png: return add(png: logo, background: background)
            }
        }

        /// A picture whose transparency lies over the background, of at most 600 pixels a side: it is not packed.
        private mutating func add(png logo: Logo, background: Colour) -> Int {
            let most = 600
            let longest = max(logo.width, logo.height)
            let (width, height) =
                longest <= most
                ? (logo.width, logo.height)
                : (max(1, logo.width * most / longest), max(1, logo.height * most / longest))
            let pixels = Resampling.mean(logo.pixels ?? [], logo.width, logo.height, to: width, height)
            var colours: [UInt8] = []
            colours.reserveCapacity(width * height * 3)
            let below = [background.red, background.green, background.blue].map(Int.init)
            for place in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = Int(pixels[place + 3])
                for channel in 0..<3 {
                    colours.append(UInt8((Int(pixels[place + channel]) * alpha + below[channel] * (255 - alpha)) / 255))
                }
            }
            return add(
                "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace /DeviceRGB "
                    + "/BitsPerComponent 8 ", stream: colours)
        }

        func bytes(catalog: Int) -> [UInt8] {
            // The second line has bytes beyond ASCII, so that nobody takes the file for text.
            var bytes = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
            var places: [Int] = []
            for (index, object) in objects.enumerated() {
                places.append(bytes.count)
                bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
            }
            let table = bytes.count
            bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
            for place in places {
                let digits = String(place)
                bytes += Array((String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n").utf8)
            }
            bytes += Array(
                "trailer\n<< /Size \(objects.count + 1) /Root \(catalog) 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8)
            return bytes
        }
    }
}

extension Drawing {
    /// The drawing as a PDF file for print, whose page is as large as the drawing is by its module width.
    public func pdf() -> [UInt8] {
        var page = PDFPage(width: Double(size.width) * moduleWidth, height: Double(size.height) * moduleWidth)
        page.paint(self, x: 0, y: 0, moduleWidth: moduleWidth)
        return PDFFile.bytes([page])
    }
}
