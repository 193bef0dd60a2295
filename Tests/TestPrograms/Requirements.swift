internal import CSandbox
internal import Glibc

/// What some tests need of the system, so that one that is skipped says why.
public enum Requirement {
    /// Whether the kernel confines programs to files and ports.
    public static let landlock = beeline_sandbox_knows_paths()

    /// Whether a program is in a folder of the `PATH`.
    public static func isInstalled(_ program: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
        return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
