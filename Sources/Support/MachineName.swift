internal import Glibc

/// The name of this machine, as its system has it; empty where it has none.
package func machineName() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
        guard let start = room.baseAddress, gethostname(start, 255) == 0 else { return "" }
        room[255] = 0
        return String(cString: start)
    }
}
