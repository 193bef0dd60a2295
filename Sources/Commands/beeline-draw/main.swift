// The program that draws codes: it receives symbols to encode and pages to paint over a socket, and answers with
// modules and files (see DrawingProtocol.swift). Only this program links libzint, cairo and pango. It opens only fonts,
// and writes no file.

internal import BeelineDrawing
internal import BeelineSupport
internal import Glibc

var status = stat()
fstat(STDIN_FILENO, &status)
guard status.st_mode & S_IFMT == S_IFSOCK else {
    let message = "beeline starts beeline-draw and sends it drawings over a socket.\n"
    _ = message.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
for (resource, value) in [(RLIMIT_CORE, 0), (RLIMIT_FSIZE, 0), (RLIMIT_DATA, 3 << 30)] as [(__rlimit_resource, UInt)] {
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(Int32(resource.rawValue), &limit)
}
// fontconfig works without its cache files.
signal(SIGXFSZ, SIG_IGN)
// Each code takes and frees the same large pieces.
keepFreedMemory(atMost: 32 << 20)
var server = Server(socket: STDIN_FILENO)
exit(server.run())
