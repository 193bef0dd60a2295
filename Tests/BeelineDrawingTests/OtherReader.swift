import BeelineDrawing
import TestPrograms
import Testing

/// A reader that we did not write.
enum OtherReader: String, Sendable {
    case zbarimg
    case zxingReader = "ZXingReader"

    /// The bytes of all that it reads from files, one after the other with nothing between.
    func bytes(_ files: [String]) async throws -> [UInt8] {
        switch self {
        case .zbarimg:
            try await run("zbarimg", ["--quiet", "--nodbus", "--raw", "-Sbinary"] + files).bytes
        case .zxingReader: try await run("ZXingReader", ["-bytes"] + files).bytes
        }
    }

    /// Whether it reads some content from a file, and nothing else.
    func reads(_ content: [UInt8], in file: String) async throws -> Bool { try await bytes([file]) == content }

    /// What it reads as text, a line for each symbol.
    func lines(_ files: [String]) async throws -> [String] {
        switch self {
        case .zbarimg: try await run("zbarimg", ["--quiet", "--nodbus", "--raw"] + files).lines
        case .zxingReader:
            try await run("ZXingReader", files).lines.compactMap { line in
                guard line.hasPrefix("Text:") else { return nil }
                let text = line.dropFirst(5).drop { $0 == " " }
                return String(text.dropFirst().dropLast())
            }
        }
    }
}

extension DrawingWarning {
    /// The name of its case.
    var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}
