// The worker: it receives open image files over a socket and answers with their symbols, one line for each file.
// Only this program links decoders and image libraries; a crash in them costs one pass over one image.
// Before it reads anything, it enters a sandbox.

internal import BeelineDecoding
internal import BeelinePDF
internal import BeelineSupport
internal import BeelineSymbols
internal import BeelineWorkers
internal import CSandbox
internal import Glibc

let input = STDIN_FILENO
var status = stat()
fstat(input, &status)
let isWorker = status.st_mode & S_IFMT == S_IFSOCK

func fail(_ message: String, status: Int32) -> Never {
    try? writeAll(Array(message.utf8), to: STDERR_FILENO, path: "standard error")
    exit(status)
}

if let program = ConfinedProgram(workerArguments: CommandLine.arguments.dropFirst()) {
    fail(
        "beeline-decode: \(program.path) cannot be started in its sandbox: \(Confinement.become(program))\n",
        status: ConfinedProgram.failureStatus)
}
if !isWorker, CommandLine.arguments.count > 1 || isatty(input) != 0 {
    fail(
        """
        beeline starts beeline-decode and sends it images over a socket.
        By hand: beeline-decode < IMAGE prints the symbols of one image as a line of JSON.

        """, status: 2)
}

let notes = isWorker ? NotePage(STDOUT_FILENO) : nil
if let place = notes?.memoryMark {
    beeline_sandbox_mark_memory(place)
    // Output of libraries must not be written into the notes.
    dup2(STDERR_FILENO, STDOUT_FILENO)
}
let knowsPaths = Confinement.knowsPaths
// In the sandbox, no file can be opened.
JSONValue.prepareReading()
guard let sandbox = Confinement.begin(writesFiles: !isWorker) else {
    fail("beeline-decode: the system does not let it limit itself (setrlimit, prctl)\n", status: 3)
}
var capabilities = LocalDecoder.capabilities
capabilities.sandbox = sandbox
// The programs that draw the pages of PDF files have the same sandbox, and rules for paths.
capabilities.pdfSandbox = sandbox == .filter && knowsPaths ? .filterAndPaths : sandbox
let worker = Worker(socket: input, notes: notes)

if isWorker { exit(worker.run(WorkerGreeting(capabilities))) }
let seconds = 60
Confinement.allow(seconds: seconds)
do {
    let answer = worker.answer(to: .descriptor(input), DecodeOptions(), seconds: seconds)
    try writeAll(answer.line, to: STDOUT_FILENO, path: "standard output")
} catch {
    exit(1)
}
