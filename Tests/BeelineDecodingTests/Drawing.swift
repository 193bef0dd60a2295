import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineDecoding

/// Codes drawn by zint, as it draws them for print: with quiet zones, two pixels a module, no text below.
enum Drawing {
    /// - Parameters:
    ///   - type: a name of zint's, `EANX`.
    ///   - data: what the code says, in zint's notation or, with `--binary` among the options, as it is.
    static func png(_ type: String, _ data: [UInt8], _ options: [String] = []) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let input = try folder.write("data", data)
        let fixed = ["--filetype=PNG", "--scale=2", "--quietzones", "--notext"]
        let result = try await run(
            "zint", fixed + ["-b", type, "-o", folder.path("code.png"), "-i", input] + options)
        // Below 5 are warnings.
        try #require(result.status >= 0 && result.status < 5, "zint: \(result.errors)")
        return try folder.read("code.png")
    }

    static func image(_ type: String, _ data: String, _ options: [String] = []) async throws -> GrayImage {
        try GrayImage(decoding: await png(type, Array(data.utf8), options))
    }
}
