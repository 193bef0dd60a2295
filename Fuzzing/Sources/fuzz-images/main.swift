// Tries the image readers and the decoders with files and pictures that libFuzzer makes up: none may crash, hang, or touch
// memory that is not its own, and what comes out must keep its promises.
//
// It is built with the address sanitizer. That checks each access of our own code, Swift and C++; the system's libraries
// are not built with it, so of theirs it sees those by functions such as memcpy, and blocks freed twice or never taken.

import FuzzDriver
import Glibc

exit(run(Family.self))
