// The worker: it is handed open image files over a socket and answers with the symbols in them, one line for each.
// It is the one program that links decoders and image libraries; what they do to it costs one image.

internal import BeelineFiles
internal import BeelineSymbols
internal import Glibc

// A decoder that aborts must not take longer about it than it takes to die.
var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)

let input = STDIN_FILENO
var status = stat()
fstat(input, &status)
if status.st_mode & S_IFMT == S_IFSOCK {
    exit(Worker(socket: input).run())
} else if CommandLine.arguments.count > 1 || isatty(input) != 0 {
    let usage = """
        beeline-decode is started by beeline, which hands it images over a socket.
        By hand: beeline-decode < IMAGE prints the symbols of one image as a line of JSON.

        """
    try? writeAll(Array(usage.utf8), to: STDERR_FILENO, path: "standard error")
    exit(2)
} else {
    do {
        try writeAll(Worker.answer(to: .descriptor(input)).line, to: STDOUT_FILENO, path: "standard output")
    } catch {
        exit(1)
    }
}
