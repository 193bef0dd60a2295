import CBeeline
import Foundation
import TestPrograms

/// `beeline.h` as a test calls it.
///
/// The pointer is used from several threads at once: that is what the header allows.
final class CEngine: @unchecked Sendable {
    /// Nil once it was freed.
    private var engine: OpaquePointer?

    /// What `beeline_new` says when it makes none.
    struct Refusal: Error {
        let text: String
    }

    init(_ files: [String] = [], options: Int = 0) throws {
        let paths = files.map { UnsafePointer(strdup($0)) }
        defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
        var error: UnsafeMutablePointer<CChar>?
        engine = beeline_new(paths, paths.count, UInt32(options), &error)
        guard engine == nil else { return }
        throw Refusal(text: Self.taken(error) ?? "")
    }

    deinit { end() }

    func end() {
        beeline_free(engine)
        engine = nil
    }

    func answer(
        _ code: [UInt8], _ symbology: String? = nil, aim: String? = nil, addOn: String? = nil
    ) -> String? {
        Self.taken(beeline_resolve(engine, code, code.count, symbology, aim, addOn))
    }

    func answer(_ code: String, _ symbology: String? = nil, aim: String? = nil, addOn: String? = nil) -> String? {
        answer(Array(code.utf8), symbology, aim: aim, addOn: addOn)
    }

    func watch(_ changed: beeline_changed?, _ context: UnsafeMutableRawPointer?) -> Bool {
        beeline_watch(engine, changed, context)
    }

    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        defer { beeline_free_text(text) }
        return text.map { String(cString: $0) }
    }
}

/// Runs the built command where no configuration is.
func beeline(_ arguments: [String], input: [UInt8] = []) async throws -> ProgramRun {
    let environment = [
        "HOME": "/nonexistent/home", "XDG_CONFIG_HOME": "/nonexistent/config", "XDG_DATA_HOME": "/dev/null/data",
    ]
    return try await run(
        Project.program("beeline"), arguments, input: input, environment: environment, folder: Project.folder)
}
