import BeelineDecoding
import BeelineWorkers

/// One input of the fuzzer that is a picture, and the decoding options: the whole way from the file to the answer.
enum DecodingTrial {
    /// The promises that are broken by what is found.
    static func problems(with input: [UInt8]) -> [String] {
        // Many passes over each: with few pixels.
        guard let picture = DrawnPicture(input, choices: 2, mostPixels: 1 << 13) else { return [] }
        let image = picture.image
        let file = Array("P5 \(image.width) \(image.height) 255\n".utf8) + image.pixels
        let options = options(of: picture.choices)
        do throws(DecodeError) {
            let decoding = try LocalDecoder(limits: ReaderTrial.limits).decode(now: .bytes(file), options)
            return broken(by: decoding, options, width: image.width, height: image.height)
        } catch {
            // What is to be looked at may begin below it.
            if case .pixels(let top)? = options.region?.y, top >= image.height { return [] }
            return ["a picture is not decoded: \(error)"]
        }
    }

    /// Nothing in particular, and everything at once.
    static let questions: [[UInt8]] = [[0, 0], [2, 0], [1, 0b11100]]

    /// How hard, and what else.
    private static func options(of choices: [UInt8]) -> DecodeOptions {
        var options = DecodeOptions()
        options.effort = DecodeEffort.allCases[Int(choices[0] & 3) % DecodeEffort.allCases.count]
        let flags = choices[1]
        if flags & 1 != 0 { options.only = [.qr, .ean13, .upcA, .code128] }
        if flags & 2 != 0 {
            let (from, size) = (Double(flags >> 6) / 8, Double(choices[0] >> 2) / 48)
            options.region = ImageRegion(
                x: .fraction(from), y: .pixels(Int(flags >> 6) * 8), width: .fraction(size), height: .fraction(size))
        }
        options.stopsAtFirst = flags & 4 != 0
        options.diagnoses = flags & 8 != 0
        options.previewSide = flags & 16 != 0 ? 40 : nil
        return options
    }

    private static func broken(
        by decoding: Decoding, _ options: DecodeOptions, width: Int, height: Int
    ) -> [String] {
        let isPage = decoding.pages.map(\.width) == [width] && decoding.pages.map(\.height) == [height]
        let isWanted =
            options.only.isEmpty || decoding.symbols.allSatisfy { options.only.contains($0.symbology) }
        let answer = DecodeAnswer.decoding(decoding)
        return SymbolPromises.broken(by: decoding.symbols, size: (width, height))
            + (DecodeAnswer(line: answer.line) == answer ? [] : ["the answer is read otherwise: \(decoding)"])
            + (isPage ? [] : ["\(width) × \(height) became \(decoding.pages)"])
            + (isWanted ? [] : ["what is not wanted is found: \(decoding.symbols)"])
            + (options.stopsAtFirst && decoding.symbols.count > 1 ? ["it goes on: \(decoding.symbols)"] : [])
    }
}
