import Foundation
import TestPrograms
import Testing

@Suite("What libraries print of damaged pictures")
struct QuietDecoderTests {
    /// A HEIC picture whose blocks do not fit its size: libde265 prints so on standard error.
    private static func damaged(_ place: Int, _ byte: UInt8) throws -> [UInt8] {
        let folder = Project.file("Tests/BeelineDecodingTests/ImageFixtures")
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/even.heic")))
        bytes[place] = byte
        return bytes
    }

    @Test("it does not reach standard error", arguments: [(254, 0x7D), (256, 0x17)])
    func isQuiet(_ place: Int, _ byte: UInt8) async throws {
        let result = try await run(Project.program("beeline-decode"), input: try Self.damaged(place, byte))
        #expect(result.output.contains("the HEIC is damaged"))
        #expect(result.errors.isEmpty, "\(result.errors)")
    }
}
