import BeelineDecoding

/// One input of the fuzzer that is a picture for ZBar.
enum ZBarTrial {
    /// The promises that are broken by what ZBar finds in it.
    static func problems(with input: [UInt8]) -> [String] {
        guard let picture = DrawnPicture(input, choices: 1) else { return [] }
        do throws(DecodeError) {
            return SymbolPromises.broken(by: try ZBarDecoder().symbols(in: picture.image))
        } catch {
            return ["ZBar gave up: \(error)"]
        }
    }
}
