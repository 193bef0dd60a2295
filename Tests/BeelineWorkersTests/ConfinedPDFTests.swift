import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineWorkers

/// The programs that read PDF files give the same results inside the sandbox as outside, as long as they only read the
/// document.
@Suite("Programs that read PDF files, in a sandbox")
struct ConfinedPDFTests {
    private static let decode = Project.program("beeline-decode")

    private static func program(_ name: String) throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return try #require(folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 })
    }

    private static func confined(_ name: String, _ arguments: [String], _ pdf: [UInt8]) async throws -> ProgramRun {
        let program = ConfinedProgram(
            path: try program(name), arguments: arguments, seconds: 60, outputLimit: 50_000_000)
        return try await run(
            decode, program.workerArguments, input: pdf, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    static let drawings = ["text", "unknownFont", "embeddedFont", "image", "transparency", "all"]

    @Test("text, fonts that are embedded or not, and images are drawn as outside the sandbox", arguments: drawings)
    func drawsTheSame(_ drawing: String) async throws {
        let pdf = try WrittenPDF(drawing).bytes
        let arguments = ["-gray", "-cropbox", "-r", "150", "-f", "1", "-l", "1", "/dev/stdin"]
        let shutIn = try await Self.confined("pdftoppm", arguments, pdf)
        #expect(shutIn.status == 0, "\(shutIn.errors)")
        #expect(shutIn.bytes.contains(0), "nothing was drawn")
        let atLarge = try await run(try Self.program("pdftoppm"), arguments, input: pdf)
        #expect(shutIn.bytes == atLarge.bytes)
    }

    @Test(
        "a file that is not the document cannot be read",
        .enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func readsNoOtherFile() async throws {
        let folder = try TemporaryFolder()
        let pdf = try WrittenPDF("text").bytes
        let other = try folder.write("other.pdf", pdf)
        let result = try await Self.confined("pdfinfo", [other], pdf)
        #expect(result.status != 0)
        #expect(result.errors.contains("Permission denied"))
    }

    @Test("a program that cannot be started is reported, and is not an answer about the document")
    func tellsOfMissingProgram() async throws {
        let program = ConfinedProgram(path: "/nonexistent/pdfinfo", arguments: [], seconds: 1, outputLimit: 100)
        let result = try await run(Self.decode, program.workerArguments)
        #expect(result.status == ConfinedProgram.failureStatus)
        #expect(
            result.errors.contains("/nonexistent/pdfinfo cannot be started in its sandbox: No such file or directory"))
    }
}

/// A PDF of one page, written by hand, with one kind of drawing or all of them.
private struct WrittenPDF {
    private var objects: [[UInt8]] = []

    init(_ drawing: String) throws {
        let fonts = FileManager.default.enumerator(atPath: "/usr/share/fonts")?.compactMap { $0 as? String } ?? []
        let all = drawing == "all"
        var content = ""
        if drawing == "text" || all { content += "BT /F1 24 Tf 20 160 Td (In Helvetica) Tj ET\n" }
        if drawing == "unknownFont" || all { content += "BT /F2 24 Tf 20 130 Td (In Nowhere Sans) Tj ET\n" }
        if drawing == "embeddedFont" || all { content += "BT /F3 24 Tf 20 100 Td (Embedded) Tj ET\n" }
        if drawing == "image" || all { content += "q 80 0 0 80 20 10 cm /I1 Do Q\n" }
        if drawing == "transparency" || all { content += "q /G1 gs 120 10 80 80 re f Q\n0 g 210 10 5 5 re f\n" }
        add("<< /Type /Catalog /Pages 2 0 R >>")
        add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        add(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << "
                + "/Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> /XObject << /I1 10 0 R >> "
                + "/ExtGState << /G1 << /ca 0.5 /BM /Multiply >> >> >> >>")
        add("<< ", stream: Array(content.utf8))
        add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
        add("<< /Type /Font /Subtype /TrueType /BaseFont /NowhereSans >>")
        add(
            "<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Embedded /FirstChar 32 /LastChar 126 /Widths ["
                + String(repeating: "600 ", count: 95) + "] /Encoding /WinAnsiEncoding /FontDescriptor 8 0 R >>")
        add(
            "<< /Type /FontDescriptor /FontName /ABCDEF+Embedded /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 "
                + "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 9 0 R >>")
        let font = try #require(fonts.sorted().first { $0.hasSuffix(".ttf") }, "a TrueType font is needed")
        add("<< ", stream: Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/fonts/\(font)"))))
        add(
            "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 ",
            stream: [0, 255, 255, 0])
    }

    private mutating func add(_ object: String) { objects.append(Array(object.utf8)) }

    /// - Parameter dictionary: open, without its length.
    private mutating func add(_ dictionary: String, stream: [UInt8]) {
        objects.append(
            Array("\(dictionary)/Length \(stream.count) >>\nstream\n".utf8) + stream + Array("\nendstream".utf8))
    }

    var bytes: [UInt8] {
        var bytes = Array("%PDF-1.4\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            table += String(repeating: "0", count: 10 - "\(bytes.count)".count) + "\(bytes.count) 00000 n \n"
            bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = bytes.count
        table += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return bytes + Array(table.utf8)
    }
}
