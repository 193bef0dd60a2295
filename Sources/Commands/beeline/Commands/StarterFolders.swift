import BundledReference

/// A working plugin with notes, which `beeline plugins new` writes.
struct StarterPlugin {
    let name: String
    let language: Language

    enum Language: String {
        case shell = "sh"
        case python

        var program: String { self == .shell ? "run.sh" : "run.py" }
    }

    struct File {
        let name: String
        let text: String
        var isProgram = false
    }

    var files: [File] {
        // NAME and PROGRAM are placeholders in the files, which are in `Sources/C/BundledReference`.
        let manifest = String(cString: beeline_starter_manifest()).replacing("PROGRAM", with: language.program)
        let program = language == .shell ? beeline_starter_shell() : beeline_starter_python()
        return [
            File(name: "plugin.json", text: manifest.replacing("NAME", with: name)),
            File(name: language.program, text: String(cString: program), isProgram: true),
            File(name: "rules.json", text: String(cString: beeline_starter_rules()).replacing("NAME", with: name)),
        ]
    }
}

/// The desks of Examples, which `beeline rules new --desk` writes.
enum StarterDesk {
    /// In the order of the table of their files.
    static let names = table.reduce(into: [String]()) { names, file in
        let name = String(cString: file.desk)
        if names.last != name { names.append(name) }
    }

    static func files(of desk: String) -> [StarterPlugin.File] {
        table.filter { String(cString: $0.desk) == desk }
            .map { StarterPlugin.File(name: String(cString: $0.name), text: String(cString: $0.text)) }
    }

    private static var table: UnsafeBufferPointer<beeline_desk_file> {
        UnsafeBufferPointer(start: beeline_desk_files(), count: beeline_desk_file_count())
    }
}
