// Tries the parsers and the reader of rule files with texts that libFuzzer makes up: none may crash or hang on them, and
// what it makes of them must keep its promises.

import FuzzDriver
import Glibc

exit(run(Family.self))
