import CLibFuzzer
import Glibc

/// What a program that tries families does with its arguments: `FAMILY ARGUMENT…`, the latter libFuzzer's, tries a family, or an
/// input again; `seeds FAMILY FOLDER` writes inputs to start from; `families` lists what there is.
///
/// - Returns: the exit status.
package func run<Family: FuzzFamily>(_ families: Family.Type) -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "families":
        print(Family.allCases.map(\.rawValue).joined(separator: "\n"))
        return 0
    case "seeds":
        guard arguments.count == 3, let family = Family(rawValue: arguments[1]) else {
            complain("usage: seeds FAMILY FOLDER, with one of the families that 'families' lists")
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
            complain("usage: FAMILY ARGUMENT…, with one of the families that 'families' lists")
            return 2
        }
        tried = family
        // libFuzzer takes the first argument for the name of the program.
        var count = CommandLine.argc - 1
        var arguments = CommandLine.unsafeArgv + 1
        return LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            let input = Array(UnsafeBufferPointer(start: bytes, count: count))
            let broken = tried?.problems(with: input) ?? []
            // libFuzzer takes it for a crash, keeps the input and ends.
            if !broken.isEmpty {
                complain(broken.joined(separator: "\n"))
                abort()
            }
            return 0
        }
    }
}

/// The family that the program was started with; set once, before libFuzzer takes over, whose callbacks have no context.
nonisolated(unsafe) private var tried: (any FuzzFamily)?

/// What libFuzzer calls to change an input, instead of its own changes; it finds the function by its name.
///
/// - Returns: how long the input is then, `capacity` at most.
@c(LLVMFuzzerCustomMutator)
public func changeInput(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    tried?.change(UnsafeMutableBufferPointer(start: bytes, count: capacity), count: count, seed: seed) ?? 0
}

private func complain(_ message: String) {
    let line = Array("fuzz: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
