internal import Glibc

/// The source `-`: a code on each line of standard input, typed by a person, sent by a scanner that is a keyboard, or piped
/// in by a program.
package struct LinesSource: CodeSource {
    package let name: String
    /// Lent.
    private let descriptor: Int32

    package init(name: String = "-", descriptor: Int32 = STDIN_FILENO) {
        (self.name, self.descriptor) = (name, descriptor)
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        output.connected()
        var lines = ScannerLines(pause: nil, tabEnds: false)
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let reader = DescriptorReader(descriptor, for: output)
        while true {
            switch buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) {
            case .bytes(let count): output.take(lines.take(buffer[..<count]))
            case .ended: return output.take(lines.takeEnd())
            case .stopped, .silence: return
            case .failed(let code):
                throw .unusable("standard input cannot be read: \(String(cString: strerror(code)))")
            }
        }
    }
}
