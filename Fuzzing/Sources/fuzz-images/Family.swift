import BeelineSupport
import CLibFuzzer
import FuzzDriver

/// The readers by their formats, and what looks for codes in pictures.
enum Family: String, FuzzFamily {
    case jpeg, png, webp, pnm, tiff, gif, bmp, heif
    /// ZXing through its shim.
    case zxing
    /// ZBar.
    case zbar
    /// All passes, from the file to the answer.
    case decoding

    func problems(with input: [UInt8]) -> [String] {
        switch self {
        case .jpeg, .png, .webp, .pnm, .tiff, .gif, .bmp, .heif:
            ReaderTrial.problems(with: input, isWritten: self != .heif)
        case .zxing: ZXingTrial.problems(with: input)
        case .zbar: ZBarTrial.problems(with: input)
        case .decoding: DecodingTrial.problems(with: input)
        }
    }

    func writeSeeds(to folder: String) throws {
        let inputs =
            switch self {
            case .jpeg: Seeds.files(suffixes: [".jpg"])
            case .png: Seeds.files(suffixes: [".png"])
            case .webp: Seeds.files(suffixes: [".webp"])
            case .pnm: Seeds.files(suffixes: [".pbm", ".pgm", ".ppm"])
            case .tiff: Seeds.files(suffixes: [".tif"])
            case .gif: Seeds.files(suffixes: [".gif"])
            case .bmp: Seeds.files(suffixes: [".bmp"])
            case .heif: Seeds.files(suffixes: [".heic", ".avif"])
            case .zxing: Seeds.pictures(questions: ZXingTrial.questions)
            case .zbar: Seeds.pictures(questions: [[0]])
            case .decoding: Seeds.pictures(questions: DecodingTrial.questions)
            }
        for (number, input) in inputs.enumerated() { try replaceFile("\(folder)/\(number)", with: input) }
    }

    func change(_ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, seed: UInt32) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        let changed = LLVMFuzzerMutate(start, count, buffer.count)
        // A share stays wrong.
        if self == .png, seed % 8 != 0 {
            PNGChecksums.mend(UnsafeMutableBufferPointer(rebasing: buffer[..<changed]))
        }
        return changed
    }
}
