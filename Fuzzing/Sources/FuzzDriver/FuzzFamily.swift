import CLibFuzzer

/// Inputs that are tried together: those of one reader, or of parsers that look for the same things.
package protocol FuzzFamily: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// The promises that are broken by what is made of an input, in words; normally none.
    func problems(with input: [UInt8]) -> [String]

    /// Writes inputs to start from to a folder, which is there.
    func writeSeeds(to folder: String) throws

    /// Changes an input; as libFuzzer does it, unless the family knows better.
    ///
    /// - Parameters:
    ///   - buffer: the input is at its start; it must not become longer than the buffer.
    ///   - count: how long the input is.
    ///   - seed: the same one always leads to the same change.
    /// - Returns: how long it is then.
    func change(_ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, seed: UInt32) -> Int
}

extension FuzzFamily {
    package func change(_ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, seed: UInt32) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return LLVMFuzzerMutate(start, count, buffer.count)
    }
}
