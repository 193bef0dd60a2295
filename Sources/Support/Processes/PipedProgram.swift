/// A program that runs, with a pipe for each of its standard streams. Our ends of them never block.
package struct PipedProgram: ~Copyable {
    package let process: ChildProcess
    /// Where its input is written; nil once it is closed.
    package private(set) var input: Descriptor?
    /// Where its output is read; nil when nothing comes any more.
    package private(set) var output: Descriptor?
    /// Where its error output is read; nil when nothing comes any more.
    package private(set) var errorOutput: Descriptor?

    /// Starts a program, with which all ends that it starts.
    ///
    /// - Parameter start: its streams and its group are replaced.
    package init(_ start: ProgramStart) throws(ProgramError) {
        var start = start
        let input = try Pipe(for: start.path)
        let output = try Pipe(for: start.path)
        let errorOutput = try Pipe(for: start.path)
        start.input = .descriptor(input.reading.number)
        start.output = .descriptor(output.writing.number)
        start.errorOutput = .descriptor(errorOutput.writing.number)
        start.group = .kept(whole: true)
        process = try ChildProcess(start)
        self.input = input.keepWriting().withoutBlocking()
        self.output = output.keepReading().withoutBlocking()
        self.errorOutput = errorOutput.keepReading().withoutBlocking()
    }

    /// Ends its input, by which programs are told that nothing more comes.
    ///
    /// (`program?.input = nil` from outside closes nothing: Swift 6.3.)
    package mutating func closeInput() { input = nil }

    /// Reads no more of its error output.
    package mutating func closeErrorOutput() { errorOutput = nil }
}
