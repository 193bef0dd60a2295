// Tries the parsers and the reader of rule files with texts that libFuzzer makes up: none may crash or hang on them, and
// what it makes of them must keep its promises. Behind the family stand libFuzzer's arguments.

import BeelineFiles
import CLibFuzzer
import Glibc

/// `fuzz FAMILY ARGUMENT…` tries a family, or an input again; `fuzz seeds FAMILY FOLDER` writes inputs to start from;
/// `fuzz families` lists what there is.
func run(_ arguments: [String]) -> Int32 {
    switch arguments.first {
    case "families":
        print(Family.allCases.map(\.rawValue).joined(separator: "\n"))
        return 0
    case "seeds":
        guard arguments.count == 3, let family = Family(rawValue: arguments[1]) else {
            complain("usage: fuzz seeds FAMILY FOLDER, with one of the families that 'fuzz families' lists")
            return 2
        }
        do {
            try family.writeSeeds(to: arguments[2])
            return 0
        } catch {
            complain("\(error)")
            return 2
        }
    default:
        guard let family = arguments.first.flatMap(Family.init(rawValue:)) else {
            complain("usage: fuzz FAMILY ARGUMENT…, with one of the families that 'fuzz families' lists")
            return 2
        }
        Family.tried = family
        // libFuzzer takes the first argument for the name of the program.
        var count = CommandLine.argc - 1
        var arguments = CommandLine.unsafeArgv + 1
        return LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            let input = Array(UnsafeBufferPointer(start: bytes, count: count))
            let broken = Family.tried?.problems(with: input) ?? []
            // libFuzzer takes it for a crash, keeps the input and ends.
            if !broken.isEmpty {
                complain(broken.joined(separator: "\n"))
                abort()
            }
            return 0
        }
    }
}

func complain(_ message: String) {
    try? writeAll(Array("fuzz: \(message)\n".utf8), to: STDERR_FILENO, path: "standard error")
}

exit(run(Array(CommandLine.arguments.dropFirst())))
