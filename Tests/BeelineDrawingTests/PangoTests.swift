import TestPrograms
import Testing

@Test("what is declared of pango is what its headers declare")
func pangoDeclarations() async throws {
    let shim = String(decoding: try Project.read("Sources/C/CCairo/shim.h"), as: UTF8.self)
    let functions = shim.split(separator: "\n").filter { $0.hasSuffix(");") }.map(String.init)
    #expect(functions.count > 15)
    let values = [
        "PANGO_ALIGN_CENTER == 1", "PANGO_ELLIPSIZE_END == 3", "PANGO_SCALE == 1024", "sizeof(PangoRectangle) == 16",
    ].map { "_Static_assert(\($0), \"\");" }
    let folder = try TemporaryFolder()
    let lines = ["#include <pango/pangocairo.h>"] + functions + values
    let file = try folder.write("pango.c", lines.map { $0 + "\n" }.joined())
    let result = try await TestPrograms.run(
        "sh", ["-c", "cc -fsyntax-only -Werror $(pkg-config --cflags pangocairo) \"$0\"", file])
    #expect(result.status == 0, "\(result.errors)")
}
