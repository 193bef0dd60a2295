// Tries the parsers with texts that libFuzzer makes up: none may crash or hang on them, and what it makes of them must
// keep the promises of its kind. The arguments are libFuzzer's.

import BeelineFiles
import CLibFuzzer
import Glibc

/// `fuzz seeds FAMILY FOLDER` writes inputs to start from; `fuzz families` lists what there is.
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
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = CommandLine.unsafeArgv
        return LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            let broken = Trial.problems(with: Array(UnsafeBufferPointer(start: bytes, count: count)))
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
