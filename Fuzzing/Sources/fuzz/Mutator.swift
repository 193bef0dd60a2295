import CLibFuzzer
import Glibc

/// What libFuzzer calls to change an input, in place of its own changes; it finds the function by its name.
///
/// - Returns: how long the input is then, `capacity` at most.
@c(LLVMFuzzerCustomMutator)
public func changeInput(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    guard let bytes else { return 0 }
    if let family = Family.tried, family == .rules,
        let changed = RuleTrial.changed(UnsafeBufferPointer(start: bytes, count: count), seed: seed),
        changed.count <= capacity
    {
        for (offset, byte) in changed.enumerated() { bytes[offset] = byte }
        return changed.count
    }
    return LLVMFuzzerMutate(bytes, count, capacity)
}
